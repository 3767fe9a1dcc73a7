"""Messages that gettext does not see where they are written. Made by `python -m tools.messages`."""

# fmt: off
# ruff: noqa: E501, F401
from django.utils.translation import gettext, ngettext, npgettext, pgettext


def declared() -> None:
    # Translators: an option of Kwartet
    gettext("On turn without cards")
    # Translators: help for the option “On turn without cards” of Kwartet
    gettext("Decides whose turn it is when the player on turn has laid down their last cards and the pot is empty.")
    # Translators: a choice of the option “On turn without cards” of Kwartet
    gettext("The next player with cards")
    # Translators: a choice of the option “On turn without cards” of Kwartet
    gettext("The player asked last, if they have cards")
    # Translators: an option of Kwartet
    gettext("Two players left")
    # Translators: help for the option “Two players left” of Kwartet
    gettext("Decides whether the game stops when only two of three or more players hold cards and two or more quartets are unfinished. Those quartets then count for nobody.")
    # Translators: a choice of the option “Two players left” of Kwartet
    gettext("They play on")
    # Translators: a choice of the option “Two players left” of Kwartet
    gettext("The game stops")
    # Translators: an option of Kwartet
    gettext("Drawing from the pot")
    # Translators: help for the option “Drawing from the pot” of Kwartet
    gettext("Decides whether one of two players who asked in vain has to draw the first card of the pot.")
    # Translators: a choice of the option “Drawing from the pot” of Kwartet
    gettext("They draw it")
    # Translators: a choice of the option “Drawing from the pot” of Kwartet
    gettext("They may leave it")
    # Translators: an option of Kwartet
    gettext("Quartets in the deck")
    # Translators: help for the option “Quartets in the deck” of Kwartet
    gettext("If you enter it, the quartets of each table must add up to it. A game record contains it already.")
    # Translators: an option of Quarto
    gettext("Attributes that count")
    # Translators: help for the option “Attributes that count” of Quarto
    gettext("The pieces of a line must share one of these. All four for the full game, one to three for beginners.")
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
    gettext("Under the rules a line wins only if it is called. Otherwise the player who completes it wins.")
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
    gettext("Decides whether two players at a table play together against the other two.")
    # Translators: an option of Quatro Chess
    gettext("Points for a draw")
    # Translators: help for the option “Points for a draw” of Quatro Chess
    gettext("The points for the colours still in the game when it is drawn by the fifty-move rule or because nobody can be mated.")
    # Translators: a choice of the option “Points for a draw” of Quatro Chess
    gettext("Each gets 4, half of the winner's 8")
    # Translators: a choice of the option “Points for a draw” of Quatro Chess
    gettext("They share the points of the places that are left")
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
    gettext("The order in which the players are numbered when round 1 is paired.")
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
    gettext("This way nobody has the same colour three times in a row between two cycles.")
    # Translators: a pairing system
    gettext("Board groups")
    # Translators: help for the pairing system “Board groups”
    gettext("The number ones of four, eight, … teams form a group, the number twos the next (QC 7.4).")
    # Translators: an option of pairing systems
    gettext("Players in a group")
    # Translators: help for the option “Players in a group” of pairing systems
    gettext("With eight teams or more. In fours, the first four teams in the list are together, then the next four.")
    # Translators: a choice of the option “Players in a group” of pairing systems
    gettext("The number ones of four teams, who meet in every round")
    # Translators: a choice of the option “Players in a group” of pairing systems
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
    gettext("Empty: as many boards as every team has players for.")
    # Translators: a pairing system
    gettext("Double elimination")
    # Translators: help for the pairing system “Double elimination”
    gettext("A knockout with a second chance: players are out when they have lost twice. The best of the losers' bracket are in the final, too.")
    # Translators: an option of pairing systems
    gettext("Keep players of one club apart")
    # Translators: help for the option “Keep players of one club apart” of pairing systems
    gettext("They meet only if there is no other way, or none can be found.")
    # Translators: an option of pairing systems
    gettext("Only in the first … rounds")
    # Translators: help for the option “Only in the first … rounds” of pairing systems
    gettext("Players of one club, and pairs that must not meet, are kept apart in these rounds only. Empty: in all rounds.")
    # Translators: an option of pairing systems
    gettext("Players who advance from each table")
    # Translators: help for the option “Players who advance from each table” of pairing systems
    gettext("Empty: half of them, rounded down: three of six, two of five or four, one of three or two.")
    # Translators: an option of pairing systems
    gettext("Tie for the last place that advances")
    # Translators: help for the option “Tie for the last place that advances” of pairing systems
    gettext("Used when points and the game's own tally are equal.")
    # Translators: a choice of the option “Tie for the last place that advances” of pairing systems
    gettext("The arbiter enters a play-off")
    # Translators: a choice of the option “Tie for the last place that advances” of pairing systems
    gettext("The higher seed advances")
    # Translators: an option of pairing systems
    gettext("Second final")
    # Translators: help for the option “Second final” of pairing systems
    gettext("If somebody from the losers' bracket is first in the final, everybody in it plays once more, and that table decides.")
    # Translators: a pairing system
    gettext("Double-team challenge")
    # Translators: help for the pairing system “Double-team challenge”
    gettext("Two teams of four on two boards (QC 7.1).")
    # Translators: help for the number of rounds of the pairing system “Double-team challenge”
    gettext("Without a number of rounds there are six, after which all is even.")
    # Translators: a pairing system
    gettext("Groups and finals")
    # Translators: help for the pairing system “Groups and finals”
    gettext("Players are drawn into groups. When these are played, the best of each meet in a final.")
    # Translators: help for the number of rounds of the pairing system “Groups and finals”
    gettext("As many as the groups need, and then the finals.")
    # Translators: an option of pairing systems
    gettext("Groups")
    # Translators: an option of pairing systems
    gettext("How the groups are made")
    # Translators: help for the option “How the groups are made” of pairing systems
    gettext("By rating, the first group gets the first player, the next group the second, and back again from the last.")
    # Translators: a choice of the option “How the groups are made” of pairing systems
    gettext("By rating, equally strong groups")
    # Translators: a choice of the option “How the groups are made” of pairing systems
    gettext("By rating, players of one club apart")
    # Translators: a choice of the option “How the groups are made” of pairing systems
    gettext("By hand")
    # Translators: an option of pairing systems
    gettext("Rounds of the groups")
    # Translators: help for the option “Rounds of the groups” of pairing systems
    gettext("Empty: at tables of two until everyone has met everyone in the group, at larger tables three.")
    # Translators: an option of pairing systems
    gettext("After the groups")
    # Translators: a choice of the option “After the groups” of pairing systems
    gettext("Knockout")
    # Translators: a choice of the option “After the groups” of pairing systems
    gettext("One more group")
    # Translators: a choice of the option “After the groups” of pairing systems
    gettext("No finals")
    # Translators: an option of pairing systems
    gettext("Players qualifying from each group")
    # Translators: help for the option “Players qualifying from each group” of pairing systems
    gettext("This many of each group go to the first final, and the same number of the next to the second final.")
    # Translators: an option of pairing systems
    gettext("Finals")
    # Translators: help for the option “Finals” of pairing systems
    gettext("1: an A final only. 2: a B final for the next of each group, and so on.")
    # Translators: an option of pairing systems
    gettext("The group of each player")
    # Translators: an option of pairing systems
    gettext("The finalists by their seeds")
    # Translators: a pairing system
    gettext("Keizer")
    # Translators: help for the pairing system “Keizer”
    gettext("Neighbours of the list meet; a win brings the opponent’s value, by their place in the list.")
    # Translators: help for the option “Pairing numbers” of pairing systems
    gettext("The order in which the players are numbered when round 1 is paired. It is the first list.")
    # Translators: an option of pairing systems
    gettext("Value of first place")
    # Translators: help for the option “Value of first place” of pairing systems
    gettext("Empty: one and a half times the number of players.")
    # Translators: an option of pairing systems
    gettext("Step from place to place")
    # Translators: help for the option “Step from place to place” of pairing systems
    gettext("The difference in value between one place and the next. A value is never below 0.")
    # Translators: an option of pairing systems
    gettext("Add the player’s own value")
    # Translators: help for the option “Add the player’s own value” of pairing systems
    gettext("Each player’s own value is added to their score.")
    # Translators: an option of pairing systems
    gettext("Win")
    # Translators: help for the option “Win” of pairing systems
    gettext("The share of the opponent’s value that counts.")
    # Translators: an option of pairing systems
    gettext("Draw")
    # Translators: an option of pairing systems
    gettext("Loss")
    # Translators: an option of pairing systems
    gettext("Win by forfeit")
    # Translators: an option of pairing systems
    gettext("Loss by forfeit")
    # Translators: an option of pairing systems
    gettext("Bye of the pairing")
    # Translators: help for the option “Bye of the pairing” of pairing systems
    gettext("The share of the player’s own value that counts.")
    # Translators: an option of pairing systems
    gettext("Away for the club")
    # Translators: help for the option “Away for the club” of pairing systems
    gettext("The share of the player’s own value that counts for a full-point bye: for example for a team match elsewhere.")
    # Translators: an option of pairing systems
    gettext("Half-point bye")
    # Translators: an option of pairing systems
    gettext("Absent with notice")
    # Translators: an option of pairing systems
    gettext("Absent without notice")
    # Translators: an option of pairing systems
    gettext("Absences that count")
    # Translators: help for the option “Absences that count” of pairing systems
    gettext("Only a player’s first absences bring something. Empty: all.")
    # Translators: an option of pairing systems
    gettext("Rounds before a player joined")
    # Translators: help for the option “Rounds before a player joined” of pairing systems
    gettext("The share of the player’s own value that counts for each of these rounds.")
    # Translators: an option of pairing systems
    gettext("Rounds until two may meet again")
    # Translators: help for the option “Rounds until two may meet again” of pairing systems
    gettext("With 3, two who met in round 1 may meet again in round 4. With 999, never.")
    # Translators: help for the pairing system “Knockout”
    gettext("Single elimination by seed. The top seeds get the byes; the best at each table advance.")
    # Translators: an option of pairing systems
    gettext("Game for third place")
    # Translators: help for the option “Game for third place” of pairing systems
    gettext("At tables of two, the losers of the semifinals play for it alongside the final. At larger tables the final decides it.")
    # Translators: an option of pairing systems
    gettext("Consolation")
    # Translators: help for the option “Consolation” of pairing systems
    gettext("A second bracket for those who lose, played at the same time, for the places after the main bracket.")
    # Translators: a choice of the option “Consolation” of pairing systems
    gettext("None: a defeat is the end")
    # Translators: a choice of the option “Consolation” of pairing systems
    gettext("For those who lose their first game")
    # Translators: a choice of the option “Consolation” of pairing systems
    gettext("For all who lose before the final")
    # Translators: a pairing system
    gettext("Levels (ladder)")
    # Translators: help for the pairing system “Levels (ladder)”
    gettext("Players of the same level play each other. After each evening the best go up a level, the last go down.")
    # Translators: help for the option “Pairing numbers” of pairing systems
    gettext("The order in which the players are numbered when round 1 is paired. It is the first ladder.")
    # Translators: a choice of the option “Pairing numbers” of pairing systems
    gettext("By the ladder of the season")
    # Translators: an option of pairing systems
    gettext("Players of a group")
    # Translators: help for the option “Players of a group” of pairing systems
    gettext("At tables of two. At larger tables a group is one table.")
    # Translators: an option of pairing systems
    gettext("Rounds of an evening")
    # Translators: help for the option “Rounds of an evening” of pairing systems
    gettext("A group plays this many rounds together before anybody goes up or down. Empty: at tables of two until everyone has met everyone, at larger tables one.")
    # Translators: an option of pairing systems
    gettext("Up and down")
    # Translators: help for the option “Up and down” of pairing systems
    gettext("This many of each group go up a level for the next evening, and the same number go down. With 0 the groups stay.")
    # Translators: a pairing system
    gettext("Scheveningen (two teams)")
    # Translators: help for the pairing system “Scheveningen (two teams)”
    gettext("Everybody of one team plays everybody of the other, by the published tables.")
    # Translators: help for the number of rounds of the pairing system “Scheveningen (two teams)”
    gettext("Without a number of rounds there are as many as the larger team has players, in two cycles twice as many.")
    # Translators: a choice of the option “Cycles” of pairing systems
    gettext("Once")
    # Translators: a choice of the option “Cycles” of pairing systems
    gettext("Twice")
    # Translators: a pairing system
    gettext("Swiss (FIDE Dutch)")
    # Translators: help for the pairing system “Swiss (FIDE Dutch)”
    gettext("Equal scores meet, nobody twice, colours balanced: FIDE Handbook C.04.3 (Dutch system), in force since 1 February 2026.")
    # Translators: an option of pairing systems
    gettext("Initial colour")
    # Translators: help for the option “Initial colour” of pairing systems
    gettext("The player of the top pair with seat 1 in round 1: the higher, the lower, or drawn by lot.")
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
    gettext("Baku (FIDE C.04.5.1): in the first half of the rounds, the upper half of the players get up to one virtual point, so that strong players meet earlier. Set the number of rounds for it.")
    # Translators: a choice of the option “Acceleration” of pairing systems
    gettext("None")
    # Translators: a choice of the option “Acceleration” of pairing systems
    gettext("Baku")
    # Translators: an option of pairing systems
    gettext("McMahon starting scores")
    # Translators: help for the option “McMahon starting scores” of pairing systems
    gettext("Stronger players begin with more points, so that equally strong ones meet. The starting score is part of the points.")
    # Translators: an option of pairing systems
    gettext("Bar")
    # Translators: help for the option “Bar” of pairing systems
    gettext("With this rating or a higher one, all begin together at the top. Empty: as many as there are rounds, and one more.")
    # Translators: an option of pairing systems
    gettext("Floor")
    # Translators: help for the option “Floor” of pairing systems
    gettext("With this rating or a lower one, or with none, all begin together at the bottom. Empty: 0.")
    # Translators: an option of pairing systems
    gettext("Rating points of a band")
    # Translators: help for the option “Rating points of a band” of pairing systems
    gettext("Bands are counted down from the bar; each brings one win less at the start. A grade in Go is 100.")
    # Translators: an option of pairing systems
    gettext("The wins with which each player begins")
    # Translators: a pairing system
    gettext("Power pairing at tables (Swiss for three to six)")
    # Translators: help for the pairing system “Power pairing at tables (Swiss for three to six)”
    gettext("Players with equal scores sit together, no pair meets again unless it must, and seats are balanced.")
    # Translators: an option of pairing systems
    gettext("Sizes that tables may have")
    # Translators: help for the option “Sizes that tables may have” of pairing systems
    gettext("The tables get sizes that are as even as possible, and near to the usual one. Empty: the usual size, and short tables with one player less.")
    # Translators: an option of pairing systems
    gettext("As many tables of the usual size as possible")
    # Translators: help for the option “As many tables of the usual size as possible” of pairing systems
    gettext("Only where tables may have several sizes: the others may then differ more. 17 players at tables of 5, 4 and 3 sit 5, 5, 4, 3 instead of 5, 4, 4, 4.")
    # Translators: an option of pairing systems
    gettext("When the players do not fill all tables")
    # Translators: help for the option “When the players do not fill all tables” of pairing systems
    gettext("Short tables: nobody sits at a second one before everybody has sat at one. Byes: nobody has a second one before everybody has had one.")
    # Translators: a choice of the option “When the players do not fill all tables” of pairing systems
    gettext("Tables with one player less")
    # Translators: a choice of the option “When the players do not fill all tables” of pairing systems
    gettext("Byes")
    # Translators: an option of pairing systems
    gettext("Weight of a repeated meeting")
    # Translators: help for the option “Weight of a repeated meeting” of pairing systems
    gettext("Empty: nobody meets again as long as that can be avoided. With a number k, a repeated meeting weighs as much as a player who is k places' worth of points away from the others at the table. In a small field, equal scores then sit together more often.")
    # Translators: a pairing system
    gettext("Complete schedule at tables")
    # Translators: help for the pairing system “Complete schedule at tables”
    gettext("As few repeated meetings as possible, with balanced seats, for any number of rounds.")
    # Translators: help for the option “Rounds” of pairing systems
    gettext("Empty: as many rounds as a known schedule has without repeated meetings, but at least three.")
    # Translators: help for the option “When the players do not fill all tables” of pairing systems
    gettext("Short tables have one player less. Even at the end: nobody has sat at short tables more than once more than anybody else. In turn: nobody sits at a second one before everybody has sat at one. Byes: all other players sit at full tables.")
    # Translators: a choice of the option “When the players do not fill all tables” of pairing systems
    gettext("Short tables, even at the end if that costs no repeated meeting")
    # Translators: a choice of the option “When the players do not fill all tables” of pairing systems
    gettext("Short tables, even at the end")
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
    gettext("At tables of two, empty: as many boards as every team has players for. At tables of four a match has four boards, or two: then a team is a pair.")
    # Translators: a pairing system
    gettext("Swiss for teams")
    # Translators: help for the pairing system “Swiss for teams”
    gettext("Teams with equal points meet, none twice: FIDE Swiss Team Pairing System (C.04.6), in force since 1 February 2026.")
    # Translators: an option of pairing systems
    gettext("Teams are paired by")
    # Translators: help for the option “Teams are paired by” of pairing systems
    gettext("The points that make the score groups.")
    # Translators: a choice of the option “Teams are paired by” of pairing systems
    gettext("Match points")
    # Translators: a choice of the option “Teams are paired by” of pairing systems
    gettext("Board points")
    # Translators: an option of pairing systems
    gettext("The other points count for colours")
    # Translators: help for the option “The other points count for colours” of pairing systems
    gettext("Of two teams with equal points the one with more of the other points is the first team when colours are given.")
    # Translators: an option of pairing systems
    gettext("Colour preferences")
    # Translators: help for the option “Colour preferences” of pairing systems
    gettext("FIDE’s types: A looks at colours only where they are far out of balance, B also at small differences. Take none where colours do not matter.")
    # Translators: a choice of the option “Colour preferences” of pairing systems
    gettext("Type A (simple)")
    # Translators: a choice of the option “Colour preferences” of pairing systems
    gettext("Type B (strong and mild)")
    # Translators: help for the option “Initial colour” of pairing systems
    gettext("The colour of the first team on board 1 in round 1.")
    # Translators: a choice of the option “Initial colour” of pairing systems
    gettext("White")
    # Translators: a choice of the option “Initial colour” of pairing systems
    gettext("Black")
    # Translators: a pairing system
    gettext("Triple-team challenge")
    # Translators: help for the pairing system “Triple-team challenge”
    gettext("Three teams of four on three boards (QC 7.2, 7.3).")
    # Translators: help for the number of rounds of the pairing system “Triple-team challenge”
    gettext("Without a number of rounds there are four: each pair plays against each.")
    # Translators: a pairing system
    gettext("Whist (changing partners)")
    # Translators: help for the pairing system “Whist (changing partners)”
    gettext("Everybody partners everybody else once and plays against them twice.")
    # Translators: the notice “a-board”
    gettext("a board")
    # Translators: the notice “a-bye-for”
    gettext("a bye for %(player)s")
    # Translators: the notice “a-choice-here”
    gettext("a choice here")
    # Translators: the notice “a-clubs-name”
    gettext("a club's name")
    # Translators: the notice “a-kind-of-bye”
    gettext("a kind of bye")
    # Translators: the notice “a-number-for-this-option”
    gettext("a number for this option")
    # Translators: the notice “a-number-of-a-prize”
    gettext("a number of a prize")
    # Translators: the notice “a-number-of-players”
    gettext("a number of players")
    # Translators: the notice “a-number-of-points”
    gettext("a number of points")
    # Translators: the notice “a-pairing-number”
    gettext("a pairing number of %(count)s players")
    # Translators: the notice “a-part-of-a-value”
    gettext("a part of a value")
    # Translators: the notice “a-players-id”
    gettext("a player's id")
    # Translators: the notice “a-players-name”
    gettext("a player's name")
    # Translators: the notice “a-rating”
    gettext("a rating")
    # Translators: the notice “a-rating-for-the-unrated”
    gettext("a rating for the unrated")
    # Translators: the notice “a-round”
    gettext("a round")
    # Translators: the notice “a-round-asked-off”
    gettext("a round to be missed")
    # Translators: the notice “a-rounds-number”
    gettext("a round's number")
    # Translators: the notice “a-rule-for-missing-players”
    gettext("a rule for missing players")
    # Translators: the notice “a-rule-for-points”
    gettext("a rule for points, or {\"places\": […]}")
    # Translators: the notice “a-rule-for-them”
    gettext("a rule for them")
    # Translators: the notice “a-score-of-teams”
    gettext("a score of teams")
    # Translators: the notice “a-seat”
    gettext("seat %(seat)s")
    # Translators: the notice “a-size-of-a-group”
    gettext("a size of a group")
    # Translators: the notice “a-tables-number”
    gettext("a table's number")
    # Translators: the notice “a-teams-id”
    gettext("a team's id")
    # Translators: the notice “a-teams-name”
    gettext("a team's name")
    # Translators: the notice “a-text-of-a-prize”
    gettext("a text of a prize")
    # Translators: the notice “a-venue”
    gettext("a venue")
    # Translators: the notice “a-way-to-share”
    gettext("a way to share prizes")
    # Translators: the notice “a-year-of-birth”
    gettext("a year of birth")
    # Translators: the notice “absent-in-round”
    gettext("absent in round %(round)s")
    # Translators: the notice “against”
    gettext("%(one)s against %(other)s")
    # Translators: the notice “all-paired”
    gettext("All %(rounds)s rounds of this event are already paired.")
    # Translators: the notice “and”
    gettext("%(first)s and %(last)s")
    # Translators: the notice “archive-bye-not-requested”
    gettext("player %(player)s has not requested a bye in round %(round)s")
    # Translators: the notice “archive-no-address”
    gettext("%(value)s is not an address of letters, digits, - and _")
    # Translators: the notice “archive-no-event”
    gettext("is missing; an archive holds an event document")
    # Translators: the notice “archive-no-flag”
    gettext("%(value)s is not true or false")
    # Translators: the notice “archive-no-json-string”
    gettext("is not a JSON string within a string")
    # Translators: the notice “archive-no-kind”
    gettext("is missing; it says what was changed")
    # Translators: the notice “archive-no-object”
    gettext("is not an object, written as JSON within a string")
    # Translators: the notice “archive-no-quoted-text”
    gettext("%(value)s is not the text of a record, written as JSON")
    # Translators: the notice “archive-no-reason”
    gettext("a reason is a code with parameters, or a text of at most %(most)s characters")
    # Translators: the notice “archive-no-record”
    gettext("is not a record: a record has up to 1 MiB of text")
    # Translators: the notice “archive-no-round”
    gettext("the event has no round %(round)s")
    # Translators: the notice “archive-no-table”
    gettext("round %(round)s has no table %(table)s")
    # Translators: the notice “archive-no-text”
    gettext("has a character that is not text")
    # Translators: the notice “archive-no-time”
    gettext("%(value)s is not a time such as 2026-11-27T19:30:00+00:00")
    # Translators: the notice “archive-no-values”
    gettext("%(value)s is not values, written as JSON within a string")
    # Translators: the notice “archive-player-twice”
    gettext("player %(player)s is listed twice")
    # Translators: the notice “archive-reason-of-no-table”
    gettext("a reason belongs to the number of a table")
    # Translators: the notice “archive-round-twice”
    gettext("round %(round)s is listed twice")
    # Translators: the notice “archive-surrogate”
    gettext("holds half of a surrogate pair, which is not text")
    # Translators: the notice “archive-text-length”
    gettext("%(value)s is not a text of at most %(most)s characters")
    # Translators: the notice “at-line-and-column”
    gettext("Line %(line)s, column %(column)s: %(why)s")
    # Translators: the notice “at-move”
    gettext("Move %(number)s: %(text)s")
    # Translators: the notice “at-table”
    gettext("Table %(number)s: %(text)s")
    # Translators: the notice “baku-needs-rounds”
    gettext("Baku acceleration needs to know how many rounds the event has: set the number of rounds, or choose no acceleration.")
    # Translators: the notice “berger-around”
    gettext("Paired around the changed rounds: these two had not met.")
    # Translators: the notice “berger-bye”
    gettext("Round %(round)s: %(player)s has a bye, because %(other)s is not here.")
    # Translators: the notice “berger-changed”
    gettext("Not all played rounds follow the Berger table; the rest is paired around them.")
    # Translators: the notice “berger-forbidden”
    gettext("Round %(round)s of the Berger table pairs %(a)s and %(b)s, who must not meet. In a round robin everyone meets everyone: take the pair out of pairing.forbidden.")
    # Translators: the notice “berger-round”
    gettext("Round %(round)s of the Berger table for %(players)s.")
    # Translators: the notice “berger-seat”
    gettext("Seats out of balance: player %(player)s has seat 1 here by the Berger table, not %(other)s.")
    # Translators: the notice “berger-too-few”
    gettext("A round robin needs at least two players.")
    # Translators: the notice “berger-too-many-rounds”
    gettext("A round robin of %(people)s players has %(whole)s rounds, not %(asked)s.")
    # Translators: the notice “berger-too-many-rounds-once”
    gettext("A round robin of %(people)s players has %(whole)s rounds, not %(asked)s; with cycles 2 it has twice as many.")
    # Translators: the notice “berger-too-many-tables”
    gettext("All rounds of a round robin of %(people)s players are %(rounds)s rounds of %(tables)s tables, too many to make at once. Ask for one round at a time, or play in groups.")
    # Translators: the notice “bishop”
    gettext("bishop")
    # Translators: the notice “blue”
    gettext("blue")
    # Translators: the notice “board-groups-teams”
    gettext("Board groups are for four teams or a multiple of four (QC 7.4); the event has %(teams)s teams with players. Change the teams, or choose team-berger.")
    # Translators: the notice “board-reason”
    gettext("Board %(board)s. %(text)s")
    # Translators: the notice “board-twice”
    gettext("team %(team)s already has a player on board %(board)s")
    # Translators: the notice “boards-mixed”
    gettext("Boards %(boards)s sit together; each board is a group (QC 7.4).")
    # Translators: the notice “both-must-have-black”
    gettext("Players %(a)s and %(b)s must both have black in this round (rule C3).")
    # Translators: the notice “both-must-have-white”
    gettext("Players %(a)s and %(b)s must both have white in this round (rule C3).")
    # Translators: the notice “bye-above-a-win”
    gettext("%(points)s is more than the %(win)s of a win; a bye is never worth more")
    # Translators: the notice “bye-again”
    gettext("Player %(player)s has already had %(had)s byes; the bye is due to %(due)s.")
    # Translators: the notice “bye-due-to”
    gettext("Player %(player)s has a bye; it is due to %(players)s in this round.")
    # Translators: the notice “bye-due-to-another”
    gettext("Player %(player)s has the bye, but the bye is due to player %(due)s.")
    # Translators: the notice “bye-not-due”
    gettext("Player %(player)s has a bye that is not due in this round.")
    # Translators: the notice “bye-not-needed”
    gettext("Player %(player)s has the bye, but no bye is needed.")
    # Translators: the notice “bye-without-player”
    gettext("is missing; a bye names its player")
    # Translators: the notice “bye-without-taking-part”
    gettext("Player %(player)s does not take part, and can only have a zero-point bye or none.")
    # Translators: the notice “byes-without-points”
    gettext("Round %(round)s: a missed round brings no points in this system, though these asked for some: %(players)s.")
    # Translators: the notice “came-from-table”
    gettext("%(place)s of table %(table)s in round %(round)s")
    # Translators: the notice “cannot-be-seated”
    gettext("Round %(round)s: %(people)s players cannot be seated at tables of %(size)s; at least %(least)s are needed.")
    # Translators: the notice “challenge-teams”
    gettext("This challenge is for %(teams)s; the event has %(there)s teams with players. Change the teams, or choose board-groups or team-berger.")
    # Translators: the notice “changed-by-hand”
    gettext("Changed by hand.")
    # Translators: the notice “claimed-places”
    gettext("The record claims the places %(claim)s; the game gives %(result)s.")
    # Translators: the notice “claimed-points”
    gettext("The record claims the points %(claim)s; the game gives %(result)s.")
    # Translators: the notice “claimed-too-early”
    gettext("The record claims a result, but its game is not over; leave out the claim.")
    # Translators: the notice “clubs-not-apart”
    gettext("Round %(round)s: players of one club could not be kept apart.")
    # Translators: the notice “colour-not-due”
    gettext("Player %(player)s does not get the colour due (C12).")
    # Translators: the notice “colour-rules-seat”
    gettext("Seats out of balance: by the colour rules player %(player)s has seat 1, not %(other)s.")
    # Translators: the notice “colours-so-far”
    gettext("Colours so far: %(colours)s.")
    # Translators: the notice “consolation-final”
    gettext("Final of the consolation: %(players)s.")
    # Translators: the notice “consolation-table”
    gettext("Consolation: %(players)s.")
    # Translators: the notice “consolation-third-place”
    gettext("In a consolation for all who lose, its best are third; leave third_place out.")
    # Translators: the notice “consolation-too-many-go-on”
    gettext("With a consolation at most %(most)s can advance from a table of %(size)s, not %(advance)s: at least as many must lose.")
    # Translators: the notice “counts-as-draw”
    gettext("Round %(round)s, table %(table)s has no result yet; it counts as a draw here.")
    # Translators: the notice “criteria-missed”
    gettext("Criteria not fully met, by score group, and how often: %(misses)s.")
    # Translators: the notice “declaration-amounts-or-tables”
    gettext("Say which amounts a player can get, or which results a table can have.")
    # Translators: the notice “declaration-choice”
    gettext("This must be %(values)s.")
    # Translators: the notice “declaration-count”
    gettext("This needs %(least)s to %(most)s entries, not %(entries)s.")
    # Translators: the notice “declaration-entries”
    gettext("This needs %(needed)s entries, not %(entries)s.")
    # Translators: the notice “declaration-falling”
    gettext("A later place cannot bring more than an earlier one.")
    # Translators: the notice “declaration-flag”
    gettext("This must be true or false.")
    # Translators: the notice “declaration-fraction”
    gettext("This must be a number in quotation marks, in lowest terms: \"8\", \"-15\" or \"7/2\".")
    # Translators: the notice “declaration-key”
    gettext("A key has small letters, digits and single hyphens, and begins with a letter.")
    # Translators: the notice “declaration-languages”
    gettext("This has a text for each language, by its code: {\"en\": \"…\", \"de\": \"…\"}.")
    # Translators: the notice “declaration-list”
    gettext("This must be a list.")
    # Translators: the notice “declaration-missing”
    gettext("This is missing.")
    # Translators: the notice “declaration-most-below-least”
    gettext("The most is less than the least.")
    # Translators: the notice “declaration-no-json”
    gettext("The text is not JSON; see line %(line)s, column %(column)s.")
    # Translators: the notice “declaration-no-result”
    gettext("With this, no result is possible at a table of %(seats)s.")
    # Translators: the notice “declaration-object”
    gettext("This must be an object: names with values in braces.")
    # Translators: the notice “declaration-off-step”
    gettext("%(value)s cannot be reached in steps of %(step)s.")
    # Translators: the notice “declaration-only-with”
    gettext("Leave this out; it belongs to \"%(member)s\": \"%(value)s\".")
    # Translators: the notice “declaration-partners”
    gettext("Partners hold each seat once, at a table of %(seats)s.")
    # Translators: the notice “declaration-positive”
    gettext("This must be more than zero.")
    # Translators: the notice “declaration-rising-once”
    gettext("Give each number once, the smallest first.")
    # Translators: the notice “declaration-size-missing”
    gettext("Say it for tables of %(seats)s, too.")
    # Translators: the notice “declaration-text”
    gettext("This must be a text.")
    # Translators: the notice “declaration-tie-break”
    gettext("This is no code of a tie-break.")
    # Translators: the notice “declaration-too-fine”
    gettext("These parts are too fine together; their common denominator is at most %(most)s.")
    # Translators: the notice “declaration-too-large”
    gettext("Numbers go up to %(most)s.")
    # Translators: the notice “declaration-too-long”
    gettext("This has %(entries)s characters; at most %(most)s are allowed.")
    # Translators: the notice “declaration-too-much”
    gettext("A score could bring more than %(most)s points. Choose a larger unit, or give the least and the most score.")
    # Translators: the notice “declaration-twice”
    gettext("Something stands here twice.")
    # Translators: the notice “declaration-unknown”
    gettext("There is no such entry. Possible are %(members)s.")
    # Translators: the notice “declaration-unprintable”
    gettext("This has characters that cannot be shown.")
    # Translators: the notice “declaration-whole”
    gettext("This must be a whole number from %(least)s to %(most)s.")
    # Translators: the notice “declared-amount”
    gettext("Seat %(seat)s: a player gets %(amounts)s points here, not %(points)s.")
    # Translators: the notice “declared-column”
    gettext("Seat %(seat)s, %(name)s: enter %(least)s to %(most)s, not %(value)s.")
    # Translators: the notice “declared-column-step”
    gettext("Seat %(seat)s, %(name)s: enter steps of %(step)s, not %(value)s.")
    # Translators: the notice “declared-column-whole”
    gettext("Seat %(seat)s, %(name)s: enter a whole number, not %(value)s.")
    # Translators: the notice “declared-columns”
    gettext("Each seat has %(columns)s columns in this game.")
    # Translators: the notice “declared-columns-mixed”
    gettext("Enter for every seat the score alone, or for every seat: %(names)s.")
    # Translators: the notice “declared-differs”
    gettext("This result brings %(right)s, not %(given)s.")
    # Translators: the notice “declared-first-shared”
    gettext("Somebody wins this game; nobody shares the first place.")
    # Translators: the notice “declared-least”
    gettext("Seat %(seat)s: a score is at least %(least)s here, not %(score)s.")
    # Translators: the notice “declared-most”
    gettext("Seat %(seat)s: a score is at most %(most)s here, not %(score)s.")
    # Translators: the notice “declared-odd-least”
    gettext("Seat %(seat)s: a score of %(score)s is unusually low.")
    # Translators: the notice “declared-odd-most”
    gettext("Seat %(seat)s: a score of %(score)s is unusually high.")
    # Translators: the notice “declared-odd-winner”
    gettext("The best score of the table, %(score)s, is unusual for a winner.")
    # Translators: the notice “declared-partners”
    gettext("Partners get the same, but seats %(seats)s did not.")
    # Translators: the notice “declared-place-after”
    gettext("%(sharing)s players share place %(place)s, so the next place is %(right)s, not %(wrong)s.")
    # Translators: the notice “declared-place-missing”
    gettext("Place %(right)s is missing; the places of %(seats)s players begin with 1.")
    # Translators: the notice “declared-scores-needed”
    gettext("Give the scores as game points; the points alone do not tell them.")
    # Translators: the notice “declared-shared”
    gettext("%(who)s have the same result, but in this game nobody shares a place.")
    # Translators: the notice “declared-step”
    gettext("Seat %(seat)s: scores go in steps of %(step)s; %(score)s is not possible.")
    # Translators: the notice “declared-tables”
    gettext("No table of %(seats)s ends with %(points)s. Possible are %(results)s.")
    # Translators: the notice “declared-tables-two”
    gettext("In %(game)s: %(results)s.")
    # Translators: the notice “declared-together-seat”
    gettext("Seat %(seat)s: %(names)s make %(sum)s; at most %(most)s are possible.")
    # Translators: the notice “declared-together-table”
    gettext("At this table %(names)s make %(sum)s; at most %(most)s are possible.")
    # Translators: the notice “declared-total”
    gettext("The scores of a table add up to %(total)s; these make %(sum)s.")
    # Translators: the notice “declared-without-declaration”
    gettext("A \"declared\" game needs its declaration in the options.")
    # Translators: the notice “declared-worth”
    gettext("No places at a table of %(seats)s bring %(points)s. Its places bring %(worth)s.")
    # Translators: the notice “do-not-meet”
    gettext("Players %(a)s and %(b)s do not meet in this round.")
    # Translators: the notice “document-below”
    gettext("%(value)s is below %(least)s; %(what)s is at least %(least)s")
    # Translators: the notice “document-control-character”
    gettext("holds the control character %(sign)s; leave it out")
    # Translators: the notice “document-empty-text”
    gettext("%(what)s is empty; write at least one letter or leave the entry out")
    # Translators: the notice “document-entries”
    gettext("has %(entries)s entries; it needs %(needed)s")
    # Translators: the notice “document-long-text”
    gettext("%(what)s has %(length)s characters; at most %(most)s are allowed")
    # Translators: the notice “document-many-digits”
    gettext("a whole number of more than %(most)s digits; no number here needs so many")
    # Translators: the notice “document-name-no-text”
    gettext("the name %(name)s of an entry is not text")
    # Translators: the notice “document-name-twice”
    gettext("appears twice in one object; remove one")
    # Translators: the notice “document-nested-deeper”
    gettext("nested deeper than %(most)s")
    # Translators: the notice “document-newer”
    gettext("%(format)s was written by a newer program; this one reads up to %(known)s")
    # Translators: the notice “document-no-choice”
    gettext("%(value)s is not %(what)s; it is one of %(names)s")
    # Translators: the notice “document-no-day”
    gettext("%(value)s is not a day, such as 2026-11-27")
    # Translators: the notice “document-no-format”
    gettext("is missing; a document begins with \"format\": \"%(known)s\"")
    # Translators: the notice “document-no-fraction”
    gettext("%(value)s is not %(what)s, which is a string in lowest terms such as \"7/2\"")
    # Translators: the notice “document-no-json”
    gettext("the document is not JSON: %(fault)s (line %(line)s, column %(column)s)")
    # Translators: the notice “document-no-list”
    gettext("%(value)s is not a list […] of %(things)s")
    # Translators: the notice “document-no-number”
    gettext("%(text)s is not a number")
    # Translators: the notice “document-no-object”
    gettext("%(value)s is not an object {…}")
    # Translators: the notice “document-no-player”
    gettext("there is no player %(player)s")
    # Translators: the notice “document-no-round-after”
    gettext("the event has %(rounds)s rounds; there are no standings after round %(round)s")
    # Translators: the notice “document-no-team”
    gettext("there is no team %(team)s")
    # Translators: the notice “document-no-text”
    gettext("%(value)s is not %(what)s, which is text")
    # Translators: the notice “document-no-utf8”
    gettext("the document is not UTF-8 text (byte %(byte)s)")
    # Translators: the notice “document-no-version”
    gettext("there is no version %(format)s; the oldest one known is %(known)s")
    # Translators: the notice “document-no-whole-number”
    gettext("%(value)s is not %(what)s, a whole number from %(least)s to %(most)s")
    # Translators: the notice “document-not-in-lowest-terms”
    gettext("%(value)s is not %(what)s in lowest terms, such as \"8\" or \"7/2\"")
    # Translators: the notice “document-not-in-the-table”
    gettext("player %(player)s is not in the table, by the event's rules")
    # Translators: the notice “document-not-of-teams”
    gettext("%(code)s is not among the tie-breaks of the teams")
    # Translators: the notice “document-other-format”
    gettext("%(format)s is not a known format; use %(known)s")
    # Translators: the notice “document-out-of-bounds”
    gettext("%(value)s is out of bounds: at most %(numerator)s over %(denominator)s")
    # Translators: the notice “document-out-of-order”
    gettext("is %(number)s; players must be in order, 1 to n")
    # Translators: the notice “document-point”
    gettext("%(number)s is a number with a point or an exponent; write whole numbers as they are, and fractions as a string in lowest terms, such as \"7/2\"")
    # Translators: the notice “document-seed”
    gettext("%(value)s is not a whole number")
    # Translators: the notice “document-strange-type”
    gettext("a value of type %(type)s has no place in a document")
    # Translators: the notice “document-tables-alike”
    gettext("round %(round)s has two tables %(table)s")
    # Translators: the notice “document-too-deep”
    gettext("the document is nested deeper than %(most)s")
    # Translators: the notice “document-too-long”
    gettext("the document is longer than %(most)s MiB")
    # Translators: the notice “document-too-many”
    gettext("%(count)s %(things)s; at most %(most)s are allowed")
    # Translators: the notice “document-unknown-entry”
    gettext("is not known here; an entry here is one of %(names)s")
    # Translators: the notice “document-write”
    gettext("write \"%(text)s\"")
    # Translators: the notice “does-not-take-part”
    gettext("Player %(player)s does not take part in this round.")
    # Translators: the notice “double-losers”
    gettext("Losers’ bracket: %(players)s.")
    # Translators: the notice “double-second-final”
    gettext("Second final: %(players)s.")
    # Translators: the notice “double-too-many-go-on”
    gettext("In a double elimination at most %(most)s can advance from a table of %(size)s, not %(advance)s: at least as many must lose.")
    # Translators: the notice “double-winners”
    gettext("Winners’ bracket: %(players)s.")
    # Translators: the notice “edition-2018”
    gettext("FIDE Handbook C.04.3 (Dutch system), the edition in force until 31 January 2026")
    # Translators: the notice “edition-2026”
    gettext("FIDE Handbook C.04.3 (Dutch system), in force since 1 February 2026")
    # Translators: the notice “empty-board”
    gettext("Round %(round)s: team %(team)s has nobody on board %(board)s.")
    # Translators: the notice “empty-boards”
    gettext("Round %(round)s: team %(team)s has nobody on boards %(boards)s.")
    # Translators: the notice “event-address-never-had”
    gettext("This tournament never had the address “%(slug)s”.")
    # Translators: the notice “event-board-without-team”
    gettext("A board is a place in a team, but this player has no team.")
    # Translators: the notice “event-fixed-tables”
    gettext("Set a fixed table in the player's entry.")
    # Translators: the notice “event-game-not-by”
    gettext("This game cannot be played by %(size)s players.")
    # Translators: the notice “event-impossible-points”
    gettext("A game cannot give these points.")
    # Translators: the notice “event-name-invisible”
    gettext("This is empty, or has characters that cannot be shown.")
    # Translators: the notice “event-name-too-long”
    gettext("This has %(given)s characters; at most %(most)s are possible.")
    # Translators: the notice “event-no-address”
    gettext("An address can have only letters, digits, - and _, at most 80 characters.")
    # Translators: the notice “event-no-language”
    gettext("The site does not know this language. It knows: %(languages)s.")
    # Translators: the notice “event-no-rating-list”
    gettext("There is no rating list “%(slug)s”.")
    # Translators: the notice “event-no-tables”
    gettext("The system %(system)s makes tables of %(sizes)s, but this game is for %(seats)s players. Systems for it: %(systems)s.")
    # Translators: the notice “event-number-too-high”
    gettext("The highest possible number is %(most)s.")
    # Translators: the notice “event-points-missing”
    gettext("Some points are missing. Give the points of every seat, or none.")
    # Translators: the notice “event-points-out-of-bounds”
    gettext("These points are not possible: they are below zero or too high.")
    # Translators: the notice “event-round-not-over”
    gettext("A round with missing results cannot be closed.")
    # Translators: the notice “event-same-person”
    gettext("Two players have this name and club. Add a year of birth to tell them apart.")
    # Translators: the notice “event-seed”
    gettext("The seed must be a whole number from 0 up, with at most 15 digits.")
    # Translators: the notice “event-team-name-twice”
    gettext("Another team has this name. Give each team its own name.")
    # Translators: the notice “event-too-many-rounds”
    gettext("A tournament can have at most %(most)s rounds.")
    # Translators: the notice “event-too-many-seats”
    gettext("A table has at most six seats.")
    # Translators: the notice “fewer-not-found”
    gettext("fewer were not found")
    # Translators: the notice “fifth”
    gettext("fifth")
    # Translators: the notice “file-too-many-lines”
    gettext("The file has more than %(lines)s lines.")
    # Translators: the notice “fixed-table”
    gettext("Player %(player)s should sit at table %(table)s.")
    # Translators: the notice “fixed-table-beyond”
    gettext("Player %(player)s should sit at table %(table)s, but there are only %(tables)s tables.")
    # Translators: the notice “fixed-table-other”
    gettext("Player %(player)s should sit at table %(table)s, but plays at fixed table %(other)s.")
    # Translators: the notice “fixed-table-taken”
    gettext("Player %(player)s should sit at table %(table)s, which is kept for another player.")
    # Translators: the notice “floated-down-before”
    gettext("Player %(player)s also floated down in the previous round (C14, C18).")
    # Translators: the notice “floated-down-from”
    gettext("player %(player)s floated down from %(points)s")
    # Translators: the notice “floated-down-two-before”
    gettext("Player %(player)s also floated down two rounds before (C16, C20).")
    # Translators: the notice “floated-to”
    gettext("Player %(player)s with %(points)s floated down to player %(other)s with %(others)s.")
    # Translators: the notice “floated-up-before”
    gettext("Player %(player)s also floated up in the previous round (C15, C19).")
    # Translators: the notice “floated-up-from”
    gettext("player %(player)s floated up from %(points)s")
    # Translators: the notice “floated-up-two-before”
    gettext("Player %(player)s also floated up two rounds before (C17, C21).")
    # Translators: the notice “forfeited”
    gettext("forfeited")
    # Translators: the notice “four-seats”
    gettext("A table of this game has four seats (QC 2.1), not %(seats)s.")
    # Translators: the notice “fourth”
    gettext("fourth")
    # Translators: the notice “free-in-round”
    gettext("free in round %(round)s")
    # Translators: the notice “game-over”
    gettext("The game is over before %(move)s. Nothing can follow its end.")
    # Translators: the notice “game-players”
    gettext("%(seats)s players at a table.")
    # Translators: the notice “groups-cut-lot”
    gettext("Group %(group)s: players %(a)s and %(b)s are level in everything; the lot lets player %(a)s into the higher final.")
    # Translators: the notice “groups-cut-tie”
    gettext("Group %(group)s: players %(a)s and %(b)s have equal points; the tie-breaks let player %(a)s into the higher final.")
    # Translators: the notice “groups-final”
    gettext("%(final)s final.")
    # Translators: the notice “groups-finalists”
    gettext("Each final needs its places from the first on, each given to one player: look at “finalists”.")
    # Translators: the notice “groups-group”
    gettext("Group %(group)s, round %(number)s of the groups.")
    # Translators: the notice “groups-missing”
    gettext("Round %(round)s, table %(table)s has no result yet: the finals follow from all results of the groups.")
    # Translators: the notice “groups-over”
    gettext("The finals are played.")
    # Translators: the notice “groups-part”
    gettext("Group %(group)s: %(why)s")
    # Translators: the notice “groups-part-final”
    gettext("%(final)s final: %(why)s")
    # Translators: the notice “groups-replaced”
    gettext("Player %(player)s has withdrawn; the next of group %(group)s moves up.")
    # Translators: the notice “groups-too-few”
    gettext("Group %(group)s needs at least %(least)s players and has %(players)s. Make fewer groups, or put more players into it.")
    # Translators: the notice “groups-unknown”
    gettext("There is no group %(group)s; the groups are 1 to %(groups)s.")
    # Translators: the notice “had-a-bye-c2”
    gettext("Player %(player)s already had a bye or a forfeit win, and cannot have a bye now (rule C2).")
    # Translators: the notice “has-a-place”
    gettext("Player %(player)s already has a place in round %(round)s.")
    # Translators: the notice “has-no-table”
    gettext("Player %(player)s already has no table.")
    # Translators: the notice “has-the-bye”
    gettext("Player %(player)s has the bye with %(points)s: nobody with fewer points can have it (C5).")
    # Translators: the notice “how-far-a-round-is”
    gettext("the state of a round")
    # Translators: the notice “id-of-one-of-the-players”
    gettext("the id of one of %(count)s players")
    # Translators: the notice “import-failed”
    gettext("The import failed because of an error in the program.")
    # Translators: the notice “import-stopped”
    gettext("The import stopped three times without an answer.")
    # Translators: the notice “in-or-out-of-the-table”
    gettext("in or out of the table")
    # Translators: the notice “in-round”
    gettext("Round %(number)s: %(text)s")
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
    # Translators: the notice “keizer-decides”
    gettext("In the Keizer system equal scores are ranked by the points, then by the pairing number.")
    # Translators: the notice “keizer-early”
    gettext("%(a)s and %(b)s met in round %(round)s and meet again too soon: there was no other way.")
    # Translators: the notice “keizer-first”
    gettext("Times in seat 1 so far: %(text)s.")
    # Translators: the notice “keizer-forbidden”
    gettext("Round %(round)s cannot be paired: too many pairs must not meet. Take a pair out of pairing.forbidden.")
    # Translators: the notice “keizer-gap”
    gettext("Round %(round)s: not everyone can wait %(asked)s rounds before they meet again, so some meet after %(gap)s.")
    # Translators: the notice “keizer-mean”
    gettext("%(lists)s lists take turns, so the list of their mean values counts: it makes this round.")
    # Translators: the notice “keizer-met”
    gettext("They met in round %(round)s.")
    # Translators: the notice “keizer-no-rest”
    gettext("The list did not settle after %(passes)s rounds of scoring. This round is paired by the last list.")
    # Translators: the notice “keizer-open”
    gettext("Round %(round)s, table %(table)s has no result yet: it counts nothing.")
    # Translators: the notice “keizer-places”
    gettext("Places %(one)s and %(other)s of the list.")
    # Translators: the notice “keizer-too-few”
    gettext("Two players are needed for a round; %(people)s can play.")
    # Translators: the notice “kept-apart-sit-together”
    gettext("Round %(round)s: these pairs sit together although they should be kept apart: %(pairs)s.")
    # Translators: the notice “king”
    gettext("king")
    # Translators: the notice “knight”
    gettext("knight")
    # Translators: the notice “knockout-decided”
    gettext("The knockout is decided.")
    # Translators: the notice “knockout-final”
    gettext("Final: %(players)s.")
    # Translators: the notice “knockout-forbidden”
    gettext("Round %(round)s: players %(a)s and %(b)s must not meet, but the bracket has no other table for either. Take the pair out of pairing.forbidden.")
    # Translators: the notice “knockout-free”
    gettext("Round %(round)s: advancing without playing: %(players)s.")
    # Translators: the notice “knockout-gone”
    gettext("Round %(round)s: not taking part, and out: %(players)s.")
    # Translators: the notice “knockout-level”
    gettext("Round %(round)s, table %(table)s: players %(players)s are tied for the last place that advances. Let them play off and enter that result, or set pairing.tie to higher-seed or lot.")
    # Translators: the notice “knockout-result-missing”
    gettext("Round %(round)s, table %(table)s has no result yet. Enter it to see who advances.")
    # Translators: the notice “knockout-third-place”
    gettext("For third place: %(players)s.")
    # Translators: the notice “knockout-third-place-of-two”
    gettext("At tables of more than two the final decides the third place; leave third_place out.")
    # Translators: the notice “knockout-too-few”
    gettext("A knockout needs at least two players, not %(people)s.")
    # Translators: the notice “knockout-too-many-go-on”
    gettext("From a table of %(size)s at most %(most)s can advance, not %(advance)s.")
    # Translators: the notice “knockout-won”
    gettext("The knockout is decided: player %(player)s has won.")
    # Translators: the notice “kwartet-all-of-deck”
    gettext("The quartets add up to %(total)s; all %(deck)s are laid down.")
    # Translators: the notice “kwartet-asked-and-got”
    gettext("%(asker)s asked %(asked)s for %(card)s and got it.")
    # Translators: the notice “kwartet-asked-in-vain”
    gettext("%(asker)s asked %(asked)s for %(card)s and did not get it.")
    # Translators: the notice “kwartet-asked-no”
    gettext("%(asker)s asked %(asked)s for %(card)s: ✗ no")
    # Translators: the notice “kwartet-asked-without-cards”
    gettext("Seat %(seat)s holds no cards; only a player who holds cards may be asked.")
    # Translators: the notice “kwartet-asked-yes”
    gettext("%(asker)s asked %(asked)s for %(card)s: ✓ yes")
    # Translators: the notice “kwartet-asks”
    gettext("%(player)s asks.")
    # Translators: the notice “kwartet-asks-themselves”
    gettext("Seat %(seat)s is on turn and must ask another player, not themselves.")
    # Translators: the notice “kwartet-beyond-deck”
    gettext("The quartets add up to %(total)s; this deck has %(deck)s.")
    # Translators: the notice “kwartet-beyond-most”
    gettext("The quartets add up to %(total)s; a deck has at most %(most)s.")
    # Translators: the notice “kwartet-cannot-ask”
    gettext("Seat %(seat)s cannot ask for this card.")
    # Translators: the notice “kwartet-cannot-have”
    gettext("Seat %(seat)s cannot hold a card of quartet %(quartet)s here and cannot ask for %(card)s: its other cards are known to be elsewhere.")
    # Translators: the notice “kwartet-cards”
    gettext("%(number)s cards")
    # Translators: the notice “kwartet-choose-first”
    gettext("Seat %(seat)s asked in vain and chooses first: write \"draw\" to take a card from the pot, or \"pass\".")
    # Translators: the notice “kwartet-dealt-nothing”
    gettext("Seat %(seat)s was dealt no card; everyone gets at least one.")
    # Translators: the notice “kwartet-dealt-twice”
    gettext("%(card)s is dealt twice, but the deck has each card only once.")
    # Translators: the notice “kwartet-deck-alike”
    gettext("Two quartets have the same name. Give each its own.")
    # Translators: the notice “kwartet-deck-line”
    gettext("Line %(line)s is not a quartet: %(text)s. Write its name, a colon and four cards, with commas between them.")
    # Translators: the notice “kwartet-deck-lines”
    gettext("A deck has %(least)s to %(most)s quartets, one a line; here are %(lines)s.")
    # Translators: the notice “kwartet-deck-long”
    gettext("%(name)s is too long for a card: at most %(most)s letters.")
    # Translators: the notice “kwartet-deck-twice”
    gettext("Line %(line)s has the same card twice.")
    # Translators: the notice “kwartet-draws-or-leaves”
    gettext("%(player)s draws a card from the pot or leaves it.")
    # Translators: the notice “kwartet-drew”
    gettext("They drew from the pot.")
    # Translators: the notice “kwartet-face-down”
    gettext("face down")
    # Translators: the notice “kwartet-five-names”
    gettext("The names of quartet %(quartet)s must be five strings: its own and its cards'.")
    # Translators: the notice “kwartet-hand”
    gettext("The hand of seat %(seat)s")
    # Translators: the notice “kwartet-hands”
    gettext("\"hands\" must be a list of %(seats)s hands, one for each seat.")
    # Translators: the notice “kwartet-hands-differ”
    gettext("The hands have %(sizes)s cards; they may differ by one at most.")
    # Translators: the notice “kwartet-hands-of-two”
    gettext("The hands have %(sizes)s cards; two players must get the same number.")
    # Translators: the notice “kwartet-has”
    gettext("The entry ends in -, but seat %(seat)s has %(card)s.")
    # Translators: the notice “kwartet-has-not”
    gettext("The entry ends in +, but seat %(seat)s does not have %(card)s.")
    # Translators: the notice “kwartet-in-hand”
    gettext("%(player)s: %(number)s in hand")
    # Translators: the notice “kwartet-left-the-pot”
    gettext("They left the pot.")
    # Translators: the notice “kwartet-missing”
    gettext("%(card)s is missing; hands and pot must hold the whole deck.")
    # Translators: the notice “kwartet-name”
    gettext("A name in quartet %(quartet)s")
    # Translators: the notice “kwartet-names”
    gettext("letters from A to %(last)s, each with the quartet's name and its four cards'")
    # Translators: the notice “kwartet-names-has”
    gettext("\"names\" has %(name)s, but it can hold only %(right)s.")
    # Translators: the notice “kwartet-names-object”
    gettext("\"names\" must be an object: %(right)s.")
    # Translators: the notice “kwartet-needs-a-pot”
    gettext("With two players some cards are left for a pot; here it is empty.")
    # Translators: the notice “kwartet-no-card”
    gettext("%(where)s holds %(card)s; cards are A1 to A4, B1 and so on.")
    # Translators: the notice “kwartet-no-card-of-it”
    gettext("Seat %(seat)s holds no card of quartet %(quartet)s and cannot ask for %(card)s, but has cards of %(held)s.")
    # Translators: the notice “kwartet-no-cards”
    gettext("%(where)s must be a list of cards such as [\"A1\", \"C2\"].")
    # Translators: the notice “kwartet-no-pot”
    gettext("With %(players)s players all cards are dealt; there is no pot.")
    # Translators: the notice “kwartet-no-question”
    gettext("%(text)s is not a question. Write a seat (1 to 8), a quartet (A to Z) and a card (1 to 4), such as \"2>A3\"; \" +\" or \" -\" may follow.")
    # Translators: the notice “kwartet-no-seat”
    gettext("There is no seat %(seat)s; this game has seats 1 to %(seats)s.")
    # Translators: the notice “kwartet-no-whole-quartets”
    gettext("Seat %(seat)s has %(points)s quartets; this must be a whole number, 0 or more.")
    # Translators: the notice “kwartet-nobody-laid”
    gettext("Nobody handed over a card of these quartets: %(quartets)s. Enter the questions that are missing, or say who was dealt all four cards.")
    # Translators: the notice “kwartet-not-in-deck”
    gettext("%(card)s is not a card of this deck, which has the quartets A to %(last)s.")
    # Translators: the notice “kwartet-not-in-this-deck”
    gettext("%(card)s is not a card of this deck with the quartets A to %(last)s.")
    # Translators: the notice “kwartet-not-on-turn”
    gettext("Seat %(seat)s was on turn here, not seat %(other)s.")
    # Translators: the notice “kwartet-noted”
    gettext("%(text)s is not a question. Write who asks whom for which card, and + or - for the answer, such as 1:2>A3+; or who was dealt a whole quartet, such as C=2.")
    # Translators: the notice “kwartet-nothing-to-choose”
    gettext("There is no card of the pot to choose about, so %(move)s cannot stand here; seat %(seat)s asks.")
    # Translators: the notice “kwartet-one-card”
    gettext("1 card")
    # Translators: the notice “kwartet-over”
    gettext("All quartets are laid down: the game is over.")
    # Translators: the notice “kwartet-players”
    gettext("Kwartet is played by 2 to 8 players, not by %(players)s.")
    # Translators: the notice “kwartet-pot”
    gettext("The pot")
    # Translators: the notice “kwartet-pot-holds”
    gettext("Pot: %(cards)s")
    # Translators: the notice “kwartet-quartet”
    gettext("quartet %(quartet)s")
    # Translators: the notice “kwartet-quartets”
    gettext("\"quartets\" must be the number of quartets, a whole number from %(least)s to %(most)s.")
    # Translators: the notice “kwartet-quartets-laid”
    gettext("Quartets: %(number)s")
    # Translators: the notice “kwartet-row”
    gettext("%(player)s: %(cards)s%(held)s; quartets: %(laid)s")
    # Translators: the notice “kwartet-seen-by”
    gettext("As seen by %(player)s")
    # Translators: the notice “kwartet-seen-by-all”
    gettext("All cards open, now that it is over")
    # Translators: the notice “kwartet-seen-by-spectator”
    gettext("As seen by a spectator")
    # Translators: the notice “kwartet-setup”
    gettext("The setup of Kwartet cannot have %(name)s, only %(names)s.")
    # Translators: the notice “kwartet-stopped”
    gettext("Two players are left: the game was stopped.")
    # Translators: the notice “kwartet-stops-with-two”
    gettext("The quartets add up to %(total)s of %(deck)s; a game that stops leaves two or more.")
    # Translators: the notice “kwartet-too-few”
    gettext("The quartets add up to %(total)s; all of the deck's are laid down, %(least)s at least.")
    # Translators: the notice “kwartet-too-many-cards”
    gettext("%(where)s has %(cards)s cards; no deck has more than %(most)s.")
    # Translators: the notice “kwartet-written”
    gettext("%(text)s is not a question: write who is asked and for which card, such as 2>A3. Seat %(seat)s is on turn and can ask these seats: %(seats)s.")
    # Translators: the notice “ladder-decides”
    gettext("In an event with levels the place in the ladder decides, not the points.")
    # Translators: the notice “later-rounds-stay”
    gettext("Round %(round)s is not the last: later rounds stay as they are.")
    # Translators: the notice “levels-across”
    gettext("They have no opponent in their own groups in this round, so they play each other.")
    # Translators: the notice “levels-apart”
    gettext("%(a)s changed places with %(b)s, so that two who must not meet are in different groups.")
    # Translators: the notice “levels-down”
    gettext("Down from the level above: %(players)s.")
    # Translators: the notice “levels-group”
    gettext("Level %(level)s: places %(first)s to %(last)s of those who are here.")
    # Translators: the notice “levels-joined”
    gettext("%(players)s had no group this evening and took an empty place.")
    # Translators: the notice “levels-open”
    gettext("Round %(round)s, table %(table)s has no result yet: it counts nothing for going up.")
    # Translators: the notice “levels-rest”
    gettext("They had no group this evening.")
    # Translators: the notice “levels-round”
    gettext("Round %(number)s of %(together)s in this group.")
    # Translators: the notice “levels-sizes”
    gettext("Groups of %(large)s and %(small)s, because %(players)s players are here.")
    # Translators: the notice “levels-up”
    gettext("Up from the level below: %(players)s.")
    # Translators: the notice “list-above”
    gettext("Above the heading, not part of the list: line %(line)s “%(text)s”.")
    # Translators: the notice “list-board”
    gettext("The board %(value)s is not imported: a board is a place in a team, and the line has none.")
    # Translators: the notice “list-cells-over”
    gettext("The line has %(cells)s cells, but the heading has %(columns)s. A name with a comma needs quotation marks.")
    # Translators: the notice “list-column-birth_year”
    gettext("year or date of birth")
    # Translators: the notice “list-column-board”
    gettext("board")
    # Translators: the notice “list-column-club”
    gettext("club")
    # Translators: the notice “list-column-end”
    gettext("how it ended")
    # Translators: the notice “list-column-first”
    gettext("first name")
    # Translators: the notice “list-column-fixed_table”
    gettext("fixed table")
    # Translators: the notice “list-column-infix”
    gettext("prefix of the last name")
    # Translators: the notice “list-column-key”
    gettext("short name")
    # Translators: the notice “list-column-last”
    gettext("last name")
    # Translators: the notice “list-column-marks”
    gettext("marks for prizes")
    # Translators: the notice “list-column-name”
    gettext("name")
    # Translators: the notice “list-column-number”
    gettext("number, seat %(seat)s")
    # Translators: the notice “list-column-player”
    gettext("player, seat %(seat)s")
    # Translators: the notice “list-column-points”
    gettext("result, seat %(seat)s")
    # Translators: the notice “list-column-rating”
    gettext("rating")
    # Translators: the notice “list-column-round”
    gettext("round")
    # Translators: the notice “list-column-table”
    gettext("table")
    # Translators: the notice “list-column-team”
    gettext("team")
    # Translators: the notice “list-damaged”
    gettext("The file cannot be read as a spreadsheet. Save the sheet again, as XLSX, ODS or CSV.")
    # Translators: the notice “list-dates”
    gettext("Only the year is kept of dates of birth.")
    # Translators: the notice “list-empty”
    gettext("The file is empty.")
    # Translators: the notice “list-encoding”
    gettext("The letters were read as %(encoding)s. If names look wrong, save the file as CSV UTF-8 and choose it again.")
    # Translators: the notice “list-formula”
    gettext("“%(text)s” looks like a spreadsheet formula. Enter the text itself.")
    # Translators: the notice “list-free-text”
    gettext("The lines have no columns. Names, clubs and ratings were picked out of them. Check them.")
    # Translators: the notice “list-heading-again”
    gettext("This is the heading once more.")
    # Translators: the notice “list-heading-misspelt”
    gettext("This looks like a heading, not like a player. If it is one, choose it as the heading.")
    # Translators: the notice “list-hidden-characters”
    gettext("“%(text)s” has characters that cannot be shown.")
    # Translators: the notice “list-hidden-lines”
    gettext("Hidden in the file, but read: the lines %(lines)s. Leave them out if they do not belong to the list.")
    # Translators: the notice “list-is-archive”
    gettext("This is an archive (ZIP). Unpack it and choose the list itself.")
    # Translators: the notice “list-is-document”
    gettext("This is a text document, not a spreadsheet. Copy the lines of the list and paste them here.")
    # Translators: the notice “list-is-numbers”
    gettext("This is a file of Apple Numbers or Pages. Export it as Excel or CSV and choose that file.")
    # Translators: the notice “list-is-pdf”
    gettext("This is a PDF. Open it, copy the lines of the list and paste them here, or ask for the spreadsheet.")
    # Translators: the notice “list-is-picture”
    gettext("This is a photo or a picture, not a list. Type or paste the names instead, or ask for the spreadsheet that it shows.")
    # Translators: the notice “list-is-web-page”
    gettext("This is a web page or XML, whatever its name says. Open it in a spreadsheet program and save it as XLSX, ODS or CSV; or copy the lines and paste them here.")
    # Translators: the notice “list-is-xlsb”
    gettext("This is a binary Excel file (XLSB). Save it as XLSX, ODS or CSV and choose that file.")
    # Translators: the notice “list-large”
    gettext("The file is larger than 2 MiB; a list of players is much smaller.")
    # Translators: the notice “list-left-out”
    gettext("Left out by you.")
    # Translators: the notice “list-locked”
    gettext("The file is protected by a password. Save it without one and choose it again.")
    # Translators: the notice “list-long-cell”
    gettext("A cell of this file holds more than %(letters)s letters. Is it the right file? Save the list as CSV anew.")
    # Translators: the notice “list-mixed”
    gettext("Enter points for everybody, or places (2. 4. 1. 3.) for everybody.")
    # Translators: the notice “list-mojibake”
    gettext("Letters with accents were damaged in this file (“JÃ¶rg”) and have been repaired.")
    # Translators: the notice “list-more-cells”
    gettext("The line has more cells than the heading.")
    # Translators: the notice “list-much-text”
    gettext("The file has more text than a list should have. Copy only the list into a new sheet.")
    # Translators: the notice “list-name-missing”
    gettext("The name is missing.")
    # Translators: the notice “list-namesake”
    gettext("Line %(line)s has the same name.")
    # Translators: the notice “list-no-column”
    gettext("No column is assigned to: %(columns)s.")
    # Translators: the notice “list-no-columns”
    gettext("No line names the columns. Choose the heading, or assign the columns.")
    # Translators: the notice “list-no-end”
    gettext("“%(text)s” is not a way to end a game. Enter played, forfeit or adjourned.")
    # Translators: the notice “list-no-grade”
    gettext("“%(cell)s” has no rating here: grades are 30k to 1k and 1d to 7d, no professional ones. Enter a rating such as 2700, or none: without one a player begins at the bottom.")
    # Translators: the notice “list-no-heading”
    gettext("No line names the columns, so they were guessed from what stands in them. Check them.")
    # Translators: the notice “list-no-players”
    gettext("The file has a heading row but no players below it.")
    # Translators: the notice “list-no-rating”
    gettext("“%(cell)s” was read as no rating.")
    # Translators: the notice “list-no-results”
    gettext("The file has a heading row but no results below it.")
    # Translators: the notice “list-no-sheet”
    gettext("The file has no sheet with cells.")
    # Translators: the notice “list-no-teams”
    gettext("The file has a heading row but no teams below it.")
    # Translators: the notice “list-no-value”
    gettext("“%(cell)s” was read as empty.")
    # Translators: the notice “list-not-read”
    gettext("“%(cell)s” was not read as %(meaning)s and is not imported.")
    # Translators: the notice “list-not-text”
    gettext("This is not a text file. Save the sheet as CSV and choose that file.")
    # Translators: the notice “list-note”
    gettext("This looks like a note, not like a player.")
    # Translators: the notice “list-numbered”
    gettext("Numbered, to tell them apart from line %(line)s.")
    # Translators: the notice “list-over”
    gettext("Not imported, to the right of the last column: “%(text)s”.")
    # Translators: the notice “list-player-twice”
    gettext("The same player is already in line %(line)s. Two people with the same name need a club or a year of birth.")
    # Translators: the notice “list-points”
    gettext("Seat %(seat)s: “%(text)s” is not a number of points. Enter 4, 7/2 or 3.5, or - for a no-show.")
    # Translators: the notice “list-points-most”
    gettext("Seat %(seat)s: enter at most %(most)s, not %(text)s.")
    # Translators: the notice “list-quotes”
    gettext("A quotation mark is not closed. Each line was read on its own, without quotation marks.")
    # Translators: the notice “list-range”
    gettext("%(value)s is outside %(low)s to %(high)s and was not read as %(meaning)s.")
    # Translators: the notice “list-read-as”
    gettext("“%(cell)s” was read as %(value)s.")
    # Translators: the notice “list-remembered”
    gettext("The columns are assigned as last time.")
    # Translators: the notice “list-sheet”
    gettext("The list was read from the sheet “%(sheet)s”.")
    # Translators: the notice “list-sheet-hidden”
    gettext("The sheet “%(sheet)s” is hidden in the file.")
    # Translators: the notice “list-sheet-unknown”
    gettext("There is no sheet “%(sheet)s”; there are: %(sheets)s.")
    # Translators: the notice “list-sheets”
    gettext("The file has %(sheets)s sheets; the first %(most)s were looked at.")
    # Translators: the notice “list-stale”
    gettext("Somebody changed something after this preview. Check it again; nothing was imported.")
    # Translators: the notice “list-table-twice”
    gettext("This table is already in line %(line)s.")
    # Translators: the notice “list-team-missing”
    gettext("The team's name is missing.")
    # Translators: the notice “list-team-twice”
    gettext("“%(text)s” is already in line %(line)s.")
    # Translators: the notice “list-text-long”
    gettext("“%(text)s” has %(length)s characters; at most %(limit)s are possible.")
    # Translators: the notice “list-total”
    gettext("This looks like a line of totals, not like a player.")
    # Translators: the notice “list-twice”
    gettext("Two columns mean “%(meaning)s”. “%(column)s” is not imported.")
    # Translators: the notice “list-unpacked”
    gettext("Unpacked, the file is much larger than a list should be. Copy only the list into a new sheet.")
    # Translators: the notice “list-unread”
    gettext("Not imported: the column “%(column)s”.")
    # Translators: the notice “list-unread-blank”
    gettext("Not imported: column %(column)s. It has text (“%(text)s”) but no heading.")
    # Translators: the notice “list-unread-email”
    gettext("Not imported: the column “%(column)s”. E-mail addresses come from the players themselves, by the entry form.")
    # Translators: the notice “list-unread-remark”
    gettext("Not imported: the column “%(column)s”. Entries have no place for remarks. Keep your list.")
    # Translators: the notice “list-utf-16”
    gettext("The file looks like UTF-16 but is not. Save it as CSV UTF-8.")
    # Translators: the notice “list-what-number”
    gettext("The number of seat %(seat)s")
    # Translators: the notice “list-what-round”
    gettext("The round")
    # Translators: the notice “list-what-table”
    gettext("The table")
    # Translators: the notice “list-whole”
    gettext("%(what)s “%(cell)s” must be a whole number from %(low)s to %(high)s.")
    # Translators: the notice “list-wide”
    gettext("Only the first %(most)s columns were read; there are cells to the right of them.")
    # Translators: the notice “mail-certificate”
    gettext("The certificate of the mail server is not trusted: %(error)s.")
    # Translators: the notice “mail-expired”
    gettext("It was not sent in time, so it is no longer useful.")
    # Translators: the notice “mail-login-refused”
    gettext("The mail server refuses the user name or the password in EMAIL_URL: %(answer)s")
    # Translators: the notice “mail-many-of-event”
    gettext("This event sent too many e-mails within an hour.")
    # Translators: the notice “mail-many-to-address”
    gettext("This address got too many e-mails within an hour.")
    # Translators: the notice “mail-not-made”
    gettext("The e-mail could not be created because of an error in the program. The program's log has the details.")
    # Translators: the notice “mail-outdated”
    gettext("The round was changed or withdrawn before it was sent.")
    # Translators: the notice “mail-refused”
    gettext("The mail server refuses this e-mail: %(answer)s")
    # Translators: the notice “mail-sender-refused”
    gettext("The mail server refuses the sender in MAIL_FROM: %(answer)s")
    # Translators: the notice “mail-server-refused”
    gettext("The mail server refuses to accept e-mails: %(answer)s")
    # Translators: the notice “mail-silent”
    gettext("The mail server does not answer.")
    # Translators: the notice “mail-unreachable”
    gettext("The mail server cannot be reached: %(error)s.")
    # Translators: the notice “mail-unwanted”
    gettext("The recipient has unsubscribed from these e-mails.")
    # Translators: the notice “many-kept-apart-sit-together”
    gettext("Round %(round)s: these pairs sit together although they should be kept apart: %(pairs)s and %(more)s more.")
    # Translators: the notice “match-bye-above-a-win”
    gettext("%(points)s is more than the %(win)s of a match won")
    # Translators: the notice “match-points”
    gettext("are for a match won, drawn, lost: never rising, two draws never more than a win and a loss")
    # Translators: the notice “mate”
    gettext("mate")
    # Translators: the notice “mcmahon-accelerated”
    gettext("McMahon starting scores and an acceleration both let the strong meet earlier: choose one of the two.")
    # Translators: the notice “mcmahon-edition”
    gettext("McMahon starting scores are paired by the rules in force: choose that edition.")
    # Translators: the notice “mcmahon-floor”
    gettext("The floor, %(floor)s, must be below the bar, %(bar)s.")
    # Translators: the notice “mcmahon-needs-rounds”
    gettext("The bar follows from the number of rounds: set the number of rounds, or set a bar.")
    # Translators: the notice “mcmahon-not-chosen”
    gettext("This is for McMahon starting scores: choose them, or leave the bar and the floor empty.")
    # Translators: the notice “mcmahon-starts”
    gettext("McMahon: everybody rated %(bar)s or more begins at the top.")
    # Translators: the notice “mcmahon-unrated”
    gettext("Without a rating, beginning at the floor: %(players)s.")
    # Translators: the notice “meet-again”
    gettext("Players %(a)s and %(b)s meet again.")
    # Translators: the notice “met-before”
    gettext("Players %(a)s and %(b)s already met in round %(rounds)s.")
    # Translators: the notice “met-before-c1”
    gettext("Players %(a)s and %(b)s already met in round %(rounds)s (rule C1).")
    # Translators: the notice “met-needlessly”
    gettext("Players %(a)s and %(b)s already met in round %(rounds)s; this round needs %(needed)s such meetings, not %(meetings)s.")
    # Translators: the notice “moved-down”
    gettext("Moved down, with the score group that has no opponent for them: %(moves)s.")
    # Translators: the notice “must-not-meet”
    gettext("Players %(a)s and %(b)s must not meet.")
    # Translators: the notice “name-no-text”
    gettext("%(where)s contains half a surrogate pair or a NUL, which is not text.")
    # Translators: the notice “name-of-seat”
    gettext("The name of seat %(seat)s")
    # Translators: the notice “name-too-long”
    gettext("%(where)s has %(length)s characters; names have at most %(most)s.")
    # Translators: the notice “needs-one-table-more”
    gettext("These players need more tables than they have. Choose one more table.")
    # Translators: the notice “neighbouring-colours”
    gettext("Two players have white and red, black and green (QC 2.2).")
    # Translators: the notice “neighbours”
    gettext("Neighbours in the standings, scores %(lowest)s to %(highest)s.")
    # Translators: the notice “no-declared-game”
    gettext("There is no game %(key)s.")
    # Translators: the notice “no-engine”
    gettext("%(game)s has no engine here: its results are typed, and moves are not followed.")
    # Translators: the notice “no-game”
    gettext("There is no game %(key)s; the games are %(games)s.")
    # Translators: the notice “no-pair-of-the-swiss”
    gettext("With the current results, the Dutch system does not pair players %(a)s and %(b)s in this round. It pairs %(pairs)s.")
    # Translators: the notice “no-place”
    gettext("Player %(player)s has no place in round %(round)s: neither a table nor a bye.")
    # Translators: the notice “no-player”
    gettext("There is no player %(player)s.")
    # Translators: the notice “no-player-for-bye”
    gettext("There is no player %(player)s to have a bye.")
    # Translators: the notice “no-points-for-places”
    gettext("They are not the points for places either (%(points)s, shared in a tie).")
    # Translators: the notice “no-round”
    gettext("There is no round %(round)s; the event has %(rounds)s.")
    # Translators: the notice “no-string”
    gettext("no string")
    # Translators: the notice “no-such-option”
    gettext("%(system)s does not have this option; it has %(options)s.")
    # Translators: the notice “no-system”
    gettext("There is no system %(key)s; the systems are %(systems)s.")
    # Translators: the notice “no-table”
    gettext("Round %(round)s has no table %(table)s.")
    # Translators: the notice “no-team”
    gettext("Player %(player)s is not in a team, but in this system everybody plays for one.")
    # Translators: the notice “nobody”
    gettext("nobody")
    # Translators: the notice “none”
    gettext("none")
    # Translators: the notice “not-a-choice”
    gettext("This must be one of %(allowed)s, not %(value)s.")
    # Translators: the notice “not-a-list-of-pairs”
    gettext("This must be a list of pairs of player ids, such as [[3, 7]].")
    # Translators: the notice “not-a-number”
    gettext("This must be a whole number, not %(value)s.")
    # Translators: the notice “not-a-pair”
    gettext("A pair is two player ids, such as [3, 7].")
    # Translators: the notice “not-a-table-number”
    gettext("A table number is 1 or more, not %(table)s.")
    # Translators: the notice “not-a-table-size”
    gettext("%(system)s is for tables of %(sizes)s.")
    # Translators: the notice “not-allowed”
    gettext("This must be %(allowed)s, not %(value)s.")
    # Translators: the notice “not-counts”
    gettext("This must give players a whole number, 0 or more, such as {\"6\": 3}.")
    # Translators: the notice “not-fixed-in-advance”
    gettext("%(system)s does not fix its rounds in advance: ask for one round at a time.")
    # Translators: the notice “not-fixed-tables”
    gettext("This must give players a table number, such as {\"6\": 3}.")
    # Translators: the notice “not-of-the-system”
    gettext("This round does not follow the system: %(why)s")
    # Translators: the notice “not-played-as-planned”
    gettext("Round %(round)s was not played as planned; the rounds after it are planned again around it.")
    # Translators: the notice “not-sizes”
    gettext("This must be a list of different numbers of players from 2 to 6, such as [3, 4, 5].")
    # Translators: the notice “not-there”
    gettext("Round %(round)s: %(players)s not here; the other tables are as planned where possible.")
    # Translators: the notice “not-together”
    gettext("Players %(players)s should not sit together in this round; none of them is due.")
    # Translators: the notice “not-together-but”
    gettext("Players %(players)s should not sit together in this round; %(due)s should.")
    # Translators: the notice “nothing”
    gettext("nothing")
    # Translators: the notice “odd-player-has-bye”
    gettext("%(people)s players do not fill tables of four and three: %(player)s has a bye.")
    # Translators: the notice “on-board”
    gettext("Board %(board)s: %(text)s")
    # Translators: the notice “one-pair”
    gettext("one pair")
    # Translators: the notice “opponents-again”
    gettext("%(a)s and %(b)s have already played against each other twice.")
    # Translators: the notice “option-choice”
    gettext("The option \"%(option)s\" must be %(values)s.")
    # Translators: the notice “option-choices”
    gettext("The option \"%(option)s\" must be a list of one or more of %(values)s, each at most once.")
    # Translators: the notice “option-flag”
    gettext("The option \"%(option)s\" must be true or false.")
    # Translators: the notice “option-number”
    gettext("The option \"%(option)s\" must be a whole number from %(least)s to %(most)s.")
    # Translators: the notice “option-teams”
    gettext("The option \"%(option)s\" must be two lists of seats, each seat once, such as [[1, 3], [2, 4]].")
    # Translators: the notice “option-teams-seats”
    gettext("The option \"%(option)s\" must hold each of the %(seats)s seats once.")
    # Translators: the notice “or”
    gettext("%(first)s or %(last)s")
    # Translators: the notice “other-pairs”
    gettext("other pairs")
    # Translators: the notice “others-meet”
    gettext("Players %(a)s and %(b)s do not meet in this round; %(right)s do.")
    # Translators: the notice “pair-of-one”
    gettext("A pair is two players, not %(player)s twice.")
    # Translators: the notice “paired-by”
    gettext("Paired by %(edition)s.")
    # Translators: the notice “pairing-failed”
    gettext("The pairing failed because of an error in the program. The program's log has the details. Nothing was changed.")
    # Translators: the notice “pairing-number-of-a-player”
    gettext("the pairing number of a player")
    # Translators: the notice “pairs”
    gettext("%(count)s pairs")
    # Translators: the notice “partners-again”
    gettext("%(a)s and %(b)s have already been partners.")
    # Translators: the notice “partners-not-opposite”
    gettext("Partners do not sit opposite each other (QC 7.5).")
    # Translators: the notice “past-the-end”
    gettext("This event has %(rounds)s rounds; there is no round %(round)s.")
    # Translators: the notice “pawn”
    gettext("pawn")
    # Translators: the notice “penalty-lacks”
    gettext("is missing; a penalty has a round, points and a reason")
    # Translators: the notice “penalty-of-both”
    gettext("is for a player or for a team: name one of them")
    # Translators: the notice “penalty-of-nothing”
    gettext("are 0; a penalty takes points off, written without a minus sign")
    # Translators: the notice “pgn4-begun”
    gettext("The game of chess.com does not begin with the first move of its first player, or without castling.")
    # Translators: the notice “pgn4-board”
    gettext("%(text)s in StartFen4 cannot be read.")
    # Translators: the notice “pgn4-other-start”
    gettext("The game of chess.com begins with other pieces: on %(square)s stands %(text)s, and here %(right)s.")
    # Translators: the notice “pgn4-rule”
    gettext("The game of chess.com was played by the rule %(rule)s, which Quatro Chess does not know.")
    # Translators: the notice “pgn4-square”
    gettext("The square %(square)s of the game of chess.com lies outside the board.")
    # Translators: the notice “pgn4-usual-board”
    gettext("The game of chess.com was played on another board: theirs has 160 squares, that of Quatro Chess 128. Only games that began with the start of Quatro Chess as a custom position can be read.")
    # Translators: the notice “places-do-not-reach”
    gettext("lists %(places)s places, too few for %(table)s with %(seats)s seats; add the missing places")
    # Translators: the notice “places-for-places”
    gettext("has %(entries)s entries for the %(places)s places there")
    # Translators: the notice “places-missing”
    gettext("is missing; list the points for first, second, … place")
    # Translators: the notice “places-rising”
    gettext("%(points)s is more than the place before it; put the best first")
    # Translators: the notice “places-too-few”
    gettext("has fewer than two places; a table has at least two")
    # Translators: the notice “planned-again”
    gettext("Planned again before round %(round)s, from the meetings and seats so far.")
    # Translators: the notice “player-at-two-tables”
    gettext("player %(player)s is at %(other)s in round %(round)s too; give them one place")
    # Translators: the notice “player-bye-not-absent”
    gettext("round %(round)s is missing from absent; add it there")
    # Translators: the notice “player-came”
    gettext("player %(number)s (%(came)s)")
    # Translators: the notice “player-id-twice”
    gettext("%(id)s is the id of %(other)s too; each has its own")
    # Translators: the notice “player-left-too-early”
    gettext("%(left)s lies before the first round played, %(joined)s")
    # Translators: the notice “player-of-no-team”
    gettext("there is no team %(team)s; name one of teams")
    # Translators: the notice “player-two-byes”
    gettext("round %(round)s is among half_byes too; take it out of one of them")
    # Translators: the notice “player-with-table-and-bye”
    gettext("player %(player)s is at %(other)s in round %(round)s too; take one of them away")
    # Translators: the notice “player-without-id”
    gettext("is missing; every player has a pairing number")
    # Translators: the notice “points-for-seats”
    gettext("%(entries)s entries for %(seats)s seats; give one a seat, null where unknown")
    # Translators: the notice “position-cannot-be-over”
    gettext("the game would be over, or somebody would be out")
    # Translators: the notice “position-counts”
    gettext("the counts of moves contradict each other")
    # Translators: the notice “position-impossible”
    gettext("No game can have this position: %(reason)s.")
    # Translators: the notice “position-last”
    gettext("the last move contradicts the board")
    # Translators: the notice “position-not-over”
    gettext("the game would not be over")
    # Translators: the notice “position-of-no-game”
    gettext("%(text)s begins no position. A position begins with %(prefixes)s, and a dot.")
    # Translators: the notice “position-options”
    gettext("the options contradict each other")
    # Translators: the notice “position-other-spelling”
    gettext("The position is written differently here: %(text)s")
    # Translators: the notice “position-part”
    gettext("Part %(part)s of the position cannot be read: %(text)s.")
    # Translators: the notice “position-parts”
    gettext("A position of %(game)s begins with %(prefix)s and has %(parts)s parts after dots.")
    # Translators: the notice “position-pieces”
    gettext("there are too many, too few or the wrong pieces")
    # Translators: the notice “position-points”
    gettext("the points contradict the board")
    # Translators: the notice “position-too-long”
    gettext("The position has %(length)s characters; at most %(most)s are read.")
    # Translators: the notice “position-turn”
    gettext("nobody could be on turn in this position")
    # Translators: the notice “power-forbidden”
    gettext("No tables were found that keep all forbidden pairs apart in round %(round)s: %(pairs)s would meet. Take a pair out of pairing.forbidden.")
    # Translators: the notice “power-repeats”
    gettext("Round %(round)s: %(pairs)s meet again (%(how)s).")
    # Translators: the notice “power-repeats-allowed”
    gettext("Round %(round)s: %(pairs)s meet again, as repeat_weight lets them.")
    # Translators: the notice “power-spread”
    gettext("Round %(round)s: the differences between the highest and lowest score of each table add up to %(points)s; with these players they cannot be less than %(least)s.")
    # Translators: the notice “power-too-few”
    gettext("%(players)s players take part in round %(round)s: too few for a table of %(size)s. Add players, or choose another system.")
    # Translators: the notice “print-failed”
    gettext("The document could not be made because of an error in the program. The program's log has the details.")
    # Translators: the notice “print-three-times”
    gettext("The document failed three times: it was too slow or too large.")
    # Translators: the notice “proven-fewest”
    gettext("proven the fewest")
    # Translators: the notice “proven-fewest-spread”
    gettext("proven the fewest with the short tables spread")
    # Translators: the notice “py4swiss-missing”
    gettext("This event is paired by the rules before 1 February 2026, and py4swiss, which does that, is not installed. Install it (pip install py4swiss), or pair the round by hand.")
    # Translators: the notice “quaro-bag”
    gettext("Bag: %(stones)s")
    # Translators: the notice “quaro-bag-empty”
    gettext("Seat %(seat)s cannot draw %(drawn)s: the bag is empty, draw none.")
    # Translators: the notice “quaro-bag-is-empty”
    gettext("Bag: empty")
    # Translators: the notice “quaro-board-empty”
    gettext("On the board: nothing yet.")
    # Translators: the notice “quaro-completed”
    gettext("The last stone completed %(rows)s.")
    # Translators: the notice “quaro-corner”
    gettext("%(word)s names a corner that the board does not have: it is a cross, without the columns a, b, g and h on rows 1, 2, 7 and 8.")
    # Translators: the notice “quaro-draw”
    gettext("Seat %(seat)s cannot draw %(drawn)s: draw %(right)s, or forget to draw.")
    # Translators: the notice “quaro-drawn-letters”
    gettext("%(text)s is not a turn: after + write the stones drawn, letters of %(letters)s.")
    # Translators: the notice “quaro-ended”
    gettext("The game was ended: no more points can be scored.")
    # Translators: the notice “quaro-full”
    gettext("The board is full: the game is over.")
    # Translators: the notice “quaro-hand”
    gettext("The hand of seat %(seat)s is %(hand)s; there must be %(right)s.")
    # Translators: the notice “quaro-hand-full”
    gettext("Seat %(seat)s cannot draw %(drawn)s: the hand is full, draw none.")
    # Translators: the notice “quaro-hands”
    gettext("one string of four stones (letters of %(letters)s) a seat, such as [\"RRGB\", \"YGBB\"]")
    # Translators: the notice “quaro-holds”
    gettext("%(player)s: %(stones)s; points: %(points)s.")
    # Translators: the notice “quaro-last-stone”
    gettext("Last stone")
    # Translators: the notice “quaro-may-draw”
    gettext("%(player)s has no stone and may draw.")
    # Translators: the notice “quaro-must-place”
    gettext("Seat %(seat)s has stones (%(hand)s) and must place one of them.")
    # Translators: the notice “quaro-no-stones”
    gettext("no stones")
    # Translators: the notice “quaro-no-such-stone”
    gettext("Seat %(seat)s has no %(colour)s stone to place; in hand: %(hand)s.")
    # Translators: the notice “quaro-no-turn”
    gettext("%(what)s is not a turn of Quaro. Write turns such as \"Rd4 Bd5 +RG\", \"-\", \"- +RGBY\" or \"end\".")
    # Translators: the notice “quaro-no-whole-points”
    gettext("Seat %(seat)s has %(points)s points; in Quaro this must be a whole number, 0 or more.")
    # Translators: the notice “quaro-not-in-bag”
    gettext("Seat %(seat)s cannot draw %(drawn)s %(colour)s: the bag holds %(bag)s.")
    # Translators: the notice “quaro-not-over”
    gettext("The game cannot end yet: the stones that are left can still complete a row.")
    # Translators: the notice “quaro-number-of-hands”
    gettext("There are %(hands)s hands for %(seats)s seats; there must be %(right)s.")
    # Translators: the notice “quaro-on-board”
    gettext("On the board: %(stones)s.")
    # Translators: the notice “quaro-one-point”
    gettext("1 point")
    # Translators: the notice “quaro-places”
    gettext("%(player)s places one of %(stones)s.")
    # Translators: the notice “quaro-placing-ends”
    gettext("The stone on %(before)s scored nothing, so the placing ends with it; no stone goes on %(square)s.")
    # Translators: the notice “quaro-players”
    gettext("Quaro is played by 2, 3 or 4 players, not by %(players)s.")
    # Translators: the notice “quaro-points”
    gettext("%(points)s points")
    # Translators: the notice “quaro-setup”
    gettext("The setup of Quaro cannot have %(name)s, only the hands.")
    # Translators: the notice “quaro-setup-hands”
    gettext("The setup of Quaro must hold the hands: %(right)s.")
    # Translators: the notice “quaro-taken”
    gettext("%(square)s is taken by a %(colour)s stone; a stone goes on an empty square.")
    # Translators: the notice “quaro-the-bag”
    gettext("Bag")
    # Translators: the notice “quaro-too-many-dealt”
    gettext("The hands hold %(dealt)s %(colour)s stones; there are only %(most)s of each colour.")
    # Translators: the notice “quaro-too-many-points”
    gettext("The points add up to %(total)s; the board has only %(rows)s rows to score.")
    # Translators: the notice “quaro-written”
    gettext("%(text)s is not a turn: write the stones and what was drawn, such as Rd4 Bd5 +RG. In the hand are: %(hand)s.")
    # Translators: the notice “quarto-after-call”
    gettext("the seat, 1 or 2, and nothing else or the four squares of the line")
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
    # Translators: the notice “quarto-dark”
    gettext("dark")
    # Translators: the notice “quarto-drawn”
    gettext("All pieces are placed: a draw.")
    # Translators: the notice “quarto-full”
    gettext("full")
    # Translators: the notice “quarto-given-already”
    gettext("Seat %(seat)s was given %(piece)s and must place it before another is given.")
    # Translators: the notice “quarto-given-before”
    gettext("%(piece)s has already been given; still left: %(left)s.")
    # Translators: the notice “quarto-gives”
    gettext("%(player)s gives a piece.")
    # Translators: the notice “quarto-hollow”
    gettext("hollow")
    # Translators: the notice “quarto-in-hand”
    gettext("in hand")
    # Translators: the notice “quarto-left”
    gettext("Left: %(pieces)s")
    # Translators: the notice “quarto-light”
    gettext("light")
    # Translators: the notice “quarto-no-line”
    gettext("There is no line to call: the last piece, on %(square)s, completed none.")
    # Translators: the notice “quarto-no-move”
    gettext("%(text)s is not a move: after %(word)s write %(right)s.")
    # Translators: the notice “quarto-nobody-calls”
    gettext("Lines win by themselves in this game; nobody calls.")
    # Translators: the notice “quarto-not-described”
    gettext("%(text)s describes no piece: say light or dark, round or square, tall or short, full or hollow.")
    # Translators: the notice “quarto-not-given”
    gettext("not given yet")
    # Translators: the notice “quarto-not-this-line”
    gettext("%(squares)s are not four in a line, or its pieces share nothing, or the last piece, on %(square)s, is not one of them.")
    # Translators: the notice “quarto-nothing-given”
    gettext("There is no piece to place: seat %(seat)s gives one first.")
    # Translators: the notice “quarto-nothing-placed”
    gettext("There is no line to call: no piece has been placed.")
    # Translators: the notice “quarto-on-board”
    gettext("On the board: %(pieces)s.")
    # Translators: the notice “quarto-places”
    gettext("%(player)s places %(piece)s.")
    # Translators: the notice “quarto-points”
    gettext("Quarto gives 1 and 0, or %(half)s each in a draw, not %(points)s.")
    # Translators: the notice “quarto-round”
    gettext("round-shaped")
    # Translators: the notice “quarto-setup”
    gettext("Quarto needs no setup. Remove %(name)s and leave the setup empty ({}).")
    # Translators: the notice “quarto-short”
    gettext("short")
    # Translators: the notice “quarto-square”
    gettext("square-shaped")
    # Translators: the notice “quarto-taken”
    gettext("%(square)s is taken by %(piece)s; a piece goes on an empty square.")
    # Translators: the notice “quarto-tall”
    gettext("tall")
    # Translators: the notice “quarto-unreadable”
    gettext("%(text)s is not a move of Quarto. Write moves such as \"give LRTF\", \"place b3\" or \"call 1\".")
    # Translators: the notice “quarto-who-calls”
    gettext("%(text)s does not say who calls. Write call 1 or call 2.")
    # Translators: the notice “quarto-wins”
    gettext("%(player)s wins by %(lines)s.")
    # Translators: the notice “quarto-written”
    gettext("%(text)s is neither a piece nor a square. Possible are: %(choices)s.")
    # Translators: the notice “quatro-chess-army-of-statues”
    gettext("%(colour)s (statues): %(men)s.")
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
    gettext("The seat of %(colour)s must be a whole number from 1 to %(seats)s.")
    # Translators: the notice “quatro-chess-colours”
    gettext("\"colours\" must give each of white, red, black and green a seat, and name no other colour.")
    # Translators: the notice “quatro-chess-empty”
    gettext("There is no piece on %(square)s; %(colour)s is on turn and must move one of its own.")
    # Translators: the notice “quatro-chess-forfeit”
    gettext("%(text)s does not take a colour out: write forfeit and one of white, red, black, green.")
    # Translators: the notice “quatro-chess-forfeited”
    gettext("%(colour)s forfeited.")
    # Translators: the notice “quatro-chess-four-points”
    gettext("%(count)s points were entered; a table has four, those of white, red, black and green.")
    # Translators: the notice “quatro-chess-goes-nowhere”
    gettext("A move must end on a different square from %(square)s, where it begins.")
    # Translators: the notice “quatro-chess-green”
    gettext("Green")
    # Translators: the notice “quatro-chess-in-check”
    gettext("%(colour)s's king is in check.")
    # Translators: the notice “quatro-chess-is-statue”
    gettext("The %(piece)s on %(square)s is a statue: %(colour)s is out, and its pieces never move. %(turn)s is on turn.")
    # Translators: the notice “quatro-chess-king-attacked”
    gettext("%(colour)s's king would move to a square that a living hostile piece attacks.")
    # Translators: the notice “quatro-chess-last”
    gettext("Last: %(move)s.")
    # Translators: the notice “quatro-chess-last-move”
    gettext("Last move: %(move)s")
    # Translators: the notice “quatro-chess-neighbours”
    gettext("Seats %(first)s and %(second)s have %(colours)s, which are neighbours; partners sit opposite each other: seat %(first)s with seat %(other)s.")
    # Translators: the notice “quatro-chess-no-colour”
    gettext("Seat %(seat)s has no colour; every seat has at least one.")
    # Translators: the notice “quatro-chess-no-promotion”
    gettext("Nothing promotes by %(origin)s%(target)s: leave out the letter %(letter)s. %(colour)s's pawns promote on %(first)s to %(last)s only.")
    # Translators: the notice “quatro-chess-no-square”
    gettext("%(word)s names %(square)s, which is not a square of the board: files run from a to l, ranks from 1 to 12, and the corners (a, b, k, l on 1, 2, 11, 12) are missing.")
    # Translators: the notice “quatro-chess-not-possible”
    gettext("%(colour)s cannot play %(text)s here.")
    # Translators: the notice “quatro-chess-not-possible-but”
    gettext("%(colour)s cannot play %(text)s here. Possible are: %(choices)s.")
    # Translators: the notice “quatro-chess-not-yours”
    gettext("The %(piece)s on %(square)s is %(colour)s's, but %(turn)s is on turn.")
    # Translators: the notice “quatro-chess-note-mated”
    gettext("mated")
    # Translators: the notice “quatro-chess-note-stalemated”
    gettext("stalemated")
    # Translators: the notice “quatro-chess-note-turn”
    gettext("on turn")
    # Translators: the notice “quatro-chess-nothing-to-take”
    gettext("A pawn moves diagonally only to capture, but %(square)s is empty and no pawn may be captured there en passant.")
    # Translators: the notice “quatro-chess-opens-check”
    gettext("The move would leave %(colour)s's king on %(square)s in check.")
    # Translators: the notice “quatro-chess-order”
    gettext("%(points)s are not possible in this order (white, red, black, green): the game ends as soon as only one player or team is left.")
    # Translators: the notice “quatro-chess-other-piece”
    gettext("%(text)s names another piece than the %(piece)s that stands on %(square)s.")
    # Translators: the notice “quatro-chess-out-already”
    gettext("%(colour)s is already out (%(reason)s); only a colour still in the game can forfeit.")
    # Translators: the notice “quatro-chess-over-fifty”
    gettext("The game is over: drawn by the fifty-move rule.")
    # Translators: the notice “quatro-chess-over-last”
    gettext("The game is over: the others are out.")
    # Translators: the notice “quatro-chess-over-material”
    gettext("The game is over: drawn for want of mating material.")
    # Translators: the notice “quatro-chess-passed-gone”
    gettext("The pawn that passed %(square)s is no longer there to be captured en passant.")
    # Translators: the notice “quatro-chess-passed-own”
    gettext("%(colour)s's pawn that passed %(square)s belongs to the same player, whose colours cannot capture each other.")
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
    # Translators: the notice “quatro-chess-points-half”
    gettext("They could with the option \"draw_points\": \"half\".")
    # Translators: the notice “quatro-chess-points-shared”
    gettext("They could with the option \"draw_points\": \"share\", as in older events.")
    # Translators: the notice “quatro-chess-promotes”
    gettext("The pawn promotes on %(target)s: add q, r, b or n, as in %(origin)s%(target)sq.")
    # Translators: the notice “quatro-chess-promotion-letter”
    gettext("%(word)s ends in %(letter)s: a pawn promotes to q, r, b or n, in small letters.")
    # Translators: the notice “quatro-chess-red”
    gettext("Red")
    # Translators: the notice “quatro-chess-resigned”
    gettext("%(colour)s resigned.")
    # Translators: the notice “quatro-chess-setup”
    gettext("The setup cannot have %(key)s, only \"colours\" or nothing.")
    # Translators: the notice “quatro-chess-stands”
    gettext("%(colour)s's %(piece)s stands on %(square)s")
    # Translators: the notice “quatro-chess-statue-stands”
    gettext("%(colour)s's %(piece)s, a statue, stands on %(square)s")
    # Translators: the notice “quatro-chess-statue-there”
    gettext("%(square)s: %(colour)s's %(piece)s, a statue")
    # Translators: the notice “quatro-chess-still-in-check”
    gettext("%(colour)s's king is in check, and this move leaves it in check.")
    # Translators: the notice “quatro-chess-takes-king”
    gettext("%(there)s; a king is never captured.")
    # Translators: the notice “quatro-chess-takes-own”
    gettext("%(there)s, %(colour)s's own piece.")
    # Translators: the notice “quatro-chess-takes-partner”
    gettext("%(there)s; one player has both colours, and they cannot capture each other.")
    # Translators: the notice “quatro-chess-takes-statue”
    gettext("%(there)s; statues cannot be captured.")
    # Translators: the notice “quatro-chess-teams”
    gettext("The option \"teams\" needs four seats, two in each team, such as [[1, 3], [2, 4]].")
    # Translators: the notice “quatro-chess-there”
    gettext("%(square)s: %(piece)s of %(colour)s")
    # Translators: the notice “quatro-chess-three-seats”
    gettext("With three seats the setup must say who has which colours: {\"colours\": {\"white\": 1, \"red\": 2, \"black\": 3, \"green\": 1}}.")
    # Translators: the notice “quatro-chess-too-early”
    gettext("Moves without a capture, a pawn's move or an elimination: %(moves)s; with %(colours)s colours left draw50 can be claimed from %(needed)s on.")
    # Translators: the notice “quatro-chess-turn”
    gettext("%(colour)s is on turn.")
    # Translators: the notice “quatro-chess-two-seats”
    gettext("With two seats each has two neighbouring colours, such as white and red against black and green.")
    # Translators: the notice “quatro-chess-unreadable”
    gettext("%(text)s is not a move of Quatro Chess: write from-square, to-square and, where a pawn promotes, its letter (g2g4, c11d12q), or resign, forfeit red, draw50.")
    # Translators: the notice “quatro-chess-was-mated”
    gettext("%(colour)s was mated.")
    # Translators: the notice “quatro-chess-was-stalemated”
    gettext("%(colour)s was stalemated.")
    # Translators: the notice “quatro-chess-written”
    gettext("%(text)s is not a move of Quatro Chess: write Nf3, k10-j10, bxc4, O-O or c12=Q, or resign, forfeit red, draw50.")
    # Translators: the notice “queen”
    gettext("queen")
    # Translators: the notice “record-agrees”
    gettext("The record gives %(points)s, as entered.")
    # Translators: the notice “record-claimed”
    gettext("\"claimed\" must be an object with places, points or both, not %(kind)s.")
    # Translators: the notice “record-claimed-empty”
    gettext("\"claimed\" is empty. Give places, points or both, or leave it out.")
    # Translators: the notice “record-claimed-fraction”
    gettext("Claimed points %(value)s are not a fraction in lowest terms such as \"8\" or \"7/2\".")
    # Translators: the notice “record-claimed-has-no”
    gettext("\"claimed\" cannot have %(name)s, only places, points or both.")
    # Translators: the notice “record-claimed-place”
    gettext("A claimed place must be a whole number, not %(kind)s.")
    # Translators: the notice “record-claimed-points”
    gettext("Claimed points must be strings such as \"8\" or \"7/2\", not %(kind)s.")
    # Translators: the notice “record-claimed-seats”
    gettext("\"claimed\" needs one entry for each seat in %(name)s, here a list of %(seats)s.")
    # Translators: the notice “record-colours”
    gettext("The colours %(first)s and %(second)s belong to one player in the record or at the table, not in both.")
    # Translators: the notice “record-corrected”
    gettext("The result was corrected to %(points)s.")
    # Translators: the notice “record-decides”
    gettext("The result follows from the record: %(points)s.")
    # Translators: the notice “record-differs”
    gettext("The record gives %(points)s, but %(entered)s was entered.")
    # Translators: the notice “record-game”
    gettext("\"game\" must be the key of a game, a string, not %(kind)s.")
    # Translators: the notice “record-has-no”
    gettext("A record cannot have %(name)s, only %(names)s.")
    # Translators: the notice “record-lacks”
    gettext("The record has no \"%(name)s\"; it needs %(names)s.")
    # Translators: the notice “record-move”
    gettext("Each entry of moves must be a string, not %(kind)s.")
    # Translators: the notice “record-moves”
    gettext("\"moves\" must be a list of strings, not %(kind)s.")
    # Translators: the notice “record-name-twice”
    gettext("The name %(name)s appears twice in one object. Use each name only once.")
    # Translators: the notice “record-no-json”
    gettext("The text is not JSON: %(fault)s at line %(line)s, column %(column)s; a record is one JSON object.")
    # Translators: the notice “record-no-number”
    gettext("The text is not JSON: %(name)s is not a JSON number.")
    # Translators: the notice “record-no-options”
    gettext("%(game)s has no option %(option)s; it has no options.")
    # Translators: the notice “record-no-such-option”
    gettext("%(game)s has no option %(option)s; its options are %(options)s.")
    # Translators: the notice “record-no-utf8”
    gettext("The text is not UTF-8: byte %(byte)s cannot be read.")
    # Translators: the notice “record-not-an-object”
    gettext("A record must be one JSON object, not %(kind)s.")
    # Translators: the notice “record-not-over”
    gettext("The game in this record is not over, so it does not prove a result.")
    # Translators: the notice “record-number-of-seats”
    gettext("%(game)s is played by %(numbers)s players, not by %(seats)s.")
    # Translators: the notice “record-object”
    gettext("\"%(name)s\" must be an object ({} if empty), not %(kind)s.")
    # Translators: the notice “record-of-another-game”
    gettext("This is a record of %(game)s, but this tournament plays %(played)s.")
    # Translators: the notice “record-players”
    gettext("The record has %(record)s players, but the table has %(table)s.")
    # Translators: the notice “record-round-taken-back”
    gettext("The round was taken back before the record was replayed.")
    # Translators: the notice “record-seat”
    gettext("Seat %(seat)s must be a name or null, not %(kind)s.")
    # Translators: the notice “record-seats”
    gettext("\"seats\" must be a list with one name (or null) for each seat, not %(kind)s.")
    # Translators: the notice “record-surrogate”
    gettext("The text contains half a surrogate pair, so it is not UTF-8.")
    # Translators: the notice “record-too-deep”
    gettext("The record is nested more than %(most)s levels deep; no game needs that.")
    # Translators: the notice “record-too-long”
    gettext("The record has more than 1 MiB of text; at most %(most)s bytes are read.")
    # Translators: the notice “record-too-many-moves”
    gettext("The record has %(moves)s moves; at most %(most)s are replayed.")
    # Translators: the notice “record-with-another-option”
    gettext("The record has a different “%(option)s” from this tournament.")
    # Translators: the notice “record-with-partners”
    gettext("In the record partners play together, but at this table everyone plays for themselves. Remove “%(option)s” from the options of the record.")
    # Translators: the notice “record-without-hands”
    gettext("In Kwartet the moves alone are not enough: the program must also know the cards that were dealt. Hand in a record with the hands. If nobody knows them, enter who asked whom for which card under “Hands unknown?”.")
    # Translators: the notice “record-without-hands-of-two”
    gettext("In Kwartet the moves alone are not enough: the program must also know the cards that were dealt. Hand in a record with the hands.")
    # Translators: the notice “record-without-partners”
    gettext("At this table partners play together: %(first)s against %(second)s. Add “%(option)s” to the options of the record.")
    # Translators: the notice “replay-failed”
    gettext("The replay failed because of an error in the program. The program's log has the details.")
    # Translators: the notice “report-apart”
    gettext("at least two players are needed who must not meet")
    # Translators: the notice “report-bye”
    gettext("the kind of bye “%(kind)s” must be F, H or Z")
    # Translators: the notice “report-bye-with-opponent”
    gettext("%(result)s is a bye, and opponent %(player)s is given")
    # Translators: the notice “report-character”
    gettext("a character that cannot be shown")
    # Translators: the notice “report-colour”
    gettext("the colour “%(text)s” must be w, b or -")
    # Translators: the notice “report-game-without-colour”
    gettext("a game that was played has a colour, w or b")
    # Translators: the notice “report-initial-colour”
    gettext("the initial colour “%(text)s” must be W or B")
    # Translators: the notice “report-letter”
    gettext("“%(letter)s” must be one of %(letters)s")
    # Translators: the notice “report-no-name”
    gettext("the name is missing")
    # Translators: the notice “report-no-number”
    gettext("“%(text)s” is not a starting number")
    # Translators: the notice “report-no-numbers”
    gettext("starting numbers are missing")
    # Translators: the notice “report-no-opponent”
    gettext("round %(round)s: there is no opponent %(player)s")
    # Translators: the notice “report-no-player”
    gettext("The file has no player (no line begins with 001).")
    # Translators: the notice “report-no-result”
    gettext("“%(text)s” is not a result; use one of %(results)s")
    # Translators: the notice “report-no-space”
    gettext("a space must follow the three characters of the record's code")
    # Translators: the notice “report-no-team-name”
    gettext("the team's name is missing")
    # Translators: the notice “report-number-twice”
    gettext("starting number %(number)s is already used in line %(line)s")
    # Translators: the notice “report-player”
    gettext("Player %(number)s: %(why)s")
    # Translators: the notice “report-result-without-opponent”
    gettext("the result %(result)s needs an opponent")
    # Translators: the notice “report-results”
    gettext("round %(round)s: the results %(one)s and %(other)s do not fit")
    # Translators: the notice “report-round”
    gettext("Round %(number)s: %(why)s")
    # Translators: the notice “report-same-colour”
    gettext("round %(round)s: both players have the colour %(colour)s")
    # Translators: the notice “report-says-otherwise”
    gettext("round %(round)s: player %(player)s says otherwise, in line %(line)s")
    # Translators: the notice “report-sex”
    gettext("“%(text)s” must be m or w, or blank")
    # Translators: the notice “report-tenths”
    gettext("%(what)s “%(text)s” must be written like 11.5")
    # Translators: the notice “report-too-large”
    gettext("The file is larger than 4 MiB.")
    # Translators: the notice “report-too-many-rounds”
    gettext("more than %(most)s rounds")
    # Translators: the notice “report-whole-number”
    gettext("%(what)s “%(text)s” must be a whole number from %(low)s to %(high)s")
    # Translators: the notice “reserves-sit-out”
    gettext("Round %(round)s: reserves of team %(team)s sit out: %(players)s.")
    # Translators: the notice “resigned”
    gettext("resigned")
    # Translators: the notice “result-forfeit-all-came”
    gettext("contain no null, which marks a player who did not show up; write \"played\" if everyone did")
    # Translators: the notice “result-forfeit-missing”
    gettext("are missing; in a forfeit null means absent")
    # Translators: the notice “result-too-much”
    gettext("are more than a table can give; the most is %(points)s")
    # Translators: the notice “result-unknown”
    gettext("are not all known although it is played; enter them or set end to null")
    # Translators: the notice “result-without-end”
    gettext("is null although all points are given; write \"played\"")
    # Translators: the notice “result-would-be-lost”
    gettext("The result of table %(table)s would be lost.")
    # Translators: the notice “rook”
    gettext("rook")
    # Translators: the notice “round-out-of-order”
    gettext("%(number)s stands where round %(round)s belongs; rounds run 1, 2, 3 …")
    # Translators: the notice “same-club”
    gettext("Table %(table)s: players %(a)s and %(b)s are in the same club (%(club)s).")
    # Translators: the notice “schedule”
    gettext("The complete schedule for %(people)s players in %(rounds)s rounds; places were drawn by lot.")
    # Translators: the notice “schedule-repeats-fewer”
    gettext("For %(players)s players and %(rounds)s rounds a schedule fixed in advance (“Complete schedule at tables”) repeats fewer meetings.")
    # Translators: the notice “scheveningen-away”
    gettext("Round %(round)s: somebody is away, so these have a bye: %(players)s.")
    # Translators: the notice “scheveningen-meet”
    gettext("%(home)s %(a)s meets %(guests)s %(b)s in round %(number)s of %(whole)s.")
    # Translators: the notice “scheveningen-seat”
    gettext("By the table player %(player)s has seat 1 here.")
    # Translators: the notice “scheveningen-sizes”
    gettext("The teams have %(large)s and %(small)s players: in each round some of the larger team have a bye.")
    # Translators: the notice “scheveningen-teams”
    gettext("Scheveningen is for two teams; the event has %(teams)s with players.")
    # Translators: the notice “scheveningen-too-many-rounds”
    gettext("Two teams of %(size)s have %(whole)s rounds here, not %(asked)s.")
    # Translators: the notice “score-group”
    gettext("Players with equal points: %(points)s.")
    # Translators: the notice “score-group-floated”
    gettext("Players with equal points: %(points)s; %(floated)s.")
    # Translators: the notice “seat-articles”
    gettext("the=")
    # Translators: the notice “seats-not-neighbours”
    gettext("two players hold two neighbouring colours each, as 1, 1, 2, 2 (QC 2.1)")
    # Translators: the notice “seats-too-few”
    gettext("hold fewer than two players; a game needs two")
    # Translators: the notice “seats-too-often”
    gettext("player %(player)s sits here too often; two seats of four are the most (QC 2.1)")
    # Translators: the notice “seats-twice”
    gettext("player %(player)s sits here twice; in this game each has one seat")
    # Translators: the notice “seats-uneven”
    gettext("Seats out of balance: player %(player)s has had them %(counts)s times.")
    # Translators: the notice “second”
    gettext("second")
    # Translators: the notice “second-bracket-absent”
    gettext("Round %(round)s: not taking part, so they lose this round: %(players)s.")
    # Translators: the notice “second-bracket-resting”
    gettext("Round %(round)s: waiting while the other bracket plays: %(players)s.")
    # Translators: the notice “seed”
    gettext("seed %(number)s")
    # Translators: the notice “several-seats”
    gettext("Player %(player)s has %(seats)s seats at this table.")
    # Translators: the notice “short-table”
    gettext("A table of %(players)s: these had the fewest such tables so far (%(had)s at most).")
    # Translators: the notice “short-table-again”
    gettext("Player %(player)s is at a short table again; another player has been at %(visits)s fewer.")
    # Translators: the notice “short-table-first”
    gettext("A table of %(players)s; none of these players has had such a table before.")
    # Translators: the notice “short-tables-cost”
    gettext("Spreading the short tables evenly costs %(repeated)s repeated meetings over the whole schedule; with “Short tables, fewest repeats” nobody meets twice, but some have more short tables.")
    # Translators: the notice “short-tables-dear”
    gettext("Short tables shared out like this cost %(repeated)s repeated meetings over the whole schedule; with “Short tables, fewest repeats” it would be %(fewest)s, but some players have more short tables.")
    # Translators: the notice “short-tables-uneven”
    gettext("To avoid repeated meetings, some players have %(most)s short tables and others %(least)s.")
    # Translators: the notice “should-be-round”
    gettext("This should be round %(round)s.")
    # Translators: the notice “sits-and-has-bye”
    gettext("Player %(player)s sits here and has a bye as well.")
    # Translators: the notice “sits-at-two-tables”
    gettext("Player %(player)s also sits at table %(table)s. Take the player out of one of them.")
    # Translators: the notice “sits-nowhere”
    gettext("Player %(player)s takes part, but sits nowhere and has no bye.")
    # Translators: the notice “sits-there-already”
    gettext("Player %(player)s already sits at table %(table)s.")
    # Translators: the notice “sixth”
    gettext("sixth")
    # Translators: the notice “sizes-leave-byes”
    gettext("%(people)s players do not fill tables of %(sizes)s: some have a bye each round.")
    # Translators: the notice “sizes-without-usual”
    gettext("The sizes that tables may have must include the usual one, %(size)s.")
    # Translators: the notice “spread-needless”
    gettext("Different scores sit together unnecessarily: the differences between the highest and lowest score of each table add up to %(points)s; at the system's own tables they add up to %(own)s.")
    # Translators: the notice “stalemate”
    gettext("stalemate")
    # Translators: the notice “strongest-has-two-colours”
    gettext("Player %(player)s, the strongest of three, has two colours (QC 2.1).")
    # Translators: the notice “swiss-no-bye”
    gettext("Round %(round)s cannot be paired: the number of players is odd, and the bye could only go to a player who already had a bye or a win without a game (rule C2). Add one player, give a bye to a player who asks for one, or pair it by hand.")
    # Translators: the notice “swiss-no-way”
    gettext("Round %(round)s cannot be paired: no two players may meet again (rule C1), nobody may have two byes (C2), and the colours (C3) leave no other pairing. Play fewer rounds, add players, or pair it by hand.")
    # Translators: the notice “swiss-no-way-with-forbidden”
    gettext("Round %(round)s cannot be paired: no two players may meet again (rule C1), nobody may have two byes (C2), and the colours (C3) and the forbidden pairs leave no other pairing. Play fewer rounds, add players, take a pair out of pairing.forbidden, or pair it by hand.")
    # Translators: the notice “swiss-too-few”
    gettext("Round %(round)s has %(players)s players; a Swiss round needs at least two.")
    # Translators: the notice “system-forbidden”
    gettext("Round %(round)s, table %(table)s: players %(a)s and %(b)s must not meet, but by this system they do. Take the pair out of pairing.forbidden.")
    # Translators: the notice “table-fixed”
    gettext("Table %(table)s is fixed.")
    # Translators: the notice “table-full”
    gettext("Table %(table)s is full: swap the player with one who sits there.")
    # Translators: the notice “table-number-twice”
    gettext("There are %(times)s tables with this number.")
    # Translators: the notice “table-size”
    gettext("%(sitting)s sit here; a table of this event has 2 to %(size)s players.")
    # Translators: the notice “table-without-seats”
    gettext("is missing; a table names who sits at it")
    # Translators: the notice “tables-forbidden”
    gettext("Round %(round)s: no seating was found in which %(a)s and %(b)s do not meet. Take a pair out of pairing.forbidden, or play fewer rounds.")
    # Translators: the notice “tables-missing”
    gettext("Round %(round)s does not have all of the tables %(tables)s.")
    # Translators: the notice “tables-not-numbered”
    gettext("The %(tables)s tables are not numbered 1 to %(tables)s.")
    # Translators: the notice “team-berger-four-boards”
    gettext("At tables of four a match has two boards or four, not %(asked)s.")
    # Translators: the notice “team-berger-seat”
    gettext("Seats out of balance: player %(player)s has seat 1 on this board by the Berger table.")
    # Translators: the notice “team-berger-too-few”
    gettext("A round robin of teams needs at least two teams; the event has %(teams)s with players.")
    # Translators: the notice “team-berger-too-many-rounds”
    gettext("A round robin of %(teams)s teams has %(whole)s rounds here, not %(asked)s.")
    # Translators: the notice “team-id-twice”
    gettext("%(id)s is another team's id; give each its own")
    # Translators: the notice “team-swiss-away”
    gettext("Round %(round)s: these teams are not here: %(teams)s.")
    # Translators: the notice “team-swiss-bye”
    gettext("Round %(round)s: %(team)s has the bye.")
    # Translators: the notice “team-swiss-bye-again”
    gettext("%(team)s cannot have the bye: they had one already, or won a match without playing (C2).")
    # Translators: the notice “team-swiss-colours”
    gettext("White on board 1: %(team)s (article %(article)s).")
    # Translators: the notice “team-swiss-equal”
    gettext("Both have the same points: %(points)s.")
    # Translators: the notice “team-swiss-float”
    gettext("%(low)s (%(less)s points) came up to %(high)s (%(more)s points).")
    # Translators: the notice “team-swiss-has-bye”
    gettext("%(team)s has the bye; the rules give it to %(due)s.")
    # Translators: the notice “team-swiss-met”
    gettext("%(a)s and %(b)s have met before (C1).")
    # Translators: the notice “team-swiss-no-bye”
    gettext("Round %(round)s cannot be paired: every team that could have the bye had one already. Decide yourself who has the bye, or add a team.")
    # Translators: the notice “team-swiss-no-way”
    gettext("Round %(round)s cannot be paired: not all teams can have an opponent whom they have not met. Play fewer rounds, or take away pairs that must not meet.")
    # Translators: the notice “team-swiss-not-the-pair”
    gettext("By the rules %(a)s do not meet %(b)s in this round.")
    # Translators: the notice “team-swiss-rounds”
    gettext("The number of rounds is not set, so the rules for the last two rounds are not used. Set it beforehand.")
    # Translators: the notice “team-swiss-table”
    gettext("By the rules %(team)s has White on board 1.")
    # Translators: the notice “team-swiss-too-few”
    gettext("Two teams are needed for a round; %(teams)s can play.")
    # Translators: the notice “team-swiss-up”
    gettext("With %(points)s points: %(teams)s came up from below.")
    # Translators: the notice “team-too-small”
    gettext("Team %(team)s has %(players)s players and needs %(boards)s. Add players to the team. A player who misses a round can be marked absent.")
    # Translators: the notice “team-without-id”
    gettext("is missing; every team has one")
    # Translators: the notice “text-of-no-game”
    gettext("The text does not say which game it is. Begin with a tag such as [Game \"quarto\"]; the games are %(games)s.")
    # Translators: the notice “text-result”
    gettext("The result %(text)s must give the points of %(seats)s seats, such as 8-4-2-0, or * for none.")
    # Translators: the notice “text-tag”
    gettext("Tag %(tag)s: %(text)s")
    # Translators: the notice “text-without-moves”
    gettext("The text holds no moves.")
    # Translators: the notice “the-code-of-a-tie-break”
    gettext("the code of a tie-break")
    # Translators: the notice “the-end-of-a-table”
    gettext("how a table ended (null: not entered yet)")
    # Translators: the notice “the-first-round”
    gettext("the first round")
    # Translators: the notice “the-first-round-played”
    gettext("the first round played")
    # Translators: the notice “the-game-points”
    gettext("the game points")
    # Translators: the notice “the-key-of-a-game”
    gettext("the key of a game")
    # Translators: the notice “the-last-round”
    gettext("the last round")
    # Translators: the notice “the-last-round-played”
    gettext("the last round played")
    # Translators: the notice “the-match-points”
    gettext("the match points")
    # Translators: the notice “the-name”
    gettext("the name")
    # Translators: the notice “the-number-of-rounds”
    gettext("the number of rounds")
    # Translators: the notice “the-opponent”
    gettext("the opponent")
    # Translators: the notice “the-player”
    gettext("the player")
    # Translators: the notice “the-points”
    gettext("the points")
    # Translators: the notice “the-points-of-a-bye”
    gettext("the points of a bye")
    # Translators: the notice “the-points-of-a-penalty”
    gettext("the points of a penalty")
    # Translators: the notice “the-rank”
    gettext("the rank")
    # Translators: the notice “the-rating”
    gettext("the rating")
    # Translators: the notice “the-reason-of-a-penalty”
    gettext("the reason of a penalty")
    # Translators: the notice “the-round”
    gettext("the round")
    # Translators: the notice “the-seat”
    gettext("Seat %(seat)s")
    # Translators: the notice “the-starting-number”
    gettext("the starting number")
    # Translators: the notice “the-teams-rank”
    gettext("the team's rank")
    # Translators: the notice “things-addresses”
    gettext("addresses")
    # Translators: the notice “things-byes”
    gettext("byes")
    # Translators: the notice “things-changes”
    gettext("changes")
    # Translators: the notice “things-columns”
    gettext("columns")
    # Translators: the notice “things-lists-of-prizes”
    gettext("lists of prizes")
    # Translators: the notice “things-numbers”
    gettext("numbers")
    # Translators: the notice “things-penalties”
    gettext("penalties")
    # Translators: the notice “things-places”
    gettext("places")
    # Translators: the notice “things-players”
    gettext("players")
    # Translators: the notice “things-points”
    gettext("points")
    # Translators: the notice “things-prizes”
    gettext("prizes")
    # Translators: the notice “things-records”
    gettext("records")
    # Translators: the notice “things-rounds”
    gettext("rounds")
    # Translators: the notice “things-seats”
    gettext("seats")
    # Translators: the notice “things-tables”
    gettext("tables")
    # Translators: the notice “things-teams”
    gettext("teams")
    # Translators: the notice “things-tie-breaks”
    gettext("tie-breaks")
    # Translators: the notice “third”
    gettext("third")
    # Translators: the notice “three-teams-of-four”
    gettext("three teams of four")
    # Translators: the notice “tie-break-for-players”
    gettext("is a tie-break for players; list it under scoring.tie_breaks")
    # Translators: the notice “tie-break-for-teams”
    gettext("is a tie-break for teams; list it under scoring.teams.tie_breaks")
    # Translators: the notice “tie-break-in-round-robin”
    gettext("%(label)s says nothing in a round robin, where all meet all (C.07, article 8).")
    # Translators: the notice “tie-break-lacks-number”
    gettext("lacks its number; write %(name)s/3 for three")
    # Translators: the notice “tie-break-lower-is-better”
    gettext("%(label)s puts the highest sum first, but in this game lower numbers are better; choose places instead.")
    # Translators: the notice “tie-break-modifiers”
    gettext("has two modifiers of the same kind, the second being /%(second)s")
    # Translators: the notice “tie-break-needs-columns”
    gettext("%(code)s needs number %(number)s of the list of every table; table %(table)s of round %(round)s does not have it.")
    # Translators: the notice “tie-break-needs-ratings”
    gettext("%(label)s needs a rating of every player (C.07, article 10); rate the unrated, or say in scoring.unrated what they count with.")
    # Translators: the notice “tie-break-no-code”
    gettext("is not the code of a tie-break, such as BH, BH/C1 or PLACE2")
    # Translators: the notice “tie-break-no-modifier”
    gettext("has a modifier /%(modifier)s that is none of /C1 /C2 /M1 /M2 /L±n /P /R /F")
    # Translators: the notice “tie-break-number”
    gettext("has a number too many, or one that begins with 0")
    # Translators: the notice “tie-break-strange-modifier”
    gettext("has the modifier /%(modifier)s, which %(name)s does not take; it takes %(taken)s")
    # Translators: the notice “tie-break-twice”
    gettext("%(code)s is listed twice")
    # Translators: the notice “tie-break-unknown”
    gettext("is not a tie-break that is known here; they are %(names)s")
    # Translators: the notice “tie-break-without-modifiers”
    gettext("has the modifier /%(modifier)s, which %(name)s does not take; it takes none")
    # Translators: the notice “too-large”
    gettext("This must be at most %(maximum)s, not %(value)s.")
    # Translators: the notice “too-many-at-short-tables”
    gettext("%(players)s players sit at tables with fewer than %(size)s; only %(due)s need to.")
    # Translators: the notice “too-many-byes”
    gettext("%(count)s byes are given (%(players)s); %(due)s would be enough.")
    # Translators: the notice “too-small”
    gettext("This must be at least %(minimum)s, not %(value)s.")
    # Translators: the notice “two-byes”
    gettext("Player %(player)s has two byes.")
    # Translators: the notice “two-teams-of-four”
    gettext("two teams of four")
    # Translators: the notice “virtual-points”
    gettext("Virtual points are included.")
    # Translators: the notice “webhook-gone”
    gettext("It answered that it is gone (410).")
    # Translators: the notice “webhook-silent”
    gettext("It did not answer for two days.")
    # Translators: the notice “what-was-done”
    gettext("the action")
    # Translators: the notice “whist-changed”
    gettext("The played rounds do not follow the schedule; the next round is the one that fits it best.")
    # Translators: the notice “whist-forbidden”
    gettext("Round %(round)s of the whist schedule has %(a)s and %(b)s at one table, who must not meet. Everybody meets everybody in it: take the pair out of pairing.forbidden.")
    # Translators: the notice “whist-four”
    gettext("%(players)s sit here; a table of whist has four.")
    # Translators: the notice “whist-none”
    gettext("No whist schedule for %(people)s players exists (it needs 4k or 4k + 1); there is one for %(near)s.")
    # Translators: the notice “whist-not-known”
    gettext("No whist schedule for %(people)s players is known here; there is one for %(near)s.")
    # Translators: the notice “whist-not-together”
    gettext("%(players)s do not sit together like this in this round of the schedule.")
    # Translators: the notice “whist-round”
    gettext("Round %(round)s of the whist schedule for %(players)s.")
    # Translators: the notice “whist-some-missing”
    gettext("Round %(round)s: some players are not here; the %(players)s others are paired with each other or have byes.")
    # Translators: the notice “whist-too-many-rounds”
    gettext("The whist schedule for %(people)s players has %(whole)s rounds, not %(asked)s.")
    # Translators: the notice “winner”
    gettext("winner")
    # Translators: the notice “word-in-text”
    gettext("%(word)s in %(text)s")
    # Translators: the notice “written-in-line”
    gettext("Line %(line)s: %(text)s")
    # Translators: the notice “written-never-closed”
    gettext("A bracket that opens in line %(line)s is never closed.")
    # Translators: the notice “written-no-move”
    gettext("%(text)s is not a move.")
    # Translators: the notice “written-several”
    gettext("%(text)s can mean several moves. Write one of these: %(choices)s.")
    # Translators: the notice “written-too-long”
    gettext("The text has %(length)s characters; at most %(most)s are read.")
    # Translators: the notice “written-too-many”
    gettext("The text has more than %(most)s moves.")
    # Translators: the notice “yellow”
    gettext("yellow")
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
    gettext("A number of the game’s list")
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
    gettext("%(team)s: %(place)s of %(count)d teams")
    gettext("A page about me")
    gettext("Be told of my table")
    gettext("Calendar")
    gettext("Close")
    gettext("Crosstable")
    gettext("Desk")
    gettext("Enter the moves")
    gettext("Last backup: %(when)s.")
    gettext("My cards")
    gettext("My table")
    gettext("Next: table %(tables)s")
    gettext("No round is published yet.")
    gettext("Not ranked")
    gettext("Player")
    gettext("Points")
    gettext("R%(number)d")
    gettext("Rank")
    gettext("Result")
    gettext("Rounds")
    gettext("Sand-glass")
    gettext("Score")
    gettext("T%(number)d")
    gettext("Table")
    gettext("Tables")
    gettext("Team")
    gettext("The table has no result yet.")
    gettext("This page updates itself when a round is published.")
    gettext("Winner")
    gettext("You run this tournament.")
    gettext("Your points")
    gettext("adjourned")
    gettext("being recomputed")
    gettext("check: %(colours)s")
    gettext("did not show up")
    gettext("finals")
    gettext("fixed table")
    gettext("fixed")
    gettext("forfeit")
    gettext("free this round")
    gettext("goes on")
    gettext("in {time}")
    gettext("not known yet")
    gettext("penalty")
    gettext("plays on in the second bracket")
    gettext("plays two colours")
    gettext("provisional")
    gettext("shared among %(n)s")
    gettext("void")
    gettext("withdrawn")
    pgettext("a round without a table", "bye")
    pgettext("date format", "l j F Y")
    pgettext("in a schedule", "Next")
    pgettext("in the standings", "down")
    pgettext("in the standings", "up")
    pgettext("points", "Start")
