"""An event from the command line: the same services, the same permissions, as the person that ``--as`` names."""

from __future__ import annotations

import json
from argparse import ArgumentParser, BooleanOptionalAction
from datetime import date
from pathlib import Path
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.management.base import BaseCommand, CommandError

from scoring.documents.document import DocumentError
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused, ResultConflict
from tournaments.domain.locks import snapshot
from tournaments.domain.setup import USUAL_GAME, USUAL_SYSTEMS
from tournaments.forms.points import read_points
from tournaments.jobs.pairing import pair_round
from tournaments.jobs.standings import compute_standings
from tournaments.management.acting import acting, club_named, person
from tournaments.management.lists import add_lists, bring_in_list, read_file
from tournaments.models import Result, Round, Table, Tournament
from tournaments.selectors.events import public
from tournaments.selectors.events.events import pairing_of, players_of
from tournaments.selectors.papers.event_documents import archive_text, document_text
from tournaments.selectors.site import addresses
from tournaments.selectors.standings.standings import standings_shown
from tournaments.sentences import sentence
from tournaments.services.events import event_imports, tournaments
from tournaments.services.events.running import Unconfirmed
from tournaments.services.results import results
from tournaments.services.rounds import rounds


class Command(BaseCommand):
    help = "Create, run and print an event. Each command acts as the user given with --as, with their permissions."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--as", dest="username", required=True, metavar="USER", help="the user who does this")
        parser.add_argument("--json", action="store_true", help="print JSON")
        what = parser.add_subparsers(dest="what", required=True, metavar="WHAT", parser_class=ArgumentParser)

        def step(name: str, help_: str, *, slug: bool = True) -> ArgumentParser:
            sub: ArgumentParser = what.add_parser(name, help=help_, description=help_)
            if slug:
                sub.add_argument("slug", help="the event's address")
            return sub

        new = step("new", "Create an event. Options left out get the defaults.", slug=False)
        new.add_argument("name")
        new.add_argument("--slug", default="")
        new.add_argument("--game", help=f"default: {USUAL_GAME}")
        new.add_argument("--system", help=f"default: {USUAL_SYSTEMS[0]}; {USUAL_SYSTEMS[1]} where the game is for two")
        new.add_argument("--rounds", type=int, help="default: as many as the system makes for the players")
        new.add_argument("--table-size", type=int, help="default: the usual one of the system that fits the game")
        new.add_argument("--seed", type=int)
        new.add_argument("--tie-breaks", default="", metavar="DE,BH,…")
        new.add_argument("--venue", default="")
        new.add_argument("--club", default="", help="the club that it is for, by its address")
        new.add_argument("--public", action="store_true", help="show its pages to everyone")
        change = step("change", "Change settings. Changes to a running event need --confirm.")
        change.add_argument("--name")
        change.add_argument(
            "--slug", dest="new_slug", metavar="ADDRESS", help="the new address; the former one still leads here"
        )
        change.add_argument("--date", metavar="YYYY-MM-DD")
        change.add_argument("--venue")
        change.add_argument("--rounds", type=int)
        change.add_argument("--tie-breaks", metavar="DE,BH,…")
        change.add_argument("--public", action=BooleanOptionalAction, help="show its pages to everyone, or not")
        change.add_argument("--confirm", action="append", default=[], metavar="KEY", help="confirm this question")
        add_lists(step)
        step("pair", "Pair the next round, as a draft.")
        for name, help_ in (
            ("publish", "Publish a draft."),
            ("close", "Close a round."),
            ("discard", "Discard a draft."),
        ):
            step(name, help_).add_argument("round", type=int, nargs="?", help="default: the newest")
        tables = step("tables", "Print the tables of a round.")
        tables.add_argument("round", type=int, nargs="?")
        result = step("result", "Enter a result: the points of each seat, - for a no-show.")
        result.add_argument("table", type=int)
        result.add_argument("points", nargs="+")
        result.add_argument("--round", type=int, help="default: the newest")
        result.add_argument(
            "--correct", type=int, default=0, metavar="VERSION", help="the version of the result to replace"
        )
        result.add_argument("--reason", default="")
        standings = step("standings", "Print the standings.")
        standings.add_argument("--after", type=int, metavar="ROUND")
        out = step("export", "Write the event document (to standard output without a file, or with -).")
        out.add_argument("file", nargs="?", default="-")
        out.add_argument("--archive", action="store_true", help="an archive, with everything that only the site knows")
        out.add_argument("--records", action="store_true", help="an archive with the game records")
        out.add_argument("--log", action="store_true", help="an archive with the log of all changes")
        into = step("import", "Create an event from a document or an archive (- is standard input).", slug=False)
        into.add_argument("file")
        into.add_argument("--slug", default="")
        into.add_argument("--club", default="", help="the club that it is for, by its address")

    def handle(self, *args: Any, **options: Any) -> None:
        by = person(options["username"])
        try:
            answer = getattr(self, f"do_{options['what']}")(by, options)
        except ResultConflict as error:
            raise CommandError(
                f"{error.message} Its version is {error.current.number}: --correct {error.current.number}."
            ) from error
        except Unconfirmed as error:
            asked = [f"{question.sentence}\n  --confirm {question.key}" for question in error.questions]
            raise CommandError("\n".join(["Nothing was changed. Confirm these changes:", *asked])) from error
        except (Refused, DocumentError, PermissionDenied) as error:
            raise CommandError(str(error)) from error
        if answer is not None:
            text, value = answer
            self.stdout.write(json.dumps(value, ensure_ascii=False) if options["json"] else text)

    # --- one method a step: what is said to a person, and to a program

    def do_new(self, by: Any, options: dict[str, Any]) -> tuple[str, Any]:
        pairing = {key: options[key] for key in ("system", "rounds", "table_size", "seed") if options[key] is not None}
        values: dict[str, Any] = {
            "name": options["name"],
            "pairing": pairing,
            "venue": options["venue"],
            "published": options["public"],
        }
        if options["game"]:
            values["game"] = options["game"]
        if options["slug"]:
            values["slug"] = options["slug"]
        if options["tie_breaks"]:
            values["scoring"] = {"tie_breaks": options["tie_breaks"].split(",")}
        with acting(by):
            tournament = tournaments.create(values, by=by, club=club_named(options["club"], by))
        return f"Created {tournament.slug}.", {"slug": tournament.slug}

    def do_change(self, by: Any, options: dict[str, Any]) -> tuple[str, Any]:
        tournament = _tournament(options, by, Action.EDIT)
        asked = {"name": "name", "slug": "new_slug", "venue": "venue", "published": "public"}
        values = {name: options[key] for name, key in asked.items() if options[key] is not None}
        if options["date"]:
            try:
                values["starts"] = date.fromisoformat(options["date"])
            except ValueError as error:
                raise CommandError(f"{options['date']!r} is not a date. Write it as 2026-11-27.") from error
        if options["rounds"] is not None:
            values["pairing"] = {**pairing_of(tournament), "rounds": options["rounds"]}
        if options["tie_breaks"] is not None:
            codes = [code for code in options["tie_breaks"].split(",") if code]
            values["scoring"] = {**tournament.scoring, "tie_breaks": codes}
        with acting(by):
            changed = tournaments.change(tournament.pk, values, by=by, confirmed=options["confirm"])
        return f"Changed {changed.slug}.", {"slug": changed.slug}

    def do_players(self, by: Any, options: dict[str, Any]) -> tuple[str, Any]:
        tournament = _tournament(options, by, Action.WORK)
        if options["file"] is None:
            players = players_of(tournament)
            lines = [f"{p.id:4}  {p.rating or '':>4}  {p.name}" for p in players]
            return "\n".join(lines), [{"id": p.id, "name": p.name, "rating": p.rating} for p in players]
        return bring_in_list(tournament, "players", by, options)

    def do_teams(self, by: Any, options: dict[str, Any]) -> tuple[str, Any]:
        tournament = _tournament(options, by, Action.WORK)
        if options["file"] is None:
            teams = tournament.teams.order_by("key").values_list("key", "name")
            return "\n".join(f"{key:>6}  {name}" for key, name in teams), [{"id": k, "name": n} for k, n in teams]
        return bring_in_list(tournament, "teams", by, options)

    def do_results(self, by: Any, options: dict[str, Any]) -> tuple[str, Any]:
        return bring_in_list(_tournament(options, by, Action.WORK), "results", by, options)

    def do_pair(self, by: Any, options: dict[str, Any]) -> tuple[str, Any]:
        tournament = _tournament(options, by, Action.PAIR)
        with acting(by):
            round_ = rounds.ask_for_pairing(tournament.pk, by=by)
        # here and now, whether a worker runs or not: made twice it is one round
        pair_round(round_.pk)
        round_.refresh_from_db()
        if round_.state == Round.State.FAILED:
            raise CommandError(sentence(round_.problem))
        return f"Round {round_.number} is a draft.", _head(round_)

    def do_publish(self, by: Any, options: dict[str, Any]) -> tuple[str, Any]:
        return self._step(by, options, rounds.publish)

    def do_close(self, by: Any, options: dict[str, Any]) -> tuple[str, Any]:
        return self._step(by, options, rounds.close)

    def do_discard(self, by: Any, options: dict[str, Any]) -> tuple[str, Any]:
        return self._step(by, options, rounds.discard)

    def _step(self, by: Any, options: dict[str, Any], service: Any) -> tuple[str, Any]:
        round_ = _round(_tournament(options, by, Action.PAIR), options["round"])
        with acting(by):
            round_ = service(round_.pk, by=by)
        return f"Round {round_.number} is {round_.state}.", _head(round_)

    def do_tables(self, by: Any, options: dict[str, Any]) -> tuple[str, Any]:
        tournament = _tournament(options, by, Action.WORK)
        round_ = _round(tournament, options["round"])
        names = {p.id: p.name for p in players_of(tournament)}
        current = {r.table_id: r for r in Result.objects.filter(table__round=round_, is_current=True)}
        shown, lines = [], []
        for table in round_.tables.order_by("number").prefetch_related("seats__entry"):
            seats = [seat.entry.number for seat in sorted(table.seats.all(), key=lambda seat: seat.position or 0)]
            result = current.get(table.pk)
            points = [None if p is None else str(p) for p in result.points] if result else None
            shown.append(
                {
                    "number": table.number,
                    "seats": seats,
                    "points": points,
                    "version": result.number if result else 0,
                }
            )
            points_shown = "" if points is None else "   " + " ".join("-" if p is None else p for p in points)
            lines.append(f"{table.number:3}  " + ", ".join(f"{n} {names[n]}" for n in seats) + points_shown)
        return "\n".join(lines), {**_head(round_), "tables": shown}

    def do_result(self, by: Any, options: dict[str, Any]) -> tuple[str, Any]:
        round_ = _round(_tournament(options, by, Action.RESULTS), options["round"])
        table = Table.objects.filter(round=round_, number=options["table"]).first()
        if table is None:
            raise CommandError(f"Round {round_.number} has no table {options['table']}.")
        try:
            points = [read_points(text) for text in options["points"]]
        except ValueError as error:
            raise CommandError(
                f"{error} is not a number of points. Enter 4, 7/2 or 3.5, or - for a no-show."
            ) from error
        number = options["correct"]
        seen = Result.objects.filter(table=table, number=number).values_list("pk", flat=True).first()
        with acting(by):
            entered = results.enter(
                table.pk,
                by=by,
                points=points,
                reason=options["reason"],
                source=Result.Source.COMMAND,
                end=Result.End.FORFEIT if None in points else Result.End.PLAYED,
                seen_result=seen if seen is not None or not number else -1,
            )
        points_shown = [None if p is None else str(p) for p in entered.points]
        return (
            f"Round {round_.number}, table {table.number}: {entered}.",
            {"round": round_.number, "table": table.number, "points": points_shown, "version": entered.number},
        )

    def do_standings(self, by: Any, options: dict[str, Any]) -> tuple[str, Any]:
        tournament = _tournament(options, by, Action.WORK)
        compute_standings(tournament.pk)
        with snapshot():
            shown = standings_shown(tournament, public.shown_rounds(tournament.pk), options["after"])
            names = {p.id: p.name for p in players_of(tournament)}
        if shown is None:
            raise CommandError("There are no standings yet.")
        lines = [
            f"{row.rank:4}  {names.get(row.player, str(row.player)):<30} {row.points:>6}  "
            + "  ".join(f"{code} {row.tie_breaks[code]}" for code in shown.tie_breaks if code in row.tie_breaks)
            for row in shown.rows
        ]
        value = {
            "after_round": shown.after_round,
            "final": shown.final,
            "standings": [
                {
                    "rank": row.rank,
                    "player": row.player,
                    "name": names.get(row.player),
                    "points": row.points,
                    "tie_breaks": dict(row.tie_breaks),
                }
                for row in shown.rows
            ],
        }
        return "\n".join(line.rstrip() for line in lines), value

    def do_export(self, by: Any, options: dict[str, Any]) -> tuple[str, Any] | None:
        archive = options["archive"] or options["records"] or options["log"]
        tournament = _tournament(options, by, Action.KEEP if archive else Action.WORK)
        with snapshot():
            text = (
                archive_text(tournament, by=by, records=options["records"], log=options["log"])
                if archive
                else document_text(tournament)
            )
        if options["file"] == "-":
            self.stdout.write(text, ending="")
            return None
        Path(options["file"]).write_text(text, encoding="utf-8")
        return f"Wrote {options['file']}.", {"file": options["file"], "bytes": len(text.encode())}

    def do_import(self, by: Any, options: dict[str, Any]) -> tuple[str, Any]:
        content = read_file(options["file"])
        with acting(by):
            club = club_named(options["club"], by)
            tournament = event_imports.at_once(by=by, content=content, slug=options["slug"], club=club)
        compute_standings(tournament.pk)
        return f"Created {tournament.slug}.", {"slug": tournament.slug}


def _tournament(options: dict[str, Any], by: Any, action: Action) -> Tournament:
    tournament = addresses.find(options["slug"])
    if tournament is None:
        raise CommandError(f"There is no event {options['slug']!r}.")
    require(by, action, tournament)
    return tournament


def _round(tournament: Tournament, number: int | None) -> Round:
    living = rounds.living_rounds(tournament)
    round_: Round | None = living.last() if number is None else living.filter(number=number).first()
    if round_ is None:
        raise CommandError("There is no round yet." if number is None else f"There is no round {number}.")
    return round_


def _head(round_: Round) -> dict[str, Any]:
    return {"round": round_.number, "state": round_.state}
