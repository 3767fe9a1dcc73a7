"""A tournament as its printed documents see it. Names come from ``shown_names``, as everyone may read them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.core.svg import Sign
from tournaments import colours
from tournaments.domain.errors import Refused
from tournaments.models import Club, Tournament
from tournaments.printing.documents import Seated, TableRow
from tournaments.printing.press import Brand, Head, Press
from tournaments.printing.typeface import apart
from tournaments.selectors import clubs, labels
from tournaments.selectors.events import public
from tournaments.selectors.people import shown_names
from tournaments.selectors.rounds.colours import at_table, rule_of
from tournaments.sentences.points import earned as written
from tournaments.sentences.points import readable


@dataclass(frozen=True, slots=True)
class Print:
    """A document with its data, ready to be drawn. ``wide``: across the paper; ``bare``: no head and foot."""

    head: Head
    draw: Callable[[Press], None]
    wide: bool = False
    bare: bool = False


def brand_of(club: Club | None) -> Brand | None:
    """Return what papers carry of a club; its colour as it is read on paper."""
    if club is None:
        return None
    colour = colours.readable(club.accent, colours.DAY).accent if club.accent else ""
    return Brand(club.name, colour, bytes(club.logo))


class Scene:
    """A tournament as its documents see it; everything is read once, and only if it is asked for."""

    def __init__(self, tournament: Tournament, number: int | None, site: str) -> None:
        self.tournament = tournament
        self.site = site
        self.rounds = public.shown_rounds(tournament.pk)
        self.number = number or (self.rounds[-1].number if self.rounds else 0)
        self.people = shown_names.people(tournament.pk)
        self.colours = public.seat_names(tournament)
        self.language = get_language() or "en"

    def head(self, title: str, note: str = "") -> Head:
        event = self.tournament
        day = date_format(event.starts, pgettext("date format", "j F Y"))
        facts = " · ".join(filter(None, (public.game_name(event.game, event.options), day, event.venue)))
        return Head(event.name, facts, title, note, brand_of(clubs.of_page(event)))

    def name(self, number: int) -> str:
        person = self.people.get(number)
        return apart(person.name) if person else f"#{number}"

    def name_at_seat(self, number: int) -> str:
        """Return a player's name with their team and board, where teams win the event."""
        person, name = self.people.get(number), self.name(number)
        return f"{name} ({apart(person.in_team)})" if person and person.in_team else name

    def seat(self, position: int) -> str:
        return labels.seat(self.colours, position, self.language)[2]

    def sign(self, position: int) -> Sign | None:
        return labels.seat_sign(self.colours, position)

    def seated(self, seat: public.SeatTaken, points: str = "") -> Seated:
        name = self.name_at_seat(seat.number)
        label, sign = self.seat(seat.position), self.sign(seat.position)
        head = labels.heading(self.colours, seat.position, self.tournament.table_size, self.language)
        return Seated(label, seat.number, name, points, sign, head)

    def sums(self, shown: public.RoundShown) -> list[tuple[str, str]]:
        """Say how the two colours of a player make their points: (table and player, sum)."""
        rule = rule_of(self.tournament)
        return [
            (_("table %(table)d, %(player)s") % {"table": table.number, "player": self.name(number)}, whole.sum)
            for table in shown.tables
            for number, whole in at_table(table, rule).items()
            if whole.sum
        ]

    def shown(self, number: int | None = None) -> public.RoundShown:
        round_ = public.round_shown(self.tournament.pk, number or self.number)
        if round_ is None:
            raise Refused(_("This round is not published yet, so it cannot be printed."))
        return round_

    def tables(self, shown: public.RoundShown) -> list[TableRow]:
        return [
            TableRow(
                table.number,
                [self.seated(s, earned(s.points, table.end, s.score)) for s in table.seats],
                end_of(table.end),
            )
            for table in shown.tables
        ]

    def byes(self, shown: public.RoundShown) -> list[tuple[str, str]]:
        return [(self.name(number), labels.bye(kind)) for number, kind in shown.byes]


def earned(points: str | None, end: str | None, score: str | None = None) -> str:
    """Return a seat's points for paper, with the game's own figure that brought them."""
    if end is None:
        return ""
    if end == "adjourned":
        return labels.ADJOURNED
    if points is None:
        return "–"
    taken = written(points)
    return f"{taken} ({readable(score)})" if score is not None else taken


def end_of(end: str | None) -> str:
    return {"forfeit": _("forfeit"), "adjourned": _("adjourned")}.get(end or "", "")
