"""The process that runs snippets of Python for the tests of the running application."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.support.snippets import SEVERAL, Snippets


@pytest.fixture(scope="module")
def snippets() -> Iterator[Snippets]:
    running = Snippets(os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"})
    yield running
    running.close()


def test_a_snippet_has_django_set_up_and_says_what_it_printed_apart_from_its_complaints(snippets: Snippets) -> None:
    code = "import sys; from tournaments.models import Entry; print(Entry.__name__); print('hm', file=sys.stderr)"
    assert snippets.run(code) == (0, "Entry\n", "hm\n")


def test_nothing_of_a_snippet_is_there_for_the_next(snippets: Snippets) -> None:
    change = "import os, this; x = 1; os.environ['LEFT'] = 'behind'"
    assert snippets.run(change)[0] == 0
    look = "import os, sys; print('x' in globals(), 'LEFT' in os.environ, 'this' in sys.modules)"
    assert snippets.run(look) == (0, "False False False\n", "")


def test_for_several_it_loads_once_what_each_would_load_and_connects_nothing(snippets: Snippets) -> None:
    look = "import sys; from django.db import connection; print('config.urls' in sys.modules, connection.connection)"
    assert [snippets.run(look) for _snippet in range(SEVERAL)][-1] == (0, "True None\n", "")


@pytest.mark.parametrize("end", ["1 / 0", "import sys; sys.exit('ZeroDivisionError')"])
def test_a_snippet_that_ends_badly_says_why_and_the_next_one_runs(snippets: Snippets, end: str) -> None:
    status, output, complaints = snippets.run(f"print('begun'); {end}")
    assert status == 1 and output == "begun\n" and "ZeroDivisionError" in complaints
    assert snippets.run("print(2)") == (0, "2\n", "")


def test_a_snippet_that_is_killed_says_so_and_the_next_one_runs(snippets: Snippets) -> None:
    assert snippets.run("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")[0] == -9
    assert snippets.run("print(3)") == (0, "3\n", "")
