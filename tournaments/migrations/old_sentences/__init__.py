"""The English sentences that were stored before there were codes, and their reader. Frozen: only a migration uses it.

What a reading puts into words again must be the stored text to the letter; else the text is kept, as code "plain".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

TEXTS = {
    "a-bye-for": "a bye for %(player)s",
    "against": "%(one)s against %(other)s",
    "all-paired": "All %(rounds)s rounds of this event are paired already.",
    "at-table": "Table %(number)s: %(text)s",
    "baku-needs-rounds": (
        "Baku acceleration needs to know how many rounds the event has: set the number of rounds, or choose "
        "no acceleration."
    ),
    "berger-around": "Paired around the changed rounds: these two had not met.",
    "berger-bye": "Round %(round)s: %(player)s has a bye, because %(other)s is not there.",
    "berger-changed": "The played rounds are not all those of the Berger table; the rest is paired around them.",
    "berger-forbidden": (
        "Round %(round)s of the Berger table pairs %(a)s and %(b)s, who must not meet. In a round robin "
        "everyone meets everyone: take the pair out of pairing.forbidden."
    ),
    "berger-round": "Round %(round)s of the Berger table for %(players)s.",
    "berger-seat": "Seats out of balance: player %(player)s has seat 1 here by the Berger table, not %(other)s.",
    "berger-too-few": "A round robin needs two players at least.",
    "berger-too-many-rounds": "A round robin of %(people)s players has %(whole)s rounds, not %(asked)s.",
    "berger-too-many-rounds-once": (
        "A round robin of %(people)s players has %(whole)s rounds, not %(asked)s; with cycles 2 it has twice "
        "as many."
    ),
    "berger-too-many-tables": (
        "All rounds of a round robin of %(people)s players are %(rounds)s rounds of %(tables)s tables, too "
        "many to make at once. Ask for one round at a time, or play in groups."
    ),
    "board-groups-teams": (
        "Board groups are for four teams or a multiple of four (QC 7.4); the event has %(teams)s teams with "
        "players. Change the teams, or choose team-berger."
    ),
    "board-reason": "Board %(board)s. %(text)s",
    "boards-mixed": "Boards %(boards)s sit together; each board is a group (QC 7.4).",
    "boards-of": "%(team)s %(boards)s",
    "both-must-have-black": "Players %(a)s and %(b)s must both have black in this round (rule C3).",
    "both-must-have-white": "Players %(a)s and %(b)s must both have white in this round (rule C3).",
    "bye-again": "Player %(player)s has had %(had)s byes already; the bye is due to %(due)s.",
    "bye-due-to": "Player %(player)s has a bye; it is due to %(players)s in this round.",
    "bye-due-to-another": "Player %(player)s has the bye, but the bye is due to player %(due)s.",
    "bye-not-due": "Player %(player)s has a bye that is not due in this round.",
    "bye-not-needed": "Player %(player)s has the bye, but no bye is needed.",
    "bye-without-taking-part": "Player %(player)s does not take part: no bye of the pairing, but a zero bye or none.",
    "came-from-table": "%(place)s of table %(table)s in round %(round)s",
    "cannot-be-seated": (
        "Round %(round)s: %(people)s players cannot be seated at tables of %(size)s; at least %(least)s are "
        "needed."
    ),
    "challenge-teams": (
        "This challenge is for %(teams)s; the event has %(there)s teams with players. Change the teams, or "
        "choose board-groups or team-berger."
    ),
    "changed-by-hand": "Changed by hand.",
    "clubs-not-apart": "Round %(round)s: players of one club could not be kept apart.",
    "colour-not-due": "Player %(player)s does not get the colour due (C12).",
    "colour-rules-seat": "Seats out of balance: by the colour rules player %(player)s has seat 1, not %(other)s.",
    "colours-so-far": "Colours so far %(colours)s.",
    "counts-as-draw": "Round %(round)s, table %(table)s has no result yet; it counts as a draw here.",
    "criteria-missed": "Criteria not fully met, by score group, and how often: %(misses)s.",
    "criterion": "%(number)s (%(times)s)",
    "do-not-meet": "Players %(a)s and %(b)s do not meet in this round.",
    "does-not-take-part": "Player %(player)s does not take part in this round.",
    "edition-2018": "FIDE Handbook C.04.3 (Dutch system), the edition in force until 31 January 2026",
    "edition-2026": "FIDE Handbook C.04.3 (Dutch system), in force since 1 February 2026",
    "empty-board": "Round %(round)s: team %(team)s has nobody on board %(board)s.",
    "empty-boards": "Round %(round)s: team %(team)s has nobody on boards %(boards)s.",
    "fewer-not-found": "fewer were not found",
    "fixed-table": "Player %(player)s should sit at table %(table)s.",
    "fixed-table-beyond": "Player %(player)s should sit at table %(table)s, but there are only %(tables)s tables.",
    "fixed-table-other": "Player %(player)s should sit at table %(table)s, but plays at fixed table %(other)s.",
    "fixed-table-taken": "Player %(player)s should sit at table %(table)s, which is kept for another player.",
    "floated-down-before": "Player %(player)s floated down in the round before too (C14, C18).",
    "floated-down-from": "player %(player)s floated down from %(points)s",
    "floated-down-two-before": "Player %(player)s floated down two rounds before too (C16, C20).",
    "floated-to": "Player %(player)s with %(points)s floated down to player %(other)s with %(others)s.",
    "floated-up-before": "Player %(player)s floated up in the round before too (C15, C19).",
    "floated-up-from": "player %(player)s floated up from %(points)s",
    "floated-up-two-before": "Player %(player)s floated up two rounds before too (C17, C21).",
    "four-seats": "A table of this game has four seats (QC 2.1), not %(seats)s.",
    "fourth": "fourth",
    "free-in-round": "free in round %(round)s",
    "had-a-bye-c2": "Player %(player)s had a bye or a forfeit win already, so no bye now (rule C2).",
    "has-a-place": "Player %(player)s has a place in round %(round)s already.",
    "has-no-table": "Player %(player)s has no table already.",
    "has-the-bye": "Player %(player)s has the bye with %(points)s: nobody with fewer points can have it (C5).",
    "in-round": "Round %(number)s: %(text)s",
    "kept-apart-sit-together": "Round %(round)s: sit together though they should be kept apart: %(pairs)s.",
    "knockout-decided": "The knockout is decided.",
    "knockout-final": "Final: %(players)s.",
    "knockout-forbidden": (
        "Round %(round)s: players %(a)s and %(b)s must not meet, but the bracket has no other table for "
        "either. Take the pair out of pairing.forbidden."
    ),
    "knockout-free": "Round %(round)s: go on without playing: %(players)s.",
    "knockout-gone": "Round %(round)s: take no part and are out: %(players)s.",
    "knockout-level": (
        "Round %(round)s, table %(table)s: players %(players)s are level for the last place that goes on. Let"
        " them play off and enter the result of that, or set pairing.tie to higher-seed or lot."
    ),
    "knockout-result-missing": "Round %(round)s, table %(table)s has no result yet: enter it, to know who goes on.",
    "knockout-table": "%(players)s.",
    "knockout-third-place": "For third place: %(players)s.",
    "knockout-third-place-of-two": (
        "At tables of more than two the final decides the third place; leave third_place out."
    ),
    "knockout-too-few": "A knockout needs two players at least; there are %(people)s.",
    "knockout-too-many-go-on": "Of a table of %(size)s at most %(most)s go on, not %(advance)s.",
    "knockout-won": "The knockout is decided: player %(player)s has won.",
    "later-rounds-stay": "Round %(round)s is not the last: later rounds stay as they are.",
    "many-kept-apart-sit-together": (
        "Round %(round)s: sit together though they should be kept apart: %(pairs)s, %(more)s more."
    ),
    "match": "%(sides)s.",
    "meet-again": "Players %(a)s and %(b)s meet again.",
    "met-before": "Players %(a)s and %(b)s met in round %(rounds)s already.",
    "met-before-c1": "Players %(a)s and %(b)s met in round %(rounds)s already (rule C1).",
    "met-needlessly": (
        "Players %(a)s and %(b)s met in round %(rounds)s already; this round needs %(needed)s such meetings, "
        "not %(meetings)s."
    ),
    "moved-down": "Moved down, with the score group that has no opponent for them: %(moves)s.",
    "must-not-meet": "Players %(a)s and %(b)s must not meet.",
    "needs-one-table-more": "These people need more tables than they have: choose one table more.",
    "neighbouring-colours": "Two players have white and red, black and green (QC 2.2).",
    "neighbours": "Neighbours in the standings, scores %(lowest)s to %(highest)s.",
    "no-pair-of-the-swiss": (
        "Players %(a)s and %(b)s are no pair of this round by the Dutch system, as the results now stand; it "
        "makes %(pairs)s."
    ),
    "no-place": "Player %(player)s has no place in round %(round)s: neither a table nor a bye.",
    "no-player": "There is no player %(player)s.",
    "no-player-for-bye": "There is no player %(player)s to have a bye.",
    "no-round": "There is no round %(round)s; the event has %(rounds)s.",
    "no-such-option": "%(system)s has no such option; it knows %(options)s.",
    "no-system": "There is no system %(key)s; there are %(systems)s.",
    "no-table": "Round %(round)s has no table %(table)s.",
    "no-team": "Player %(player)s is in no team; in this system everybody plays for one.",
    "nobody": "nobody",
    "not-a-choice": "This is one of %(allowed)s, not %(value)s.",
    "not-a-flag": "This is true or false.",
    "not-a-list-of-pairs": "This is a list of pairs of player ids, such as [[3, 7]].",
    "not-a-number": "This is a whole number, not %(value)s.",
    "not-a-pair": "A pair is two player ids, such as [3, 7].",
    "not-a-table-number": "A table number is 1 or more, not %(table)s.",
    "not-a-table-size": "%(system)s is for tables of %(sizes)s.",
    "not-allowed": "This is %(allowed)s, not %(value)s.",
    "not-fixed-in-advance": "%(system)s does not fix its rounds in advance: ask for one round at a time.",
    "not-fixed-tables": 'This gives players a table number, such as {"6": 3}.',
    "not-of-the-system": "This round is not one of the system: %(why)s",
    "not-played-as-planned": (
        "Round %(round)s was not played as planned; the rounds after it are planned again around it."
    ),
    "not-there": "Round %(round)s: %(players)s not there; the other tables are as planned where they can be.",
    "not-together": "Players %(players)s do not sit together in this round; none of them is due.",
    "not-together-but": "Players %(players)s do not sit together in this round; due are %(due)s.",
    "odd-player-has-bye": "%(people)s players do not fill tables of four and three: %(player)s has a bye.",
    "of-player": "%(number)s: %(text)s",
    "of-score-group": "%(points)s: %(text)s",
    "on-board": "Board %(board)s: %(text)s",
    "one-pair": "one pair",
    "opponents-again": "%(a)s and %(b)s have opposed each other twice already.",
    "other-pairs": "other pairs",
    "others-meet": "Players %(a)s and %(b)s do not meet in this round; %(right)s do.",
    "pair-of-one": "A pair is two players, not %(player)s twice.",
    "paired-by": "Paired by %(edition)s.",
    "pairing-failed": "The pairing failed by a fault of the program, which is in its log. Nothing was changed.",
    "pairs": "%(count)s pairs",
    "partners-again": "%(a)s and %(b)s have been partners already.",
    "partners-not-opposite": "Partners do not sit opposite each other (QC 7.5).",
    "past-the-end": "This event has %(rounds)s rounds; there is no round %(round)s.",
    "planned-again": "Planned again before round %(round)s, from the meetings and seats so far.",
    "player-came": "player %(number)s (%(came)s)",
    "power-forbidden": (
        "No tables were found that keep all forbidden pairs apart in round %(round)s: %(pairs)s would meet. "
        "Take a pair out of pairing.forbidden."
    ),
    "power-repeats": "Round %(round)s: %(pairs)s meet again (%(how)s).",
    "power-repeats-allowed": "Round %(round)s: %(pairs)s meet again, as repeat_weight lets them.",
    "power-spread": (
        "Round %(round)s: highest less lowest score, over all tables, makes %(points)s; no tables of these "
        "players can make less than %(least)s."
    ),
    "power-too-few": (
        "%(players)s players take part in round %(round)s: too few for a table of %(size)s. Bring more "
        "players in, or choose another system."
    ),
    "proven-fewest": "proven the fewest",
    "proven-fewest-spread": "proven the fewest with the short tables spread",
    "py4swiss-missing": (
        "This event is paired by the rules before 1 February 2026, and py4swiss, which does that, is not "
        "installed. Install it (pip install py4swiss), or pair the round by hand."
    ),
    "record-agrees": "The record gives %(points)s, as was entered.",
    "record-corrected": "The result was corrected to %(points)s.",
    "record-decides": "The result follows from the record: %(points)s.",
    "record-differs": "The record gives %(points)s; entered was %(entered)s.",
    "record-not-over": "The game is not over in this record, so it proves no result.",
    "record-of-another-game": "This is a record of %(game)s; here %(played)s is played.",
    "record-players": "The record has %(record)s players, the table %(table)s.",
    "record-round-taken-back": "The round was taken back before the record was replayed.",
    "replay-failed": "The replay failed by a fault of the program, which is in its log.",
    "reserves-sit-out": "Round %(round)s: reserves of team %(team)s sit out: %(players)s.",
    "result-would-be-lost": "The result of table %(table)s would be lost.",
    "same-club": "Table %(table)s: players %(a)s and %(b)s are of one club (%(club)s).",
    "schedule": "The complete schedule for %(people)s players in %(rounds)s rounds; places were drawn by lot.",
    "schedule-repeats-fewer": (
        "For %(players)s players and %(rounds)s rounds a schedule fixed in advance (system tables) repeats "
        "fewer meetings."
    ),
    "score-group": "Score group %(points)s.",
    "score-group-floated": "Score group %(points)s; %(floated)s.",
    "seats-uneven": "Seats out of balance: player %(player)s has had them %(counts)s times.",
    "second": "second",
    "seed": "seed %(number)s",
    "several-seats": "Player %(player)s has %(seats)s seats at this table.",
    "short-table": "A table of %(players)s: these had the fewest such tables so far (%(had)s at most).",
    "short-table-again": "Player %(player)s is at a short table again; another has been at %(visits)s fewer.",
    "short-tables-cost": (
        "Spreading the short tables evenly costs %(repeated)s repeated meetings over the whole schedule; with"
        ' leftover "uneven" nobody meets twice, but some have more short tables.'
    ),
    "should-be-round": "This should be round %(round)s.",
    "sits-and-has-bye": "Player %(player)s sits here and has a bye as well.",
    "sits-at-two-tables": "Player %(player)s sits at table %(table)s too. Take the player out of one of them.",
    "sits-nowhere": "Player %(player)s takes part, but sits nowhere and has no bye.",
    "sits-there-already": "Player %(player)s sits at table %(table)s already.",
    "spread-needless": (
        "Scores that differ sit together without need: highest less lowest score, over all tables, makes "
        "%(points)s; the system's own tables make %(own)s."
    ),
    "strongest-has-two-colours": "Of three, player %(player)s, the strongest, has two colours (QC 2.1).",
    "swiss-no-bye": (
        "Round %(round)s cannot be paired: the players are odd in number, and with any pairs the bye would go"
        " to a player who had a bye or a win without a game already (rule C2). Bring one player more in, or "
        "let one have a bye that they ask for, or pair it by hand."
    ),
    "swiss-no-way": (
        "Round %(round)s cannot be paired: no two may meet again (rule C1), nobody may have two byes (C2), "
        "and the colours (C3) leave no way. Play fewer rounds, bring more players in, or pair it by hand."
    ),
    "swiss-no-way-with-forbidden": (
        "Round %(round)s cannot be paired: no two may meet again (rule C1), nobody may have two byes (C2), "
        "and the colours (C3) and the forbidden pairs leave no way. Play fewer rounds, bring more players in,"
        " take a pair out of pairing.forbidden, or pair it by hand."
    ),
    "swiss-too-few": "Round %(round)s has %(players)s players; a Swiss round needs two at least.",
    "system-forbidden": (
        "Round %(round)s, table %(table)s: players %(a)s and %(b)s must not meet, but by this system they do."
        " Take the pair out of pairing.forbidden."
    ),
    "table-fixed": "Table %(table)s is fixed.",
    "table-full": "Table %(table)s is full: exchange the player with one who sits there.",
    "table-number-twice": "There are %(times)s tables with this number.",
    "table-size": "%(sitting)s sit here; a table of this event has 2 to %(size)s players.",
    "tables-forbidden": (
        "Round %(round)s: no seating was found in which %(a)s and %(b)s do not meet. Take a pair out of "
        "pairing.forbidden, or play fewer rounds."
    ),
    "tables-missing": "Round %(round)s does not have all of the tables %(tables)s.",
    "tables-not-numbered": "The %(tables)s tables are not numbered 1 to %(tables)s.",
    "team-berger-four-boards": "At tables of four a match has four boards, not %(asked)s.",
    "team-berger-seat": "Seats out of balance: player %(player)s has seat 1 on this board by the Berger table.",
    "team-berger-too-few": "A round robin of teams needs two at least; the event has %(teams)s with players.",
    "team-berger-too-many-rounds": "A round robin of %(teams)s teams has %(whole)s rounds here, not %(asked)s.",
    "team-too-small": (
        "Team %(team)s has %(players)s players and needs %(boards)s. Add players to the team; who is not "
        "there in a round may be marked absent."
    ),
    "third": "third",
    "three-teams-of-four": "three teams of four",
    "too-large": "This is at most %(maximum)s, not %(value)s.",
    "too-many-at-short-tables": "%(players)s players sit at tables with fewer than %(size)s; %(due)s need to.",
    "too-many-byes": "%(count)s byes are given (%(players)s); %(due)s would do.",
    "too-small": "This is at least %(minimum)s, not %(value)s.",
    "two-byes": "Player %(player)s has two byes.",
    "two-teams-of-four": "two teams of four",
    "virtual-points": "Virtual points are included.",
    "whist-changed": "The played rounds are not those of the schedule; the next is the one of it that fits best.",
    "whist-forbidden": (
        "Round %(round)s of the whist schedule has %(a)s and %(b)s at one table, who must not meet. Everybody"
        " meets everybody in it: take the pair out of pairing.forbidden."
    ),
    "whist-four": "%(players)s sit here; a table of whist has four.",
    "whist-none": "No whist schedule for %(people)s players exists (it needs 4k or 4k + 1); there is one for %(near)s.",
    "whist-not-known": "No whist schedule for %(people)s players is known here; there is one for %(near)s.",
    "whist-not-together": "%(players)s do not sit together so in this round of the schedule.",
    "whist-round": "Round %(round)s of the whist schedule for %(players)s.",
    "whist-some-missing": (
        "Round %(round)s: some are not there; %(players)s others are paired among themselves or have byes."
    ),
    "whist-too-many-rounds": "The whist schedule for %(people)s players has %(whole)s rounds, not %(asked)s.",
    "winner": "winner",
    "with-points": "%(player)s (%(points)s)",
}
FORMS = {
    "plain": "%(text)s",
    "then": "%(first)s %(then)s",
    "clauses": "%(first)s; %(then)s",
    "and": "%(first)s and %(last)s",
    "dash": "%(one)s – %(other)s",
}
PIECES = {
    "came": ("came-from-table", "free-in-round", "seed"),
    "colours": ("of-player",),
    "edition": ("edition-2018", "edition-2026"),
    "floated": ("floated-down-from", "floated-up-from"),
    "how": ("fewer-not-found", "proven-fewest", "proven-fewest-spread"),
    "misses": ("of-score-group",),
    "moves": ("with-points",),
    "nobody": ("nobody",),
    "pairs": ("one-pair", "pairs", "a-bye-for", "other-pairs"),
    "place": ("winner", "second", "third", "fourth"),
    "player-came": ("player-came",),
    "teams": ("two-teams-of-four", "three-teams-of-four"),
    "criteria": ("criterion",),
}
"""The kinds of holes in which pieces of sentences stand, one or several."""
POINTS = {"points", "own", "least", "others", "lowest", "highest"}
LISTS = {"players", "rounds", "due", "counts", "tables", "right", "near"}
WORDS = {"team", "club", "key", "value", "allowed", "options", "systems", "game", "played", "system", "sizes", "boards"}
KINDS = {
    ("knockout-table", "players"): "player-came",
    ("knockout-final", "players"): "player-came",
    ("knockout-third-place", "players"): "player-came",
    ("challenge-teams", "teams"): "teams",
    ("of-score-group", "text"): "criteria",
    ("criterion", "number"): "words",
    ("of-player", "text"): "colour letters",
    ("match", "sides"): "sides",
    ("empty-boards", "boards"): "numbers",
    ("boards-mixed", "boards"): "numbers",
    ("power-forbidden", "pairs"): "words",
} | {(code, hole): "score" for code in TEXTS if code.startswith("record-") for hole in ("points", "entered")}
PATTERNS = {
    "numbers": r"[0-9]+(?:(?:, | and |; )[0-9]+)*",
    "number": r"[0-9]+",
    "points": r"-?[0-9]+(?:/[0-9]+)?",
    "colour letters": r"[WBwb-]+",
}
HOLE = re.compile(r"%\((\w+)\)s")
SENTENCE_ENDS = re.compile(r"[.)] (?=[A-Z])")
LONGEST = 4000
DEEPEST = 12


def read(text: str) -> dict[str, Any] | None:
    """A stored text as a notice's JSON values; None for an empty one."""
    if not text:
        return None
    found = _sentences(text, 0) if len(text) <= LONGEST else None
    if found is None or words(found) != text:
        return {"code": "plain", "params": {"text": text}}
    return found


def words(value: Any) -> str:
    """A notice's JSON values in English again."""
    if isinstance(value, list):
        return ", ".join(map(words, value))
    if isinstance(value, dict):
        if "code" not in value:
            return str(value["points"])
        text = TEXTS.get(value["code"]) or FORMS.get(value["code"], value["code"])
        return text % {name: words(param) for name, param in value["params"].items()}
    return str(value)


def _kind(code: str, hole: str) -> str:
    if (code, hole) in KINDS:
        return KINDS[code, hole]
    if hole in PIECES:
        return hole
    if hole in ("text", "why"):
        return "sentences"
    return "points" if hole in POINTS else "words" if hole in WORDS else "numbers" if hole in LISTS else "number"


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The most telling first."""
    by_weight = sorted(TEXTS, key=lambda code: (-len(HOLE.sub("", TEXTS[code])), code))
    return tuple((code, re.compile(_pattern(code), re.DOTALL)) for code in by_weight)


def _pattern(code: str) -> str:
    text = TEXTS[code]
    pattern, at, seen = "", 0, set()
    for hole in HOLE.finditer(text):
        name = hole[1]
        pattern += re.escape(text[at : hole.start()].replace("%%", "%"))
        inside = PATTERNS.get(_kind(code, name), ".+?")
        if inside == PATTERNS["numbers"] and code == "bye-due-to":
            inside += "|nobody"
        pattern += f"(?P={name})" if name in seen else f"(?P<{name}>{inside})"
        seen.add(name)
        at = hole.end()
    return pattern + re.escape(text[at:].replace("%%", "%"))


IN_HOLES = frozenset(code for codes in PIECES.values() for code in codes) | {"against", "boards-of"}


def _sentences(text: str, depth: int) -> dict[str, Any] | None:
    """One sentence, or several one after the other, nested on the left as the program does.

    So the last is one sentence: a text of many that nobody knows is given up soon, and holds up no update.
    """
    if depth > DEEPEST:
        return None
    if (whole := _single(text, depth)) is not None:
        return whole
    for end in reversed(list(SENTENCE_ENDS.finditer(text))):
        last = _single(text[end.end() :], depth + 1)
        if last is not None and (first := _sentences(text[: end.start() + 1], depth + 1)) is not None:
            return {"code": "then", "params": {"first": first, "then": last}}
    return None


def _single(text: str, depth: int) -> dict[str, Any] | None:
    """A text that has one code, whatever is in its holes."""
    for code, pattern in _patterns():
        if code not in IN_HOLES and (found := _match(code, pattern, text, depth)) is not None:
            return found
    return None


def _match(code: str, pattern: re.Pattern[str], text: str, depth: int) -> dict[str, Any] | None:
    match = pattern.fullmatch(text)
    if match is None:
        return None
    params = {}
    for name, value in match.groupdict().items():
        param = _param(_kind(code, name), value, depth + 1)
        if param is None:
            return None
        params[name] = param
    return {"code": code, "params": params}


def _param(kind: str, value: str, depth: int) -> Any:
    """The value in a hole; None where it cannot stand there."""
    if depth > DEEPEST:
        return None
    match kind:
        case "numbers" if value == "nobody":
            return {"code": "nobody", "params": {}}
        case "numbers":
            return _chain(value, "; ", "clauses", _numbers)
        case "number":
            return int(value)
        case "points":
            return {"points": value} if str(Fraction(value)) == value else None
        case "sentences":
            return _sentences(value, depth)
        case "words" | "colour letters":
            return None if SENTENCE_ENDS.search(value) and ". " in value else value
        case "score":
            return _chain(value, " – ", "dash", _points)
        case "sides":
            return _chain(value, " against ", "against", _side) if " against " in value else None
    if kind in ("came", "edition", "how", "place", "teams"):
        return _piece(kind, value, depth)
    between = "; " if kind in ("colours", "misses") else ", "
    if between == "; ":
        return _chain(value, between, "clauses", lambda part: _piece(kind, part, depth))
    read_ = [_piece(kind, part, depth) for part in re.split(r", (?![^()]*\))", value)]
    if any(item is None for item in read_):
        return None
    return read_[0] if read_[0]["code"] in ("one-pair", "pairs", "other-pairs") else read_


def _piece(kind: str, value: str, depth: int) -> Any:
    for code, pattern in _patterns():
        if code in PIECES[kind] and (found := _match(code, pattern, value, depth)) is not None:
            return found
    return _numbers(value) if kind == "pairs" and " and " in value else None


def _numbers(value: str) -> Any:
    head, _and, last = value.rpartition(" and ")
    if _and:
        first = _numbers(head)
        if first is None or not last.isdecimal():
            return None
        return {"code": "and", "params": {"first": first if isinstance(first, list) else [first], "last": int(last)}}
    numbers = [int(part) for part in value.split(", ")] if re.fullmatch(r"[0-9]+(?:, [0-9]+)*", value) else None
    return numbers[0] if numbers and len(numbers) == 1 else numbers


def _points(value: str) -> Any:
    if value == "–":
        return value
    return {"points": value} if re.fullmatch(r"[0-9]+(?:/[0-9]+)?", value) else None


def _side(value: str) -> Any:
    match = re.fullmatch(r"(.+?) ([0-9]+(?: \+ [0-9]+)*)", value)
    return {"code": "boards-of", "params": {"team": match[1], "boards": match[2]}} if match else None


def _chain(value: str, between: str, code: str, read_: Callable[[str], Any]) -> Any:
    """Several values with something between them, nested on the left; one value as it is."""
    names = {"clauses": ("first", "then"), "dash": ("one", "other"), "against": ("one", "other")}[code]
    found = None
    for part in value.split(between):
        item = read_(part)
        if item is None:
            return None
        found = item if found is None else {"code": code, "params": dict(zip(names, (found, item), strict=True))}
    return found
