"""A plain second implementation of points and tie-breaks, one definition after the other, for comparison.

It works on ``Fraction`` and on lists of meetings, looks everything up anew each time, and shares no code with
``scoring`` but the values of the document. C.07 is cited by article. What a declared game's results bring is
defined in `tests.scoring.declared_kinds`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.documents.document import Event, Table
from tests.scoring import declared_kinds

HALF = Fraction(1, 2)
PLACES = {4: [8, 4, 2, 0]}
DEFAULT = {2: [1, 0], 3: [2, 1, 0], 4: [3, 2, 1, 0]}
SWISS = ("swiss", "swiss-tables", "knockout", None)
ROUND_ROBINS = ("berger", "team-berger")


@dataclass(frozen=True)
class Meeting:
    round: int
    opponent: int | None  # None: a dummy of a round without a table
    result: Fraction
    played: bool
    second: bool
    voluntary: bool


class Naive:
    def __init__(self, event: Event, played: Event | None = None) -> None:
        self.event, self.played = event, played or event
        self.system = event.pairing.get("system")
        self.rounds = len(event.rounds)
        self.players = [player.id for player in event.players]
        self.colours = event.game == "quatro-chess"
        self.declared = event.options.get("declaration")
        own = self.declared is not None or event.game in ("quarto", "quatro-chess")
        self.by_game = event.scoring.get("points", "game" if own else "places") == "game"
        self.lowest = self.by_game and self.system != "knockout" and declared_kinds.lowest(self.declared)
        self.unbounded = self.by_game and self.declared is not None and declared_kinds.worth(self.declared, 2) is None
        self.size = event.pairing["table_size"]
        self.capped = event.scoring.get("edition", "2026") == "2026"
        seats = 4 if self.colours else self.size
        places = [Fraction(value) for value in self.worth(seats)]
        self.draw = sum(places) / len(places)
        self.win = places[0]  # 0 where a score itself counts: no place has a worth
        if self.colours and self.size == 2:
            self.win = (places[0] + places[1]) / 2

    def worth(self, seats: int) -> list[int] | list[Fraction]:
        if self.by_game and self.declared is not None:
            return declared_kinds.worth(self.declared, seats) or [Fraction(0)] * seats
        if self.by_game and seats == 4:
            return PLACES[4]
        return DEFAULT[seats]

    # --- points

    def bye_points(self, kind: str, number: int) -> Fraction:
        declared = self.event.scoring.get("bye")
        if kind == "pairing" and self.system in ROUND_ROBINS:
            return Fraction(declared or 0)
        if self.lowest:
            return self.nothing(number)
        if kind == "pairing":
            return Fraction(declared) if declared is not None else self.win if self.size == 2 else self.draw
        return {"half": self.draw, "full": self.win, "zero": Fraction(0)}[kind]

    def nothing(self, number: int) -> Fraction:
        return declared_kinds.nothing(self.declared if self.lowest else None, self.played.rounds[number - 1].tables)

    def kind(self, player: int, number: int) -> str:
        entry = self.event.rounds[number - 1]
        for table in entry.tables:
            if player in table.seats:
                if table.end == "drawn":
                    return "drawn"
                if table.end in ("adjourned", None):
                    return "pending"
                if table.end == "forfeit":
                    if self.absent(table, player):
                        return "forfeit loss"
                    others = [p for p in set(table.seats) if p != player and not self.absent(table, p)]
                    return "played" if others else "forfeit win"
                return "played"
        for bye in entry.byes:
            if bye.player == player:
                return bye.kind
        return "zero"

    def absent(self, table: Table, player: int) -> bool:
        assert table.points is not None
        return all(value is None for seat, value in zip(table.seats, table.points, strict=True) if seat == player)

    def table_of(self, player: int, number: int) -> Table | None:
        for table in self.event.rounds[number - 1].tables:
            if player in table.seats:
                return table
        return None

    def points(self, player: int, number: int) -> Fraction:
        kind = self.kind(player, number)
        table = self.table_of(player, number)
        if table is None:
            return self.bye_points(kind, number)
        if kind in ("pending", "forfeit loss"):
            return self.nothing(number) * (kind == "forfeit loss")
        values = self.seat_points(table, drawn=kind == "drawn")
        own = [values[index] for index, seat in enumerate(table.seats) if seat == player]
        return sum(own) / len(own)

    def seat_points(self, table: Table, *, drawn: bool) -> list[Fraction]:
        worth = [Fraction(value) for value in (self.worth(len(table.seats)) if not self.by_game else [])]
        if drawn:
            if self.by_game and self.declared is not None:
                return [sum(map(Fraction, self.worth(len(table.seats)))) / len(table.seats)] * len(table.seats)
            if self.by_game:
                return [Fraction(14, 4) if self.colours else self.draw] * len(table.seats)
            return [sum(worth) / len(worth)] * len(table.seats)
        assert table.points is not None
        came = any(value is not None for value in table.points)
        if self.declared is not None and came and (self.by_game or table.game_points is not None):
            return self.declared_points(table)
        if self.by_game:
            return [Fraction(0) if value is None else value for value in table.points]
        if table.end == "forfeit" and not any(table.points):
            return [Fraction(0)] * len(table.seats)
        return self.shares([Fraction(-1) if value is None else value for value in table.points], worth)

    def declared_points(self, table: Table) -> list[Fraction]:
        entered = table.game_points if table.game_points is not None else table.points
        assert entered is not None and self.declared is not None
        if self.by_game:
            return declared_kinds.brought(self.declared, entered)
        order = declared_kinds.ranking(self.declared, entered)
        last = min(value for value in order if value is not None) - 1
        worth = [Fraction(value) for value in self.worth(len(order))]
        return self.shares([last if value is None else value for value in order], worth)

    def shares(self, values: list[Fraction], worth: list[Fraction]) -> list[Fraction]:
        shares = []
        for own in values:
            above = sum(other > own for other in values)
            equal = sum(other == own for other in values)
            shares.append(sum(worth[above : above + equal], Fraction(0)) / equal)
        return shares

    def score(self, player: int) -> Fraction:
        return self.start(player) + self.earned(player)

    def start(self, player: int) -> Fraction:
        """Return what a player begins with: a win for each edge of a band, from the bar down, that they reach."""
        options = self.event.pairing
        if not options.get("mcmahon"):
            return Fraction(0)
        rating = next(p.rating for p in self.event.players if p.id == player) or 0
        edge, reached = options["mcmahon_bar"], 0
        while edge > options["mcmahon_floor"]:
            reached += rating >= edge
            edge -= options["mcmahon_band"]
        return reached * self.win

    def earned(self, player: int) -> Fraction:
        return sum((self.points(player, number) for number in range(1, self.rounds + 1)), Fraction(0))

    # --- meetings

    def meetings(self, player: int, *, forfeits_are_games: bool = False) -> list[Meeting]:
        games = forfeits_are_games or self.system not in SWISS
        found = []
        for number in range(1, self.rounds + 1):
            kind = self.kind(player, number)
            table = self.table_of(player, number)
            if kind == "pending":
                continue
            if table is None:
                if self.system in ROUND_ROBINS:
                    continue
                points = self.points(player, number)
                if (points > 0 and points >= self.win) or 0 < self.draw < points:
                    result = Fraction(1)
                else:
                    result = HALF if 0 < points == self.draw else Fraction(0)
                dummy = Meeting(number, None, result, False, False, kind in ("half", "zero"))
                found += [dummy] * (self.size - 1)
                continue
            order = list(dict.fromkeys(table.seats))
            for opponent in order:
                if opponent == player:
                    continue
                other = self.kind(opponent, number)
                over_the_board = "forfeit loss" not in (kind, other)
                mine, theirs = self.points(player, number), self.points(opponent, number)
                if over_the_board:
                    result = Fraction(1) if mine > theirs else HALF if mine == theirs else Fraction(0)
                elif kind == "forfeit loss":
                    result = Fraction(0)
                elif self.lowest:
                    result = Fraction(1)
                elif len(order) > 2 or self.unbounded:
                    result = Fraction(int(mine > 0))
                else:
                    result = Fraction(1) if mine > self.draw else HALF if mine == self.draw else Fraction(0)
                second = order.index(opponent) < order.index(player)
                voluntary = kind == "forfeit loss" and not games
                found.append(Meeting(number, opponent, result, over_the_board, second, voluntary))
        return found

    # --- article 16

    def adjusted(self, player: int) -> Fraction:
        score = self.score(player)
        if self.system in ROUND_ROBINS or self.lowest:
            return score
        for number in range(self.rounds, 0, -1):
            kind = self.kind(player, number)
            if kind in ("half", "zero"):
                score += self.draw - self.points(player, number)
            elif kind != "forfeit loss":
                break
        return score

    def opponents_score(self, player: int, meeting: Meeting, games: bool) -> Fraction:
        if meeting.opponent is not None and (meeting.played or games or self.system not in SWISS):
            return self.adjusted(meeting.opponent)
        own = self.score(player)
        if not self.capped:
            return own
        if meeting.opponent is not None:
            return min(own, self.adjusted(meeting.opponent))
        # where a score itself counts, a draw has no worth that could bound it
        return min(own, self.start(player) + self.draw * self.rounds) if self.draw else own

    # --- tie-breaks

    def value(self, player: int, code: str) -> Fraction:
        name, *modifiers = code.split("/")
        low = high = 0
        for modifier in modifiers:
            if modifier[0] in "CM":
                low = int(modifier[1])
                high = low if modifier[0] == "M" else 0
        games = "P" in modifiers
        if name == "FB":
            return Naive(self.drawn_last_round(), self.event).value(player, code.replace("FB", "BH"))
        if name in ("BH", "SB"):
            items = []
            for meeting in self.meetings(player, forfeits_are_games=games):
                score = self.opponents_score(player, meeting, games)
                items.append((score, score if name == "BH" else score * meeting.result, meeting.voluntary))
            return self.cut(items, low, high)
        if name in ("AOS", "ASB"):
            met = [m for m in self.meetings(player) if m.opponent is not None and (m.played or games)]
            scores = [(self.adjusted(m.opponent or 0), m.result if name == "ASB" else 1) for m in met]
            # as by `BH` and `SB`, of equal opponents the one that brought least is cut first
            return self.mean_without_shares([(score, score * weight) for score, weight in scores], low, high)
        if name == "PPG":
            played = [n for n in range(1, self.rounds + 1) if self.kind(player, n) == "played"]
            return self.mean([self.points(player, n) for n in played])
        if name in ("DIFF", "SHARE"):
            figures = [self.figure(name, player, number) for number in range(1, self.rounds + 1)]
            made = [figure for figure in figures if figure is not None]
            return sum(made, Fraction(0)) if name == "DIFF" else self.mean(made)
        if name == "AOB":
            met = [m.opponent for m in self.meetings(player) if m.played and m.opponent is not None]
            return sum((self.value(other, "BH") for other in met), Fraction(0)) / len(met) if met else Fraction(0)
        if name == "PS":
            sums = [
                sum((self.points(player, earlier) for earlier in range(1, number + 1)), self.start(player))
                for number in range(1, self.rounds + 1)
            ]
            return sum(sums[low : max(low, len(sums) - high)], Fraction(0))
        if name == "KS":
            limit = self.win * self.paired_rounds() / 2
            for modifier in modifiers:
                limit += Fraction(int(modifier[1:]), 2)
            met = [m for m in self.meetings(player) if m.opponent is not None]
            return sum((m.result for m in met if self.earned(m.opponent or 0) >= limit), Fraction(0))
        if name == "ARO":
            ratings = {p.id: p.rating or 0 for p in self.event.players}
            met = sorted(ratings[m.opponent] for m in self.meetings(player) if m.played and m.opponent)
            met = met[low : max(low, len(met) - high)]
            return Fraction(int(Fraction(sum(met), len(met)) + HALF)) if met else Fraction(0)
        if name == "REP":
            kinds = [self.kind(player, number) for number in range(1, self.rounds + 1)]
            return Fraction(sum(kind not in ("half", "zero", "forfeit loss") for kind in kinds))
        if name.startswith("PLACE"):
            return Fraction(sum(self.place(player, n) == int(name[5:]) for n in range(1, self.rounds + 1)))
        if name.startswith("COL"):
            rows = [
                row
                for round_ in self.event.rounds
                for table in round_.tables
                for seat, row in zip(table.seats, table.columns or (), strict=False)
                if seat == player and row is not None
            ]
            return sum((row[int(name[3:]) - 1] for row in rows if len(row) >= int(name[3:])), Fraction(0))
        if name == "BEST":
            best = sorted((self.points(player, n) for n in range(1, self.rounds + 1)), reverse=True)
            return sum(best[: int(modifiers[0])], Fraction(0))
        return self.count(player, name)

    def mean(self, values: list[Fraction]) -> Fraction:
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)

    def mean_without_shares(self, scores: list[tuple[Fraction, Fraction]], low: int, high: int) -> Fraction:
        """Count each score as often as there are rounds; then one round's share is as many as there are scores."""
        often = sorted(score for score in scores for _ in range(self.rounds))
        often = often[low * len(scores) : max(low, self.rounds - high) * len(scores)]
        return self.mean([value for _score, value in often])

    def figure(self, name: str, player: int, number: int) -> Fraction | None:
        """Return what a game makes of its own points, such as 7 against 4 and 2."""
        met = [m.opponent for m in self.meetings(player) if m.round == number and m.played and m.opponent is not None]
        if not met:
            return None
        own, others = self.tally(player, number), [self.tally(other, number) for other in met]
        if name == "DIFF":
            return (own - self.mean(others)) * (-1 if declared_kinds.lower_is_better(self.declared) else 1)
        # at a table of the usual size, where everybody else has the mean of this one
        mean = self.mean([own, *others])
        return 100 * (own / (mean * self.size) if mean > 0 else Fraction(1, self.size))

    def tally(self, player: int, number: int) -> Fraction:
        """Return the points of a game as they were typed; the mean of two colours."""
        table = self.table_of(player, number)
        assert table is not None
        values = table.points if table.game_points is None else table.game_points
        own = [value or Fraction(0) for seat, value in zip(table.seats, values or (), strict=False) if seat == player]
        return self.mean(own)

    def count(self, player: int, name: str) -> Fraction:
        total = Fraction(0)
        for m in self.meetings(player):
            if m.opponent is None:
                points = self.points(player, m.round)
                total += {
                    "WIN": Fraction(int(0 < self.win <= points)),
                    "STD": m.result if points > 0 else Fraction(0),
                }.get(name, Fraction(0))
                continue
            mine, theirs = self.points(player, m.round), self.points(m.opponent, m.round)
            total += {
                "WIN": Fraction(int(m.result == 1)),
                "WON": Fraction(int(m.result == 1 and m.played)),
                "BPG": Fraction(int(m.second and m.played)),
                "BWG": Fraction(int(m.second and m.played and m.result == 1)),
                "STD": Fraction(0)
                if "forfeit loss" == self.kind(player, m.round) == self.kind(m.opponent, m.round)
                else Fraction(1)
                if mine > theirs
                else HALF
                if mine == theirs
                else Fraction(0),
            }[name]
        return total

    def place(self, player: int, number: int) -> int:
        if self.kind(player, number) != "played":
            return 0
        table = self.table_of(player, number)
        assert table is not None
        own = self.points(player, number)
        present = [p for p in set(table.seats) if table.end != "forfeit" or not self.absent(table, p)]
        return 1 + sum(self.points(other, number) > own for other in present)

    def paired_rounds(self) -> int:
        if self.system not in ROUND_ROBINS:
            return self.rounds
        counts = [
            sum(self.kind(player, number) != "pairing" for number in range(1, self.rounds + 1))
            for player in self.players
        ]
        most = max(counts, default=0)
        if len(self.players) % 2:
            # everybody is free in one round of each whole cycle
            most = min(most, self.rounds - self.rounds // len(self.players))
        return most

    def cut(self, items: list[tuple[Fraction, Fraction, bool]], low: int, high: int) -> Fraction:
        """Items are (significance, amount, voluntary); 14.1–14.4 with 16.5."""
        items = list(items)
        for _ in range(low):
            if items:
                least = min(items, key=lambda item: (item[0], item[1]))
                voluntary = [item for item in items if item[2]]
                lowest = min(voluntary, key=lambda item: (item[1], item[0])) if voluntary else None
                items.remove(lowest if lowest is not None and lowest[1] >= least[1] else least)
        for _ in range(high):
            if items:
                items.remove(max(items, key=lambda item: (item[0], item[1])))
        return sum((amount for _, amount, _ in items), Fraction(0))

    def drawn_last_round(self) -> Event:
        """The event with all tables of the last round drawn."""
        if self.event.pairing.get("rounds", self.rounds) != self.rounds or not self.rounds:
            return self.event
        final = self.event.rounds[-1]
        tables = tuple(Table(t.number, t.seats, None, None, "drawn") for t in final.tables)
        rounds = (*self.event.rounds[:-1], type(final)(final.number, tables, final.byes))
        return replace(self.event, rounds=rounds)

    # --- direct encounter (article 6)

    def encounter(self, tied: list[int], games: bool = False) -> list[list[int]]:
        if len(tied) < 2:
            return [tied]
        games = games or self.system not in SWISS
        points, unknown = {}, {}
        for player in tied:
            results: dict[int, list[Fraction]] = {}
            for m in self.meetings(player):
                if m.opponent in tied and (m.played or games):
                    results.setdefault(m.opponent, []).append(m.result)
            points[player] = sum((sum(some) / len(some) for some in results.values()), Fraction(0))
            unknown[player] = len(tied) - 1 - len(results)
        if not any(unknown.values()):
            values = sorted(set(points.values()), reverse=True)
            groups = [[p for p in tied if points[p] == value] for value in values]
            if len(groups) == 1:
                return groups
            return [part for group in groups for part in self.encounter(group, games)]
        rest, first = list(tied), []
        while len(rest) > 1:
            alone = [p for p in rest if all(points[p] > points[o] + unknown[o] for o in rest if o != p)]
            if not alone:
                break
            first.append(alone)
            rest.remove(alone[0])
        if not first:
            return [tied]
        return first + self.encounter(rest, games)

    def encounter_points(self, player: int, tied: list[int]) -> Fraction:
        games = self.system not in SWISS
        results: dict[int, list[Fraction]] = {}
        for m in self.meetings(player):
            if m.opponent in tied and (m.played or games):
                results.setdefault(m.opponent, []).append(m.result)
        return sum((sum(some) / len(some) for some in results.values()), Fraction(0))
