"""The errors of people, never of the program: the sentence says what is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction

from games.core.errors import GameError
from games.core.notices import Notice
from scoring.documents.document import DocumentError
from scoring.trf import TrfError
from tournaments.imports.readers.lines import Unreadable
from tournaments.pairing.core import PairingError
from tournaments.sentences import sentence, speaker

if TYPE_CHECKING:
    from tournaments.models import Result


class Refused(Exception):
    """The request was understood and refused; nothing was changed. ``rule`` is a game rule's number, if
    any, ``notice`` the sentence as data where an engine or a pairing system said it."""

    def __init__(self, message: str, *, rule: str | None = None, notice: Notice | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        self.notice = notice

    def of_table(self, names: Sequence[str]) -> str:
        """Return the sentence with the names at a table, seat by seat, in the place of seats."""
        return self.message if self.notice is None else speaker(names)(self.notice)

    def at_table(self, names: Sequence[str] = ()) -> str:
        """Return the sentence for a page that names the table and links the rule, so without either."""
        bare = self.notice
        for code in ("at-table", "by-rule"):
            text = bare.params.get("text") if bare is not None and bare.code == code else None
            bare = text if isinstance(text, Notice) else bare
        return self.message if bare is None else speaker(names)(bare)

    @classmethod
    def of(cls, error: PairingError | DocumentError | TrfError | GameError | Unreadable) -> Refused:
        """Make the refusal that an engine, a pairing system or the reader of a file asks for, in words."""
        return cls(sentence(error.notice), rule=getattr(error, "rule", None), notice=error.notice)


class RefusedFile(Refused):
    """A file was refused because of what stands at this place of it; line and column count from 1."""

    def __init__(self, message: str, *, line: int, column: int, notice: Notice) -> None:
        super().__init__(message, notice=notice)
        self.line = line
        self.column = column


class ResultConflict(Refused):
    """Somebody else's result is there already; it can be superseded by who has seen it."""

    def __init__(self, message: str, current: Result) -> None:
        super().__init__(message)
        self.current = current


@contextmanager
def as_refusals() -> Iterator[None]:
    """Refuse, in words, what an engine, a pairing system or the reader of a file refuses inside."""
    try:
        yield
    except (PairingError, DocumentError, TrfError, GameError, Unreadable) as error:
        raise Refused.of(error) from error


@contextmanager
def unless_taken(why: str) -> Iterator[None]:
    """Write in a transaction of its own; refuse, with the sentence ``why``, what is somebody else's already."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise Refused(why) from error
