"""The sentences of the pairing, by their codes. A new system declares its own beside its code, in the same way."""

from __future__ import annotations

from games.core.notices import declare
from games.core.notices import gettext_noop as _

declare(
    {
        # Translators: in a list of pairs.
        "a-bye-for": _("a bye for %(player)s"),
        # Translators: behind a player of a knockout, in brackets: why they have lost their place.
        "absent-in-round": _("absent in round %(round)s"),
        # Translators: teams and their boards, as in “Alpha 1 + 4 against Beta 2 + 3”.
        "against": _("%(one)s against %(other)s"),
        "all-paired": _("All %(rounds)s rounds of this event are already paired."),
        # Translators: a sentence that is about one table.
        "at-table": _("Table %(number)s: %(text)s"),
        "baku-needs-rounds": _(
            "Baku acceleration needs to know how many rounds the event has: set the number of rounds, or choose "
            "no acceleration."
        ),
        "berger-around": _("Paired around the changed rounds: these two had not met."),
        "berger-bye": _("Round %(round)s: %(player)s has a bye, because %(other)s is not here."),
        "berger-changed": _("Not all played rounds follow the Berger table; the rest is paired around them."),
        "berger-forbidden": _(
            "Round %(round)s of the Berger table pairs %(a)s and %(b)s, who must not meet. In a round robin "
            "everyone meets everyone: take the pair out of pairing.forbidden."
        ),
        "berger-round": _("Round %(round)s of the Berger table for %(players)s."),
        "berger-seat": _("Seats out of balance: player %(player)s has seat 1 here by the Berger table, not %(other)s."),
        "berger-too-few": _("A round robin needs at least two players."),
        "berger-too-many-rounds": _("A round robin of %(people)s players has %(whole)s rounds, not %(asked)s."),
        "berger-too-many-rounds-once": _(
            "A round robin of %(people)s players has %(whole)s rounds, not %(asked)s; with cycles 2 it has twice "
            "as many."
        ),
        "berger-too-many-tables": _(
            "All rounds of a round robin of %(people)s players are %(rounds)s rounds of %(tables)s tables, too "
            "many to make at once. Ask for one round at a time, or play in groups."
        ),
        "board-groups-teams": _(
            "Board groups are for four teams or a multiple of four (QC 7.4); the event has %(teams)s teams with "
            "players. Change the teams, or choose a round robin of teams."
        ),
        # Translators: why a table of a board's group is as it is.
        "board-reason": _("Board %(board)s. %(text)s"),
        "boards-mixed": _("Boards %(boards)s sit together; each board is a group (QC 7.4)."),
        "boards-of": "%(team)s %(boards)s",
        "both-must-have-black": _("Players %(a)s and %(b)s must both have black in this round (rule C3)."),
        "both-must-have-white": _("Players %(a)s and %(b)s must both have white in this round (rule C3)."),
        "burstein-needs-rounds": _(
            "The Burstein system needs to know how many rounds the event has: set the number of rounds, or choose the "
            "Dutch system."
        ),
        "bye-again": _("Player %(player)s has already had %(had)s byes; the bye is due to %(due)s."),
        "bye-due-to": _("Player %(player)s has a bye; it is due to %(players)s in this round."),
        "bye-due-to-another": _("Player %(player)s has the bye, but the bye is due to player %(due)s."),
        "bye-not-due": _("Player %(player)s has a bye that is not due in this round."),
        "bye-not-needed": _("Player %(player)s has the bye, but no bye is needed."),
        "bye-without-taking-part": _(
            "Player %(player)s does not take part, and can only have a zero-point bye or none."
        ),
        "byes-without-points": _(
            "Round %(round)s: a missed round brings no points in this system, though these asked for some: %(players)s."
        ),
        # Translators: as in “winner of table 3 in round 1”; in brackets behind a player.
        "came-from-table": _("%(place)s of table %(table)s in round %(round)s"),
        "cannot-be-seated": _(
            "Round %(round)s: %(people)s players cannot be seated at tables of %(size)s; at least %(least)s are needed."
        ),
        "challenge-teams": _(
            "This challenge is for %(teams)s; the event has %(there)s teams with players. Change the teams, or "
            "choose board groups or a round robin of teams."
        ),
        "clubs-not-apart": _("Round %(round)s: players of one club could not be kept apart."),
        "colour-not-due": _("Player %(player)s does not get the colour due (C12)."),
        "colour-not-due-burstein": _("Player %(player)s does not get the colour due (C8)."),
        "colour-rules-seat": _(
            "Seats out of balance: by the colour rules player %(player)s has seat 1, not %(other)s."
        ),
        "colours-so-far": _("Colours so far: %(colours)s."),
        "consolation-final": _("Final of the consolation: %(players)s."),
        "consolation-table": _("Consolation: %(players)s."),
        "consolation-third-place": _("In a consolation for all who lose, its best are third; leave third_place out."),
        "consolation-too-many-go-on": _(
            "With a consolation at most %(most)s can advance from a table of %(size)s, not %(advance)s: at least as "
            "many must lose."
        ),
        "counts-as-draw": _("Round %(round)s, table %(table)s has no result yet; it counts as a draw here."),
        # Translators: names of criteria of FIDE's rules follow, such as “3: C12 (2)”.
        "criteria-missed": _("Criteria not fully met, by score group, and how often: %(misses)s."),
        "criterion": "%(number)s (%(times)s)",
        "do-not-meet": _("Players %(a)s and %(b)s do not meet in this round."),
        "does-not-take-part": _("Player %(player)s does not take part in this round."),
        "double-losers": _("Losers’ bracket: %(players)s."),
        "double-second-final": _("Second final: %(players)s."),
        "double-too-many-go-on": _(
            "In a double elimination at most %(most)s can advance from a table of %(size)s, not %(advance)s: at least "
            "as many must lose."
        ),
        "double-winners": _("Winners’ bracket: %(players)s."),
        "edition-2018": _("FIDE Handbook C.04.3 (Dutch system), the edition in force until 31 January 2026"),
        # Translators: stands in “Paired by …”.
        "edition-2026": _("FIDE Handbook C.04.3 (Dutch system), in force since 1 February 2026"),
        "edition-burstein-2026": _("FIDE Handbook C.04.4.2 (Burstein system), in force since 1 February 2026"),
        "empty-board": _("Round %(round)s: team %(team)s has nobody on board %(board)s."),
        "empty-boards": _("Round %(round)s: team %(team)s has nobody on boards %(boards)s."),
        # Translators: in brackets, behind “3 pairs meet again”.
        "fewer-not-found": _("fewer were not found"),
        "fifth": _("fifth"),
        "fixed-table": _("Player %(player)s should sit at table %(table)s."),
        "fixed-table-beyond": _(
            "Player %(player)s should sit at table %(table)s, but there are only %(tables)s tables."
        ),
        "fixed-table-other": _("Player %(player)s should sit at table %(table)s, but plays at fixed table %(other)s."),
        "fixed-table-taken": _("Player %(player)s should sit at table %(table)s, which is kept for another player."),
        "floated-down-before": _("Player %(player)s also floated down in the previous round (C14, C18)."),
        # Translators: a piece of “Players with equal points: 3; player 4 floated down from 4.”.
        "floated-down-from": _("player %(player)s floated down from %(points)s"),
        "floated-down-two-before": _("Player %(player)s also floated down two rounds before (C16, C20)."),
        "floated-to": _("Player %(player)s with %(points)s floated down to player %(other)s with %(others)s."),
        "floated-up-before": _("Player %(player)s also floated up in the previous round (C15, C19)."),
        "floated-up-from": _("player %(player)s floated up from %(points)s"),
        "floated-up-two-before": _("Player %(player)s also floated up two rounds before (C17, C21)."),
        "four-seats": _("A table of this game has four seats (QC 2.1), not %(seats)s."),
        "fourth": _("fourth"),
        # Translators: the player went on without playing; in brackets behind a player.
        "free-in-round": _("free in round %(round)s"),
        "had-a-bye-c2": _("Player %(player)s already had a bye or a forfeit win, and cannot have a bye now (rule C2)."),
        "has-a-place": _("Player %(player)s already has a place in round %(round)s."),
        "has-no-table": _("Player %(player)s already has no table."),
        "has-the-bye": _("Player %(player)s has the bye with %(points)s: nobody with fewer points can have it (C5)."),
        "has-the-bye-burstein": _(
            "Player %(player)s has the bye with %(points)s: of those who can have it, the fewest points, then the most "
            "games, then the weakest opponents (3.1)."
        ),
        "index-of": "%(number)s: %(buchholz)s / %(products)s",
        # Translators: a sentence that is about one round.
        "in-round": _("Round %(number)s: %(text)s"),
        "kept-apart-sit-together": _(
            "Round %(round)s: these pairs sit together although they should be kept apart: %(pairs)s."
        ),
        "knockout-decided": _("The knockout is decided."),
        "knockout-final": _("Final: %(players)s."),
        "knockout-forbidden": _(
            "Round %(round)s: players %(a)s and %(b)s must not meet, but the bracket has no other table for "
            "either. Take the pair out of pairing.forbidden."
        ),
        "knockout-free": _("Round %(round)s: advancing without playing: %(players)s."),
        "knockout-gone": _("Round %(round)s: not taking part, and out: %(players)s."),
        "knockout-level": _(
            "Round %(round)s, table %(table)s: players %(players)s are tied for the last place that "
            "advances. Let them play off and enter that result, or set pairing.tie to higher-seed or lot."
        ),
        "knockout-no-winner": _(
            "Round %(round)s, table %(table)s: players %(players)s share the first place. Let them play off and enter "
            "that result, or set pairing.tie to higher-seed or lot."
        ),
        "knockout-result-missing": _(
            "Round %(round)s, table %(table)s has no result yet. Enter it to see who advances."
        ),
        "knockout-table": "%(players)s.",
        "knockout-third-place": _("For third place: %(players)s."),
        "knockout-third-place-of-two": _(
            "At tables of more than two the final decides the third place; leave third_place out."
        ),
        "knockout-too-few": _("A knockout needs at least two players, not %(people)s."),
        "knockout-too-many-go-on": _("From a table of %(size)s at most %(most)s can advance, not %(advance)s."),
        "knockout-won": _("The knockout is decided: player %(player)s has won."),
        "many-kept-apart-sit-together": _(
            "Round %(round)s: these pairs sit together although they should be kept apart: %(pairs)s and %(more)s more."
        ),
        "match": "%(sides)s.",
        "meet-again": _("Players %(a)s and %(b)s meet again."),
        "met-before": _("Players %(a)s and %(b)s already met in round %(rounds)s."),
        "met-before-c1": _("Players %(a)s and %(b)s already met in round %(rounds)s (rule C1)."),
        "met-needlessly": _(
            "Players %(a)s and %(b)s already met in round %(rounds)s; this round needs %(needed)s such "
            "meetings, not %(meetings)s."
        ),
        "moved-down": _("Moved down, with the score group that has no opponent for them: %(moves)s."),
        "must-not-meet": _("Players %(a)s and %(b)s must not meet."),
        "needs-one-table-more": _("These players need more tables than they have. Choose one more table."),
        "neighbouring-colours": _("Two players have white and red, black and green (QC 2.2)."),
        "neighbours": _("Neighbours in the standings, scores %(lowest)s to %(highest)s."),
        "no-pair-of-the-swiss": _(
            "With the current results, the system does not pair players %(a)s and %(b)s in this round. "
            "It pairs %(pairs)s."
        ),
        "no-place": _("Player %(player)s has no place in round %(round)s: neither a table nor a bye."),
        "no-player": _("There is no player %(player)s."),
        "no-player-for-bye": _("There is no player %(player)s to have a bye."),
        "no-round": _("There is no round %(round)s; the event has %(rounds)s."),
        "no-such-option": _("%(system)s does not have this option; it has %(options)s."),
        "no-system": _("There is no system %(key)s; the systems are %(systems)s."),
        "no-table": _("Round %(round)s has no table %(table)s."),
        "no-team": _("Player %(player)s is not in a team, but in this system everybody plays for one."),
        # Translators: as in “the bye is due to nobody”.
        "nobody": _("nobody"),
        "not-a-choice": _("This must be one of %(allowed)s, not %(value)s."),
        "not-a-flag": _("This must be true or false."),
        "not-a-list-of-pairs": _("This must be a list of pairs of player ids, such as [[3, 7]]."),
        "not-a-number": _("This must be a whole number, not %(value)s."),
        "not-a-pair": _("A pair is two player ids, such as [3, 7]."),
        "not-a-table-number": _("A table number is 1 or more, not %(table)s."),
        "not-a-table-size": _("%(system)s is for tables of %(sizes)s."),
        "not-allowed": _("This must be %(allowed)s, not %(value)s."),
        "not-counts": _('This must give players a whole number, 0 or more, such as {"6": 3}.'),
        "not-fixed-in-advance": _("%(system)s does not fix its rounds in advance: ask for one round at a time."),
        "not-fixed-tables": _('This must give players a table number, such as {"6": 3}.'),
        "not-of-the-system": _("This round does not follow the system: %(why)s"),
        "not-played-as-planned": _(
            "Round %(round)s was not played as planned; the rounds after it are planned again around it."
        ),
        "not-there": _("Round %(round)s: %(players)s not here; the other tables are as planned where possible."),
        "not-together": _("Players %(players)s should not sit together in this round; none of them is due."),
        "not-together-but": _("Players %(players)s should not sit together in this round; %(due)s should."),
        "odd-player-has-bye": _("%(people)s players do not fill tables of four and three: %(player)s has a bye."),
        "of-player": "%(number)s: %(text)s",
        "of-score-group": "%(points)s: %(text)s",
        # Translators: a note on the group that a board of all teams forms.
        "on-board": _("Board %(board)s: %(text)s"),
        "one-pair": _("one pair"),
        # Translators: figures follow, such as “3: 12½ / 30”: number, Buchholz, Sonneborn-Berger.
        "opposition": _("Strength of the opponents so far (Buchholz / Sonneborn-Berger): %(figures)s."),
        "opponents-again": _("%(a)s and %(b)s have already played against each other twice."),
        "other-pairs": _("other pairs"),
        "others-meet": _("Players %(a)s and %(b)s do not meet in this round; %(right)s do."),
        "pair-of-one": _("A pair is two players, not %(player)s twice."),
        "paired-by": _("Paired by %(edition)s."),
        # Translators: as in “3 pairs meet again”.
        "pairs": _("%(count)s pairs"),
        "partners-again": _("%(a)s and %(b)s have already been partners."),
        "partners-not-opposite": _("Partners do not sit opposite each other (QC 7.5)."),
        "past-the-end": _("This event has %(rounds)s rounds; there is no round %(round)s."),
        "planned-again": _("Planned again before round %(round)s, from the meetings and seats so far."),
        # Translators: as in “player 1 (seed 1)”.
        "player-came": _("player %(number)s (%(came)s)"),
        "power-best": _("Round %(round)s: no other tables would be better (proven)."),
        "power-forbidden": _(
            "No tables were found that keep all forbidden pairs apart in round %(round)s: %(pairs)s would meet. "
            "Take a pair out of pairing.forbidden."
        ),
        "power-near": _(
            "Round %(round)s: with as few repeats, other tables could be closer in points, seats and strengths by "
            "%(percent)s %% at most."
        ),
        "power-nearest": _(
            "Round %(round)s: with as few repeats, no other tables would be closer in points, seats and strengths "
            "(proven)."
        ),
        "power-repeats": _("Round %(round)s: %(pairs)s meet again (%(how)s)."),
        "power-repeats-allowed": _("Round %(round)s: %(pairs)s meet again, as repeat_weight lets them."),
        "power-spread": _(
            "Round %(round)s: the differences between the highest and lowest score of each table add up to "
            "%(points)s; with these players they cannot be less than %(least)s."
        ),
        "power-too-few": _(
            "%(players)s players take part in round %(round)s: too few for a table of %(size)s. Add players, "
            "or choose another system."
        ),
        "proven-fewest": _("proven the fewest"),
        "proven-fewest-spread": _("proven the fewest with the short tables spread"),
        "py4swiss-missing": _(
            "This event is paired by the rules before 1 February 2026, and py4swiss, which does that, is not "
            "installed. Install it (pip install py4swiss), or pair the round by hand."
        ),
        "reserves-sit-out": _("Round %(round)s: reserves of team %(team)s sit out: %(players)s."),
        "schedule": _("The complete schedule for %(people)s players in %(rounds)s rounds; places were drawn by lot."),
        "schedule-repeats-fewer": _(
            "For %(players)s players and %(rounds)s rounds a schedule fixed in advance (“Complete schedule at tables”) "
            "repeats fewer meetings."
        ),
        "score-group": _("Players with equal points: %(points)s."),
        "score-group-floated": _("Players with equal points: %(points)s; %(floated)s."),
        "seats-uneven": _("Seats out of balance: player %(player)s has had them %(counts)s times."),
        "second": _("second"),
        "seeding-round": _(
            "Round %(round)s is paired by the Dutch system. The Burstein system begins with round %(first)s, when "
            "opponents can be compared (C.04.4.2, 1.6)."
        ),
        "second-bracket-absent": _("Round %(round)s: not taking part, so they lose this round: %(players)s."),
        "second-bracket-resting": _("Round %(round)s: waiting while the other bracket plays: %(players)s."),
        # Translators: in brackets behind a player.
        "seed": _("seed %(number)s"),
        "several-seats": _("Player %(player)s has %(seats)s seats at this table."),
        "short-table": _("A table of %(players)s: these had the fewest such tables so far (%(had)s at most)."),
        "short-table-again": _(
            "Player %(player)s is at a short table again; another player has been at %(visits)s fewer."
        ),
        "short-table-first": _("A table of %(players)s; none of these players has had such a table before."),
        "short-tables-cost": _(
            "Spreading the short tables evenly costs %(repeated)s repeated meetings over the whole schedule; with"
            " “Short tables, fewest repeats” nobody meets twice, but some have more short tables."
        ),
        "short-tables-dear": _(
            "Short tables shared out like this cost %(repeated)s repeated meetings over the whole schedule; with "
            "“Short tables, fewest repeats” it would be %(fewest)s, but some players have more short tables."
        ),
        "short-tables-uneven": _(
            "To avoid repeated meetings, some players have %(most)s short tables and others %(least)s."
        ),
        "should-be-round": _("This should be round %(round)s."),
        # Translators: %(sizes)s are numbers: “3, 4 and 5”.
        "sizes-leave-byes": _("%(people)s players do not fill tables of %(sizes)s: some have a bye each round."),
        "sizes-without-usual": _("The sizes that tables may have must include the usual one, %(size)s."),
        "not-sizes": _("This must be a list of different numbers of players from 2 to 6, such as [3, 4, 5]."),
        "sixth": _("sixth"),
        "sits-and-has-bye": _("Player %(player)s sits here and has a bye as well."),
        "sits-at-two-tables": _("Player %(player)s also sits at table %(table)s. Take the player out of one of them."),
        "sits-nowhere": _("Player %(player)s takes part, but sits nowhere and has no bye."),
        "sits-there-already": _("Player %(player)s already sits at table %(table)s."),
        "spread-needless": _(
            "Different scores sit together unnecessarily: the differences between the highest and lowest "
            "score of each table add up to %(points)s; at the system's own tables they add up to %(own)s."
        ),
        "strongest-has-two-colours": _("Player %(player)s, the strongest of three, has two colours (QC 2.1)."),
        "swiss-no-bye": _(
            "Round %(round)s cannot be paired: the number of players is odd, and the bye could only go to a "
            "player who already had a bye or a win without a game (rule C2). Add one player, give a bye to a "
            "player who asks for one, or pair it by hand."
        ),
        "swiss-no-way": _(
            "Round %(round)s cannot be paired: no two players may meet again (rule C1), nobody may have two "
            "byes (C2), and the colours (C3) leave no other pairing. Play fewer rounds, add players, or pair "
            "it by hand."
        ),
        "swiss-no-way-with-forbidden": _(
            "Round %(round)s cannot be paired: no two players may meet again (rule C1), nobody may have two "
            "byes (C2), and the colours (C3) and the forbidden pairs leave no other pairing. Play fewer "
            "rounds, add players, take a pair out of pairing.forbidden, or pair it by hand."
        ),
        "swiss-too-few": _("Round %(round)s has %(players)s players; a Swiss round needs at least two."),
        "system-forbidden": _(
            "Round %(round)s, table %(table)s: players %(a)s and %(b)s must not meet, but by this system they do."
            " Take the pair out of pairing.forbidden."
        ),
        "table-fixed": _("Table %(table)s is fixed."),
        "table-full": _("Table %(table)s is full: swap the player with one who sits there."),
        "table-number-twice": _("There are %(times)s tables with this number."),
        "table-size": _("%(sitting)s sit here; a table of this event has 2 to %(size)s players."),
        "tables-forbidden": _(
            "Round %(round)s: no seating was found in which %(a)s and %(b)s do not meet. Take a pair out of "
            "pairing.forbidden, or play fewer rounds."
        ),
        "tables-missing": _("Round %(round)s does not have all of the tables %(tables)s."),
        "tables-not-numbered": _("The %(tables)s tables are not numbered 1 to %(tables)s."),
        "team-berger-four-boards": _("At tables of four a match has two boards or four, not %(asked)s."),
        "team-berger-seat": _("Seats out of balance: player %(player)s has seat 1 on this board by the Berger table."),
        "team-berger-too-few": _(
            "A round robin of teams needs at least two teams; the event has %(teams)s with players."
        ),
        "team-berger-too-many-rounds": _("A round robin of %(teams)s teams has %(whole)s rounds here, not %(asked)s."),
        "team-too-small": _(
            "Team %(team)s has %(players)s players and needs %(boards)s. Add players to the team. A player "
            "who misses a round can be marked absent."
        ),
        "third": _("third"),
        "three-teams-of-four": _("three teams of four"),
        "too-large": _("This must be at most %(maximum)s, not %(value)s."),
        "too-many-at-short-tables": _(
            "%(players)s players sit at tables with fewer than %(size)s; only %(due)s need to."
        ),
        "too-many-byes": _("%(count)s byes are given (%(players)s); %(due)s would be enough."),
        "too-small": _("This must be at least %(minimum)s, not %(value)s."),
        "two-byes": _("Player %(player)s has two byes."),
        # Translators: as in “This challenge is for two teams of four”.
        "two-teams-of-four": _("two teams of four"),
        "virtual-points": _("Virtual points are included."),
        "whist-changed": _(
            "The played rounds do not follow the schedule; the next round is the one that fits it best."
        ),
        "whist-forbidden": _(
            "Round %(round)s of the whist schedule has %(a)s and %(b)s at one table, who must not meet. Everybody"
            " meets everybody in it: take the pair out of pairing.forbidden."
        ),
        "whist-four": _("%(players)s sit here; a table of whist has four."),
        "whist-none": _(
            "No whist schedule for %(people)s players exists (it needs 4k or 4k + 1); there is one for %(near)s."
        ),
        "whist-not-known": _("No whist schedule for %(people)s players is known here; there is one for %(near)s."),
        "whist-not-together": _("%(players)s do not sit together like this in this round of the schedule."),
        "whist-round": _("Round %(round)s of the whist schedule for %(players)s."),
        "whist-some-missing": _(
            "Round %(round)s: some players are not here; the %(players)s others are paired with each other "
            "or have byes."
        ),
        "whist-too-many-rounds": _("The whist schedule for %(people)s players has %(whole)s rounds, not %(asked)s."),
        # Translators: as in “winner of table 3 in round 1”.
        "winner": _("winner"),
        "with-points": "%(player)s (%(points)s)",
    }
)
