"""The documents of a round: pairings by table and by name, slips, place cards, schedules, score sheets; and the
schedule of all rounds."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.core.declarations.values import in_language
from scoring.documents.gamelink import declared_of
from tournaments.domain.errors import Refused
from tournaments.models import Tournament
from tournaments.printing import documents, scoresheets, slips
from tournaments.printing.documents import Meeting, Place, Schedule
from tournaments.printing.press import Column, Press
from tournaments.selectors import labels
from tournaments.selectors.events import public
from tournaments.selectors.papers.print_scene import Print, Scene, earned
from tournaments.selectors.people import shown_names, teams
from tournaments.selectors.rounds.colours import brought, rule_of
from tournaments.selectors.rounds.matches import Match, Side, matches_of, tables_of
from tournaments.selectors.rounds.plan import PlannedTable, knows_its_schedule, plan_of
from tournaments.sentences.points import readable


def slip_address(site: str, tournament: Tournament, round_number: int, table_number: int) -> str:
    """Return the address in a slip's code: the table on the public page of its round."""
    return f"{site}{reverse('round', args=[tournament.slug, round_number])}#t{table_number}"


def by_table(scene: Scene) -> Print:
    shown = scene.shown()
    tables, byes, sums = scene.tables(shown), scene.byes(shown), scene.sums(shown)
    title = _("Round %(number)d by table") % {"number": shown.number}
    played = matches_of(scene.tournament, shown)
    matches = [_match(match) for match in played.played] if played else []
    return Print(
        scene.head(title),
        lambda press: documents.by_table(press, tables, byes, matches, sums),
        wide=scene.tournament.table_size > 2,
    )


def _match(match: Match) -> tuple[str, str]:
    """Return a match for paper: the two teams, with the score once a result is in; and their tables."""
    score = "–" if not match.begun else f"{_points(match.one)}–{_points(match.other)}"
    return f"{match.one.name} {score} {match.other.name}", tables_of(match)


def _points(side: Side) -> str:
    return readable(str(side.points))


def by_name(scene: Scene) -> Print:
    shown = scene.shown()
    rows: dict[int, Place] = {}
    for table in shown.tables:
        for seat in table.seats:
            before = rows[seat.number].seats if seat.number in rows else ()
            label = scene.seat(seat.position), scene.sign(seat.position)
            rows[seat.number] = Place(scene.name_at_seat(seat.number), str(table.number), (*before, label))
    for number, kind in shown.byes:
        rows[number] = Place(scene.name_at_seat(number), "–", ((labels.bye(kind), None),))
    order = sorted(rows, key=lambda number: (shown_names.sort_key(scene.name(number)), number))
    places = [rows[number] for number in order]
    title = _("Round %(number)d by name") % {"number": shown.number}
    return Print(scene.head(title), lambda press: documents.by_name(press, places))


def table_slips(scene: Scene) -> Print:
    shown = scene.shown()
    heads, advice = result_heads(scene.tournament), teams.no_advice(scene.tournament)
    sheets = [
        slips.Slip(
            table.number,
            [scene.seated(s) for s in table.seats],
            slip_address(scene.site, scene.tournament, shown.number, table.number),
            heads,
            advice,
        )
        for table in shown.tables
    ]
    words = _("Round %(number)d") % {"number": shown.number}
    return Print(scene.head(_("Table slips")), lambda press: slips.slips(press, sheets, words), bare=True)


def result_heads(tournament: Tournament) -> list[str]:
    """Return what players write down as their result, a heading for each number of a seat."""
    game = declared_of(tournament.game, tournament.options)
    if game is not None and game.declaration.columns:
        language = get_language() or "en"
        return [in_language(column.names, language) for column in game.declaration.columns]
    entry = "points" if game is None else game.declaration.entry
    if entry == "score":
        # Translators: on a table's slip: column heading over the boxes for what each player scored in the game
        return [pgettext("of a game", "Score")]
    return [_("Place") if entry == "places" else _("Points")]


def place_cards(scene: Scene) -> Print:
    cards = [slips.Card(p.number, p.name, p.club) for p in scene.people.values()]
    return Print(scene.head(_("Place cards")), lambda press: slips.cards(press, cards), bare=True)


def schedules(scene: Scene) -> Print:
    rounds: dict[int, list[Meeting]] = {number: [] for number in scene.people}
    for round_ in scene.rounds:
        shown = scene.shown(round_.number)
        for table in shown.tables:
            for number in dict.fromkeys(seat.number for seat in table.seats):
                rounds[number].append(_meeting(scene, shown.number, table, number))
        for number, kind in shown.byes:
            word = labels.bye(kind)
            rounds[number].append(Meeting(shown.number, "–", "", word, ""))
    sheets = [Schedule(n, scene.name_at_seat(n), some) for n, some in rounds.items()]
    others = _("At the table") if teams.sides(scene.tournament) else _("Opponents")
    return Print(scene.head(_("Players’ schedules")), lambda press: documents.schedules(press, sheets, others))


def _meeting(scene: Scene, number: int, table: public.TableShown, player: int) -> Meeting:
    own = [seat for seat in table.seats if seat.number == player]
    others = [f"{scene.seat(s.position)}: {scene.name_at_seat(s.number)}" for s in table.seats if s.number != player]
    whole = brought((seat.points for seat in own), rule_of(scene.tournament))
    points = whole.text if whole is not None else earned(None, table.end)
    seats = ", ".join(scene.seat(seat.position) for seat in own)
    return Meeting(number, str(table.number), seats, " · ".join(others), points)


def scoresheet(scene: Scene) -> Print:
    event = scene.tournament
    colours = [(scene.seat(at), scene.sign(at)) for at in range(1, len(scene.colours) + 1)]
    title = _("Score sheet: %(game)s") % {"game": public.game_name(event.game, event.options)}
    seats = len(colours) or event.table_size
    if (game := declared_of(event.game, event.options)) is not None:
        heads = [(scene.seat(at), scene.sign(at)) for at in range(1, event.table_size + 1)]
        entry = game.declaration.entry
        return Print(scene.head(title), lambda press: scoresheets.tally(press, heads, entry))
    return Print(scene.head(title), lambda press: scoresheets.scoresheet(press, event.game, seats, colours))


def printed_plan(scene: Scene) -> Print:
    if not knows_its_schedule(scene.tournament):
        raise Refused(_("The rounds of this pairing system are not known beforehand."))
    rounds = plan_of(scene.tournament)
    if not rounds:
        raise Refused(_("There is no schedule yet. It appears when there are enough players."))
    widest = max(len(round_.tables) for round_ in rounds)
    free = any(round_.byes for round_ in rounds)
    columns = [Column(_("Round"), "right", bold=True)]
    columns += [Column(_("Table %(table)s") % {"table": table}, "centre", give=True) for table in range(1, widest + 1)]
    columns += [Column(pgettext("round", "Free"), "right")] if free else []
    rows = []
    for round_ in rounds:
        cells = [_cell(table) for table in round_.tables]
        row = [str(round_.number), *cells, *[""] * (widest - len(cells))]
        rows.append([*row, ", ".join(map(str, round_.byes))] if free else row)
    names = [f"{number} {scene.name(number)}" for number in sorted(scene.people)] if scene.rounds else []

    def draw(press: Press) -> None:
        press.page()
        press.table(columns, rows, size=11 if widest <= 8 else 8)
        for start in range(0, len(names), 6):
            press.paragraph("   ·   ".join(names[start : start + 6]), 9)

    return Print(scene.head(_("All rounds")), draw, wide=True)


def _cell(table: PlannedTable) -> str:
    """Return the numbers at a table in seat order, and the points once all are known."""
    seats = " – ".join(str(seat.number) for seat in table.seats)
    points = [seat.points for seat in table.seats]
    known = [readable(str(value)) for value in points if value is not None]
    return f"{seats}  ({' : '.join(known)})" if len(known) == len(points) else seats
