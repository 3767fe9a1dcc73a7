"""The panel of a player beside the standings: their place and the reason for it, their strength, seats and rounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.http import Http404
from django.utils import formats
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.documents.gamelink import lower_is_better
from scoring.tiebreaks.ratings import against_rated
from tournaments.selectors.events import public
from tournaments.selectors.events.explanations import Insight, insight
from tournaments.selectors.events.public import Appearance
from tournaments.selectors.people.shown_names import Person
from tournaments.selectors.rounds.colours import rule_of
from tournaments.selectors.standings.groups import places_in_parts, standings_parts
from tournaments.selectors.standings.standings import Rank, StandingsShown, expelled, order_by_points
from tournaments.sentences import places, players
from tournaments.views.public.page import Page
from tournaments.web import cells
from tournaments.web.seats import SeatFigure, sign_of
from tournaments.web.standings import explanations, player_rounds, tables

FIDE_GAMES = ("chess", "quatro-chess")
"""The games whose ratings stand on FIDE's scale, so that its table of differences says something of them."""

PLACE = gettext_lazy("%(place)s with %(points)s, %(distance)s.")


@dataclass(frozen=True, slots=True)
class Panel:
    """A player's panel. ``performance``, ``average`` and ``rated`` (how many meetings) are None where no opponent has a
    rating; ``performance``, which FIDE's table gives, also in other games than chess."""

    person: Person
    row: Rank | None
    place: str
    made_up: str
    why: SafeString | str
    rounds: list[player_rounds.OwnRound]
    seats: list[SeatFigure]
    seats_most: str
    """How many points a full bar is; empty where there are none."""
    performance: int | None = None
    average: int | None = None
    rated: int | None = None
    penalties: SafeString | str = ""
    above: int | None = None
    below: int | None = None
    """Who stands a line above and a line below in the standings."""
    expelled: bool = False
    gone: str = ""
    """That they play no more, and since when; and that they have no place."""


def panel_of(
    page: Page, shown: StandingsShown | None, number: int, after: int | None, own: list[Appearance] | None = None
) -> Panel:
    """Return the panel of a player, after a round or now. Raises Http404 where there is no such player."""
    person = page.people.get(number)
    if person is None:
        raise Http404
    if own is None:
        own = public.appearances(page.tournament.pk, number)
    own = [part for part in own if after is None or part.round <= after]
    row = next((row for row in shown.rows if row.player == number), None) if shown else None
    event = insight(page.tournament.pk, after) if page.rounds else None
    strength = against_rated(event.history, number) if event and number < len(event.history.turns) else None
    average, performance, rated = strength or (None, None, None)
    trail = row.trail if row else ()
    rounds = player_rounds.rounds_of(
        own, number, page.colours, page.seat_link, page.form, rule_of(page.tournament), trail, person.left
    )
    return Panel(
        person,
        row,
        _place(page, shown, row),
        cells.made_of_start(row),
        _why(event, number, page),
        rounds[::-1],
        *_seats(own, number, page),
        performance if page.tournament.game in FIDE_GAMES else None,
        average,
        rated,
        tables.penalties(row.penalties) if row else "",
        *_beside(shown, number),
        expelled=number in expelled(page.tournament),
        gone=_gone(page, person, shown, row),
    )


def _beside(shown: StandingsShown | None, number: int) -> tuple[int | None, int | None]:
    lines = [row.player for _title, part in standings_parts(shown) for row in part.rows] if shown else []
    order = [None, *lines, None]
    if number not in lines:
        return None, None
    at = order.index(number)
    return order[at - 1], order[at + 1]


def _gone(page: Page, person: Person, shown: StandingsShown | None, row: Rank | None) -> str:
    gone = page.gone(person, row)
    return f"{gone} {players.unranked()}" if gone and shown and row is None else gone


def _place(page: Page, shown: StandingsShown | None, row: Rank | None) -> str:
    if shown is None or row is None:
        return ""
    if row.nothing_yet:
        return _("The table has no result yet.")
    order = order_by_points(page.tournament, shown.rows)
    ranked = [line.player for line in shown.rows if not line.nothing_yet]
    words = {"place": places.ordinal(row.rank), "points": places.counted(Fraction(row.points))}
    stays = page.people[row.player].left is None and not row.mark  # nobody who left comes nearer to a place
    far = places.distance(order, ranked.index(row.player)) if order and stays else ""
    place = str(PLACE) % (words | {"distance": far}) if far else str(places.PLACE_ALONE) % words
    group = places_in_parts(shown).get(row.player)
    said = f"{group}. {place}" if group else place
    return f"{said} {_('The table has no result yet.')}" if row.waits else said


def _why(event: Insight | None, number: int, page: Page) -> SafeString | str:
    """Return what put a player behind the one above, or ahead of the one below."""
    if event is None:
        return ""
    above, below = event.neighbours(number)
    if above is not None:
        return explanations.comparison(event, above, number, page.link).sentence
    return explanations.comparison(event, number, below, page.link).sentence if below is not None else ""


def _seats(own: Iterable[Appearance], number: int, page: Page) -> tuple[list[SeatFigure], str]:
    got: dict[int, list[Fraction]] = {}
    every: list[Fraction] = []
    for part in own:
        for seat in part.table.seats if part.table else ():
            every += [Fraction(seat.points)] if seat.points is not None else []
            if seat.number == number and seat.points is not None:
                got.setdefault(seat.position, []).append(Fraction(seat.points))
    means = {position: sum(points, Fraction(0)) / len(points) for position, points in got.items()}
    most = max(every, default=Fraction(0))
    drawn = most and min(every) >= 0 and not lower_is_better(page.tournament.game, page.tournament.options)
    used = [
        SeatFigure(
            sign_of(page.colours, position, page.form.language),
            mean_written(mean),
            round(100 * mean / most) if drawn else None,
            len(got[position]),
        )
        for position, mean in sorted(means.items())
    ]
    return used, places.counted(most) if drawn else ""


def mean_written(mean: Fraction) -> str:
    """Return a mean with one decimal, halves away from nought, a minus before it where it is less."""
    exact = (Decimal(mean.numerator) / mean.denominator).quantize(Decimal("0.1"), ROUND_HALF_UP)
    return ("−" if exact < 0 else "") + formats.number_format(abs(exact), 1)
