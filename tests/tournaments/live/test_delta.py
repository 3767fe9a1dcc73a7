"""A delta makes of one version of a page exactly the next, and carries nothing that is not on that one."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st

from tests.support.examples import THOROUGH, examples
from tests.tournaments.kinds import KINDS
from tests.tournaments.live.evenings import Evening, turns
from tournaments.web.delta import changes, delta
from tournaments.web.html_tree import Element, Region, Unreadable
from tournaments.web.html_tree import element as element_of

Tree = Any
"""An element as a list of its name, its attributes and its children; a text as it is."""


def tree(node: Element | str) -> Tree:
    """An element in lists and texts, with all that is in it."""
    if isinstance(node, str):
        return node
    if node.is_whole:
        return ["svg", node.source]
    return [node.name, dict(node.attributes), [tree(child) for child in node.children]]


def applied(element: Tree, steps: list[Any]) -> Tree:
    """The element after its changes, as `tournaments/web/delta.py` describes them."""
    name, attributes, children = element
    if steps and isinstance(steps[0], dict) and "set" in steps[0]:
        attributes = {key: value for key, value in (attributes | steps[0]["set"]).items() if value is not None}
        steps = steps[1:]
    moved = {step["move"] for step in steps if isinstance(step, dict)}
    left = [child for at, child in enumerate(children) if at not in moved]
    after: list[Tree] = []
    for step in steps:
        if isinstance(step, int):
            after += left[: max(step, 0)]
            del left[: abs(step)]
        elif isinstance(step, list):
            after.append(applied(left.pop(0), step))
        elif isinstance(step, dict):
            after.append(applied(children[step["move"]], step["to"]) if "to" in step else children[step["move"]])
        elif step[0] == "=":
            assert isinstance(left.pop(0), str)
            after.append(step[1:])
        else:
            after.append(step[1:] if step[0] == "+" else tree(element_of(step)))
    return [name, attributes, after + left]


@pytest.mark.django_db
@pytest.mark.usefixtures("eager_tasks")
@pytest.mark.parametrize(
    ("seed", "players", "kind"), [(2, 13, ""), *[(5, 13, "")] * THOROUGH, *((2, 8, kind) for kind in KINDS)]
)
def test_every_page_of_an_evening_comes_of_the_one_before_it(
    seed: int, players: int, kind: str, django_capture_on_commit_callbacks: Any
) -> None:
    sizes: list[int] = []
    for turn in turns(Evening(seed, players, kind), django_capture_on_commit_callbacks):
        old, new, message = turn.old, turn.new, json.loads(turn.line)
        assert (message["from"], message["page"], message["version"]) == (old.digest, new.digest, new.version)
        assert message.get("title", old.title) == new.title
        assert applied(tree(old.root), message["changes"]) == tree(new.root), (turn.what, turn.path)
        if turn.path.startswith("standings/?lang"):
            english = Region(turn.others["standings/"])
            assert new.digest != english.digest, "whoever changes the language has another page, and fetches"
        if "entered" in turn.what and turn.path == "standings/":
            sizes.append(len(turn.line.encode()))
    assert sizes and max(sizes) < 2000


def region(inside: str) -> Region:
    return Region(f'<title>t</title><div data-live data-digest="d" data-version="1">{inside}</div>')


def test_a_row_that_climbs_is_the_same_row_and_is_all_that_is_told() -> None:
    before = [f"<tr id=p{number}><td>{number}<th scope=row>Name {number}" for number in range(60)]
    after = [*before[:4], before[40], *before[4:40], *before[41:]]
    old, new = (region(f"<table><tbody>{''.join(rows)}</table>") for rows in (before, after))
    (table,) = changes(old.root, new.root)
    assert table == [[4, {"move": 40}]]


def test_a_name_that_goes_is_in_no_delta() -> None:
    rows = "<table><tbody><tr id=p1><td>1<th scope=row>{}<td>8<tr id=p2><td>2<th scope=row>Bert<td>4</table>"
    line = delta(region(rows.format("Anna Geheim")), region(rows.format("Number 1")))
    assert "Number 1" in line and "Geheim" not in line and "Bert" not in line


@pytest.mark.parametrize(
    "inside",
    [
        "<script>1</script>",
        "<!-- remark -->",
        "<table><tr><td>1</td></tr>text</table>",
        "<table><div>moved out of the table</div></table>",
        "<p>one<span><div>two</div></span></p>",
        "<a href=1>one<a href=2>two</a></a>",
        "<b>one<i>two</b>three</i>",
        "<ul><li><span>one<li>two</ul>",
        "</p>",
    ],
)
def test_what_a_browser_would_mend_in_its_own_way_gives_no_tree(inside: str) -> None:
    with pytest.raises(Unreadable):
        region(inside)


TREES = st.recursive(
    st.text("ab&<>\"' é", max_size=3),
    lambda inside: st.tuples(
        st.sampled_from(["b", "li", "td", "p"]), st.sampled_from(["", "1", "2", "3", "4"]), st.lists(inside, max_size=4)
    ),
    max_leaves=12,
)


def markup(node: Tree, used: set[str]) -> str:
    """Any tree as a page has it: ids are used once, and nothing is nested that HTML would pull apart."""
    if isinstance(node, str):
        return escape(node)
    name, key, children = node
    inside = "".join(markup(child, used) for child in children)
    own = f' id="{name}{key}"' if key and f"{name}{key}" not in used else ""
    used.add(f"{name}{key}")
    return {
        "b": f"<span{own}>{inside}</span>",
        "li": f"<ul><li{own}>{inside}</ul>",
        "td": f"<table><tbody><tr{own}><td>{inside}</table>",
        "p": f"<div{own}>{inside}</div>",
    }[name]


def page(nodes: list[Tree]) -> Region:
    used: set[str] = set()
    return region("".join(markup(node, used) for node in nodes))


@given(st.lists(TREES, max_size=6), st.lists(TREES, max_size=6), st.randoms())
@limits(max_examples=examples(150))
def test_any_tree_becomes_any_other(first: list[Tree], second: list[Tree], chance: Any) -> None:
    mixed = [chance.choice(first + second) for _ in first + second]
    one, other, third = map(page, (first, second, mixed))
    for old, new in ((one, other), (other, third), (third, one)):
        assert applied(tree(old.root), changes(old.root, new.root)) == tree(new.root)
