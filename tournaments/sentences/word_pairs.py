"""Comments for translators on messages of two words; those of one word are in `words.py`.

Kept in the same way: a message may stand in a dozen places, its comment is written once, here. A message with a context
needs none.
"""

from django.utils.translation import gettext_noop as _

WORD_PAIRS = (
    # Translators: in the sum of somebody's points: what this subtraction is, with the arbiter's words
    _("penalty: %(reason)s"),
    # Translators: tick box above a large bracket: show the rounds that are over as well
    _("Earlier rounds"),
    # Translators: heading on the page of finals: the tournaments from which the finalists came
    _("Groups before"),
    # Translators: which part of an imported document is wrong: one of its teams
    _("Team %(number)d"),
    # Translators: on the wall, beside a code for phones that leads to the results of an event
    _("All results"),
    # Translators: button of a list that is empty: add the first one; the name is what the list is of, such as “player”
    _("Add %(name)s"),
    # Translators: what the description of a game says besides: the points that a player can get
    _("possible amounts"),
    # Translators: where the first part of somebody's points comes from: what they began with (McMahon)
    _("starting score"),
    # Translators: link to a paper
    _("Print (PDF)"),
    # Translators: heading of a figure: the mean rating of a player's opponents
    _("Average opponent"),
    # Translators: heading: the page that a player may allow about themselves
    _("Your page"),
    # Translators: heading: whether search engines may list the page that a player allows about themselves
    _("Search engines"),
    # Translators: label: the password of a Wi-Fi
    _("Its password"),
    # Translators: how many tournaments a person's page counts
    _("%(n)s tournament"),
    # Translators: after a season's winners while it goes on, or after points
    _("so far"),
    # Translators: column heading: how often this player had more points than the other one at a table
    _("More points"),
    # Translators: button: this phone belongs to somebody else
    _("Not me"),
    # Translators: label of a field: a club's colour, typed
    _("Own colour"),
    # Translators: link at the end of a chapter of the handbook, with the title of the next one
    _("Next: %(title)s"),
    # Translators: column heading: the club in whose register a player is
    _("Register of"),
    # Translators: label of a number: how many tables were played in the whole event
    _("Tables played"),
    # Translators: heading: the order after the last round
    _("Final standings"),
    # Translators: label: the hour at which an evening begins
    _("Begins at"),
    # Translators: heading and link: all evenings of a season
    _("All evenings"),
    # Translators: label of a choice: who may see an evening's pages
    _("Public pages"),
    # Translators: an evening whose pages only its staff sees
    _("not public"),
    # Translators: choice in a list of clubs: tournaments of every club
    _("All clubs"),
    # Translators: an account at a federation with which somebody logs in here
    _("provider account"),
    # Translators: plural of “provider account”
    _("provider accounts"),
    # Translators: heading and menu item: accounts at a federation with which somebody logs in here
    _("Accounts elsewhere"),
    # Translators: the name of a person who came without one
    _("New user"),
    # Translators: a code by which somebody works at an event for an evening, without an account
    _("staff code"),
    # Translators: plural of “staff code”
    _("staff codes"),
    # Translators: whether somebody has no account and came in by a code
    _("by code"),
    # Translators: column heading: the moment at which a code ends
    _("valid until"),
    # Translators: label: the moment at which a code ends
    _("Valid until"),
    # Translators: column heading: the moment at which a phone scanned a code
    _("scanned at"),
    # Translators: label
    _("e-mail address"),
    # Translators: column heading: the moment at which an invitation was accepted
    _("accepted at"),
    # Translators: column heading: the moment at which a code was ended
    _("ended at"),
    # Translators: label: the picture of a file that was uploaded
    _("Image preview"),
    # Translators: hint in an empty list of choices
    _("Select value"),
    # Translators: hint in the list of things that can be done with the marked rows
    _("Select action"),
    # Translators: button beside a list: show only what matches
    _("Apply Filters"),
    # Translators: button beside a list: show everything again
    _("Reset filters"),
    # Translators: plural of “game record”
    _("game records"),
    # Translators: heading and menu item: a code from an app, beside the password, when signing in
    _("Second factor"),
    # Translators: heading: the app on a phone that shows codes for signing in
    _("Authenticator app"),
    # Translators: heading: codes that replace the app when the phone is lost
    _("Recovery codes"),
    # Translators: button
    _("Log in"),
    # Translators: in a list of the places where somebody is signed in: the one in use now
    _("this browser"),
    # Translators: state of a part of the installation: it does not work as it should
    _("not OK"),
    # Translators: link: look at every part of the installation anew
    _("Check again"),
    # Translators: button and heading
    _("New tournament"),
    # Translators: how many players
    _("%(n)s player"),
    # Translators: link to the whole list
    _("All tournaments"),
    # Translators: heading of a part that opens: settings that are seldom needed
    _("More settings"),
    # Translators: button: make a result out of what a player reported, such as 1 – 0
    _("Enter %(points)s"),
    # Translators: heading: results that players sent from their phones
    _("Players’ reports"),
    # Translators: link and document: a slip of paper for each table, with a QR code for reporting the result
    _("Table slips"),
    # Translators: heading: a table by its number
    _("Table %(n)s"),
    # Translators: link and heading: a file that holds a whole tournament
    _("Event document"),
    # Translators: beside the clock: when it runs out
    _("until %(time)s"),
    # Translators: button of the clock: one minute less
    _("−1 min"),
    # Translators: button of the clock: one minute more
    _("+1 min"),
    # Translators: a table by its number, before the result that is offered for it
    _("Table %(t)s"),
    # Translators: beside a result that was typed and is on its way to the server
    _("saving …"),
    # Translators: how many typed results are on their way to the server
    _("Saving: {n}"),
    # Translators: link to a table by its number
    _("Table {table}"),
    # Translators: before the news about the result of a table
    _("Table {table}:"),
    # Translators: button: type this result again
    _("Correct it"),
    # Translators: the number of a rule in the rules of the game, such as Q 3.2
    _("Rule %(rule)s"),
    # Translators: link: how many game records were handed in for a table
    _("%(n)s record"),
    # Translators: a person and a time, such as: Anna, 20:15
    _("%(who)s, %(at)s"),
    # Translators: button and heading: the player leaves the tournament
    _("%(name)s withdraws"),
    # Translators: heading and link: rounds in which players asked not to play
    _("Requested byes"),
    # Translators: end of a sentence after a player's number and name: they have come
    _("is here."),
    # Translators: link: sort by number
    _("By number"),
    # Translators: state of a player who has come
    _("is here"),
    # Translators: button: take a player from the waiting list into the tournament
    _("Admit %(name)s"),
    # Translators: heading: a round by its number
    _("Round %(n)s"),
    # Translators: link and heading: read a list of players from a spreadsheet
    _("Import players"),
    # Translators: link and heading: an address for each player that leads to their own table
    _("Personal links"),
    # Translators: link: take back whole rounds
    _("Undo rounds"),
    # Translators: link to the page that everybody may see
    _("Public page"),
    # Translators: name of the part of the desk that says what to do now, for screen readers
    _("Next step"),
    # Translators: button: let a tournament that has ended go on
    _("Reopen it"),
    # Translators: button: give a player a seat in the round that is played
    _("Seat %(name)s"),
    # Translators: button: show the players who are hidden because there are many
    _("Show all"),
    # Translators: name of a progress bar for screen readers
    _("Results entered"),
    # Translators: button: send the record of a game (verb)
    _("Hand in"),
    # Translators: heading: what had happened to a tournament before it was imported
    _("Imported history"),
    # Translators: after a change: the reason that somebody typed
    _("reason: %(why)s"),
    # Translators: link: show every line of a list, not only those with problems
    _("all lines"),
    # Translators: heading: read a list of teams from a spreadsheet
    _("Import teams"),
    # Translators: heading: read results from a spreadsheet
    _("Import results"),
    # Translators: beside the player whose turn it is
    _("to move"),
    # Translators: heading: the number of a move in a game
    _("Move %(n)s"),
    # Translators: link: take away the choice of a part of the log
    _("Show everything"),
    # Translators: the starting number of a player
    _("No. %(number)s"),
    # Translators: column heading and button: a player who always sits at the same table
    _("Fixed table"),
    # Translators: button: a withdrawn player plays again
    _("bring back"),
    # Translators: button: give a latecomer a seat in the round that is played
    _("seat now"),
    # Translators: link: begin with another set of ready-made settings
    _("Another preset"),
    # Translators: button: make the tournament
    _("Create it"),
    # Translators: before what is said about a table of a draft
    _("Table %(n)s:"),
    # Translators: name of the part where an arbiter exchanges players, for screen readers
    _("Manual pairing"),
    # Translators: label: the starting number of the player to be moved
    _("Player number"),
    # Translators: label: the starting number of the player to exchange places with
    _("with player"),
    # Translators: how many tables a round has
    _("%(t)s table"),
    # Translators: how many results a round has
    _("%(r)s result"),
    # Translators: link: import one more tournament
    _("Import another"),
    # Translators: how many players
    _("%(count)s player"),
    # Translators: on a tournament that has ended
    _("Winner: %(names)s"),
    # Translators: how many rounds
    _("%(count)s round"),
    # Translators: heading and link: a table by its number
    _("Table %(number)s"),
    # Translators: how many moves a game has
    _("%(count)s move"),
    # Translators: beside an option that differs from what is usual
    _("not standard"),
    # Translators: before links to the series and rating lists that a tournament belongs to
    _("Part of:"),
    # Translators: beside standings that are being brought up to date
    _("being recomputed"),
    # Translators: heading and link: a round by its number
    _("Round %(number)s"),
    # Translators: heading: a round of the winners’ bracket of a double elimination, by its number there
    _("Winners’ round %(number)d"),
    # Translators: heading: a round of the losers’ bracket of a double elimination, by its number there
    _("Losers’ round %(number)d"),
    # Translators: a link by an arrow: to the player a line higher in the standings
    _("Player above"),
    # Translators: a link by an arrow: to the player a line lower in the standings
    _("Player below"),
    # Translators: state of a round or a game
    _("being played"),
    # Translators: link in the calendar: to the month that it is now
    _("This month"),
    # Translators: heading: where the person who reads this page sits
    _("My table"),
    # Translators: link: this is not me, choose another player
    _("Somebody else"),
    # Translators: the place in the standings
    _("Rank %(rank)s"),
    # Translators: how many points a player has
    _("%(points)s point"),
    # Translators: heading: the players just before and after this one in the standings
    _("Neighbouring ranks"),
    # Translators: column heading: the place in the standings after that round
    _("Rank afterwards"),
    # Translators: label: how many tables count towards a rating
    _("Rated tables"),
    # Translators: heading: how a rating has changed
    _("Rating history"),
    # Translators: heading on a player's page: they have no seat in this round
    _("No table"),
    # Translators: link after “You are Anna.”: choose another player
    _("Somebody else?"),
    # Translators: before the names of players who say that a reported result is wrong
    _("Disputed by"),
    # Translators: how many tables of a round are adjourned
    _("%(n)s adjourned"),
    # Translators: link: sort by table
    _("By table"),
    # Translators: link: sort by name
    _("By name"),
    # Translators: heading: players who have no seat in this round
    _("Not playing"),
    # Translators: heading: every season (evenings or other tournaments added up)
    _("All seasons"),
    # Translators: how many tournaments a series has
    _("%(count)s tournament"),
    # Translators: link: the crosstable with a column for each round
    _("By round"),
    # Translators: a round by its number, within a line
    _("round %(number)s"),
    # Translators: label before the numbers of rounds: the standings as they were then
    _("After round"),
    # Translators: heading: players who have no place in the standings
    _("Not ranked"),
    # Translators: label before choices: whose lines a chart shows
    _("Lines of"),
    # Translators: choice: the first so many of the standings
    _("Top %(size)s"),
    # Translators: choice: the players near this one in the standings
    _("Around %(name)s"),
    # Translators: beside a player: by how many ranks they rose
    _("up %(by)s"),
    # Translators: beside a player: by how many ranks they fell
    _("down %(by)s"),
    # Translators: label: the other player whose tie-breaks are shown
    _("Compare with"),
    # Translators: the number of a player in the pairing: hint in a field, and field name
    _("pairing number"),
    # Translators: label before choices: the seat from which a game is seen
    _("View as"),
    # Translators: what a game's diagram shows before the first move
    _("The start"),
    # Translators: link to the moves before those on the page
    _("Earlier moves"),
    # Translators: link to the moves after those on the page
    _("Later moves"),
    # Translators: a team's points in a round
    _("%(points)s points"),
    # Translators: column heading: points for matches of teams that were won or drawn
    _("Match points"),
    # Translators: menu item and heading: every change, with its author and time
    _("The log"),
    # Translators: menu item
    _("Change password"),
    # Translators: state of an API token: it works
    _("in use"),
    # Translators: column heading: what the receiver of a webhook answered last
    _("last answer"),
    # Translators: action: send a message to a webhook once more
    _("Send again"),
    # Translators: name of the tournament that a new installation shows
    _("Demonstration evening"),
    # Translators: place of the tournament that a new installation shows
    _("Club room"),
    # Translators: label: how a game is set up, as a programmer writes it
    _("Setup (JSON)"),
    # Translators: label: the first round in which a penalty counts
    _("From round"),
    # Translators: button for screen readers: take a tie-break out of the list
    _("Remove %(name)s"),
    # Translators: label: how rounds are paired
    _("Pairing system"),
    # Translators: label: addresses of a tournament that still lead to it
    _("Former addresses"),
    # Translators: heading of settings: the options of a pairing system
    _("Pairing: %(name)s"),
    # Translators: label: a tournament report (TRF) to be read
    _("Report file"),
    # Translators: label: how rounds are paired
    _("pairing system"),
    # Translators: pairing system: everybody plays everybody
    _("Round robin"),
    # Translators: label
    _("New password"),
    # Translators: label: how players who left are treated in the standings
    _("Withdrawn players"),
    # Translators: label: how players who were sent away are treated in the standings
    _("Expelled players"),
    # Translators: an address of a tournament that still leads to it
    _("former address"),
    # Translators: plural of “former address”
    _("former addresses"),
    # Translators: field name: the first characters of an API token
    _("begins with"),
    # Translators: field name: when an API token was last used
    _("last used"),
    # Translators: a key by which a program may use the site
    _("API token"),
    # Translators: plural of “API token”
    _("API tokens"),
    # Translators: what the site answered to a program, kept in case it asks again
    _("stored answer"),
    # Translators: plural of “stored answer”
    _("stored answers"),
    # Translators: setting: a second arbiter confirms each result
    _("two-person check"),
    # Translators: field name: rounds without playing, for half a point
    _("half-point byes"),
    # Translators: an arbiter's change of a paired round
    _("manual pairing"),
    # Translators: plural of “manual pairing”
    _("manual pairings"),
    # Translators: kind of change: an arbiter had some tables paired again
    _("tables re-paired"),
    # Translators: an arbiter who is typing a result at this moment
    _("somebody typing"),
    # Translators: plural of “somebody typing”
    _("people typing"),
    # Translators: state of a file
    _("being imported"),
    # Translators: kind of number for technicians: a half is 1/2, not 0.5
    _("Exact fraction"),
    # Translators: an address for a player that leads to their own table
    _("personal link"),
    # Translators: plural of “personal link”
    _("personal links"),
    # Translators: state of a game whose moves are typed in
    _("being entered"),
    # Translators: state of a game record
    _("handed in"),
    # Translators: where a change was made: on the pages that everybody may see
    _("public pages"),
    # Translators: where a change was made: by a command on the server
    _("command line"),
    # Translators: one line of the log
    _("log entry"),
    # Translators: plural of “log entry”
    _("log entries"),
    # Translators: field name: the first round for which it holds
    _("from round"),
    # Translators: field name: a few letters for a team
    _("short name"),
    # Translators: field name: the last round that a player plays
    _("until round"),
    # Translators: field name: the rounds that a player misses
    _("absent in"),
    # Translators: field name: rounds without playing, for a full point
    _("full-point byes"),
    # Translators: field name: the table at which a player always sits
    _("fixed table"),
    # Translators: a player's rating over many tournaments
    _("season rating"),
    # Translators: state of a document that is to be printed
    _("being made"),
    # Translators: a document that was made for printing
    _("printed document"),
    # Translators: plural of “printed document”
    _("printed documents"),
    # Translators: choice: how a player is named on public pages
    _("full name"),
    # Translators: setting: whether players send results from their phones
    _("players’ reports"),
    # Translators: state of a reported result: the other players said neither yes nor no
    _("nobody answered"),
    # Translators: the points that a table of a game can give
    _("possible points"),
    # Translators: the moves of a game as a file
    _("game record"),
    # Translators: state of a round
    _("being paired"),
    # Translators: a table by its number, in lists of the admin
    _("table %(number)d"),
    # Translators: a round without playing, for half a point
    _("half-point bye"),
    # Translators: a round without playing, for a full point
    _("full-point bye"),
    # Translators: field name: when it was last computed
    _("computed at"),
    # Translators: ratings over many tournaments
    _("rating list"),
    # Translators: plural of “rating list”
    _("rating lists"),
    # Translators: plural of “season rating”
    _("season ratings"),
    # Translators: help of a field: how many of the best tournaments count
    _("Empty: all."),
    # Translators: a code that replaces the app when the phone is lost
    _("recovery code"),
    # Translators: plural of “recovery code”
    _("recovery codes"),
    # Translators: field name: the round after which standings were computed
    _("after round"),
    # Translators: field name: the settings of a game
    _("game options"),
    # Translators: field name: the settings of a pairing system
    _("pairing options"),
    # Translators: role of a user at a tournament
    _("chief arbiter"),
    # Translators: role of a user at a tournament: enters results at a few tables
    _("table judge"),
    # Translators: field name: the tables of a table judge
    _("their tables"),
    # Translators: field name: why a webhook is sent no more messages
    _("stopped because"),
    # Translators: field name: when a webhook last took a message
    _("last success"),
    # Translators: state of a message to a webhook: it will not be sent again
    _("given up"),
    # Translators: field name: when a message is sent again
    _("next try"),
    # Translators: heading in the arbiter's report: forfeits, penalties and the like
    _("Special events"),
    # Translators: foot of a printed page
    _("Page %(number)d"),
    # Translators: on a scoresheet: a seat at a table by its number
    _("Seat %(number)d"),
    # Translators: on a scoresheet: before an empty box for a player's points
    _("%(who)s: points"),
    # Translators: on a scoresheet: before an empty box for a player's score in a game
    _("%(who)s: score"),
    # Translators: on a scoresheet: before an empty box for a player's place at the table
    _("%(who)s: place"),
    # Translators: column heading on a scoresheet of Quarto: the piece handed to the opponent
    _("Piece given"),
    # Translators: column heading on a scoresheet of Kwartet: the player who asks for a card
    _("Who asks"),
    # Translators: column heading on a scoresheet of Kwartet: whether the player got the card
    _("Got it?"),
    # Translators: name of a preset for a new tournament: a season by the Keizer system
    _("Keizer competition"),
    # Translators: name of a preset for a new tournament: two teams, everybody against everybody
    _("Scheveningen match"),
    # Translators: column heading in the Keizer system: the sum of the values that a player has won
    _("Keizer score"),
    # Translators: in the Keizer system: the value of a player's own place, which counts once
    _("own value"),
    # Translators: in a knockout: players who have not lost yet
    _("Still in"),
    # Translators: in a double elimination: how many games a player can still lose before they are out
    _("Defeats left"),
    # Translators: name of a preset for a new tournament, and of its pairing system: out after two defeats
    _("Double elimination"),
    # Translators: column heading in a knockout: the last round that a player played
    _("Round reached"),
    # Translators: in the log: when a tournament was put away
    _("archived at"),
    # Translators: in the log: the person who put a tournament away
    _("archived by"),
    # Translators: beginning of a line in the log: a round by its number
    _("Round %(round)d"),
    # Translators: in the log: in place of a name that is not known any more
    _("A player"),
    # Translators: in the log: the result that was entered
    _("result %(new)s"),
    # Translators: in the log: a person or thing, and what was changed
    _("%(name)s, %(changes)s"),
    # Translators: in the log: the number of a seat at a table
    _("seat %(seat)s"),
    # Translators: in the log: after a line about something that was taken away
    _("%(line)s, removed"),
    # Translators: in the log: a round whose pairing was requested
    _("asked for"),
    # Translators: next step at the desk, and link: note which players have come
    _("Check in"),
    # Translators: how many players have come, and the tables that they fill
    _("%(here)s: %(tables)s."),
    # Translators: how many players are left without a table
    _("%(count)d bye"),
    # Translators: on a printed pairing of teams: at which tables a match is played
    _("table %(tables)s"),
    # Translators: heading: a round by its number
    _("Round %(number)d"),
    # Translators: document: a card with the name for each seat
    _("Place cards"),
    # Translators: document: for each player, their rounds and opponents
    _("Players’ schedules"),
    # Translators: document: all that happened in a tournament
    _("Arbiter’s report"),
    # Translators: on printed standings: what is not in yet
    _("Provisional: %(missing)s"),
    # Translators: why a pairing is not ideal: these players have played already
    _("met before"),
    # Translators: why a pairing is not ideal: players of one club
    _("same club"),
    # Translators: why a pairing is not ideal: players of one team
    _("same team"),
    # Translators: why a pairing is not ideal: somebody has the same seat too often
    _("seats uneven"),
    # Translators: why a pairing is not ideal: the players have different scores
    _("points apart"),
    # Translators: why a pairing is not ideal: a player without a table
    _("a bye"),
    # Translators: why a pairing is not ideal: a player who is not here
    _("is away"),
    # Translators: how many tables are not finished, and which they are
    _("%(how_many)s: %(places)s."),
    # Translators: label on the page of a player's table
    _("Your points"),
    # Translators: stands in place of a name that was deleted
    _("Player %(number)d"),
    # Translators: preset: the usual evening of a club
    _("Club evening"),
    # Translators: preset: a tournament over a weekend, in the Swiss system
    _("Weekend Swiss"),
    # Translators: column heading in a spreadsheet of teams
    _("Short name"),
    # Translators: a part of the installation, as a heading
    _("Web server"),
    # Translators: a part of the installation, as a heading: where background work waits
    _("Task queue"),
    # Translators: button: a player reports this result
    _("%(name)s won"),
    # Translators: button: a player reports this result
    _("A draw"),
    # Translators: title of a feed of news
    _("%(tournament)s: results"),
    # Translators: a round by its number, within a sentence
    _("round %(number)d"),
    # Translators: in the explanation of a tie-break: terms that do not count
    _("left out"),
    # Translators: what a column of a table counts
    _("matches won"),
    # Translators: what a column of a table counts
    _("matches drawn"),
    # Translators: what a column of a table counts
    _("matches lost"),
    # Translators: move in a list of moves
    _("calls “Quarto!”"),
    # Translators: move in a list of moves: the player has no stone
    _("places nothing"),
    # Translators: move in a list of moves: the stones that a player takes out of the bag
    _("draws %(stones)s"),
    # Translators: after a move: the points that it gives
    _("scores %(points)d"),
    # Translators: name of a list of links for screen readers: other pages of the desk
    _("Other pages"),
    # Translators: heading of a column: how often two who have met before meet again
    _("Repeated meetings"),
    # Translators: behind one of several ways: the one that the settings say
    _("(as set)"),
    # Translators: heading and mark: tournaments that are under way
    _("Running now"),
    # Translators: choice above a list of tournaments: those of every game
    _("All games"),
    # Translators: choice above a list of tournaments: those of every year
    _("All years"),
    # Translators: button below a long list
    _("Previous page"),
    # Translators: button below a long list
    _("Next page"),
    # Translators: what a tournament is at: one round is over, the next not published yet
    _("Between rounds"),
    # Translators: hint in a choice: the program looks for the line that names the columns
    _("find it"),
    # Translators: choice: the list has no line that names the columns
    _("no heading"),
    # Translators: choice: this column of a list is ignored
    _("not imported"),
    # Translators: how many lines of a list
    _("%(n)s line"),
    # Translators: after a number: lines of a list that have mistakes
    _("to correct"),
    # Translators: button: the line of a list is nobody who is known
    _("Somebody new"),
    # Translators: beside a person's club; in front of a colon stands nothing
    _("Known: %(who)s."),
    # Translators: button: do not import this line
    _("Leave out"),
    # Translators: before a list of lines that were not imported
    _("Left out:"),
    # Translators: a line of a list, by its number
    _("Line %(number)s"),
    # Translators: name of a list that was pasted and has no file
    _("pasted list"),
    # Translators: beside a person's club: the year of birth
    _("born %(year)d"),
    # Translators: what a column of a list means
    _("first name"),
    # Translators: what a column of a list means: the family name
    _("last name"),
    # Translators: title: changes of people that others proposed
    _("Proposed changes"),
    # Translators: title of the page with every operation of the API
    _("Programming interface"),
    # Translators: a change of somebody's data that waits for a decision
    _("proposed change"),
    # Translators: plural of “proposed change”
    _("proposed changes"),
    # Translators: link: to the standings of a season, over several tournaments
    _("Season standings"),
    # Translators: heading: players who qualified for no final
    _("In no final"),
    # Translators: heading: players who are in no group
    _("In no group"),
    # Translators: label of a choice that goes on: every week, every two weeks, …
    _("An evening"),
    # Translators: choice: an evening every week
    _("every week"),
    # Translators: label: the date of the first evening of a season
    _("First evening"),
    # Translators: heading: the evenings of a season with their dates
    _("The evenings"),
    # Translators: tick: nothing is played on this date
    _("no evening"),
    # Translators: heading of a table: the first cells of each column of a list to be imported
    _("First cells"),
    # Translators: what belongs in a line of the log that a file brings along: what somebody did
    _("the action"),
    # Translators: label: the fee for taking part
    _("Entry fee"),
    # Translators: label: the fee for taking part
    _("entry fee"),
    # Translators: label of a field: the player with whom somebody wants to play
    _("Wished partner"),
    # Translators: column heading: the player with whom somebody wants to play
    _("wished partner"),
    # Translators: heading: what a player sent to take part
    _("Your entry"),
    # Translators: link: take part after all, after having withdrawn
    _("Enter again"),
    # Translators: heading: take part in the tournament of that name
    _("Enter %(name)s"),
    # Translators: whom players can ask: a name with e-mail or telephone
    _("Questions: %(contact)s."),
    # Translators: choice: a player whom nobody knows yet, and none of those of the same name
    _("somebody new"),
    # Translators: button: accept the entry of the player of that name
    _("Accept %(name)s"),
    # Translators: button: refuse the entry of the player of that name
    _("Refuse %(name)s"),
    # Translators: a player’s pairing number
    _("number %(number)s"),
    # Translators: how many entries players sent that nobody has looked at
    _("%(n)s new"),
    # Translators: how players enter themselves
    _("registration settings"),
    # Translators: in a list of mails, in place of an address that was deleted
    _("address forgotten"),
    # Translators: the first line of a mail
    _("Hello %(name)s,"),
    # Translators: heading: a player is told of their table by e-mail
    _("By e-mail"),
    # Translators: label of a field
    _("E-mail address"),
    # Translators: a kind of mail: with a link to choose a new password
    _("password reset"),
    # Translators: a kind of mail: a player's table of a new round
    _("pairing published"),
    # Translators: column heading: how many players share the money of a prize
    _("Shared among"),
    # Translators: title of a sheet: the prizes before the last result is in
    _("Prizes, provisional"),
    # Translators: heading: the players who win the prizes
    _("The winners"),
    # Translators: example in a field for marks of a player
    _("guest, student"),
    # Translators: label of a field: the lowest rating of a list of prizes
    _("rating from"),
    # Translators: heading: what a club's new tournaments begin with
    _("New tournaments"),
    # Translators: label: the name with which somebody logs in
    _("user name"),
    # Translators: two players who were found to be one
    _("merged players"),
    # Translators: heading: players who were found to be one
    _("Merged players"),
    # Translators: the first line of an invitation; a person’s name
    _("Hello %(name)s"),
    # Translators: A final, B final: played for the first places, for those after them
    _("%(letter)s final"),
    # Translators: one of the groups of an event: its letter or number
    _("Group %(n)s"),
    # Translators: one of the groups of an event: its letter or number
    _("Group %(number)s"),
    # Translators: the number of an evening of a season
    _("Evening %(n)s"),
    # Translators: label of a tick: a list of prizes that teams win
    _("for teams"),
    # Translators: label of a tick at a player: they no longer play in this game
    _("is out"),
    # Translators: heading: the piece of Quarto that was given and is to be placed
    _("To place"),
    # Translators: heading: the pieces of Quarto that were not given yet
    _("Pieces left"),
    # Translators: button of Quaro: whoever has no stone places none in this turn
    _("Place nothing"),
    # Translators: before the reason why an entry of a game was refused
    _("Not accepted:"),
    # Translators: button: show the board larger than the screen
    _("Larger board"),
    # Translators: button: show the whole board again
    _("Whole board"),
    # Translators: said of the square of a king that is attacked
    _("in check"),
    # Translators: said of the squares of the last move
    _("last move"),
    # Translators: whoever entered a move, where no name is shown
    _("the arbiter"),
    # Translators: button: a player of Quatro Chess gives up
    _("{name} resigns"),
    # Translators: name of a square without a piece, for screen readers
    _("{cell}, empty"),
    # Translators: at a square that a piece can go to, for screen readers: what stands there
    _("takes {what}"),
    # Translators: button that confirms what was asked
    _("Yes: {what}"),
    # Translators: at a player: the points scored so far
    _("points: {points}"),
    # Translators: name of a piece of Quatro Chess: White: Knight
    _("%(colour)s: %(piece)s"),
    # Translators: choice in a list: a game of Kwartet with every hand open
    _("All cards"),
    # Translators: beside a player: it is their turn
    _("on turn"),
    # Translators: button: go to the next call of “Quarto!”
    _("Next call"),
    # Translators: button: go to the next move that scores
    _("Next points"),
    # Translators: button: go to the next quartet that is laid down
    _("Next quartet"),
    # Translators: button: go to the next move that takes a piece
    _("Next capture"),
    # Translators: button: go to the next move that gives check
    _("Next check"),
    # Translators: heading: how often each colour was the first to go out
    _("Out first"),
    # Translators: heading: a board on which any position is played on
    _("Analysis board"),
    # Translators: the pieces of Quarto that were not given yet
    _("Left: %(pieces)s"),
    # Translators: a piece of Quarto that waits for its square
    _("To be placed: %(piece)s"),
    # Translators: how many cards lie in the pot
    _("Pot: %(count)s"),
    # Translators: how many cards a player holds
    _("cards: %(count)s"),
    # Translators: the quartets that a player laid down
    _("quartets: %(quartets)s"),
    # Translators: the pieces that a player has taken
    _("taken: %(pieces)s"),
    # Translators: the colours whose king is in check
    _("check: %(colours)s"),
    # Translators: the pieces of a colour that is out
    _("%(colour)s, statues"),
    # Translators: heading and link: the cards that a player holds (Kwartet)
    _("My cards"),
    # Translators: heading: the reader's cards
    _("Your hand"),
    # Translators: beside a card of which the reader has others of its quartet
    _("not yours"),
    # Translators: link to a game that is being entered
    _("Show it"),
    # Translators: heading of four cards that belong together, such as “Quartet A”
    _("Quartet %(letter)s"),
    # Translators: how many cards a player holds
    _("cards: {cards}"),
    # Translators: how many quartets a player laid down
    _("quartets: {points}"),
    # Translators: name of a list: the cards of one player
    _("Cards of {name}"),
    # Translators: a sentence: a player is on turn to ask for a card
    _("%(name)s asks."),
    # Translators: refusal: no deck was chosen
    _("Choose a deck."),
    # Translators: the number of quartets in a deck of cards
    _("%(n)s quartet"),
    # Translators: the number of cards that a player holds
    _("%(n)s card"),
    # Translators: before a number: people who have been sent their link by mail before
    _("Mailed already:"),
    # Translators: a moment: a date and a time of day
    _("%(day)s, %(time)s"),
    # Translators: how long until the next round: minutes and seconds
    _("in {time}"),
    # Translators: link and title: the schedule of all rounds of an event
    _("All rounds"),
    # Translators: heading of a column: a table and its number
    _("Table %(table)s"),
    # Translators: button: end one's session
    _("Log out"),
    # Translators: heading: the bracket of those who have not lost, where a consolation is played beside it
    _("Main bracket"),
    # Translators: heading: the bracket of a double elimination of those who have lost once
    _("Losers’ bracket"),
    # Translators: heading: the bracket of a double elimination of those who have not lost
    _("Winners’ bracket"),
    # Translators: for screen readers, after a player's name in a bracket: plays the next round
    _("goes on"),
    # Translators: heading beside the standings: the tables of the round that have no result yet
    _("Still playing"),
    # Translators: before the points that typed scores make: 26.2 · 5.1 · −6.3 · −25
    _("This brings:"),
    # Translators: heading: cards for games besides the four of Viertal
    _("Other games"),
    # Translators: after a player's score, such as 41200: the points that it makes
    _("brings %(points)s"),
    # Translators: the heading of the page while the database does not answer
    _("One moment"),
    # Translators: a club's own game, where its name is not known
    _("Another game"),
    # Translators: how long a game usually lasts
    _("Usual length"),
    # Translators: how long a game usually lasts
    _("%(minutes)d minutes"),
    # Translators: in the log: when an entry was accepted or refused
    _("decided at"),
    # Translators: in the log: who accepted or refused an entry
    _("decided by"),
    # Translators: on a player's own page: who plays in their team at the same table
    _("Partner: %(names)s"),
)
