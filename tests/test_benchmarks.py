"""The tables that the benchmarks print, what they are asked for, and the database that trials are let loose on."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import pytest

from benchmarks import scoring
from benchmarks.scale import Curve, report
from reliability import races, requests
from tests.support import servers


class Asked(Exception):
    """Servers were asked for, with what the environment names then."""


@pytest.mark.parametrize("trial", [races, requests])
def test_a_trial_leaves_the_database_alone_that_the_environment_names(
    trial: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def running() -> Iterator[None]:
        raise Asked(os.environ.get("DATABASE_URL"), os.environ.get("BROKER_URL"))
        yield

    monkeypatch.setenv("DATABASE_URL", "postgres://club@hall/viertal")
    monkeypatch.setenv("BROKER_URL", "redis://hall")
    monkeypatch.setattr(servers, "running", running)
    monkeypatch.setattr(sys, "argv", ["trial"])
    with pytest.raises(Asked) as asked:
        trial.main()
    assert asked.value.args == (None, None)


def test_the_exponent_of_a_square_is_two() -> None:
    curve = Curve("pairing", {10: 1.0, 20: 4.0, 40: 16.0})
    assert (curve.fitted, curve.last) == (pytest.approx(2), pytest.approx(2))


def test_one_size_fits_no_curve(capsys: pytest.CaptureFixture[str]) -> None:
    report("people", [10], iter([{"a result": 1.25}]))
    assert capsys.readouterr().out.splitlines()[2:] == [
        "| a result | 1.2 | – | – |",
        "",
        "One size fits no curve: an exponent needs two sizes.",
        "",
    ]


def test_two_sizes_do(capsys: pytest.CaptureFixture[str]) -> None:
    report("people", [10, 100], iter([{"a result": 1.0}, {"a result": 10.0}]))
    assert capsys.readouterr().out.splitlines()[2:] == ["| a result | 1.0 | 10.0 | 1.00 | 1.00 |", ""]


def test_tables_of_nine_are_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["scoring", "9"])
    with pytest.raises(SystemExit, match=r"Say 2, 3 or 4 seats\."):
        scoring.main()
