"""The passwords that are refused: the ones that guessers try first, and those made of this program's own words.

Any signs may be used, none must be. A list of leaked passwords is short where at least twelve signs are asked for, and
guessers know it: they put a year behind a word, write it twice, or with figures for letters. So what is looked up in
Django's list of the 20,000 commonest is what is left when those tricks are undone. Nothing is asked of a server
elsewhere: a hall has no internet, and a password's hash is nobody else's business.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import pairwise
from typing import Any

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

_LETTERS_FOR = str.maketrans("013457@$!", "oieastasi")


class TooGuessable:
    """Refuses common passwords in their usual disguises, runs and repetitions."""

    def validate(self, password: str, user: Any = None) -> None:
        if any(guess in _common() or _is_run(guess) for guess in plain(password)):
            raise ValidationError(
                gettext("This is a common password with small changes."),
                code="password_guessable",
            )

    def get_help_text(self) -> str:
        return gettext("Not a common password, not even with a year added or written twice.")


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
                gettext("This is made of words from this program. Add some of your own."), code="password_own_words"
            )

    def get_help_text(self) -> str:
        return gettext("Not made of the names of this program, its games and roles.")


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


def _is_run(text: str) -> bool:
    """Return whether every sign follows the one before in the same step (aaaa, 1234, dcba); after 9 comes 0."""
    steps = {
        0 if a == b else 1 if a + b == "90" else -1 if a + b == "09" else ord(b) - ord(a) for a, b in pairwise(text)
    }
    return len(text) == 1 or (len(text) > 2 and len(steps) == 1 and steps <= {-1, 0, 1})


@cache
def _common() -> frozenset[str]:
    return frozenset(CommonPasswordValidator().passwords)
