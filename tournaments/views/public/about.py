"""The facts of a tournament: game, date, place, schedule, and the rules as they are played here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core import registry as games
from games.core.declarations.declared import DeclaredGame
from games.core.options import plain
from scoring import mcmahon
from scoring.brackets.knockout import usual_advance
from tournaments.domain.ledger import scoring_rules
from tournaments.domain.setup import implied, options_of
from tournaments.models import Tournament
from tournaments.pairing import registry as pairing
from tournaments.selectors import labels
from tournaments.selectors.events.events import event_of
from tournaments.selectors.people import teams
from tournaments.selectors.rounds.colours import RULES, rule_of
from tournaments.selectors.rounds.next_step import open_tables
from tournaments.selectors.rounds.plan import knows_its_schedule
from tournaments.sentences.points import listed
from tournaments.views.public.page import Page
from tournaments.web.conditional import public_page
from tournaments.web.variants import Variant

# Said elsewhere on the page, or nobody's business: who must not meet, and who needs a certain table.
NOT_TOLD = {"seed", "table_size", "rounds", "fixed_tables", "forbidden", "starts"}


@dataclass(frozen=True, slots=True)
class Rule:
    """An option as it is played here; ``rule`` is its number in the game's rules. ``usual`` is False where it
    differs from the default."""

    label: str
    value: str
    help: str
    rule: str
    usual: bool


@public_page()
def about(tournament: Tournament, form: Variant) -> str:
    """Show the facts for those who consider taking part."""
    page = Page(tournament, form, "about")
    system = pairing.systems().get(tournament.system)
    game = games.game_of(tournament.game, tournament.options)
    info = game.info
    usual = implied(info, tournament.system, tournament.table_size)
    return page.render(
        "tournaments/event/about.html",
        schedule=[line.strip() for line in tournament.schedule.splitlines() if line.strip()],
        states=page.rounds,
        playing={table.round for table in open_tables(tournament.pk)} if page.rounds else (),
        planned=knows_its_schedule(tournament),
        options=options_in_words(info.options, options_of(tournament), usual) if info.engine else (),
        system={"name": _(system.name), "help": _(system.help)} if system else None,
        pairing=options_in_words(
            [o for o in system.options if o.key not in NOT_TOLD] if system else (),
            tournament.pairing_options,
            {
                "advance": usual_advance(tournament.table_size),
                **_usual_pairing(game, tournament.system),
                mcmahon.BAR: _bar(tournament),
            },
        ),
        table=ngettext("%(count)s player at a table", "%(count)s players at a table", tournament.table_size)
        % {"count": tournament.table_size},
        points=_points(tournament),
        advice=teams.no_advice(tournament),
        two_colours=RULES[rule_of(tournament)] if info.seat_names else "",
        tie_breaks=[(code, labels.tie_break(code)) for code in tournament.scoring.get("tie_breaks", ())],
    )


def _bar(tournament: Tournament) -> int | None:
    """Return the bar of McMahon starting scores, also where it follows from the ratings."""
    if not tournament.pairing_options.get(mcmahon.FLAG):
        return None
    return mcmahon.bar_in_force(event_of(tournament, before=1))


def _usual_pairing(game: Any, system: str) -> Mapping[str, Any]:
    """Return the options that are standard for a declared game in its usual system."""
    usual = (game.declaration.usual or {}) if isinstance(game, DeclaredGame) else {}
    return dict(usual.get("pairing", {})) if usual.get("system") == system else {}


def _points(tournament: Tournament) -> str:
    rules = scoring_rules(tournament)
    if rules.points == "game":
        return capfirst(_("the game's own points"))
    worth = listed(rules.places(tournament.table_size))
    return capfirst(_("points for the place at the table: %(points)s") % {"points": worth})


def options_in_words(
    declared: Iterable[Any], chosen: Mapping[str, Any], implied: Mapping[str, Any] | None = None
) -> list[Rule]:
    """Return options in words; first those that are not standard: neither the default nor ``implied``."""
    rules = []
    for option in declared:
        value = chosen.get(option.key, option.default)
        if value is None and option.kind != "teams":  # for partners nothing is an answer: nobody has one
            value = (implied or {}).get(option.key)
        rule = getattr(option, "rule", "") or ""
        usual = plain(value) in (
            plain((implied or {}).get(option.key, option.default)),
            plain(getattr(option, "proposed", None)),
        )
        answer = _answer_text(option, value)
        if not answer:  # nothing is set, and nothing is to be said
            continue
        help_text = _(option.help) if option.help else ""
        rules.append(Rule(_(option.label), answer, help_text, rule, usual))
    return sorted(rules, key=lambda rule: rule.usual)


def _answer_text(option: Any, value: Any) -> str:
    labels_ = {c[0]: c[1] for c in map(_pair, getattr(option, "choices", ()) or ())}
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):  # who is in which group stands in the standings
        return _("set by hand") if value else _("made by the program")
    if option.kind == "teams":
        if not value:
            return _("everyone plays for themselves")
        return _("partners opposite: seats 1 and 3, 2 and 4; where one is missing, everyone for themselves")
    if isinstance(value, list | tuple):
        return ", ".join(_(labels_[item]) if item in labels_ else str(item) for item in value)
    if value in labels_:
        return _(labels_[value])
    return "" if value is None else str(value)


def _pair(choice: Any) -> tuple[Any, str]:
    return choice if isinstance(choice, tuple) else (choice.value, choice.label)
