"""A client generated from the OpenAPI document has every operation, and runs a whole evening with nothing else."""

from __future__ import annotations

import importlib
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support.waiting import until
from tournaments.api.public.meta import openapi

NAME = "generated_viertal"
PLAYERS = "name,club,rating\nAnna,Leiden,1700\nBert,Gouda,1600\nChantal,Gouda,1500\nDirk,,1400\n"
PATIENCE = 60


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The client, generated as docs/howto/use-the-api.md says, on the path of modules."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "openapi.json").write_bytes(openapi())
    (folder / "config.yml").write_text("post_hooks: []\n")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", "openapi.json", "--meta", "none"]
    done = subprocess.run(
        [*command, "--config", "config.yml", "--output-path", NAME],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "will not be generated" not in done.stdout
    sys.path.insert(0, str(folder))
    yield folder / NAME
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.split(".")[0] == NAME]:
        del sys.modules[name]


def operations() -> dict[str, str]:
    """The id of each operation, with its tag."""
    return {
        operation["operationId"]: operation["tags"][0]
        for methods in json.loads(openapi())["paths"].values()
        for operation in methods.values()
    }


def test_the_client_has_every_operation(generated: Path) -> None:
    made = {path.stem: path.parent.name for path in generated.glob("api/*/*.py") if path.stem != "__init__"}
    assert made == {name: re.sub(r"\W", "_", tag) for name, tag in operations().items()}
    assert {"player_lists_upload", "lists_upload", "lists_export", "trf_import", "trf_export"} <= set(made)


class Evening:
    """An organiser's program: the generated client, its models and its operations by their ids."""

    def __init__(self, url: str, token: str) -> None:
        self.models = importlib.import_module(f"{NAME}.models")
        self.types = importlib.import_module(f"{NAME}.types")
        client = importlib.import_module(f"{NAME}.client")
        self.client = client.AuthenticatedClient(base_url=url, token=token)
        self.tags = {name: re.sub(r"\W", "_", tag) for name, tag in operations().items()}

    def operation(self, name: str) -> ModuleType:
        return importlib.import_module(f"{NAME}.api.{self.tags[name]}.{name}")

    def __call__(self, name: str, *places: Any, **sent: Any) -> Any:
        """Ask an operation; what comes is read by the client."""
        answer = self.operation(name).sync_detailed(*places, client=self.client, **sent)
        assert 200 <= answer.status_code < 300, f"{name}: {answer.status_code} {answer.content.decode()}"
        assert answer.parsed is not None, f"{name}: the client cannot read {answer.content.decode()}"
        return answer.parsed

    def until(self, ready: Callable[[Any], bool], name: str, *places: Any) -> Any:
        """Ask until a worker is done."""
        answers: list[Any] = []

        def done() -> bool:
            answers.append(self(name, *places))
            return ready(answers[-1])

        until(done, PATIENCE, pause=0.1, of=lambda: f"{name}: {answers[-1]}")
        return answers[-1]


@pytest.fixture
def evening(generated: Path, stack: Any) -> Iterator[Evening]:
    token = stack.python(
        """
        from tournaments.models import User
        from tournaments.services.accounts import accounts
        print(accounts.make_token(by=User.objects.get(username="organiser"), name="generated", scope="organise")[1])
        """
    ).strip()
    evening = Evening(stack.url.rstrip("/"), token)
    with evening.client:
        yield evening


def test_the_client_runs_a_whole_evening(evening: Evening) -> None:
    models, slug = evening.models, "generated"
    founded = evening(
        "tournaments_create",
        body=models.TournamentInRequest(
            name="Generated",
            slug=slug,
            game="quarto",
            published=True,
            check_in=True,
            pairing=models.TournamentInRequestPairing.from_dict({"system": "berger", "rounds": 3, "table_size": 2}),
        ),
    )
    assert (founded.slug, founded.state) == (slug, models.TournamentStateEnum.PLANNED)

    upload = evening.types.File(payload=io.BytesIO(PLAYERS.encode()), file_name="players.csv")
    uploaded = evening("player_lists_upload", slug, body=upload)
    assert uploaded.state == models.ListStateEnum.LOOKED
    assert [line.name for line in uploaded.lines] == ["Anna", "Bert", "Chantal", "Dirk"]
    assert evening("player_lists_import", slug, uploaded.id).state == models.ListStateEnum.DONE
    numbers = [player.id for player in evening("entries_list", slug).results]
    assert len(numbers) == 4

    for number in numbers:
        assert evening("check_in_put", slug, number, body=models.PresenceInRequest(here=True)).here
    assert evening("check_in_close", slug, body=models.CloseCheckInRequest()).not_here == 0

    def drafted(desk: Any) -> bool:
        return bool(desk.round_.state == models.RoundStateEnum.DRAFT)

    for number in (1, 2, 3):
        assert evening("desk_get_next_step", slug).step.action == models.DeskActionEnum.PAIR
        paired = evening("rounds_create", slug)
        assert paired.number == number
        desk = evening.until(drafted, "desk_get_round", slug, number)
        assert evening("rounds_publish", slug, number).state == models.RoundStateEnum.PUBLISHED
        for table in desk.round_.tables:
            better, _other = sorted(table.seats)
            points = ["1" if seat == better else "0" for seat in table.seats]
            body = models.ResultInRequest(points=points)
            assert evening("results_put", slug, number, table.number, body=body).version == 1
        assert evening("rounds_close", slug, number).state == models.RoundStateEnum.CLOSED

    def settled(standings: Any) -> bool:
        return bool(standings.after_round == 3 and standings.final and standings.current)

    standings = evening.until(settled, "standings_get", slug)
    assert [(row.rank, row.player, row.points) for row in standings.standings] == [
        (rank, number, str(4 - rank)) for rank, number in enumerate(numbers, start=1)
    ]
    assert len(evening("standings_get_crosstable", slug).results) == 4

    report = evening("trf_export", slug)
    assert all(name in report for name in ("Anna", "Bert", "Chantal", "Dirk"))
    assert "Anna" in evening("lists_export", slug, "standings", "csv")

    archived = evening("tournaments_archive", slug)
    assert archived.state == models.TournamentStateEnum.FINISHED and archived.archived_at is not None
    kept = evening("tournaments_get_document", slug, archive=models.TournamentsGetDocumentArchive.VALUE_1)
    assert "Anna" in json.dumps(kept.to_dict())

    again = evening.types.File(payload=io.BytesIO(report.encode()), file_name="evening.trf")
    copied = evening("trf_import", body=again, game=models.TrfImportGame.QUARTO)
    assert copied.slug != slug
