"""A declared game in words: how its results are typed and what they bring, made from its declaration alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from games.core.declarations.values import Declaration, Score, in_language
from tournaments.selectors.declared_games import draw_of_some
from tournaments.sentences.points import listed, readable


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the page: what it is about, and its sentences."""

    label: str
    sentences: tuple[str, ...]


def facts(declared: Declaration, language: str) -> tuple[Fact, ...]:
    """Return the page of a declared game, line by line."""
    lines = [
        Fact(_("Players at a table"), (" · ".join(map(str, declared.seats)),)),
        *_seats(declared, language),
        Fact(_("Result"), tuple(_typed(declared, language))),
        Fact(_("Points"), tuple(_brought(declared))),
    ]
    if declared.minutes:
        lines.append(Fact(_("Usual length"), (_("%(minutes)d minutes") % {"minutes": declared.minutes},)))
    if declared.source:
        lines.append(Fact(_("Source"), (declared.source,)))
    return tuple(lines)


def _seats(declared: Declaration, language: str) -> Iterator[Fact]:
    if declared.seat_names is not None:
        yield Fact(_("Seats"), (", ".join(in_language(declared.seat_names, language)),))
    if declared.partners is not None:
        sides = " – ".join(" + ".join(map(str, side)) for side in declared.partners)
        yield Fact(_("Partners"), (_("seats %(seats)s; they have the same result") % {"seats": sides},))


def _typed(declared: Declaration, language: str) -> Iterator[str]:
    if declared.entry == "places":
        yield _("The place of each player is typed; 1 is the best.")
    elif declared.entry == "points":
        yield _("The points of each player are typed.")
        if declared.amounts is not None:
            yield _("Possible are %(amounts)s.") % {"amounts": ", ".join(map(_number, declared.amounts))}
        for size, results in (declared.tables or {}).items():
            ends = "; ".join(listed(result) for result in results)
            yield _("A table of %(seats)d ends %(results)s.") % {"seats": size, "results": ends}
        if some := draw_of_some(declared, declared.seats[-1]):
            yield some
    elif declared.columns:
        names = ", ".join(in_language(column.names, language) for column in declared.columns)
        yield _("Of each player are typed: %(columns)s; or the score that they make.") % {"columns": names}
        yield from _columns(declared, language)
        yield from _scores(declared)
    else:
        yield _("The score of each player is typed.")
        yield from _scores(declared)
    if not declared.draws:
        yield _("One player wins; nobody shares the first place.")


def _columns(declared: Declaration, language: str) -> Iterator[str]:
    """Say what each number counts, and what some of them add up to at most."""
    called = [str(in_language(column.names, language)) for column in declared.columns]
    for name, column in zip(called, declared.columns, strict=True):
        if column.own:
            yield _("%(name)s: each counts %(points)s.") % {"name": name, "points": _number(column.own)}
        for size, points in column.others.items():
            if points:
                values = {"name": name, "seats": size, "points": _number(points)}
                yield _("%(name)s of others at a table of %(seats)d: each counts %(points)s.") % values
    for rule in declared.together:
        names = " + ".join(called[index] for index in rule.columns)
        for size, most in (rule.table or {}).items():
            values = {"names": names, "seats": size, "most": _number(most)}
            yield _("%(names)s at a table of %(seats)d: together at most %(most)s.") % values


def _scores(declared: Declaration) -> Iterator[str]:
    score = declared.score or Score()
    yield _("The highest score is the best.") if declared.higher_is_better else _("The lowest score is the best.")
    for size, total in (score.total or {}).items():
        yield _("The scores of a table of %(seats)d add up to %(total)s.") % {"seats": size, "total": _number(total)}
    if score.step != 1:
        yield _("Scores go in steps of %(step)s.") % {"step": _number(score.step)}
    if score.least is not None:
        yield _("A score is at least %(least)s.") % {"least": _number(score.least)}
    if score.most is not None:
        yield _("A score is at most %(most)s.") % {"most": _number(score.most)}


def _brought(declared: Declaration) -> Iterator[str]:
    score = declared.score
    if declared.entry == "points":
        yield _("They count as they are.")
        return
    if score is not None and score.counts != "places":
        if score.start or score.unit != 1:
            values = {"start": _number(score.start), "unit": _number(score.unit)}
            yield _("From each score %(start)s is taken off, and the rest is divided by %(unit)s.") % values
        else:
            yield _("The score counts as it is.")
        for size, uma in (score.uma or {}).items():
            yield _("The places of a table of %(seats)d add %(points)s.") % {
                "seats": size,
                "points": listed(uma, signed=True),
            }
        for oka in (score.oka or {}).values():
            if oka:
                yield _("The first gets %(points)s more, which all pay in equal parts.") % {"points": _number(oka)}
    for size, worth in (declared.worth or {}).items():
        if score is None or score.counts == "places":
            yield _("The places of a table of %(seats)d bring %(points)s.") % {"seats": size, "points": listed(worth)}
    yield {
        "share": _("Players who share places share their points equally."),
        "best": _("Players who share a place each get the points of that place."),
        "seat": _("Of equal players the one on the earlier seat has the better place."),
        "refuse": _("No two players have the same place."),
    }[declared.ties]


def _number(value: Fraction) -> str:
    return readable(str(value))
