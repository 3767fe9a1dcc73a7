"""The tables that the benchmarks print."""

from __future__ import annotations

import pytest

from benchmarks.scale import Curve, report


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
