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
    gettext("The player asked last, if he has cards")
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
    gettext("Two teams of four on two boards (QC 7.1). Rounds left out: six, after which all is even.")
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
    gettext("Three teams of four on three boards (QC 7.2, 7.3). Rounds left out: four, each pair against each.")
    # Translators: a pairing system
    gettext("Whist (changing partners)")
    # Translators: help for the pairing system “Whist (changing partners)”
    gettext("Everybody partners each other once and opposes each twice.")
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
    gettext("This page turns by itself when one is.")
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
