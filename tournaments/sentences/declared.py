"""Messages that gettext does not see where they are written. Made by `python -m tools.messages`."""

# fmt: off
# ruff: noqa: E501, F401
from django.utils.translation import gettext, ngettext, npgettext, pgettext


def declared() -> None:
    # Translators: an option of Kwartet
    gettext("On turn without cards")
    # Translators: help for the option “On turn without cards” of Kwartet
    gettext("Who gets the turn when the player on turn has laid down their last cards and no pot is left.")
    # Translators: a choice of the option “On turn without cards” of Kwartet
    gettext("The next player with cards")
    # Translators: a choice of the option “On turn without cards” of Kwartet
    gettext("The player asked last, if they have cards")
    # Translators: an option of Kwartet
    gettext("Two players left")
    # Translators: help for the option “Two players left” of Kwartet
    gettext("Whether the game stops when only two of three or more hold cards, with two quartets or more unfinished; those quartets then count for nobody.")
    # Translators: a choice of the option “Two players left” of Kwartet
    gettext("They play on")
    # Translators: a choice of the option “Two players left” of Kwartet
    gettext("The game stops")
    # Translators: an option of Kwartet
    gettext("Quartets in the deck")
    # Translators: help for the option “Quartets in the deck” of Kwartet
    gettext("Where it is given, the quartets of a table must add up to it. A record tells by itself.")
    # Translators: an option of Quarto
    gettext("Attributes that count")
    # Translators: help for the option “Attributes that count” of Quarto
    gettext("Lines must agree in one of these. All four for the full game, one to three for beginners.")
    # Translators: a choice of the option “Attributes that count” of Quarto
    gettext("Colour (light or dark)")
    # Translators: a choice of the option “Attributes that count” of Quarto
    gettext("Shape (round or square)")
    # Translators: a choice of the option “Attributes that count” of Quarto
    gettext("Height (tall or short)")
    # Translators: a choice of the option “Attributes that count” of Quarto
    gettext("Fill (full or hollow)")
    # Translators: an option of Quarto
    gettext("Squares count as lines")
    # Translators: help for the option “Squares count as lines” of Quarto
    gettext("The nine 2 × 2 blocks of adjacent squares win too: the variant for advanced players.")
    # Translators: an option of Quarto
    gettext("The call")
    # Translators: help for the option “The call” of Quarto
    gettext("By the rules a line wins only if it is called; otherwise it wins for who completes it.")
    # Translators: a choice of the option “The call” of Quarto
    gettext("A line must be called")
    # Translators: a choice of the option “The call” of Quarto
    gettext("A line wins by itself")
    # Translators: a seat of Quatro Chess
    gettext("white")
    # Translators: a seat of Quatro Chess
    gettext("red")
    # Translators: a seat of Quatro Chess
    gettext("black")
    # Translators: a seat of Quatro Chess
    gettext("green")
    # Translators: an option of Quatro Chess
    gettext("Partners")
    # Translators: help for the option “Partners” of Quatro Chess
    gettext("Whether two players at a table play together against the other two.")
    # Translators: an option of Quatro Chess
    gettext("Points for a draw")
    # Translators: help for the option “Points for a draw” of Quatro Chess
    gettext("What the colours get that are still there when the game is drawn by the fifty-move rule or for want of mating material.")
    # Translators: a choice of the option “Points for a draw” of Quatro Chess
    gettext("They share the points of the places that are left")
    # Translators: a choice of the option “Points for a draw” of Quatro Chess
    gettext("Each gets 4, half of the winner's 8")
    # Translators: a pairing system
    gettext("Round robin (Berger tables)")
    # Translators: help for the pairing system “Round robin (Berger tables)”
    gettext("Everyone meets everyone, by the Berger tables.")
    # Translators: an option of pairing systems
    gettext("Random number for drawing lots")
    # Translators: help for the option “Random number for drawing lots” of pairing systems
    gettext("The same number always draws the same lots.")
    # Translators: an option of pairing systems
    gettext("Players at a table")
    # Translators: an option of pairing systems
    gettext("Rounds")
    # Translators: help for the option “Rounds” of pairing systems
    gettext("Empty: as many as the system makes.")
    # Translators: an option of pairing systems
    gettext("Pairs that must not meet")
    # Translators: an option of pairing systems
    gettext("Players who always sit at one table")
    # Translators: an option of pairing systems
    gettext("Pairing numbers")
    # Translators: help for the option “Pairing numbers” of pairing systems
    gettext("In which order the players are numbered when round 1 is paired.")
    # Translators: a choice of the option “Pairing numbers” of pairing systems
    gettext("As entered")
    # Translators: a choice of the option “Pairing numbers” of pairing systems
    gettext("By rating")
    # Translators: a choice of the option “Pairing numbers” of pairing systems
    gettext("By lot")
    # Translators: an option of pairing systems
    gettext("Cycles")
    # Translators: help for the option “Cycles” of pairing systems
    gettext("In the second cycle everyone meets again with colours reversed.")
    # Translators: a choice of the option “Cycles” of pairing systems
    gettext("Single round robin")
    # Translators: a choice of the option “Cycles” of pairing systems
    gettext("Double round robin")
    # Translators: an option of pairing systems
    gettext("Exchange the last two rounds of cycle 1")
    # Translators: help for the option “Exchange the last two rounds of cycle 1” of pairing systems
    gettext("So that nobody has one colour three times in a row where two cycles meet.")
    # Translators: a pairing system
    gettext("Board groups")
    # Translators: help for the pairing system “Board groups”
    gettext("The number ones of four, eight, … teams form a group, the number twos the next (QC 7.4).")
    # Translators: an option of pairing systems
    gettext("Who form a group")
    # Translators: help for the option “Who form a group” of pairing systems
    gettext("With eight teams or more. In fours, the first four teams in the list are together, then the next four.")
    # Translators: a choice of the option “Who form a group” of pairing systems
    gettext("The number ones of four teams, who meet in every round")
    # Translators: a choice of the option “Who form a group” of pairing systems
    gettext("The number ones of all teams")
    # Translators: an option of pairing systems
    gettext("The event of each board")
    # Translators: help for the option “The event of each board” of pairing systems
    gettext("For a group of eight or more. Four sit at one table all the time.")
    # Translators: a choice of the option “The event of each board” of pairing systems
    gettext("Complete schedule")
    # Translators: a choice of the option “The event of each board” of pairing systems
    gettext("Power pairing")
    # Translators: an option of pairing systems
    gettext("Boards")
    # Translators: help for the option “Boards” of pairing systems
    gettext("Empty: as many as every team has players.")
    # Translators: a pairing system
    gettext("Double-team challenge")
    # Translators: help for the pairing system “Double-team challenge”
    gettext("Two teams of four on two boards (QC 7.1).")
    # Translators: help for the number of rounds of the pairing system “Double-team challenge”
    gettext("Without a number of rounds there are six, after which all is even.")
    # Translators: a pairing system
    gettext("Knockout")
    # Translators: help for the pairing system “Knockout”
    gettext("Single elimination by seed; byes to the top seeds; the first of each table go on.")
    # Translators: an option of pairing systems
    gettext("Keep players of one club apart")
    # Translators: help for the option “Keep players of one club apart” of pairing systems
    gettext("They meet only where there is no other way, or none is found.")
    # Translators: an option of pairing systems
    gettext("Only in the first … rounds")
    # Translators: help for the option “Only in the first … rounds” of pairing systems
    gettext("How long players of one club, and pairs that must not meet, are kept apart. Empty: in all rounds.")
    # Translators: an option of pairing systems
    gettext("How many go on from each table")
    # Translators: help for the option “How many go on from each table” of pairing systems
    gettext("Empty: two of four, one of three or two.")
    # Translators: an option of pairing systems
    gettext("Game for third place")
    # Translators: help for the option “Game for third place” of pairing systems
    gettext("At tables of two: the losers of the semifinals meet beside the final. Else the final decides it.")
    # Translators: an option of pairing systems
    gettext("Level for the last place that goes on")
    # Translators: help for the option “Level for the last place that goes on” of pairing systems
    gettext("After points and the game's own tally.")
    # Translators: a choice of the option “Level for the last place that goes on” of pairing systems
    gettext("The arbiter enters a play-off")
    # Translators: a choice of the option “Level for the last place that goes on” of pairing systems
    gettext("The higher seed goes on")
    # Translators: a pairing system
    gettext("Swiss (FIDE Dutch)")
    # Translators: help for the pairing system “Swiss (FIDE Dutch)”
    gettext("Equal scores meet, nobody twice, colours balanced: FIDE Handbook C.04.3 (Dutch system), in force since 1 February 2026.")
    # Translators: an option of pairing systems
    gettext("Initial colour")
    # Translators: help for the option “Initial colour” of pairing systems
    gettext("Who of the top pair has seat 1 in round 1: the higher, the lower, or by lot.")
    # Translators: a choice of the option “Initial colour” of pairing systems
    gettext("The higher has seat 1")
    # Translators: a choice of the option “Initial colour” of pairing systems
    gettext("The lower has seat 1")
    # Translators: an option of pairing systems
    gettext("Edition of the rules")
    # Translators: help for the option “Edition of the rules” of pairing systems
    gettext("The FIDE rules by which the rounds are paired. An event keeps the edition it began with.")
    # Translators: a choice of the option “Edition of the rules” of pairing systems
    gettext("In force since 1 February 2026")
    # Translators: a choice of the option “Edition of the rules” of pairing systems
    gettext("Before, until 31 January 2026")
    # Translators: an option of pairing systems
    gettext("Acceleration")
    # Translators: help for the option “Acceleration” of pairing systems
    gettext("Baku (FIDE C.04.5.1): in the first half of the rounds the upper half of the players is paired with up to one point more than it has, so that the strong meet earlier. It needs the number of rounds.")
    # Translators: a choice of the option “Acceleration” of pairing systems
    gettext("None")
    # Translators: a choice of the option “Acceleration” of pairing systems
    gettext("Baku")
    # Translators: a pairing system
    gettext("Power pairing at tables (Swiss for three and four)")
    # Translators: help for the pairing system “Power pairing at tables (Swiss for three and four)”
    gettext("Equal scores sit together, no pair meets again before it must, seats are balanced.")
    # Translators: an option of pairing systems
    gettext("When the players do not fill all tables")
    # Translators: help for the option “When the players do not fill all tables” of pairing systems
    gettext("Short tables: nobody sits at a second one before everybody has sat at one. Byes: nobody has a second one before everybody had one.")
    # Translators: a choice of the option “When the players do not fill all tables” of pairing systems
    gettext("Tables with one player less")
    # Translators: a choice of the option “When the players do not fill all tables” of pairing systems
    gettext("Byes")
    # Translators: an option of pairing systems
    gettext("Weight of a repeated meeting")
    # Translators: help for the option “Weight of a repeated meeting” of pairing systems
    gettext("Empty: no two meet again as long as that can be avoided. A number k: a repeated meeting counts as much as a player k places' worth of points away from the others at the table, so that in a small field equal scores sit together more often.")
    # Translators: a pairing system
    gettext("Complete schedule at tables")
    # Translators: help for the pairing system “Complete schedule at tables”
    gettext("As few repeated meetings as can be, seats balanced, for any number of rounds.")
    # Translators: help for the option “Rounds” of pairing systems
    gettext("Empty: as many as a schedule is known for in which nobody meets twice, but at least three.")
    # Translators: help for the option “When the players do not fill all tables” of pairing systems
    gettext("Short tables: nobody sits at a second one before everybody has sat at one. For some numbers that costs repeated meetings, which uneven ones avoid. Byes: all who play have full tables.")
    # Translators: a choice of the option “When the players do not fill all tables” of pairing systems
    gettext("Short tables in turn")
    # Translators: a choice of the option “When the players do not fill all tables” of pairing systems
    gettext("Short tables, fewest repeats")
    # Translators: a pairing system
    gettext("Round robin of teams (Berger tables)")
    # Translators: help for the pairing system “Round robin of teams (Berger tables)”
    gettext("Every team meets every team: board by board, or pair by pair at tables of four.")
    # Translators: an option of pairing systems
    gettext("Boards of a match")
    # Translators: help for the option “Boards of a match” of pairing systems
    gettext("At tables of two; empty: as many as every team has players. At tables of four a match has four.")
    # Translators: a pairing system
    gettext("Triple-team challenge")
    # Translators: help for the pairing system “Triple-team challenge”
    gettext("Three teams of four on three boards (QC 7.2, 7.3).")
    # Translators: help for the number of rounds of the pairing system “Triple-team challenge”
    gettext("Without a number of rounds there are four: each pair plays against each.")
    # Translators: a pairing system
    gettext("Whist (changing partners)")
    # Translators: help for the pairing system “Whist (changing partners)”
    gettext("Everybody partners each other once and opposes each twice.")
    # Translators: the notice “and”
    gettext("%(first)s and %(last)s")
    # Translators: the notice “or”
    gettext("%(first)s or %(last)s")
    # Translators: the notice “claimed-places”
    gettext("The record claims the places %(claim)s; the game gives %(result)s.")
    # Translators: the notice “claimed-points”
    gettext("The record claims the points %(claim)s; the game gives %(result)s.")
    # Translators: the notice “claimed-too-early”
    gettext("The record claims a result, but its game is not over; leave out the claim.")
    # Translators: the notice “game-over”
    gettext("The game is over before %(move)s; nothing may follow its end.")
    # Translators: the notice “json-decimal”
    gettext("a number with a decimal point")
    # Translators: the notice “json-flag”
    gettext("true or false")
    # Translators: the notice “json-list”
    gettext("a list")
    # Translators: the notice “json-number”
    gettext("a number")
    # Translators: the notice “json-object”
    gettext("an object")
    # Translators: the notice “json-string”
    gettext("the string %(text)s")
    # Translators: the notice “name-no-text”
    gettext("%(where)s holds half a surrogate pair or a NUL, which is no text.")
    # Translators: the notice “name-of-seat”
    gettext("The name of seat %(seat)s")
    # Translators: the notice “name-too-long”
    gettext("%(where)s has %(length)s characters; names have at most %(most)s.")
    # Translators: the notice “no-game”
    gettext("There is no game %(key)s; the games are %(games)s.")
    # Translators: the notice “no-string”
    gettext("no string")
    # Translators: the notice “nothing”
    gettext("nothing")
    # Translators: the notice “option-choice”
    gettext("The option \"%(option)s\" is %(values)s.")
    # Translators: the notice “option-choices”
    gettext("The option \"%(option)s\" is a list of one or more of %(values)s, each at most once.")
    # Translators: the notice “option-flag”
    gettext("The option \"%(option)s\" is true or false.")
    # Translators: the notice “option-number”
    gettext("The option \"%(option)s\" is a whole number from %(least)s to %(most)s.")
    # Translators: the notice “option-teams”
    gettext("The option \"%(option)s\" is two lists of seats, each seat once, such as [[1, 3], [2, 4]].")
    # Translators: the notice “option-teams-seats”
    gettext("The option \"%(option)s\" must hold each of the %(seats)s seats once.")
    # Translators: the notice “record-claimed”
    gettext("\"claimed\" is an object with places, points or both, not %(kind)s.")
    # Translators: the notice “record-claimed-empty”
    gettext("\"claimed\" is empty; it holds places, points or both, or is left out.")
    # Translators: the notice “record-claimed-fraction”
    gettext("Claimed points %(value)s are no fraction in lowest terms such as \"8\" or \"7/2\".")
    # Translators: the notice “record-claimed-has-no”
    gettext("\"claimed\" has no %(name)s; it holds places, points or both.")
    # Translators: the notice “record-claimed-place”
    gettext("A claimed place is a whole number, not %(kind)s.")
    # Translators: the notice “record-claimed-points”
    gettext("Claimed points are strings such as \"8\" or \"7/2\", not %(kind)s.")
    # Translators: the notice “record-claimed-seats”
    gettext("\"claimed\" has one entry a seat in %(name)s, here a list of %(seats)s.")
    # Translators: the notice “record-game”
    gettext("\"game\" is the key of a game, a string, not %(kind)s.")
    # Translators: the notice “record-has-no”
    gettext("A record has no %(name)s; it holds %(names)s.")
    # Translators: the notice “record-lacks”
    gettext("The record has no \"%(name)s\"; it needs %(names)s.")
    # Translators: the notice “record-move”
    gettext("Each entry of moves is a string, not %(kind)s.")
    # Translators: the notice “record-moves”
    gettext("\"moves\" is a list of strings, not %(kind)s.")
    # Translators: the notice “record-name-twice”
    gettext("The name %(name)s stands twice in one object; each name may stand once.")
    # Translators: the notice “record-no-json”
    gettext("The text is not JSON: %(fault)s at line %(line)s, column %(column)s; a record is one JSON object.")
    # Translators: the notice “record-no-number”
    gettext("The text is not JSON: %(name)s is no JSON number.")
    # Translators: the notice “record-no-options”
    gettext("%(game)s has no option %(option)s; it has no options.")
    # Translators: the notice “record-no-such-option”
    gettext("%(game)s has no option %(option)s; its options are %(options)s.")
    # Translators: the notice “record-no-utf8”
    gettext("The text is not UTF-8: byte %(byte)s cannot be read.")
    # Translators: the notice “record-not-an-object”
    gettext("A record is one JSON object, not %(kind)s.")
    # Translators: the notice “record-number-of-seats”
    gettext("%(game)s is played by %(numbers)s players, not by %(seats)s.")
    # Translators: the notice “record-object”
    gettext("\"%(name)s\" is an object ({} where empty), not %(kind)s.")
    # Translators: the notice “record-seat”
    gettext("Seat %(seat)s is a name or null, not %(kind)s.")
    # Translators: the notice “record-seats”
    gettext("\"seats\" is a list with one name (or null) a seat, not %(kind)s.")
    # Translators: the notice “record-surrogate”
    gettext("The text holds half a surrogate pair, so it is not UTF-8.")
    # Translators: the notice “record-too-deep”
    gettext("The record is nested more than %(most)s deep; no game needs that.")
    # Translators: the notice “record-too-long”
    gettext("The record has more than 1 MiB of text; at most %(most)s bytes are read.")
    # Translators: the notice “record-too-many-moves”
    gettext("The record has %(moves)s moves; at most %(most)s are replayed.")
    # Translators: the notice “a-bye-for”
    gettext("a bye for %(player)s")
    # Translators: the notice “against”
    gettext("%(one)s against %(other)s")
    # Translators: the notice “all-paired”
    gettext("All %(rounds)s rounds of this event are paired already.")
    # Translators: the notice “at-table”
    gettext("Table %(number)s: %(text)s")
    # Translators: the notice “baku-needs-rounds”
    gettext("Baku acceleration needs to know how many rounds the event has: set the number of rounds, or choose no acceleration.")
    # Translators: the notice “berger-around”
    gettext("Paired around the changed rounds: these two had not met.")
    # Translators: the notice “berger-bye”
    gettext("Round %(round)s: %(player)s has a bye, because %(other)s is not there.")
    # Translators: the notice “berger-changed”
    gettext("The played rounds are not all those of the Berger table; the rest is paired around them.")
    # Translators: the notice “berger-forbidden”
    gettext("Round %(round)s of the Berger table pairs %(a)s and %(b)s, who must not meet. In a round robin everyone meets everyone: take the pair out of pairing.forbidden.")
    # Translators: the notice “berger-round”
    gettext("Round %(round)s of the Berger table for %(players)s.")
    # Translators: the notice “berger-seat”
    gettext("Seats out of balance: player %(player)s has seat 1 here by the Berger table, not %(other)s.")
    # Translators: the notice “berger-too-few”
    gettext("A round robin needs two players at least.")
    # Translators: the notice “berger-too-many-rounds”
    gettext("A round robin of %(people)s players has %(whole)s rounds, not %(asked)s.")
    # Translators: the notice “berger-too-many-rounds-once”
    gettext("A round robin of %(people)s players has %(whole)s rounds, not %(asked)s; with cycles 2 it has twice as many.")
    # Translators: the notice “berger-too-many-tables”
    gettext("All rounds of a round robin of %(people)s players are %(rounds)s rounds of %(tables)s tables, too many to make at once. Ask for one round at a time, or play in groups.")
    # Translators: the notice “board-groups-teams”
    gettext("Board groups are for four teams or a multiple of four (QC 7.4); the event has %(teams)s teams with players. Change the teams, or choose team-berger.")
    # Translators: the notice “board-reason”
    gettext("Board %(board)s. %(text)s")
    # Translators: the notice “boards-mixed”
    gettext("Boards %(boards)s sit together; each board is a group (QC 7.4).")
    # Translators: the notice “both-must-have-black”
    gettext("Players %(a)s and %(b)s must both have black in this round (rule C3).")
    # Translators: the notice “both-must-have-white”
    gettext("Players %(a)s and %(b)s must both have white in this round (rule C3).")
    # Translators: the notice “bye-again”
    gettext("Player %(player)s has had %(had)s byes already; the bye is due to %(due)s.")
    # Translators: the notice “bye-due-to”
    gettext("Player %(player)s has a bye; it is due to %(players)s in this round.")
    # Translators: the notice “bye-due-to-another”
    gettext("Player %(player)s has the bye, but the bye is due to player %(due)s.")
    # Translators: the notice “bye-not-due”
    gettext("Player %(player)s has a bye that is not due in this round.")
    # Translators: the notice “bye-not-needed”
    gettext("Player %(player)s has the bye, but no bye is needed.")
    # Translators: the notice “bye-without-taking-part”
    gettext("Player %(player)s does not take part: no bye of the pairing, but a zero bye or none.")
    # Translators: the notice “came-from-table”
    gettext("%(place)s of table %(table)s in round %(round)s")
    # Translators: the notice “cannot-be-seated”
    gettext("Round %(round)s: %(people)s players cannot be seated at tables of %(size)s; at least %(least)s are needed.")
    # Translators: the notice “challenge-teams”
    gettext("This challenge is for %(teams)s; the event has %(there)s teams with players. Change the teams, or choose board-groups or team-berger.")
    # Translators: the notice “clubs-not-apart”
    gettext("Round %(round)s: players of one club could not be kept apart.")
    # Translators: the notice “colour-not-due”
    gettext("Player %(player)s does not get the colour due (C12).")
    # Translators: the notice “colour-rules-seat”
    gettext("Seats out of balance: by the colour rules player %(player)s has seat 1, not %(other)s.")
    # Translators: the notice “colours-so-far”
    gettext("Colours so far %(colours)s.")
    # Translators: the notice “counts-as-draw”
    gettext("Round %(round)s, table %(table)s has no result yet; it counts as a draw here.")
    # Translators: the notice “criteria-missed”
    gettext("Criteria not fully met, by score group, and how often: %(misses)s.")
    # Translators: the notice “do-not-meet”
    gettext("Players %(a)s and %(b)s do not meet in this round.")
    # Translators: the notice “does-not-take-part”
    gettext("Player %(player)s does not take part in this round.")
    # Translators: the notice “edition-2018”
    gettext("FIDE Handbook C.04.3 (Dutch system), the edition in force until 31 January 2026")
    # Translators: the notice “edition-2026”
    gettext("FIDE Handbook C.04.3 (Dutch system), in force since 1 February 2026")
    # Translators: the notice “empty-board”
    gettext("Round %(round)s: team %(team)s has nobody on board %(board)s.")
    # Translators: the notice “empty-boards”
    gettext("Round %(round)s: team %(team)s has nobody on boards %(boards)s.")
    # Translators: the notice “fewer-not-found”
    gettext("fewer were not found")
    # Translators: the notice “fixed-table”
    gettext("Player %(player)s should sit at table %(table)s.")
    # Translators: the notice “fixed-table-beyond”
    gettext("Player %(player)s should sit at table %(table)s, but there are only %(tables)s tables.")
    # Translators: the notice “fixed-table-other”
    gettext("Player %(player)s should sit at table %(table)s, but plays at fixed table %(other)s.")
    # Translators: the notice “fixed-table-taken”
    gettext("Player %(player)s should sit at table %(table)s, which is kept for another player.")
    # Translators: the notice “floated-down-before”
    gettext("Player %(player)s floated down in the round before too (C14, C18).")
    # Translators: the notice “floated-down-from”
    gettext("player %(player)s floated down from %(points)s")
    # Translators: the notice “floated-down-two-before”
    gettext("Player %(player)s floated down two rounds before too (C16, C20).")
    # Translators: the notice “floated-to”
    gettext("Player %(player)s with %(points)s floated down to player %(other)s with %(others)s.")
    # Translators: the notice “floated-up-before”
    gettext("Player %(player)s floated up in the round before too (C15, C19).")
    # Translators: the notice “floated-up-from”
    gettext("player %(player)s floated up from %(points)s")
    # Translators: the notice “floated-up-two-before”
    gettext("Player %(player)s floated up two rounds before too (C17, C21).")
    # Translators: the notice “four-seats”
    gettext("A table of this game has four seats (QC 2.1), not %(seats)s.")
    # Translators: the notice “fourth”
    gettext("fourth")
    # Translators: the notice “free-in-round”
    gettext("free in round %(round)s")
    # Translators: the notice “had-a-bye-c2”
    gettext("Player %(player)s had a bye or a forfeit win already, so no bye now (rule C2).")
    # Translators: the notice “has-a-place”
    gettext("Player %(player)s has a place in round %(round)s already.")
    # Translators: the notice “has-no-table”
    gettext("Player %(player)s has no table already.")
    # Translators: the notice “has-the-bye”
    gettext("Player %(player)s has the bye with %(points)s: nobody with fewer points can have it (C5).")
    # Translators: the notice “in-round”
    gettext("Round %(number)s: %(text)s")
    # Translators: the notice “kept-apart-sit-together”
    gettext("Round %(round)s: sit together though they should be kept apart: %(pairs)s.")
    # Translators: the notice “knockout-decided”
    gettext("The knockout is decided.")
    # Translators: the notice “knockout-final”
    gettext("Final: %(players)s.")
    # Translators: the notice “knockout-forbidden”
    gettext("Round %(round)s: players %(a)s and %(b)s must not meet, but the bracket has no other table for either. Take the pair out of pairing.forbidden.")
    # Translators: the notice “knockout-free”
    gettext("Round %(round)s: go on without playing: %(players)s.")
    # Translators: the notice “knockout-gone”
    gettext("Round %(round)s: take no part and are out: %(players)s.")
    # Translators: the notice “knockout-level”
    gettext("Round %(round)s, table %(table)s: players %(players)s are level for the last place that goes on. Let them play off and enter the result of that, or set pairing.tie to higher-seed or lot.")
    # Translators: the notice “knockout-result-missing”
    gettext("Round %(round)s, table %(table)s has no result yet: enter it, to know who goes on.")
    # Translators: the notice “knockout-third-place”
    gettext("For third place: %(players)s.")
    # Translators: the notice “knockout-third-place-of-two”
    gettext("At tables of more than two the final decides the third place; leave third_place out.")
    # Translators: the notice “knockout-too-few”
    gettext("A knockout needs two players at least; there are %(people)s.")
    # Translators: the notice “knockout-too-many-go-on”
    gettext("Of a table of %(size)s at most %(most)s go on, not %(advance)s.")
    # Translators: the notice “knockout-won”
    gettext("The knockout is decided: player %(player)s has won.")
    # Translators: the notice “later-rounds-stay”
    gettext("Round %(round)s is not the last: later rounds stay as they are.")
    # Translators: the notice “many-kept-apart-sit-together”
    gettext("Round %(round)s: sit together though they should be kept apart: %(pairs)s, %(more)s more.")
    # Translators: the notice “meet-again”
    gettext("Players %(a)s and %(b)s meet again.")
    # Translators: the notice “met-before”
    gettext("Players %(a)s and %(b)s met in round %(rounds)s already.")
    # Translators: the notice “met-before-c1”
    gettext("Players %(a)s and %(b)s met in round %(rounds)s already (rule C1).")
    # Translators: the notice “met-needlessly”
    gettext("Players %(a)s and %(b)s met in round %(rounds)s already; this round needs %(needed)s such meetings, not %(meetings)s.")
    # Translators: the notice “moved-down”
    gettext("Moved down, with the score group that has no opponent for them: %(moves)s.")
    # Translators: the notice “must-not-meet”
    gettext("Players %(a)s and %(b)s must not meet.")
    # Translators: the notice “needs-one-table-more”
    gettext("These people need more tables than they have: choose one table more.")
    # Translators: the notice “neighbouring-colours”
    gettext("Two players have white and red, black and green (QC 2.2).")
    # Translators: the notice “neighbours”
    gettext("Neighbours in the standings, scores %(lowest)s to %(highest)s.")
    # Translators: the notice “no-pair-of-the-swiss”
    gettext("Players %(a)s and %(b)s are no pair of this round by the Dutch system, as the results now stand; it makes %(pairs)s.")
    # Translators: the notice “no-place”
    gettext("Player %(player)s has no place in round %(round)s: neither a table nor a bye.")
    # Translators: the notice “no-player”
    gettext("There is no player %(player)s.")
    # Translators: the notice “no-player-for-bye”
    gettext("There is no player %(player)s to have a bye.")
    # Translators: the notice “no-round”
    gettext("There is no round %(round)s; the event has %(rounds)s.")
    # Translators: the notice “no-such-option”
    gettext("%(system)s has no such option; it knows %(options)s.")
    # Translators: the notice “no-system”
    gettext("There is no system %(key)s; there are %(systems)s.")
    # Translators: the notice “no-table”
    gettext("Round %(round)s has no table %(table)s.")
    # Translators: the notice “no-team”
    gettext("Player %(player)s is in no team; in this system everybody plays for one.")
    # Translators: the notice “nobody”
    gettext("nobody")
    # Translators: the notice “not-a-choice”
    gettext("This is one of %(allowed)s, not %(value)s.")
    # Translators: the notice “not-a-flag”
    gettext("This is true or false.")
    # Translators: the notice “not-a-list-of-pairs”
    gettext("This is a list of pairs of player ids, such as [[3, 7]].")
    # Translators: the notice “not-a-number”
    gettext("This is a whole number, not %(value)s.")
    # Translators: the notice “not-a-pair”
    gettext("A pair is two player ids, such as [3, 7].")
    # Translators: the notice “not-a-table-number”
    gettext("A table number is 1 or more, not %(table)s.")
    # Translators: the notice “not-a-table-size”
    gettext("%(system)s is for tables of %(sizes)s.")
    # Translators: the notice “not-allowed”
    gettext("This is %(allowed)s, not %(value)s.")
    # Translators: the notice “not-fixed-in-advance”
    gettext("%(system)s does not fix its rounds in advance: ask for one round at a time.")
    # Translators: the notice “not-fixed-tables”
    gettext("This gives players a table number, such as {\"6\": 3}.")
    # Translators: the notice “not-of-the-system”
    gettext("This round is not one of the system: %(why)s")
    # Translators: the notice “not-played-as-planned”
    gettext("Round %(round)s was not played as planned; the rounds after it are planned again around it.")
    # Translators: the notice “not-there”
    gettext("Round %(round)s: %(players)s not there; the other tables are as planned where they can be.")
    # Translators: the notice “not-together”
    gettext("Players %(players)s do not sit together in this round; none of them is due.")
    # Translators: the notice “not-together-but”
    gettext("Players %(players)s do not sit together in this round; due are %(due)s.")
    # Translators: the notice “odd-player-has-bye”
    gettext("%(people)s players do not fill tables of four and three: %(player)s has a bye.")
    # Translators: the notice “on-board”
    gettext("Board %(board)s: %(text)s")
    # Translators: the notice “one-pair”
    gettext("one pair")
    # Translators: the notice “opponents-again”
    gettext("%(a)s and %(b)s have opposed each other twice already.")
    # Translators: the notice “other-pairs”
    gettext("other pairs")
    # Translators: the notice “others-meet”
    gettext("Players %(a)s and %(b)s do not meet in this round; %(right)s do.")
    # Translators: the notice “pair-of-one”
    gettext("A pair is two players, not %(player)s twice.")
    # Translators: the notice “paired-by”
    gettext("Paired by %(edition)s.")
    # Translators: the notice “pairs”
    gettext("%(count)s pairs")
    # Translators: the notice “partners-again”
    gettext("%(a)s and %(b)s have been partners already.")
    # Translators: the notice “partners-not-opposite”
    gettext("Partners do not sit opposite each other (QC 7.5).")
    # Translators: the notice “past-the-end”
    gettext("This event has %(rounds)s rounds; there is no round %(round)s.")
    # Translators: the notice “planned-again”
    gettext("Planned again before round %(round)s, from the meetings and seats so far.")
    # Translators: the notice “player-came”
    gettext("player %(number)s (%(came)s)")
    # Translators: the notice “power-forbidden”
    gettext("No tables were found that keep all forbidden pairs apart in round %(round)s: %(pairs)s would meet. Take a pair out of pairing.forbidden.")
    # Translators: the notice “power-repeats”
    gettext("Round %(round)s: %(pairs)s meet again (%(how)s).")
    # Translators: the notice “power-repeats-allowed”
    gettext("Round %(round)s: %(pairs)s meet again, as repeat_weight lets them.")
    # Translators: the notice “power-spread”
    gettext("Round %(round)s: highest less lowest score, over all tables, makes %(points)s; no tables of these players can make less than %(least)s.")
    # Translators: the notice “power-too-few”
    gettext("%(players)s players take part in round %(round)s: too few for a table of %(size)s. Bring more players in, or choose another system.")
    # Translators: the notice “proven-fewest”
    gettext("proven the fewest")
    # Translators: the notice “proven-fewest-spread”
    gettext("proven the fewest with the short tables spread")
    # Translators: the notice “py4swiss-missing”
    gettext("This event is paired by the rules before 1 February 2026, and py4swiss, which does that, is not installed. Install it (pip install py4swiss), or pair the round by hand.")
    # Translators: the notice “reserves-sit-out”
    gettext("Round %(round)s: reserves of team %(team)s sit out: %(players)s.")
    # Translators: the notice “result-would-be-lost”
    gettext("The result of table %(table)s would be lost.")
    # Translators: the notice “same-club”
    gettext("Table %(table)s: players %(a)s and %(b)s are of one club (%(club)s).")
    # Translators: the notice “schedule”
    gettext("The complete schedule for %(people)s players in %(rounds)s rounds; places were drawn by lot.")
    # Translators: the notice “schedule-repeats-fewer”
    gettext("For %(players)s players and %(rounds)s rounds a schedule fixed in advance (system tables) repeats fewer meetings.")
    # Translators: the notice “score-group”
    gettext("Score group %(points)s.")
    # Translators: the notice “score-group-floated”
    gettext("Score group %(points)s; %(floated)s.")
    # Translators: the notice “seats-uneven”
    gettext("Seats out of balance: player %(player)s has had them %(counts)s times.")
    # Translators: the notice “second”
    gettext("second")
    # Translators: the notice “seed”
    gettext("seed %(number)s")
    # Translators: the notice “several-seats”
    gettext("Player %(player)s has %(seats)s seats at this table.")
    # Translators: the notice “short-table”
    gettext("A table of %(players)s: these had the fewest such tables so far (%(had)s at most).")
    # Translators: the notice “short-table-again”
    gettext("Player %(player)s is at a short table again; another has been at %(visits)s fewer.")
    # Translators: the notice “short-tables-cost”
    gettext("Spreading the short tables evenly costs %(repeated)s repeated meetings over the whole schedule; with leftover \"uneven\" nobody meets twice, but some have more short tables.")
    # Translators: the notice “should-be-round”
    gettext("This should be round %(round)s.")
    # Translators: the notice “sits-and-has-bye”
    gettext("Player %(player)s sits here and has a bye as well.")
    # Translators: the notice “sits-at-two-tables”
    gettext("Player %(player)s sits at table %(table)s too. Take the player out of one of them.")
    # Translators: the notice “sits-nowhere”
    gettext("Player %(player)s takes part, but sits nowhere and has no bye.")
    # Translators: the notice “sits-there-already”
    gettext("Player %(player)s sits at table %(table)s already.")
    # Translators: the notice “spread-needless”
    gettext("Scores that differ sit together without need: highest less lowest score, over all tables, makes %(points)s; the system's own tables make %(own)s.")
    # Translators: the notice “strongest-has-two-colours”
    gettext("Of three, player %(player)s, the strongest, has two colours (QC 2.1).")
    # Translators: the notice “swiss-no-bye”
    gettext("Round %(round)s cannot be paired: the players are odd in number, and with any pairs the bye would go to a player who had a bye or a win without a game already (rule C2). Bring one player more in, or let one have a bye that they ask for, or pair it by hand.")
    # Translators: the notice “swiss-no-way”
    gettext("Round %(round)s cannot be paired: no two may meet again (rule C1), nobody may have two byes (C2), and the colours (C3) leave no way. Play fewer rounds, bring more players in, or pair it by hand.")
    # Translators: the notice “swiss-no-way-with-forbidden”
    gettext("Round %(round)s cannot be paired: no two may meet again (rule C1), nobody may have two byes (C2), and the colours (C3) and the forbidden pairs leave no way. Play fewer rounds, bring more players in, take a pair out of pairing.forbidden, or pair it by hand.")
    # Translators: the notice “swiss-too-few”
    gettext("Round %(round)s has %(players)s players; a Swiss round needs two at least.")
    # Translators: the notice “system-forbidden”
    gettext("Round %(round)s, table %(table)s: players %(a)s and %(b)s must not meet, but by this system they do. Take the pair out of pairing.forbidden.")
    # Translators: the notice “table-fixed”
    gettext("Table %(table)s is fixed.")
    # Translators: the notice “table-full”
    gettext("Table %(table)s is full: exchange the player with one who sits there.")
    # Translators: the notice “table-number-twice”
    gettext("There are %(times)s tables with this number.")
    # Translators: the notice “table-size”
    gettext("%(sitting)s sit here; a table of this event has 2 to %(size)s players.")
    # Translators: the notice “tables-forbidden”
    gettext("Round %(round)s: no seating was found in which %(a)s and %(b)s do not meet. Take a pair out of pairing.forbidden, or play fewer rounds.")
    # Translators: the notice “tables-missing”
    gettext("Round %(round)s does not have all of the tables %(tables)s.")
    # Translators: the notice “tables-not-numbered”
    gettext("The %(tables)s tables are not numbered 1 to %(tables)s.")
    # Translators: the notice “team-berger-four-boards”
    gettext("At tables of four a match has four boards, not %(asked)s.")
    # Translators: the notice “team-berger-seat”
    gettext("Seats out of balance: player %(player)s has seat 1 on this board by the Berger table.")
    # Translators: the notice “team-berger-too-few”
    gettext("A round robin of teams needs two at least; the event has %(teams)s with players.")
    # Translators: the notice “team-berger-too-many-rounds”
    gettext("A round robin of %(teams)s teams has %(whole)s rounds here, not %(asked)s.")
    # Translators: the notice “team-too-small”
    gettext("Team %(team)s has %(players)s players and needs %(boards)s. Add players to the team; who is not there in a round may be marked absent.")
    # Translators: the notice “third”
    gettext("third")
    # Translators: the notice “three-teams-of-four”
    gettext("three teams of four")
    # Translators: the notice “too-large”
    gettext("This is at most %(maximum)s, not %(value)s.")
    # Translators: the notice “too-many-at-short-tables”
    gettext("%(players)s players sit at tables with fewer than %(size)s; %(due)s need to.")
    # Translators: the notice “too-many-byes”
    gettext("%(count)s byes are given (%(players)s); %(due)s would do.")
    # Translators: the notice “too-small”
    gettext("This is at least %(minimum)s, not %(value)s.")
    # Translators: the notice “two-byes”
    gettext("Player %(player)s has two byes.")
    # Translators: the notice “two-teams-of-four”
    gettext("two teams of four")
    # Translators: the notice “virtual-points”
    gettext("Virtual points are included.")
    # Translators: the notice “whist-changed”
    gettext("The played rounds are not those of the schedule; the next is the one of it that fits best.")
    # Translators: the notice “whist-forbidden”
    gettext("Round %(round)s of the whist schedule has %(a)s and %(b)s at one table, who must not meet. Everybody meets everybody in it: take the pair out of pairing.forbidden.")
    # Translators: the notice “whist-four”
    gettext("%(players)s sit here; a table of whist has four.")
    # Translators: the notice “whist-none”
    gettext("No whist schedule for %(people)s players exists (it needs 4k or 4k + 1); there is one for %(near)s.")
    # Translators: the notice “whist-not-known”
    gettext("No whist schedule for %(people)s players is known here; there is one for %(near)s.")
    # Translators: the notice “whist-not-together”
    gettext("%(players)s do not sit together so in this round of the schedule.")
    # Translators: the notice “whist-round”
    gettext("Round %(round)s of the whist schedule for %(players)s.")
    # Translators: the notice “whist-some-missing”
    gettext("Round %(round)s: some are not there; %(players)s others are paired among themselves or have byes.")
    # Translators: the notice “whist-too-many-rounds”
    gettext("The whist schedule for %(people)s players has %(whole)s rounds, not %(asked)s.")
    # Translators: the notice “winner”
    gettext("winner")
    # Translators: the notice “changed-by-hand”
    gettext("Changed by hand.")
    # Translators: the notice “at-move”
    gettext("move %(number)s: %(text)s")
    # Translators: the notice “pairing-failed”
    gettext("The pairing failed because of an error in the program. The program's log has the details. Nothing was changed.")
    # Translators: the notice “replay-failed”
    gettext("The replay failed because of an error in the program. The program's log has the details.")
    # Translators: the notice “record-agrees”
    gettext("The record gives %(points)s, as entered.")
    # Translators: the notice “record-colours”
    gettext("The colours %(first)s and %(second)s belong to one player in the record or at the table, not in both.")
    # Translators: the notice “record-corrected”
    gettext("The result was corrected to %(points)s.")
    # Translators: the notice “record-decides”
    gettext("The result follows from the record: %(points)s.")
    # Translators: the notice “record-differs”
    gettext("The record gives %(points)s, but %(entered)s was entered.")
    # Translators: the notice “record-not-over”
    gettext("The game is not over in this record, so it proves no result.")
    # Translators: the notice “record-of-another-game”
    gettext("This is a record of %(game)s, but this tournament plays %(played)s.")
    # Translators: the notice “record-players”
    gettext("The record has %(record)s players, but the table has %(table)s.")
    # Translators: the notice “record-round-taken-back”
    gettext("The round was taken back before the record was replayed.")
    # Translators: the notice “record-with-another-option”
    gettext("The record has a different “%(option)s” from this tournament.")
    # Translators: the notice “record-with-partners”
    gettext("In the record partners play together; at this table everyone plays for themselves. A record for it has no “%(option)s” in its options.")
    # Translators: the notice “record-without-partners”
    gettext("At this table partners play together: %(first)s against %(second)s. A record for it has “%(option)s” in its options.")
    # Translators: the notice “kwartet-all-of-deck”
    gettext("The quartets add up to %(total)s; all %(deck)s are laid down.")
    # Translators: the notice “kwartet-asked-without-cards”
    gettext("Seat %(seat)s holds no cards; only a player who holds cards may be asked.")
    # Translators: the notice “kwartet-asks-themselves”
    gettext("Seat %(seat)s is on turn and asks another player, not themselves.")
    # Translators: the notice “kwartet-beyond-deck”
    gettext("The quartets add up to %(total)s; this deck has %(deck)s.")
    # Translators: the notice “kwartet-beyond-most”
    gettext("The quartets add up to %(total)s; a deck has at most %(most)s.")
    # Translators: the notice “kwartet-dealt-nothing”
    gettext("Seat %(seat)s was dealt no card; everyone gets at least one.")
    # Translators: the notice “kwartet-dealt-twice”
    gettext("%(card)s is dealt twice; each card of the deck is there once.")
    # Translators: the notice “kwartet-five-names”
    gettext("The names of quartet %(quartet)s are five strings: its own and its cards'.")
    # Translators: the notice “kwartet-hand”
    gettext("The hand of seat %(seat)s")
    # Translators: the notice “kwartet-hands”
    gettext("\"hands\" is a list of %(seats)s hands, one a seat.")
    # Translators: the notice “kwartet-hands-differ”
    gettext("The hands have %(sizes)s cards; they differ by one at most.")
    # Translators: the notice “kwartet-hands-of-two”
    gettext("The hands have %(sizes)s cards; two players get the same number.")
    # Translators: the notice “kwartet-has”
    gettext("The entry ends in -, but seat %(seat)s has %(card)s.")
    # Translators: the notice “kwartet-has-not”
    gettext("The entry ends in +, but seat %(seat)s has not %(card)s.")
    # Translators: the notice “kwartet-missing”
    gettext("%(card)s is missing; hands and pot hold the whole deck.")
    # Translators: the notice “kwartet-name”
    gettext("A name in quartet %(quartet)s")
    # Translators: the notice “kwartet-names”
    gettext("letters from A to %(last)s, each with the quartet's name and its four cards'")
    # Translators: the notice “kwartet-names-has”
    gettext("\"names\" has %(name)s; it holds %(right)s.")
    # Translators: the notice “kwartet-names-object”
    gettext("\"names\" is an object: %(right)s.")
    # Translators: the notice “kwartet-needs-a-pot”
    gettext("With two players some cards are left for a pot; here it is empty.")
    # Translators: the notice “kwartet-no-card”
    gettext("%(where)s holds %(card)s; cards are A1 to A4, B1 and so on.")
    # Translators: the notice “kwartet-no-card-of-it”
    gettext("Seat %(seat)s holds no card of quartet %(quartet)s and cannot ask for %(card)s, but has cards of %(held)s.")
    # Translators: the notice “kwartet-no-cards”
    gettext("%(where)s is a list of cards such as [\"A1\", \"C2\"].")
    # Translators: the notice “kwartet-no-pot”
    gettext("With %(players)s players all cards are dealt; there is no pot.")
    # Translators: the notice “kwartet-no-question”
    gettext("%(text)s is no question, which are written \"2>A3\", and \" +\" or \" -\" may follow: a seat 1 to 8, a quartet A to Z, a card 1 to 4.")
    # Translators: the notice “kwartet-no-seat”
    gettext("There is no seat %(seat)s; this game has seats 1 to %(seats)s.")
    # Translators: the notice “kwartet-no-whole-quartets”
    gettext("Seat %(seat)s has %(points)s quartets; they are whole numbers, 0 or more.")
    # Translators: the notice “kwartet-not-in-deck”
    gettext("%(card)s is no card of this deck, which has the quartets A to %(last)s.")
    # Translators: the notice “kwartet-not-in-this-deck”
    gettext("%(card)s is no card of this deck with the quartets A to %(last)s.")
    # Translators: the notice “kwartet-players”
    gettext("Kwartet is played by 2 to 8, not by %(players)s.")
    # Translators: the notice “kwartet-pot”
    gettext("The pot")
    # Translators: the notice “kwartet-quartets”
    gettext("\"quartets\" is the number of quartets, a whole number from %(least)s to %(most)s.")
    # Translators: the notice “kwartet-setup”
    gettext("The setup of Kwartet has no %(name)s; it holds %(names)s.")
    # Translators: the notice “kwartet-stops-with-two”
    gettext("The quartets add up to %(total)s of %(deck)s; a game that stops leaves two or more.")
    # Translators: the notice “kwartet-too-few”
    gettext("The quartets add up to %(total)s; all of the deck's are laid down, %(least)s at least.")
    # Translators: the notice “kwartet-too-many-cards”
    gettext("%(where)s has %(cards)s cards; no deck has more than %(most)s.")
    # Translators: the notice “blue”
    gettext("blue")
    # Translators: the notice “none”
    gettext("none")
    # Translators: the notice “quaro-bag-empty”
    gettext("Seat %(seat)s cannot draw %(drawn)s: the bag is empty, draw none.")
    # Translators: the notice “quaro-corner”
    gettext("%(word)s names a corner that the board does not have: it is a cross, without the columns a, b, g and h on rows 1, 2, 7 and 8.")
    # Translators: the notice “quaro-draw”
    gettext("Seat %(seat)s cannot draw %(drawn)s: draw %(right)s, or forget to draw.")
    # Translators: the notice “quaro-drawn-letters”
    gettext("%(text)s is no turn: after + stand the stones drawn, letters of %(letters)s.")
    # Translators: the notice “quaro-hand”
    gettext("The hand of seat %(seat)s is %(hand)s; there must be %(right)s.")
    # Translators: the notice “quaro-hand-full”
    gettext("Seat %(seat)s cannot draw %(drawn)s: the hand is full, draw none.")
    # Translators: the notice “quaro-hands”
    gettext("one string of four stones (letters of %(letters)s) a seat, such as [\"RRGB\", \"YGBB\"]")
    # Translators: the notice “quaro-must-place”
    gettext("Seat %(seat)s has stones (%(hand)s) and must place one of them.")
    # Translators: the notice “quaro-no-such-stone”
    gettext("Seat %(seat)s has no %(colour)s stone to place; in hand: %(hand)s.")
    # Translators: the notice “quaro-no-turn”
    gettext("%(what)s is no turn of Quaro, which are written \"Rd4 Bd5 +RG\", \"-\", \"- +RGBY\" or \"end\".")
    # Translators: the notice “quaro-no-whole-points”
    gettext("Seat %(seat)s has %(points)s points; in Quaro they are whole numbers, 0 or more.")
    # Translators: the notice “quaro-not-in-bag”
    gettext("Seat %(seat)s cannot draw %(drawn)s %(colour)s: the bag holds %(bag)s.")
    # Translators: the notice “quaro-not-over”
    gettext("The game cannot end yet: the stones that are left can still complete a row.")
    # Translators: the notice “quaro-number-of-hands”
    gettext("There are %(hands)s hands for %(seats)s seats; there must be %(right)s.")
    # Translators: the notice “quaro-placing-ends”
    gettext("The stone on %(before)s scored nothing, so the placing ends with it; no stone goes on %(square)s.")
    # Translators: the notice “quaro-players”
    gettext("Quaro is played by 2, 3 or 4, not by %(players)s.")
    # Translators: the notice “quaro-setup”
    gettext("The setup of Quaro has no %(name)s; it holds the hands.")
    # Translators: the notice “quaro-setup-hands”
    gettext("The setup of Quaro must hold the hands: %(right)s.")
    # Translators: the notice “quaro-taken”
    gettext("%(square)s is taken by a %(colour)s stone; a stone goes on an empty square.")
    # Translators: the notice “quaro-too-many-dealt”
    gettext("The hands hold %(dealt)s %(colour)s stones; there are only %(most)s of each colour.")
    # Translators: the notice “quaro-too-many-points”
    gettext("The points add up to %(total)s; the board has only %(rows)s rows to score.")
    # Translators: the notice “word-in-text”
    gettext("%(word)s in %(text)s")
    # Translators: the notice “yellow”
    gettext("yellow")
    # Translators: the notice “quarto-after-call”
    gettext("the seat, 1 or 2, and nothing else")
    # Translators: the notice “quarto-after-give”
    gettext("a piece such as LRTF (L or D, R or S, T or S, F or H), and nothing else")
    # Translators: the notice “quarto-after-place”
    gettext("a square from a1 to d4, and nothing else")
    # Translators: the notice “quarto-all-placed”
    gettext("All sixteen pieces are placed; only a call may follow, not %(move)s.")
    # Translators: the notice “quarto-call-after-giving”
    gettext("Seat %(seat)s may not call now; until the next piece is given only seat %(mover)s may.")
    # Translators: the notice “quarto-call-after-placing”
    gettext("Seat %(seat)s may not call now; until %(piece)s is placed only seat %(mover)s may.")
    # Translators: the notice “quarto-given-already”
    gettext("Seat %(seat)s was given %(piece)s and places it before another is given.")
    # Translators: the notice “quarto-given-before”
    gettext("%(piece)s has been given before; left are %(left)s.")
    # Translators: the notice “quarto-no-line”
    gettext("There is no line to call: the last piece, on %(square)s, completed none.")
    # Translators: the notice “quarto-no-move”
    gettext("%(text)s is no move: after %(word)s stands %(right)s.")
    # Translators: the notice “quarto-nobody-calls”
    gettext("Lines win by themselves in this game; nobody calls.")
    # Translators: the notice “quarto-nothing-given”
    gettext("There is no piece to place: seat %(seat)s gives one first.")
    # Translators: the notice “quarto-nothing-placed”
    gettext("There is no line to call: no piece has been placed.")
    # Translators: the notice “quarto-points”
    gettext("Quarto gives 1 and 0, or %(half)s each in a draw, not %(points)s.")
    # Translators: the notice “quarto-setup”
    gettext("Quarto needs no setup; %(name)s has no place in it, leave it empty ({}).")
    # Translators: the notice “quarto-taken”
    gettext("%(square)s is taken by %(piece)s; a piece goes on an empty square.")
    # Translators: the notice “quarto-unreadable”
    gettext("%(text)s is no move of Quarto, which are written \"give LRTF\", \"place b3\" or \"call 1\".")
    # Translators: the notice “bishop”
    gettext("bishop")
    # Translators: the notice “forfeited”
    gettext("forfeited")
    # Translators: the notice “king”
    gettext("king")
    # Translators: the notice “knight”
    gettext("knight")
    # Translators: the notice “mate”
    gettext("mate")
    # Translators: the notice “pawn”
    gettext("pawn")
    # Translators: the notice “quatro-chess-black”
    gettext("Black")
    # Translators: the notice “quatro-chess-cannot-pass”
    gettext("The %(piece)s cannot pass %(square)s: %(there)s.")
    # Translators: the notice “quatro-chess-castling-blocked”
    gettext("%(colour)s cannot castle there: %(there)s, between king and rook.")
    # Translators: the notice “quatro-chess-castling-check”
    gettext("%(colour)s cannot castle there: its king would be in check.")
    # Translators: the notice “quatro-chess-castling-crosses”
    gettext("%(colour)s cannot castle there: the king would cross %(square)s, which is attacked.")
    # Translators: the notice “quatro-chess-castling-in-check”
    gettext("%(colour)s cannot castle there: the king is in check.")
    # Translators: the notice “quatro-chess-castling-lands”
    gettext("%(colour)s cannot castle there: the king would land on %(square)s, which is attacked.")
    # Translators: the notice “quatro-chess-castling-moved”
    gettext("%(colour)s cannot castle there: king and rook must both be unmoved.")
    # Translators: the notice “quatro-chess-colour-seat”
    gettext("The seat of %(colour)s is a whole number from 1 to %(seats)s.")
    # Translators: the notice “quatro-chess-colours”
    gettext("\"colours\" gives each of white, red, black and green a seat, and names no other.")
    # Translators: the notice “quatro-chess-empty”
    gettext("There is no piece on %(square)s; %(colour)s is on turn and must move one of its own.")
    # Translators: the notice “quatro-chess-forfeit”
    gettext("%(text)s takes no colour out: write forfeit and one of white, red, black, green.")
    # Translators: the notice “quatro-chess-four-points”
    gettext("%(count)s points were entered; a table has four, those of white, red, black and green.")
    # Translators: the notice “quatro-chess-goes-nowhere”
    gettext("A move ends on another square than %(square)s, where it begins.")
    # Translators: the notice “quatro-chess-green”
    gettext("Green")
    # Translators: the notice “quatro-chess-is-statue”
    gettext("The %(piece)s on %(square)s is a statue: %(colour)s is out, and its pieces never move. %(turn)s is on turn.")
    # Translators: the notice “quatro-chess-king-attacked”
    gettext("%(colour)s's king would move to a square that a living hostile piece attacks.")
    # Translators: the notice “quatro-chess-neighbours”
    gettext("Seats %(first)s and %(second)s have %(colours)s, which are neighbours; partners sit opposite each other: seat %(first)s with seat %(other)s.")
    # Translators: the notice “quatro-chess-no-colour”
    gettext("Seat %(seat)s has no colour; every seat has at least one.")
    # Translators: the notice “quatro-chess-no-promotion”
    gettext("Nothing promotes by %(origin)s%(target)s: leave out the letter %(letter)s. %(colour)s's pawns promote on %(first)s to %(last)s only.")
    # Translators: the notice “quatro-chess-no-square”
    gettext("%(word)s names %(square)s, which is no square of the board: files run from a to l, ranks from 1 to 12, and the corners (a, b, k, l on 1, 2, 11, 12) are missing.")
    # Translators: the notice “quatro-chess-not-yours”
    gettext("The %(piece)s on %(square)s is %(colour)s's, but %(turn)s is on turn.")
    # Translators: the notice “quatro-chess-nothing-to-take”
    gettext("A pawn moves diagonally only to capture, but %(square)s is empty and no pawn may be captured there en passant.")
    # Translators: the notice “quatro-chess-opens-check”
    gettext("The move would lay %(colour)s's king on %(square)s open to check.")
    # Translators: the notice “quatro-chess-order”
    gettext("%(points)s cannot stand in this order (white, red, black, green): partners sit opposite each other, and the game ends as soon as only one team is left.")
    # Translators: the notice “quatro-chess-out-already”
    gettext("%(colour)s is out already (%(reason)s); only a colour still in the game can forfeit.")
    # Translators: the notice “quatro-chess-passed-gone”
    gettext("The pawn that passed %(square)s is no longer there to be captured en passant.")
    # Translators: the notice “quatro-chess-passed-own”
    gettext("%(colour)s's pawn that passed %(square)s is the same player's; between one player's colours there is no capture.")
    # Translators: the notice “quatro-chess-pawn-blocked”
    gettext("The pawn on %(square)s cannot move straight ahead: %(there)s. Pawns capture diagonally forward.")
    # Translators: the notice “quatro-chess-pawn-two”
    gettext("The pawn on %(square)s has left its starting square and moves one square only.")
    # Translators: the notice “quatro-chess-pawn-way”
    gettext("A pawn of %(colour)s does not move from %(origin)s to %(target)s: it moves away from its own side, and captures diagonally forward.")
    # Translators: the notice “quatro-chess-piece-way”
    gettext("A %(piece)s does not move from %(origin)s to %(target)s.")
    # Translators: the notice “quatro-chess-players”
    gettext("Quatro Chess is played by 2, 3 or 4 players, not by %(players)s.")
    # Translators: the notice “quatro-chess-points”
    gettext("No game gives %(points)s to the four colours; they can get %(choices)s, in any order.")
    # Translators: the notice “quatro-chess-promotes”
    gettext("The pawn promotes on %(target)s: add q, r, b or n, as in %(origin)s%(target)sq.")
    # Translators: the notice “quatro-chess-promotion-letter”
    gettext("%(word)s ends in %(letter)s: a pawn promotes to q, r, b or n, in small letters.")
    # Translators: the notice “quatro-chess-red”
    gettext("Red")
    # Translators: the notice “quatro-chess-setup”
    gettext("The setup has no %(key)s; it holds \"colours\" or nothing.")
    # Translators: the notice “quatro-chess-stands”
    gettext("%(colour)s's %(piece)s stands on %(square)s")
    # Translators: the notice “quatro-chess-statue-stands”
    gettext("%(colour)s's %(piece)s, a statue, stands on %(square)s")
    # Translators: the notice “quatro-chess-still-in-check”
    gettext("%(colour)s's king is in check, and the move leaves it so.")
    # Translators: the notice “quatro-chess-takes-king”
    gettext("%(there)s; a king is never captured.")
    # Translators: the notice “quatro-chess-takes-own”
    gettext("%(there)s, %(colour)s's own piece.")
    # Translators: the notice “quatro-chess-takes-partner”
    gettext("%(there)s; one player has both colours, and between them there is no capture.")
    # Translators: the notice “quatro-chess-takes-statue”
    gettext("%(there)s; statues cannot be captured.")
    # Translators: the notice “quatro-chess-teams”
    gettext("The option \"teams\" needs four seats, two in each team, such as [[1, 3], [2, 4]].")
    # Translators: the notice “quatro-chess-three-seats”
    gettext("With three seats the setup must say who has which colours: {\"colours\": {\"white\": 1, \"red\": 2, \"black\": 3, \"green\": 1}}.")
    # Translators: the notice “quatro-chess-too-early”
    gettext("Moves without a capture, a pawn's move or an elimination: %(moves)s; with %(colours)s colours left draw50 can be claimed from %(needed)s on.")
    # Translators: the notice “quatro-chess-two-seats”
    gettext("With two seats each has two neighbouring colours, such as white and red against black and green.")
    # Translators: the notice “quatro-chess-unreadable”
    gettext("%(text)s is no move of Quatro Chess: write from-square, to-square and, where a pawn promotes, its letter (g2g4, c11d12q), or resign, forfeit red, draw50.")
    # Translators: the notice “quatro-chess-white”
    gettext("White")
    # Translators: the notice “queen”
    gettext("queen")
    # Translators: the notice “resigned”
    gettext("resigned")
    # Translators: the notice “rook”
    gettext("rook")
    # Translators: the notice “stalemate”
    gettext("stalemate")
    # Translators: the notice “no-points-for-places”
    gettext("Nor are these the points for places, %(points)s, ties sharing.")
    # Translators: a tie-break
    gettext("Average of opponents' Buchholz")
    # Translators: a tie-break
    gettext("Average perfect performance of opponents")
    # Translators: a tie-break
    gettext("Average performance rating of opponents")
    # Translators: a tie-break
    gettext("Average rating of opponents")
    # Translators: a tie-break
    gettext("Bottom board elimination")
    # Translators: a tie-break
    gettext("Board count")
    # Translators: a tie-break
    gettext("Best results")
    # Translators: a tie-break
    gettext("Buchholz")
    # Translators: a tie-break
    gettext("Games played with black")
    # Translators: a tie-break
    gettext("Games won with black")
    # Translators: a tie-break
    gettext("Direct encounter")
    # Translators: a tie-break
    gettext("Extended direct encounter")
    # Translators: a tie-break
    gettext("Extended Sonneborn-Berger, GP times GP")
    # Translators: a tie-break
    gettext("Extended Sonneborn-Berger, GP times MP")
    # Translators: a tie-break
    gettext("Extended Sonneborn-Berger, MP times GP")
    # Translators: a tie-break
    gettext("Extended Sonneborn-Berger, MP times MP")
    # Translators: a tie-break
    gettext("Fore Buchholz")
    # Translators: a tie-break
    gettext("Game points")
    # Translators: a tie-break
    gettext("Kashdan")
    # Translators: a tie-break
    gettext("Koya")
    # Translators: a tie-break
    gettext("Drawing of lots")
    # Translators: a tie-break
    gettext("Board points")
    # Translators: a tie-break
    gettext("Times at place n")
    # Translators: a tie-break
    gettext("Progressive scores")
    # Translators: a tie-break
    gettext("Perfect performance")
    # Translators: a tie-break
    gettext("Rounds elected to play")
    # Translators: a tie-break
    gettext("Rating")
    # Translators: a tie-break
    gettext("Sonneborn-Berger")
    # Translators: a tie-break
    gettext("Scores and schedule strength")
    # Translators: a tie-break
    gettext("Standard points")
    # Translators: a tie-break
    gettext("Top board results")
    # Translators: a tie-break
    gettext("Pairing number")
    # Translators: a tie-break
    gettext("Performance rating")
    # Translators: a tie-break
    gettext("Wins")
    # Translators: a tie-break
    gettext("Games won over the board")


def inside_f_strings() -> None:
    gettext("%(colours)s taken out (QC 4.3)")
    gettext("Close")
    gettext("No round is published yet.")
    gettext("Opponents")
    gettext("Player")
    gettext("Points")
    gettext("R%(number)d")
    gettext("Rank %(rank)s")
    gettext("Rank")
    gettext("Round %(number)d")
    gettext("Row")
    gettext("Score")
    gettext("T%(number)d")
    gettext("Table")
    gettext("Tables")
    gettext("Team")
    gettext("The last one: %(when)s.")
    gettext("This page changes by itself when one is.")
    gettext("Your points")
    gettext("adjourned")
    gettext("being recomputed")
    gettext("did not show up")
    gettext("evening %d")
    gettext("expelled")
    gettext("finals")
    gettext("fixed table")
    gettext("fixed")
    gettext("forfeit")
    gettext("free this round")
    gettext("group %s")
    gettext("provisional")
    gettext("still expected:")
    gettext("void")
    gettext("withdrawn")
