"""The choice of tests for a change: which files of tests it can touch, how near they are, and how many run."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import grimp
import pytest

from tests.support.touched import CHECKOUT, Checkout, changes, git, is_test

MADE_UP = {
    "shop/__init__.py": "",
    "shop/urls.py": "from django.urls import path\nfrom shop.views import baskets\n"
    'paths = [path("till/<int:pk>/basket/", baskets.page, name="own_basket")]\n',
    "shop/views/__init__.py": "",
    "shop/views/baskets.py": 'from shop import prices\n\nPAGE = "desk/basket_page.html"\n',
    "shop/prices.py": "def price():\n    from .domain import taxes\n    return taxes\n",
    "shop/domain/taxes.py": "",
    "shop/coins/registry.py": "import pkgutil\nfound = pkgutil.iter_modules([])\n",
    "shop/coins/kinds/penny.py": "",
    "shop/__main__.py": "import shop.coins.registry\n",
    "web/templatetags/money.py": "",
    "web/static/web/till.js": 'import { ring } from "./bell.js";\n',
    "web/static/web/bell.js": "",
    "shop/management/commands/count_coins.py": "",
    "shop/receipts.py": 'def page(kind):\n    return f"receipts/{kind}.html"\n',
    "templates/desk/basket_page.html": '{% extends "frame.html" %}{% load i18n money %}',
    "templates/frame.html": '<script src="{% static "web/till.js" %}"></script>',
    "templates/receipts/long.html": "",
    "templates/old_prices.html": "",
    "docs/guide.md": "",
    "tests/conftest.py": "",
    "tests/test_guide.py": 'PAGES = CHECKOUT / "docs"\n',
    "tests/test_programs.py": 'run([sys.executable, "-m", "shop"])\n',
    "tests/shop/conftest.py": "from tests.shop import make\n",
    "tests/shop/make.py": "",
    "tests/shop/test_prices.py": "from shop.prices import (\n    price,  # of one\n)\n",
    "tests/shop/test_low_prices.py": "",
    "tests/shop/test_paths.py": 'def test_it(client):\n    client.get("/till/1/basket/")\n',
    "tests/shop/test_names.py": 'def test_it(client):\n    client.get(reverse("own_basket", args=[1]))\n',
    "tests/shop/views/test_anything.py": "",
    "tests/till/test_all.py": 'import shop.coins.registry\n\ncall_command("count_coins")\n',
    "tests/shop/test_long_receipt.py": "import shop.receipts\n",
}


@pytest.fixture
def made_up(tmp_path: Path) -> Checkout:
    """A small checkout with each kind of step."""
    for name, text in MADE_UP.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Checkout(tmp_path, MADE_UP)


@pytest.mark.parametrize(
    ("changed", "test", "steps"),
    [
        ("tests/shop/test_prices.py", "shop/test_prices.py", 0),
        ("shop/prices.py", "shop/test_prices.py", 1),
        ("shop/prices.py", "shop/test_low_prices.py", 2),
        ("shop/domain/taxes.py", "shop/test_prices.py", 2),
        ("shop/views/baskets.py", "shop/test_paths.py", 2),
        ("shop/views/baskets.py", "shop/test_names.py", 2),
        ("shop/views/baskets.py", "shop/views/test_anything.py", 2),
        ("shop/views/baskets.py", "shop/test_low_prices.py", 3),
        ("shop/views/__init__.py", "shop/test_names.py", 2),
        ("templates/desk/basket_page.html", "shop/test_names.py", 3),
        ("templates/frame.html", "shop/test_names.py", 4),
        ("web/templatetags/money.py", "shop/test_names.py", 4),
        ("web/static/web/bell.js", "shop/test_names.py", 6),
        ("templates/receipts/long.html", "shop/test_long_receipt.py", 2),
        ("templates/old_prices.html", "shop/test_prices.py", 2),
        ("shop/__main__.py", "test_programs.py", 1),
        ("shop/coins/kinds/penny.py", "till/test_all.py", 3),
        ("shop/management/commands/count_coins.py", "till/test_all.py", 1),
        ("docs/guide.md", "test_guide.py", 2),
        ("tests/shop/make.py", "shop/test_names.py", 2),
        ("tests/conftest.py", "shop/test_names.py", 1),
    ],
)
def test_a_change_touches_the_tests_near_to_it(made_up: Checkout, changed: str, test: str, steps: int) -> None:
    assert made_up.touched([changed])[f"tests/{test}"] == steps


def test_a_change_touches_no_test_that_has_nothing_to_do_with_it(made_up: Checkout) -> None:
    assert set(made_up.touched(["docs/guide.md"])) == {"tests/test_guide.py"}
    assert made_up.touched([]) == {}


def test_a_deleted_module_touches_what_imported_it(made_up: Checkout) -> None:
    (made_up.root / "shop/prices.py").unlink()
    assert made_up.touched(["shop/prices.py"])["tests/shop/test_prices.py"] == 1


def test_a_deleted_test_is_not_run(made_up: Checkout) -> None:
    (made_up.root / "tests/shop/test_prices.py").unlink()
    gone = Checkout(made_up.root, made_up.paths)
    assert "tests/shop/test_prices.py" not in gone.touched(["shop/prices.py", "tests/shop/test_prices.py"])


class TestTheChoice:
    """Choosing among the files that are touched."""

    @pytest.fixture
    def small(self, tmp_path: Path) -> Checkout:
        """Files of tests with some tests each, one of them with the whole application."""
        tests = {"tests/far/test_a.py": 20, "tests/near/test_b.py": 20, "tests/near/test_c.py": 10}
        for name, number in tests.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text("def test_it() -> None: ...\n" * number)
        (tmp_path / "tests/near/test_d.py").write_text("def test_it(stack: Stack) -> None: ...\n")
        return Checkout(tmp_path, [*tests, "tests/near/test_d.py"])

    def test_the_nearest_come_first_and_of_those_the_most_alike_and_then_the_cheapest(self, small: Checkout) -> None:
        touched = {"tests/far/test_a.py": 1, "tests/near/test_b.py": 1, "tests/near/test_c.py": 1} | {
            "tests/near/test_d.py": 0
        }
        run, left, seconds = small.chosen(["near/code.py"], touched)
        assert run == ["tests/near/test_d.py", "tests/near/test_c.py", "tests/near/test_b.py", "tests/far/test_a.py"]
        assert (left, seconds) == ([], pytest.approx(16 + 0.5 + 1 + 1))

    def test_what_does_not_fit_is_left_out_and_what_is_smaller_still_runs(self, small: Checkout) -> None:
        touched = {"tests/near/test_b.py": 1, "tests/near/test_c.py": 2, "tests/near/test_d.py": 0}
        run, left, seconds = small.chosen([], touched, limit=1.2)
        assert run == ["tests/near/test_b.py"]
        assert (left, seconds) == (["tests/near/test_d.py", "tests/near/test_c.py"], pytest.approx(1))

    def test_what_one_worker_alone_would_take_too_long_for_is_left_out(self, small: Checkout) -> None:
        (small.root / "tests/near/test_c.py").write_text("def test_it() -> None: ...\n" * 2000)
        run, left, _ = small.chosen([], {"tests/near/test_b.py": 1, "tests/near/test_c.py": 0}, limit=1000)
        assert (run, left) == (["tests/near/test_b.py"], ["tests/near/test_c.py"])


class TestTheChange:
    """The changes that Git tells."""

    @pytest.fixture
    def repository(self, tmp_path: Path) -> Path:
        """A repository whose branch has two commits more than `main`, which has gone on."""

        def commit(name: str) -> None:
            (tmp_path / name).write_text(name)
            command("add", name)
            command("commit", "--quiet", "--message", name)

        def command(*arguments: str) -> None:
            names = ("-c", "user.name=Anna", "-c", "user.email=anna@viertal.example", "-c", "commit.gpgsign=false")
            subprocess.run(["git", *names, *arguments], cwd=tmp_path, check=True)

        command("init", "--quiet", "--initial-branch", "main")
        commit("kept")
        commit("first")
        command("checkout", "--quiet", "-b", "branch")
        commit("second")
        commit("third")
        command("checkout", "--quiet", "main")
        commit("elsewhere")
        command("checkout", "--quiet", "branch")
        return tmp_path

    def test_it_is_what_the_branch_and_the_folder_have_more_than_main(self, repository: Path) -> None:
        (repository / "new").touch()
        (repository / "third").write_text("again")
        (repository / "kept").unlink()
        assert changes(repository)[1] == ["kept", "new", "second", "third"]

    def test_it_is_the_last_commit_where_nothing_is_new(self, repository: Path) -> None:
        subprocess.run(["git", "checkout", "--quiet", "main"], cwd=repository, check=True)
        begin, files = changes(repository)
        assert files == ["elsewhere"]
        assert git(repository, "rev-parse", "--short", "HEAD~1") == [begin]


@pytest.fixture(scope="module")
def checkout() -> Checkout:
    """This checkout, as it is on the disk."""
    folders = ("config", "docs", "games", "launcher", "scoring", "templates", "tests", "tournaments")
    files = [path for folder in folders for path in (CHECKOUT / folder).rglob("*") if path.is_file()]
    return Checkout(CHECKOUT, [str(path.relative_to(CHECKOUT)) for path in files])


def test_no_import_of_this_checkout_is_missed(checkout: Checkout) -> None:
    graph = grimp.build_graph("launcher", "config", "tournaments", "scoring", "games", cache_dir=None)
    assert len(graph.modules) > 500
    missed = [
        f"{module} imports {other}"
        for module in graph.modules
        for imported in [checkout.imported(checkout.modules[module])]
        for other in graph.find_modules_directly_imported_by(module)
        if checkout.modules[other] not in imported
    ]
    assert missed == []


def test_every_template_is_named_by_something_unless_a_framework_does(checkout: Checkout) -> None:
    templates = [path.removeprefix("templates/") for path in checkout.paths if path.startswith("templates/")]
    unnamed = [name for name in templates if all(map(is_test, checkout.dependents.get(f"templates/{name}", {})))]
    assert len(unnamed) < len(templates) / 5
    assert [name for name in unnamed if not re.match(r"(?:admin|unfold|registration)/|\d{3}(?:_csrf)?\.", name)] == []


@pytest.mark.parametrize(
    "changed",
    [
        "tournaments/services/entries/check_in.py",
        "tournaments/views/desk/check_in.py",
        "templates/desk/entries/check_in.html",
        "tournaments/static/tournaments/check_in.js",
    ],
)
def test_the_tests_of_a_noun_are_near_to_all_its_files(checkout: Checkout, changed: str) -> None:
    touched = checkout.touched([changed])
    assert touched["tests/tournaments/entries/test_check_in.py"] == 1
    assert "tests/tournaments/entries/test_check_in.py" in checkout.chosen([changed], touched)[0]


def test_all_tests_stand_on_what_they_share(checkout: Checkout) -> None:
    assert set(checkout.touched(["tests/conftest.py"])) == set(checkout.tests)
