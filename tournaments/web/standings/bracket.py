"""A knockout as it is drawn: a column for each round, lines to where everybody goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape as text
from itertools import pairwise, takewhile, zip_longest

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.brackets.knockout import table_size, usual_advance, whole_or
from scoring.sections.groups import SYSTEM as GROUPS
from scoring.sections.groups import stage_rules
from tournaments.models import Tournament
from tournaments.pairing.bracket.drawn import Box, Column, Drawing, Origin, Spot, Way
from tournaments.pairing.bracket.page import BracketPage, here, pages, whole_page
from tournaments.selectors.events.explanations import Insight, insight
from tournaments.selectors.games import replays
from tournaments.selectors.rounds.rounds import has_second_final, is_drawn, names_in, round_name, round_title
from tournaments.sentences.places import labelled, ordinal
from tournaments.web import cells
from tournaments.web.seats import Link, name_size, points, sign_of, size_of_name
from tournaments.web.variants import Variant

FEW_SEATS = 16
"""A round with more seats is higher than a screen, and is folded once it is over."""
HALF_LINES = {"long": (3, 4), "longer": (4, 6), "longest": (4, 6)}
"""How many half lines of a screen a long name takes in a box, by its class: where three columns stand beside each
other, and where there are more. A short one takes two."""
NARROW = 3
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A bracket for a template: its heading, its rounds with their ids, the drawing. ``folded``: its first rounds are
    seen on demand."""

    key: str
    title: str
    rounds: Sequence[tuple[str, str, bool]]
    html: SafeString
    folded: bool = False


@dataclass(frozen=True, slots=True)
class BracketsShown:
    """The brackets of an event, and how many of a table go on."""

    brackets: Sequence[Drawn]
    rule: str
    loser: str = ""
    """What the sign of who plays on below means; empty where there is no such bracket."""
    double: str = ""
    """What is not drawn of a double elimination: a final that may follow."""


def brackets(
    tournament: Tournament, colours: tuple[str, ...], link: Link, form: Variant, room: int | None = None
) -> BracketsShown | None:
    """Return the drawn brackets of an event; None where it has none, or has not begun.

    ``room``: in pages for a screen, whose columns have room for so many half lines.
    """
    event = insight(tournament.pk) if is_drawn(tournament) else None
    if event is None:
        return None
    drawn = event.drawings()
    if not drawn:
        return None
    maker = _Maker(tournament, event, drawn, colours, link, form, board=room is not None)
    if room is None:
        shown = [maker.bracket(drawing, whole_page(drawing)) for drawing in drawn]
    else:
        begun = [drawing for drawing in drawn if drawing.columns[0].paired]
        shown = [
            maker.bracket(drawing, page) for drawing in begun or drawn for page in pages(drawing, room, maker.lines)
        ]
    return BracketsShown(shown, _rule(event), *_second_chance(event, drawn))


def _second_chance(event: Insight, drawn: Sequence[Drawing]) -> tuple[str, str]:
    """Return in words what a drawing with a second bracket leaves open; nothing in any other."""
    if not any(drawing.part == "second" for drawing in drawn):
        return "", ""
    if not drawn[0].double:
        return _("plays on in the consolation"), ""
    said = ""
    if event.event.pairing.get("reset", True) and not drawn[0].winners and not has_second_final(drawn[0]):
        said = _("If somebody from the losers’ bracket is first in the final, all who are in it play a second final.")
    return _("plays on in the losers’ bracket"), said


def _rule(event: Insight) -> str:
    pairing = event.event.pairing
    groups = pairing.get("system") == GROUPS
    size = stage_rules(event.event).table if groups else table_size(event.event)
    count = usual_advance(size) if groups else whole_or(pairing.get("advance"), usual_advance(size))
    if count == 1:
        return _("The winner of each table goes on.")
    return ngettext("The first %(count)d of each table goes on.", "The first %(count)d of each table go on.", count) % {
        "count": count
    }


class _Maker:
    """Draws the brackets of an event, with its names, ranks and games."""

    def __init__(
        self,
        tournament: Tournament,
        event: Insight,
        drawn: Sequence[Drawing],
        colours: tuple[str, ...],
        link: Link,
        form: Variant,
        board: bool = False,
    ) -> None:
        self.board = board
        self.base = f"/t/{tournament.slug}/rounds/"
        self.end = "/" + text(form.suffix)
        self.ranks: Mapping[int, int] = event.order.ranks
        self.games = replays.tables_with_games(tournament.pk)
        self.colours, self.link, self.language = colours, link, form.language
        self.several = len(drawn) > 1
        self.names = names_in(drawn)
        pairing = event.event.pairing
        self.tie = "higher-seed" if pairing.get("system") == GROUPS else pairing.get("tie")
        # tables have the same numbers in each round
        self.titles: dict[tuple[int | None, int | None], str] = {
            (column.round, box.number): round_title(drawing, at)
            for drawing in drawn
            for at, column in enumerate(drawing.columns)
            for box in column.boxes
        }

    def bracket(self, drawing: Drawing, page: BracketPage) -> Drawn:
        """Return a page of a drawing, or all of it."""
        key = f"{drawing.part[0]}{drawing.number}" + (f"p{page.number}" if page.pages > 1 else "")
        columns = page.columns
        self.unfinished = {column.round for column in drawing.columns if column.is_open}
        titles = [round_title(drawing, page.first + at) for at in range(len(columns))]
        now = here(drawing.columns) - page.first
        folded = 0 if self.board or drawing.winners else _folded(columns[:now])
        lines = [_lines(column, len(following.boxes)) for column, following in pairwise(columns)]
        lines.append(_line_to_winner(columns[-1]) if page.winner else "")
        parts = []
        for at, (column, following) in enumerate(zip_longest(columns, columns[1:])):
            style = " class=here" if at == now else " class=past" if at < folded else ""
            boxes = "".join(self._box(box, column, following, key) for box in column.boxes)
            head = f"<h3>{text(titles[at])}{self._number(titles[at], column.round)}</h3>"
            inner = f"{head}{lines[at]}<ol role=list>{boxes}</ol>"
            parts.append(f"<li id={key}r{column.round}{style}>{inner}</li>")
        rounds = [
            (f"{key}r{column.round}", title, at == now)
            for at, (column, title) in enumerate(zip(columns, titles, strict=True))
        ]
        if page.winner:
            parts.append(self._winner(drawing, key))
            rounds.append((f"{key}w", _("Winner"), False))
        html = f"<ol class=bracket role=list>{''.join(parts)}</ol>"
        return Drawn(key, _heading(drawing, self.several), rounds, mark_safe(html), bool(folded))  # noqa: S308

    def _number(self, title: str, number: int) -> str:
        """Return the number that a round has in the event, where its title is not what all pages call it."""
        name = round_name(number, self.names)
        return "" if name == title else f" <small>{text(name)}</small>"

    def lines(self, spot: Spot, beside: int) -> int:
        """Return how many half lines a name takes on a screen with so many columns."""
        size = "" if spot.player is None else name_size(self.link(spot.player))
        return HALF_LINES.get(size, (2, 2))[beside > NARROW]

    def _winner(self, drawing: Drawing, key: str) -> str:
        first = min((self.ranks.get(player, 0) for player in drawing.winners), default=0)
        # of two who drew the final the tie-breaks may have made one the first
        winners = [player for player in drawing.winners if self.ranks.get(player, 0) == first]
        names = " ".join(f"<b>{self.link(player)}</b>" for player in winners)
        inner = names or f"<span>{text(_('not known yet'))}</span>"
        style = "duel cup" if names else "duel cup tbd"
        # the game for third place is below
        style_of = '"end upper"' if len(drawing.columns[-1].boxes) > 1 else "end"
        return (
            f"<li id={key}w class={style_of}><h3>{text(_('Winner'))}</h3><ol role=list>"
            f'<li class="{style}"><p>{inner}</p></li></ol></li>'
        )

    def _box(self, box: Box, column: Column, following: Column | None, key: str) -> str:
        spots = "".join(self._spot(spot, box, column) for spot in box.spots)
        if box.number is None:
            return f'<li class="duel free"><ul role=list>{spots}</ul></li>'
        head = text(_("Table %(table)s") % {"table": box.number})
        if self.board:
            # on a screen the number alone stands beside the names, as in the list of tables
            head = f"<span class=v>{text(_('Table'))} </span>{box.number}"
        if box.paired:
            has_game = (column.round, box.number) in self.games
            way = f"/tables/{box.number}{self.end}" if has_game else f"{self.end}#t{box.number}"
            head = f'<a href="{self.base}{column.round}{way}">{head}</a>'
        notes = [text(_("Game for third place"))] if box.third_place else [*self._level(box)]
        tables = [following.boxes[at].number for at in box.next] if following else []
        numbers = ", ".join(str(number) for number in tables if number is not None)
        onward = f"<p class=to>{text(_('Next: table %(tables)s') % {'tables': numbers})}</p>" if numbers else ""
        style = "duel" if box.paired else "duel tbd"
        note = f" <span>{' '.join(notes)}</span>" if notes else ""
        return (
            f'<li class="{style}" id={key}r{column.round}t{box.number}><p class=nr>{head}{note}</p>'
            f"<ul role=list>{spots}</ul>{onward}</li>"
        )

    def _level(self, box: Box) -> Iterator[str]:
        """Say what parted those who were level for the last place that goes on, where the event does it by itself."""
        on = [spot.place for spot in box.spots if spot.way is Way.ON and spot.place is not None]
        off = [spot.place for spot in box.spots if spot.way in (Way.OUT, Way.DOWN) and spot.place is not None]
        if self.board or not on or not off or max(on) != min(off):
            return
        if self.tie == "lot":
            yield text(_("level: the lot decided"))
        elif self.tie == "higher-seed":
            count = on.count(max(on))
            yield text(ngettext("level: the higher seed goes on", "level: the higher seeds go on", count))

    def _spot(self, spot: Spot, box: Box, column: Column) -> str:
        signs = ""
        if box.paired and box.number is not None:
            own = [sign_of(self.colours, seat + 1, self.language) for seat in spot.seats]
            words = text(labelled(", ".join(sign.colour for sign in own)))
            signs = f"{''.join(sign.html for sign in own)}<span class=v>{words} </span>"
        who, size = f"<em>{self._origin(spot.origin)}</em>", ""
        if spot.player is not None:
            who = self.link(spot.player)
            size = size_of_name(who)
        if box.number is None:
            return f"<li>{who} <small>{text(pgettext('a round without a table', 'bye'))}</small></li>"
        value = points(str(spot.points)) if spot.points is not None else ""
        if spot.way is Way.OPEN:
            value = cells.waiting_mark() if box.paired else ""
        fate = f"{self._fate(spot, column)}<b>{value}</b>"
        return f"<li{_STYLES.get(spot.way, '')}>{signs}<span{size}>{who}</span>{fate}</li>"

    def _origin(self, origin: Origin | None) -> str:
        """Return a place that brings somebody here, such as "Winner of table 2 (Semi-finals)", as HTML."""
        if origin is None:
            return ""
        if origin.group is not None:
            values = {"place": origin.place, "group": origin.group}
            return text(_("Place %(place)d of group %(group)d") % values)
        said = {
            1: _("Winner of table %(table)d"),
            2: _("Second of table %(table)d"),
            3: _("Third of table %(table)d"),
            4: _("Fourth of table %(table)d"),
        }[origin.place] % {"table": origin.table}
        return f"{text(said)} <small>({text(self.titles[origin.round, origin.table])})</small>"

    def _fate(self, spot: Spot, column: Column) -> str:
        """Return what became of somebody: a tick, or words; never a colour alone."""
        if spot.way is Way.ON:
            return f"<i class=tick></i><span class=v>{text(_('goes on'))}</span>"
        if spot.way is Way.DOWN:
            return f"<i class=sinks></i><span class=v>{text(_('plays on in the second bracket'))}</span>"
        words = [pgettext("of a knockout", "out")] if spot.way is Way.OUT else []
        # the place is known when the round is whole
        if spot.way in (Way.OUT, Way.DONE) and spot.player in self.ranks and column.round not in self.unfinished:
            words.append(ordinal(self.ranks[spot.player]))
        return f"<small>{text(', '.join(words))}</small>" if words else ""


_STYLES = {Way.ON: " class=on", Way.OUT: " class=off", Way.DOWN: " class=below", Way.DONE: " class=end"}


def _folded(past: Sequence[Column]) -> int:
    """Return how many of the rounds that are over stand folded, so that the one that is played is in sight."""
    return len([*takewhile(lambda column: sum(len(box.spots) for box in column.boxes) > FEW_SEATS, past)])


def _heading(drawing: Drawing, several: bool) -> str:
    if drawing.part == "final":
        return _("%(letter)s final") % {"letter": LETTERS[drawing.number - 1]}
    if drawing.double:
        return _("Losers’ bracket") if drawing.part == "second" else _("Winners’ bracket")
    if drawing.part == "second":
        return _("Consolation")
    return _("Main bracket") if several else _("Bracket")


def _lines(column: Column, following: int) -> str:
    """Return the lines to the next column; boxes of a column stand at equal distances, so their middles are known."""
    count = len(column.boxes)
    ways = [
        (round(100 * (at + 0.5) / count, 1), round(100 * (to + 0.5) / following, 1), box.is_decided)
        for at, box in enumerate(column.boxes)
        for to in box.next
    ]
    return _drawn(ways)


def _line_to_winner(column: Column) -> str:
    height = round(50 / len(column.boxes), 1)
    return _drawn([(height, height, not column.boxes[0].is_open)])


def _drawn(ways: Sequence[tuple[float, float, bool]]) -> str:
    paths = "".join(
        f'<path{" class=sure" if sure else ""} d="M0 {one:g}C5 {one:g} 5 {other:g} 10 {other:g}"/>'
        for one, other, sure in ways
    )
    return f'<svg class=joins viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">{paths}</svg>'
