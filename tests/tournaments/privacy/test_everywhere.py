"""A hidden name is nowhere: every address that needs no login is asked, in every form, and searched.

The addresses are found in the URL configuration, so a new page is searched without being named here. An
address that never answers with what it is for fails the test: ``PIECES`` then needs a value that fits.
"""

from __future__ import annotations

import html
import io
import json
import random
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote_plus

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern
from django.utils import timezone

from games import kwartet
from tests.support.examples import THOROUGH
from tests.tournaments import make, worlds
from tests.tournaments.kinds import KINDS
from tests.tournaments.public.build import event
from tournaments.models import (
    Club,
    Entry,
    GameRecord,
    NameShown,
    PersonalLink,
    PersonPage,
    Player,
    RatedEvent,
    Rating,
    RatingList,
    Registration,
    RegistrationSettings,
    ReportEvent,
    ReportRule,
    Series,
    SeriesEvent,
    Table,
    TableMail,
    TableReport,
    Team,
    Tournament,
)
from tournaments.models.mail import hash_of, stop_token
from tournaments.services.people import wishes
from tournaments.services.results.report_links import table_token
from tournaments.services.results.reports import log_event

pytestmark = pytest.mark.django_db

# No word of the site in any language contains these, nor a part of them.
MINOR = "Wendelmoet Qvintøxî"
ASKED = "Żbigňew Ûlvrâqs"
BY_EVENT = "Iphigénie Xylqvæst"
ONE_WORD = "Gwrzqtael"
HIDDEN = {MINOR: ["qvint"], ASKED: ["zbign", "ulvra"], BY_EVENT: ["iphigen", "xylqv"], ONE_WORD: ["gwrzq"]}
SHOWN = "Florentijn Openbaar"
CARDS = Path(kwartet.__file__).parent / "golden/all-quartets-4-players.json"
# In how many addresses of a route each form is looked for at least, and until it answered. Where a route has more than
# a few (`standings/why/<int:number>/<int:other>/`: all pairs), they are drawn, and all are for the thorough run.
MOST = 400
DRAWN = 24
ALIKE = MOST if THOROUGH else 2
"""Of so many addresses of a route a question that changes nothing is asked no further: of one alone, which shows nobody
hidden, it would say little."""
FORMS = {
    "": MOST if THOROUGH else DRAWN,
    "?by=name": 3,
    "?board=1": 3,
    "?lang=nl": 3,
    "?show=pairings": 3,
    "?show=standings": 3,
    "?page_size=1000": 3,
}
# Whoever searches for it must not be told that it is there, except in the question itself.
SEARCHES = {f"?q={quote(part)}": 3 for part in ("wendelmoet", "zbig", "gwrz", "iphi", "openb")}
# What an address asks for besides.
QUESTIONS = {"compare/<slug:slug>/": "one=1&other=2"}
# What is public and yet not a page of ours: the framework's choice of language takes a POST only.
ELSEWHERE = ("admin/", "i18n/")


class Accents(dict[int, int | None]):
    """Takes accents off in ``str.translate``, and leaves everything else."""

    def __missing__(self, code: int) -> int | None:
        kept = self[code] = None if unicodedata.combining(chr(code)) else code
        return kept


ACCENTS = Accents()


@worlds.world
def world(param: None) -> dict[str, list[Any]]:
    """Two events with hidden players, in every place that could name them; the values for addresses."""
    people = [MINOR, ASKED, SHOWN, ONE_WORD, *(f"Speler {n}" for n in range(12))]
    club = event("club", people, rounds=2, draft=True, missing=3)
    Player.objects.filter(name=MINOR).update(birth_year=club.starts.year - 12, club="Qvintclub")
    Player.objects.filter(name=ASKED).update(name_shown=NameShown.NUMBER, club="Ulvraclub")
    Player.objects.filter(name=ONE_WORD).update(name_shown=NameShown.INITIAL, club="Gwrzqclub")
    strict = event(
        "strict",
        [BY_EVENT, *(f"Iphigénie Xylqvæst {n}" for n in range(7))],
        rounds=1,
        size=2,
        system="knockout",
        missing=3,
        names_shown=NameShown.NUMBER,
    )
    for one in (club, strict):
        for entry in one.entries.all():
            PersonalLink.objects.create(entry=entry)
    for table in Table.objects.filter(round__tournament__in=[club, strict], round__state="closed"):
        names = [seat.entry.player.name for seat in table.seats.order_by("position")]
        text = {"game": club.game, "options": {}, "seats": names, "setup": {}, "moves": ["resign"] * 3}
        GameRecord.objects.create(table=table, text=json.dumps(text), state=GameRecord.State.AGREES)
    # a game with hidden hands, which can be looked at from each seat
    people = [f"Iphigénie Xylqvæst {n}" for n in range(7, 11)]
    cards = event("cards", people, rounds=1, game="kwartet", names_shown=NameShown.NUMBER)
    hands = Table.objects.get(round__tournament=cards)
    played = json.loads(CARDS.read_text("utf-8"))["record"]
    names = [seat.entry.player.name for seat in hands.seats.order_by("position")]
    text = json.dumps(played | {"seats": names}, ensure_ascii=False)
    GameRecord.objects.create(table=hands, text=text, state=GameRecord.State.AGREES)
    for at, entry in enumerate(club.entries.order_by("number")):
        entry.team, entry.board = (club.teams.get_or_create(key=f"T{at % 4}", name=f"Team {at % 4}")[0], at // 4 + 1)
        entry.save()
    for player in Player.objects.all():
        PersonPage.objects.create(
            player=player, listed=True
        )  # whatever they agreed to, the rules of names stand above it
    seasons(club, strict)
    reports(club, strict)
    registrations(club, strict)
    Club.objects.update(logo=b"PNG")
    return pieces()


def registrations(*events: Tournament) -> None:
    """People who entered themselves: hidden ones, whose own pages nobody else opens, and one who may be shown."""
    for event_ in events:
        RegistrationSettings.objects.create(tournament=event_, offered=True)
        for at, name in enumerate([*HIDDEN, "Speler 1"]):
            Registration.objects.create(
                tournament=event_, name=name, parent=MINOR, email="zbigniew@qvintoxic.example", remark=MINOR,
                agreed_to="yes", agreed_at=timezone.now(), language="en", form_key=str(at), code_mark=str(at),
            )  # fmt: skip


def seasons(*events: Tournament) -> None:
    """A rating list and a series of finished events that were played like these, with everybody in them."""
    rated = RatingList.objects.create(name="Ladder", slug="ladder", published=True, provisional_games=2)
    summed = Series.objects.create(name="Season", slug="season", published=True)
    for one in events:
        RatedEvent.objects.create(rating_list=rated, tournament=one)
        SeriesEvent.objects.create(series=summed, tournament=one)
        players = [entry.player_id for entry in one.entries.order_by("number")]
        for at, player in enumerate(players, 1):
            Rating.objects.create(
                rating_list=rated,
                player_id=player,
                mu=1500 - at,
                sigma=100,
                games=at,
                steps=[[one.pk, "1500", "100", 0], [one.pk, f"{1500 - at}", "100", at]],
            )
    computed = [[one.pk, 1] for one in events]
    RatingList.objects.update(computed_from=[1, *computed])
    body = {
        "tournaments": [one.pk for one in events],
        "final": [True] * len(events),
        "rows": [
            {
                "rank": at,
                "player": entry.player_id,
                "total": str(99 - at),
                "events": [[at, str(99 - at), True] if one.pk == entry.tournament_id else None for one in events],
                "numbers": [entry.number if one.pk == entry.tournament_id else None for one in events],
                "ranks": [at] * len(events),
            }
            for at, entry in enumerate(
                Entry.objects.filter(tournament__in=events).order_by("tournament_id", "number"), 1
            )
        ],
    }
    Series.objects.update(computed_from=[1, *computed], body=body)


def reports(*events: Tournament) -> None:
    """Players report at both events: each table of the running round has a report that somebody disputed."""
    for one in events:
        ReportRule.objects.create(tournament=one, mode=ReportRule.Mode.ACCEPT, moves=True)
        newest = one.rounds.filter(state="published").get()
        for table in newest.tables.filter(results=None):
            first, second = table.seats.order_by("position").values_list("entry", flat=True)[:2]
            points = [Fraction(1)] + [Fraction(0)] * (one.table_size - 1)
            report = TableReport.objects.create(
                table=table, state=TableReport.State.OPEN, points=points, by_id=first, due_at=timezone.now()
            )
            log_event(report, ReportEvent.Kind.REPORT, entry_id=first, points=points)
            if table.number % 2:
                log_event(report, ReportEvent.Kind.DISPUTE, entry_id=second)
                TableReport.objects.filter(pk=report.pk).update(state=TableReport.State.DISPUTED)


def pieces() -> dict[str, list[Any]]:
    numbers = {
        entry.number for entry in Tournament.objects.get(slug="club").entries.filter(player__name__in=[*HIDDEN, SHOWN])
    }
    links = list(PersonalLink.objects.filter(entry__player__name__in=[*HIDDEN, SHOWN]))
    players = Player.objects.filter(name__in=[*HIDDEN, SHOWN])
    rules = {rule.pk: rule for rule in ReportRule.objects.all()}
    entries = Entry.objects.filter(player__in=players).select_related("tournament")
    for entry in entries[:4]:
        TableMail.objects.create(entry=entry, address="a@club.example", address_hash="a", language="en")
    running = Table.objects.filter(round__state="published", round__tournament__in=rules).select_related("round")
    slips = [table_token(rules[table.round.tournament_id], table.pk) for table in running]
    own = [make.own_token(entry.pk) for entry in entries]
    return {
        "slug": ["club", "strict"],
        "part": [1],
        # where addresses that begin otherwise take something else for it
        "ratings slug": ["ladder"],
        "people player": [player.pk for player in players],
        "ratings player": [player.pk for player in players],
        "seasons slug": ["season"],
        "series slug": ["season"],
        "seat slug": ["cards"],
        "r token": [*slips[:1], *own, *slips[1:]],  # of each kind one early
        # no table's position, so nobody's
        "analysis text": ["q.f.----_----_----_----.-.-.-"],
        "analysis move": ["give LRTF"],
        "e token": [row.token for row in Registration.objects.filter(name="Speler 1")],
        "mail token": [
            stop_token(hash_of("anna@club.example"), "message"),
            *(wishes.confirm_token(wish) for wish in TableMail.objects.all()),
        ],
        # a seat is named with a table's link only
        "position token": slips,
        "help key": ["first-evening"],
        "key": ["T0", "T1"],
        "event": ["club", "strict"],
        "top": [8, 16],
        "ply": [0, 3],
        "seat": [1, 2],
        "team_id": list(Team.objects.values_list("pk", flat=True)),
        "position": [1, 2, 3, 4],
        "number": sorted({1, 2, *numbers}),
        "after": [1, 2],
        "record_id": list(GameRecord.objects.values_list("pk", flat=True)),
        "token": [link.token for link in links],
        "game": ["quatro-chess", "quarto"],
        "player_id": [player.pk for player in players],
        "year": [Tournament.objects.get(slug="club").starts.year],
        "month": [Tournament.objects.get(slug="club").starts.month],
        "table": [1, 2, 3, 4],
        "digits": ["1f6632"],
        "delivery_id": ["0193b5c0-0000-7000-8000-000000000001"],
        # for a parameter of any other name
        "any whole number": sorted({1, 2, *numbers, *(player.pk for player in players)}),
        "any text": ["club", "strict", "1", *(link.token for link in links)],
    }


def linked(world: dict[str, list[Any]]) -> list[dict[str, str]]:
    """The headers in which a program says a player's link."""
    return [{"authorization": f"Link {token}"} for token in world["r token"]]


def addresses(
    patterns: Any = None, before: str = "", known: dict[str, Any] | None = None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every route outside the admin, with its parameters' converters."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            route = str(pattern.pattern)
            if before + route not in ELSEWHERE:
                own = (known or {}) | pattern.pattern.converters
                yield from addresses(pattern.url_patterns, before + route, own)
        elif isinstance(pattern, URLPattern) and isinstance(pattern.pattern, RoutePattern):
            route = before + str(pattern.pattern)
            if not route.startswith(ELSEWHERE):
                yield route, (known or {}) | pattern.pattern.converters


def filled(route: str, converters: dict[str, Any], known: dict[str, list[Any]], most: int) -> Iterator[str]:
    names = list(converters)

    def values(name: str) -> list[Any]:
        fallback = "any whole number" if converters[name].regex == "[0-9]+" else "any text"
        begins = route.removeprefix("api/v1/").partition("/")[0]
        own = known.get(f"{names[-1]} {name}") or known.get(f"{begins} {name}")
        return own or known.get(name, known[fallback])

    chosen_ones = list(islice(product(*map(values, names)), most))
    if len(chosen_ones) > DRAWN:
        random.Random(route).shuffle(chosen_ones)
    for chosen in chosen_ones:
        address = route
        for name, value in zip(names, chosen, strict=True):
            address = re.sub(rf"<(\w+:)?{name}>", str(value), address)
        yield "/" + address


def bodies(content: bytes, kind: str) -> Iterator[str]:
    """Return the text of an answer, unpacked where it is packed."""
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                yield name
                yield archive.read(name).decode("utf-8", "replace")
    elif kind.startswith("application/pdf"):
        for stream in re.findall(rb"stream\r?\n(.*?)endstream", content, re.DOTALL):
            try:
                yield zlib.decompress(stream).decode("latin-1")
            except zlib.error:
                yield stream.decode("latin-1")
    else:
        yield content.decode("utf-8", "replace")


def plain(text: str) -> str:
    """A text in its barest form: unescaped of all it could be escaped by, without accents and case."""
    for _again in range(2):
        text = unquote_plus(html.unescape(text))
        text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    if text.isascii():
        return text.lower()
    text = text.replace("ø", "o").replace("æ", "ae").replace("Ø", "O").replace("Æ", "Ae")
    return unicodedata.normalize("NFKD", text).translate(ACCENTS).casefold()


def leaks(text: str) -> list[str]:
    found = plain(text)
    return [part for parts in HIDDEN.values() for part in parts if part in found]


def test_the_search_itself_finds_a_name_however_it_is_written() -> None:
    for spelled in (MINOR, html.escape(MINOR), json.dumps(MINOR), quote(MINOR), MINOR.upper(), "wendelmoet-qvintoxi"):
        assert leaks(spelled), spelled
    assert not leaks(SHOWN)


def test_no_address_tells_a_hidden_name(client: Client, world: dict[str, list[Any]]) -> None:
    silent, asked = set(), 0
    closed: set[str] = set()  # to nobody, or for forms only: whatever is asked there
    unread: set[tuple[str, str]] = set()  # questions that change nothing at a route: asked once there
    without: dict[str, bytes] = {}  # what an address answers where nothing is asked
    missing: set[tuple[str, str]] = set()  # addresses that are not there, whatever is asked, each with its holder
    searched: set[tuple[bytes, str]] = set()
    for (form, most), (route, converters) in product((FORMS | SEARCHES).items(), list(addresses())):
        name = form.partition("=")[0]
        if route in closed or (route, name) in unread:
            continue
        served, alike, other = False, 0, 0
        holders = linked(world) if route.startswith("api/v1/link/") else [{}]
        asking = product(filled(route, converters, world, MOST), holders)
        for at, (address, held) in enumerate(asking):
            if at >= most and served:
                break
            if (address, str(held)) in missing:
                continue
            more = QUESTIONS.get(route, "")
            question = f"{form}&{more}" if form else f"?{more}" if more else ""
            answer = client.get(address + question, headers=held)
            asked += 1
            # 401: for programs with a token only; 503: of readiness, where no worker runs
            served |= answer.status_code in {200, 301, 302, 401, 405} or route == "health/ready"
            # the API refuses names in a query that an operation does not know
            served |= bool(question) and route.startswith("api/") and answer.status_code == 400
            kind = answer.headers.get("Content-Type", "")
            content = b"".join(answer) if answer.streaming else answer.content
            headers = " ".join(f"{name}: {value}" for name, value in answer.headers.items())
            assert not leaks(headers), (address + form, leaks(headers))
            if answer.status_code == 401 or (form and answer.status_code == 400):
                most = 1  # for nobody, or no question here, whatever the rest of the address is
            if answer.status_code in {401, 405}:
                closed.add(route)
            if answer.status_code == 404 and not form:
                missing.add((address, str(held)))
            if not form:
                without.setdefault(address, content)
            elif without.get(address) == content:
                alike += 1
                if alike == ALIKE and not other:
                    break
            else:
                other += 1
            if (content, kind) not in searched:  # a form that an address does not know gives the same again
                for text in bodies(content, kind):
                    assert not leaks(text), (address + form, leaks(text))
                searched.add((content, kind))
        if alike and not other:
            unread.add((route, name))
        if not served:
            silent.add((route, form))
    assert asked > 150 * len(FORMS)
    assert not silent, f"These never answered; give PIECES values that fit: {silent}"


@pytest.mark.parametrize("kind", KINDS)
def test_no_address_of_an_event_of_a_declared_game_tells_one(client: Client, kind: str) -> None:
    people = [BY_EVENT, *(f"Iphigénie Xylqvæst {n}" for n in range(7))]
    made = event("strict", people, rounds=2, draft=True, missing=1, kind=kind, names_shown=NameShown.NUMBER)
    for entry in made.entries.all():
        PersonalLink.objects.create(entry=entry)
    known = {"slug": ["strict"], "any whole number": [1, 2, 8], "any text": ["strict"], "number": [1, 2]}
    served = set()
    for route, converters in addresses():
        if "<slug:slug>" not in route and "<slug:event>" not in route:
            continue
        for address in filled(route, converters, known, 3):
            answer = client.get(address)
            if answer.status_code != 200:
                continue
            served.add(route)
            content = b"".join(answer) if answer.streaming else answer.content
            for text in bodies(content, answer.headers.get("Content-Type", "")):
                assert not leaks(text), (address, leaks(text))
            if not THOROUGH:
                break  # all are hidden: who is on one of its pages is on the others
    assert len(served) > 40, served


def test_what_may_be_shown_is_shown(client: Client, world: dict[str, list[Any]]) -> None:
    page = client.get("/t/club/rounds/1/?by=name").content.decode()
    assert "Florentijn Openbaar" in page and "Wendelmoet Q." in page and "G." in page
    number = Player.objects.get(name=ASKED).entries.get().number
    assert f"No. {number}</a>" in page
    assert f"Nr. {number}</a>" in client.get("/t/club/rounds/1/?by=name&lang=nl").content.decode()
    entries = client.get("/api/v1/tournaments/club/entries/").json()["results"]
    by_id = {one["id"]: one for one in entries}
    assert by_id[number]["name"] == f"No. {number}" and by_id[number]["club"] is None


def test_search_engines_are_led_to_nobody_who_is_hidden(client: Client, world: dict[str, list[Any]]) -> None:
    addresses = client.get("/sitemap.xml").content.decode()
    shown = Player.objects.get(name=SHOWN)
    assert f"/people/{shown.pk}/<" in addresses
    for player in Player.objects.filter(name__in=HIDDEN):
        assert f"/people/{player.pk}/<" not in addresses
        assert client.get(f"/people/{player.pk}/")["X-Robots-Tag"] == "noindex"
    leader = PersonPage.objects.exclude(player=shown).filter(player__name="Speler 1").get().player
    assert f"/people/{leader.pk}/<" in addresses
    Tournament.objects.filter(slug="club").update(names_shown=NameShown.INITIAL)
    assert "/people/" not in client.get("/sitemap.xml").content.decode()


def test_signed_in_arbiters_see_full_names(client: Client, world: dict[str, list[Any]]) -> None:
    club = Tournament.objects.get(slug="club")
    client.force_login(make.arbiter(club))
    desk = html.unescape(client.get(f"/admin/tournaments/tournament/{club.pk}/desk/").content.decode())
    assert MINOR in desk and ASKED in desk
    record = GameRecord.objects.filter(table__round__tournament=club).first()
    assert record is not None
    assert client.get(f"/t/club/records/{record.pk}.json").content.decode() == record.text
    assert not leaks(client.get("/t/club/standings/").content.decode()), "a public page is the same for all"


def test_a_change_of_what_is_shown_reaches_the_pages_at_once(client: Client, world: dict[str, list[Any]]) -> None:
    before = client.get("/t/club/standings/")
    assert SHOWN in before.content.decode()
    client.force_login(make.organiser())
    player = Player.objects.get(name=SHOWN)
    form = {"name": SHOWN, "club": player.club, "rating": "", "birth_year": "", "name_shown": "number"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.db.transaction.on_commit", lambda act, **_more: act())
        assert client.post(f"/admin/tournaments/player/{player.pk}/change/", form).status_code == 302
    after = client.get("/t/club/standings/", headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200 and SHOWN not in after.content.decode()


def test_a_year_of_birth_from_a_list_hides_the_name_in_the_other_events_too(
    client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    from tournaments.domain.locks import lock
    from tournaments.imports.players import read_players
    from tournaments.services.lists.lists import bring_in

    event("club", [SHOWN, "Bert"], rounds=1, size=2)
    before = client.get("/t/club/standings/")
    assert SHOWN in before.content.decode()
    other = event("other", 0, rounds=0)
    with django_capture_on_commit_callbacks(execute=True):
        young = read_players(f"name;born\n{SHOWN};{other.starts.year - 12}\n".encode())
        bring_in(lock(other.pk), "players", young, by=make.organiser())
    after = client.get("/t/club/standings/", headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200 and "Openbaar" not in after.content.decode()
