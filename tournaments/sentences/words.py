"""Comments for translators on messages of one word, which say too little by themselves.

A word may stand in a dozen places; its comment is written once, here. A message with a context needs none.
Messages of two words have theirs in `word_pairs.py`.
"""

from django.utils.translation import gettext_noop as _

WORDS = (
    # Translators: somebody in finals who came there from a group; name of a kind of record
    _("finalist"),
    # Translators: the people in finals who came there from groups; name of a kind of record
    _("finalists"),
    # Translators: heading of a figure: the rating at which a player played in this event
    _("Performance"),
    # Translators: for screen readers, after a place's name: the link opens a map
    _("map"),
    # Translators: how one gets to the place of an event; label of a setting, in small letters
    _("directions"),
    # Translators: how one gets to the place of an event; in a list of facts
    _("Directions"),
    # Translators: name for screen readers of the list of who came first, second and third
    _("Podium"),
    # Translators: heading, tab and link: the players in the order of their points
    _("Standings"),
    # Translators: link to the page before
    _("Back"),
    # Translators: the arbiters' page of a tournament, and the link to it
    _("Desk"),
    # Translators: name of the main menu for screen readers
    _("Site"),
    # Translators: heading, menu item and column heading
    _("Tournaments"),
    # Translators: menu item and heading: tournaments by month
    _("Calendar"),
    # Translators: menu item and heading: seasons and rating lists over many tournaments
    _("Seasons"),
    # Translators: heading, and name of a row of links for screen readers: the clubs on this server
    _("Clubs"),
    # Translators: menu item and heading: the rules of a game
    _("Rules"),
    # Translators: link in the frame of the arbiters' pages, to what the handbook says about the page
    _("Help"),
    # Translators: heading and link: the book for secretaries and arbiters
    _("Handbook"),
    # Translators: name of a progress bar for screen readers
    _("Progress"),
    # Translators: button: stop this and leave everything as it is
    _("Cancel"),
    # Translators: heading and label: the clock of the round
    _("Clock"),
    # Translators: state of the clock
    _("stopped"),
    # Translators: button: halt the clock
    _("Stop"),
    # Translators: button: let the clock run
    _("Start"),
    # Translators: button: begin the time of the next move
    _("Turn it over"),
    # Translators: label: which kind of clock, for the round or for each move
    _("Kind"),
    # Translators: label: how long the clock is to run
    _("Time"),
    # Translators: button: set the clock to what was typed (verb)
    _("Set"),
    # Translators: label and column heading: the name of a player or a tournament
    _("Name"),
    # Translators: column heading: the place in the standings
    _("Rank"),
    # Translators: label and column heading
    _("Points"),
    # Translators: heading and tab
    _("Teams"),
    # Translators: a player chosen to be moved to another seat
    _("selected"),
    # Translators: a typed result is saved now
    _("saved"),
    # Translators: button: throw a typed result away
    _("Discard"),
    # Translators: what opens more about an error
    _("Details"),
    # Translators: label and column heading: a table where people play
    _("Table"),
    # Translators: label: the result of a table
    _("Result"),
    # Translators: button
    _("Save"),
    # Translators: a mark beside a table's number: somebody always sits there
    _("fixed"),
    # Translators: state of a game: broken off, to be played on later
    _("adjourned"),
    # Translators: label and column heading: why an arbiter did this
    _("Reason"),
    # Translators: link: correct a result (verb)
    _("Correct"),
    # Translators: link: the moves of a game as written down (noun)
    _("Record"),
    # Translators: link: an arbiter decides what a table's result is
    _("Decide"),
    # Translators: a mark: a result was entered anew
    _("corrected"),
    # Translators: button: say that a result is right
    _("Confirm"),
    # Translators: label and column heading: a round of the tournament
    _("Round"),
    # Translators: label and column heading: a round without opponents
    _("Bye"),
    # Translators: column heading: buttons for a line
    _("Actions"),
    # Translators: heading and link
    _("Players"),
    # Translators: heading and link: marking players as present (noun)
    _("Check-in"),
    # Translators: button
    _("Delete"),
    # Translators: heading and link: points taken off by an arbiter
    _("Penalties"),
    # Translators: heading and link: who did what and when (noun)
    _("Log"),
    # Translators: plural of “result” in lists and headings
    _("results"),
    # Translators: heading and button (verb)
    _("Print"),
    # Translators: label: the size of paper
    _("Paper"),
    # Translators: label: the language of a printed sheet or of the site
    _("Language"),
    # Translators: heading: lists to download
    _("Lists"),
    # Translators: the program; a file format
    _("Excel"),
    # Translators: heading and button: take in a file (verb)
    _("Import"),
    # Translators: link (verb)
    _("Download"),
    # Translators: link: look at a game move by move
    _("Replay"),
    # Translators: link: newer entries of a list
    _("Newer"),
    # Translators: link: older entries of a list
    _("Older"),
    # Translators: state: a line of a list that was not there before; a player new here
    _("new"),
    # Translators: state: a line of a list, or an entry in the log
    _("changed"),
    # Translators: state: an import or a line was not accepted
    _("refused"),
    # Translators: column heading: the number of a line in a file
    _("Line"),
    # Translators: label of a filter: the kind of change
    _("What"),
    # Translators: column heading: new, changed or refused; the table of a player, or why they have none
    _("Status"),
    # Translators: column heading
    _("Remarks"),
    # Translators: name of the links to further pages, for screen readers
    _("Pages"),
    # Translators: link: the next page
    _("Next"),
    # Translators: heading: a list being imported
    _("List"),
    # Translators: button: enter a move (verb)
    _("Enter"),
    # Translators: button: show what was chosen
    _("Show"),
    # Translators: state: a penalty that no longer counts
    _("lifted"),
    # Translators: link: the page for a big screen in the hall
    _("Wallboard"),
    # Translators: label and column heading
    _("Team"),
    # Translators: column heading: short for “number” (pairing number)
    _("No."),
    # Translators: column heading, button and tab: how it stands at this moment
    _("Now"),
    # Translators: link at a player's line: they stop playing (verb)
    _("withdraw"),
    # Translators: a seat where nobody sits; a result nobody has typed yet
    _("free"),
    # Translators: no player is without a table
    _("nobody"),
    # Translators: a round without opponents
    _("bye"),
    # Translators: heading: the four games
    _("Games"),
    # Translators: heading: team against team
    _("Matches"),
    # Translators: sign on a page: the tournament is over
    _("Finished"),
    # Translators: sign on a page: it follows changes by itself
    _("Live"),
    # Translators: sign on a page: the connection is lost for the moment
    _("Reconnecting…"),
    # Translators: sign on a page, before a time
    _("Updated"),
    # Translators: a mark: results are still missing
    _("provisional"),
    # Translators: tab and heading: a table of who met whom with what result
    _("Crosstable"),
    # Translators: tab: how ranks changed from round to round
    _("Movement"),
    # Translators: tab: all about this tournament
    _("About"),
    # Translators: label: which of the four games
    _("Game"),
    # Translators: label and column heading
    _("Date"),
    # Translators: label: where a tournament takes place
    _("Venue"),
    # Translators: heading: the times of the rounds
    _("Schedule"),
    # Translators: state of a round: nothing is open any more
    _("closed"),
    # Translators: heading: how players are put at tables
    _("Pairing"),
    # Translators: name of the links to other months, for screen readers
    _("Months"),
    # Translators: a mark in the calendar
    _("today"),
    # Translators: state of a player or team: does not play on
    _("withdrawn"),
    # Translators: label and column heading: a place at a table
    _("Seat"),
    # Translators: label and column heading
    _("Opponents"),
    # Translators: a game won or lost without being played
    _("forfeit"),
    # Translators: label before a link to a season
    _("Season:"),
    # Translators: label and heading: what decides between players with equal points
    _("Tie-breaks"),
    # Translators: heading and link: the rating lists
    _("Ratings"),
    # Translators: label and column heading
    _("Player"),
    # Translators: column heading: how many tables somebody played at, or which
    _("Tables"),
    # Translators: column heading: the newest tournament of a player
    _("Latest"),
    # Translators: label and column heading
    _("Tournament"),
    # Translators: column heading: how much a rating changed (noun)
    _("Change"),
    # Translators: name of the links that sort a list, for screen readers (noun)
    _("Order"),
    # Translators: button: search for a player
    _("Find"),
    # Translators: title of a page: evenings or other tournaments added up (singular)
    _("Season"),
    # Translators: column heading: a total
    _("Total"),
    # Translators: choice: the lines of all players
    _("Everybody"),
    # Translators: a mark: this tie-break makes the difference
    _("decides"),
    # Translators: button
    _("Compare"),
    # Translators: button: let the moves of a game run
    _("Play"),
    # Translators: button: halt the moves of a game
    _("Pause"),
    # Translators: heading: the moves of a game (noun)
    _("Moves"),
    # Translators: link: to the position before the first move
    _("First"),
    # Translators: link: to the position after the last move
    _("Last"),
    # Translators: column heading
    _("Opponent"),
    # Translators: tab and heading
    _("Results"),
    # Translators: heading: tournaments going on now
    _("Running"),
    # Translators: heading: tournaments still to come
    _("Upcoming"),
    # Translators: heading: tournaments that are over
    _("Past"),
    # Translators: button
    _("Undo"),
    # Translators: state of a player: sent away by an arbiter
    _("expelled"),
    # Translators: plural of “player” in lists and headings
    _("players"),
    # Translators: column heading and label
    _("password"),
    # Translators: plural of “tournament” in lists and headings
    _("tournaments"),
    # Translators: link: the public page of a season
    _("Page"),
    # Translators: heading of a menu: what concerns the whole site
    _("Installation"),
    # Translators: label and column heading: how far something is
    _("state"),
    # Translators: state of an API token: taken back
    _("revoked"),
    # Translators: state of an API token: its time has run out
    _("expired"),
    # Translators: button: take an API token back
    _("Revoke"),
    # Translators: the first tab of a form
    _("General"),
    # Translators: label: which of the four games
    _("game"),
    # Translators: label: which things are reported to a webhook
    _("Events"),
    # Translators: label: what is sent to a webhook
    _("message"),
    # Translators: label: the tries of a delivery (noun)
    _("log"),
    # Translators: label: what an arbiter decides
    _("Decision"),
    # Translators: label of a filter: the person who did it
    _("Who"),
    # Translators: label of a filter: the first day
    _("From"),
    # Translators: label of a filter: the last day
    _("Until"),
    # Translators: choice of a filter: all people
    _("everybody"),
    # Translators: choice of a filter: all kinds of entries
    _("everything"),
    # Translators: label and column heading: a player's club
    _("Club"),
    # Translators: label and column heading: the year of birth
    _("Born"),
    # Translators: label and column heading: a player's place in their team
    _("Board"),
    # Translators: label: how many evenings a club tournament has
    _("Evenings"),
    # Translators: label: how many groups
    _("Groups"),
    # Translators: label of a field
    _("Password"),
    # Translators: plural of “table” in lists and headings
    _("tables"),
    # Translators: button
    _("Add"),
    # Translators: a pairing system, named after Switzerland
    _("Swiss"),
    # Translators: label: the address of a page on the Internet
    _("address"),
    # Translators: label: what an API token may do
    _("scope"),
    # Translators: label and state: when something was created, or that it was
    _("created"),
    # Translators: label: when an API token ends
    _("expires"),
    # Translators: label: which kind of clock
    _("kind"),
    # Translators: label: how long, in seconds
    _("seconds"),
    # Translators: a round of the tournament, in labels and sentences
    _("round"),
    # Translators: the clock of a round
    _("clock"),
    # Translators: plural of “clock”
    _("clocks"),
    # Translators: label: how many players may take part
    _("places"),
    # Translators: label: whether players are marked as present (noun)
    _("check-in"),
    # Translators: state of a typed result: the arbiter was warned
    _("warned"),
    # Translators: state: somebody said that it is right
    _("confirmed"),
    # Translators: plural of “check-in”
    _("check-ins"),
    # Translators: a second person says that a result is right (noun)
    _("confirmation"),
    # Translators: plural of “confirmation”
    _("confirmations"),
    # Translators: state of an import: it is done
    _("imported"),
    # Translators: state of an import or a print: stopped by a person
    _("cancelled"),
    # Translators: state of a game that was being entered and was given up
    _("dropped"),
    # Translators: kind of an entry in the log
    _("deleted"),
    # Translators: where a change came from: a program
    _("API"),
    # Translators: where a change came from: the program in the background
    _("worker"),
    # Translators: where a change came from: a file (noun)
    _("import"),
    # Translators: where a change came from: the program itself
    _("system"),
    # Translators: label, and in sentences
    _("points"),
    # Translators: label: why an arbiter did this
    _("reason"),
    # Translators: points taken off by an arbiter
    _("penalty"),
    # Translators: plural of “penalty”
    _("penalties"),
    # Translators: label and column heading
    _("name"),
    # Translators: label: the strength of a player as a number
    _("rating"),
    # Translators: label: a player's club
    _("club"),
    # Translators: one who takes part
    _("player"),
    # Translators: label: a player's team
    _("team"),
    # Translators: plural of “team”
    _("teams"),
    # Translators: a player's place in their team, or the games at it
    _("board"),
    # Translators: a player in one tournament (noun)
    _("entry"),
    # Translators: plural of “entry”
    _("entries"),
    # Translators: state of a print or a delivery: not yet begun
    _("waiting"),
    # Translators: state of a print: it can be fetched
    _("ready"),
    # Translators: state of a print: it could not be made
    _("failed"),
    # Translators: size of paper
    _("A4"),
    # Translators: size of paper, as used in America
    _("Letter"),
    # Translators: label: the size of paper
    _("paper"),
    # Translators: label: the language of a printed sheet
    _("language"),
    # Translators: state of a player's report: it became the result
    _("accepted"),
    # Translators: state: a proposed change of a person was not accepted
    _("declined"),
    # Translators: state of a player's report: somebody says that it is wrong
    _("disputed"),
    # Translators: a player reported a result
    _("reported"),
    # Translators: state of a disputed report: an arbiter decided
    _("settled"),
    # Translators: kind of a result: the game was played
    _("played"),
    # Translators: the person who decides at a tournament; a role
    _("arbiter"),
    # Translators: the result of a table
    _("result"),
    # Translators: state of a round: only arbiters see it
    _("draft"),
    # Translators: state of a round: everybody sees it
    _("published"),
    # Translators: state of a round: thrown away
    _("discarded"),
    # Translators: label and column heading
    _("number"),
    # Translators: plural of “round” in labels
    _("rounds"),
    # Translators: a table where people play
    _("table"),
    # Translators: a player who is not there this round
    _("absent"),
    # Translators: a place at a table
    _("seat"),
    # Translators: plural of “seat”
    _("seats"),
    # Translators: label: everybody can see it
    _("public"),
    # Translators: evenings or other tournaments added up (singular)
    _("season"),
    # Translators: plural of “season”: evenings or other tournaments added up
    _("seasons"),
    # Translators: the players in the order of their points
    _("standings"),
    # Translators: state of a tournament: not yet begun
    _("planned"),
    # Translators: state of a tournament: going on now
    _("running"),
    # Translators: state of a tournament: over
    _("finished"),
    # Translators: label
    _("date"),
    # Translators: label: where a tournament takes place
    _("venue"),
    # Translators: label: how points are given
    _("scoring"),
    # Translators: label: the times of the rounds
    _("schedule"),
    # Translators: one competition
    _("tournament"),
    # Translators: a role: may do everything
    _("organiser"),
    # Translators: a role: may check in players and enter results
    _("helper"),
    # Translators: label: arbiter, helper and so on
    _("role"),
    # Translators: label: arbiter, helper and so on
    _("Role"),
    # Translators: heading and link: the people who work at an event (arbiters, helpers), not its players
    _("Staff"),
    # Translators: what an organiser sends to somebody who is to work at an event
    _("invitation"),
    # Translators: plural of “invitation”
    _("invitations"),
    # Translators: heading: what an organiser sends to somebody who is to work at an event
    _("Invitation"),
    # Translators: button: send somebody an invitation
    _("Invite"),
    # Translators: column heading: how many phones have used a code
    _("phones"),
    # Translators: column heading: the program with which somebody reads pages
    _("browser"),
    # Translators: a person's role at a tournament
    _("appointment"),
    # Translators: plural of “appointment”
    _("appointments"),
    # Translators: a person with an account
    _("user"),
    # Translators: plural of “user”
    _("users"),
    # Translators: label: which things are reported to a webhook
    _("events"),
    # Translators: label: a webhook or an account in use
    _("active"),
    # Translators: an address that the program reports to; usually not translated
    _("webhook"),
    # Translators: plural of “webhook”
    _("webhooks"),
    # Translators: state of a message to a webhook: it arrived
    _("delivered"),
    # Translators: label: what a message to a webhook is about
    _("event"),
    # Translators: label: when something happened
    _("happened"),
    # Translators: label: how often a delivery was tried (noun)
    _("tries"),
    # Translators: a message on its way to a webhook
    _("delivery"),
    # Translators: plural of “delivery”
    _("deliveries"),
    # Translators: in the arbiter's report: nothing happened
    _("None."),
    # Translators: on paper: where a person signs
    _("Signature"),
    # Translators: column heading on a scoresheet: a field of the board
    _("Square"),
    # Translators: column heading on a scoresheet: which player is asked for a card
    _("Whom"),
    # Translators: column heading on a scoresheet: which card is asked for
    _("Card"),
    # Translators: on paper: where the players sign
    _("Signatures"),
    # Translators: a colour of pieces
    _("White"),
    # Translators: a colour of pieces
    _("Red"),
    # Translators: a colour of pieces
    _("Black"),
    # Translators: a colour of pieces
    _("Green"),
    # Translators: state of a player or table: the game goes on
    _("playing"),
    # Translators: heading in the log: the settings of a tournament
    _("Settings"),
    # Translators: a result that does not count
    _("void"),
    # Translators: a value: it is so
    _("yes"),
    # Translators: a value: it is not so
    _("no"),
    # Translators: on paper above the standings: results are still missing
    _("Provisional."),
    # Translators: column heading: short for “round”, with its number
    _("R%(number)d"),
    # Translators: label: how far a tournament is
    _("State"),
    # Translators: label: the arbiters of a tournament
    _("Arbiters"),
    # Translators: label: those who help at a tournament, with check-in and printing
    _("Helpers"),
    # Translators: a place in a final: the first
    _("winner"),
    # Translators: a place: after the first (not a time)
    _("second"),
    # Translators: a place
    _("third"),
    # Translators: a place
    _("fourth"),
    # Translators: a place
    _("fifth"),
    # Translators: a place
    _("sixth"),
    # Translators: button: shut a small window (verb)
    _("Close"),
    # Translators: column heading: the result of a team match
    _("Score"),
    # Translators: column heading: short for “table”, with its number
    _("T%(number)d"),
    # Translators: part of the name of a tournament: the groups that play for the places
    _("finals"),
    # Translators: within a sentence, where a name is not known
    _("somebody"),
    # Translators: at the beginning of a sentence, where a name is not known
    _("Somebody"),
    # Translators: a value: there are none
    _("none"),
    # Translators: column heading in a file: an address of a page (noun)
    _("link"),
    # Translators: message after saving
    _("Saved."),
    # Translators: choice: see a game as one who does not play
    _("Spectator"),
    # Translators: on the big screen before the first round
    _("Welcome"),
    # Translators: move in a list of moves: a player gives up
    _("resigns"),
    # Translators: label: the six figures that an app shows for signing in
    _("Code"),
    # Translators: heading: a person's passkeys
    _("Passkeys"),
    # Translators: button: take a second factor away
    _("Remove"),
    # Translators: a key kept by a phone or computer, used instead of a password
    _("passkey"),
    # Translators: plural of “passkey”
    _("passkeys"),
    # Translators: a button: go on after the password was typed again
    _("Continue"),
    # Translators: state of a part of the installation: it works as it should
    _("OK"),
    # Translators: a weekday in a date, as it stands within a sentence
    _("Monday"),
    # Translators: a weekday in a date, as it stands within a sentence
    _("Tuesday"),
    # Translators: a weekday in a date, as it stands within a sentence
    _("Wednesday"),
    # Translators: a weekday in a date, as it stands within a sentence
    _("Thursday"),
    # Translators: a weekday in a date, as it stands within a sentence
    _("Friday"),
    # Translators: a weekday in a date, as it stands within a sentence
    _("Saturday"),
    # Translators: a weekday in a date, as it stands within a sentence
    _("Sunday"),
    # Translators: a month in a date, as it stands within a sentence
    _("January"),
    # Translators: a month in a date, as it stands within a sentence
    _("February"),
    # Translators: a month in a date, as it stands within a sentence
    _("March"),
    # Translators: a month in a date, as it stands within a sentence
    _("April"),
    # Translators: a month in a date, as it stands within a sentence
    _("May"),
    # Translators: a month in a date, as it stands within a sentence
    _("June"),
    # Translators: a month in a date, as it stands within a sentence
    _("July"),
    # Translators: a month in a date, as it stands within a sentence
    _("August"),
    # Translators: a month in a date, as it stands within a sentence
    _("September"),
    # Translators: a month in a date, as it stands within a sentence
    _("October"),
    # Translators: a month in a date, as it stands within a sentence
    _("November"),
    # Translators: a month in a date, as it stands within a sentence
    _("December"),
    # Translators: a button: set the clock back to the start
    _("Reset"),
    # Translators: a button: compute the standings again
    _("Recalculate"),
    # Translators: a line of a list that changes nothing
    _("unchanged"),
    # Translators: a button: show what a list would change before it is saved
    _("Preview"),
    # Translators: a word on a button or link: pair the round again
    _("re-pair"),
    # Translators: a button: open a closed round again
    _("Reopen"),
    # Translators: short for Round %(number)s, as the head of a narrow column
    _("R%(number)s"),
    # Translators: a part of the installation, as a heading
    _("Database"),
    # Translators: the processes that do work in the background, as a heading
    _("Workers"),
    # Translators: the computer's disk, as a heading
    _("Disk"),
    # Translators: copies of all data, as a heading
    _("Backups"),
    # Translators: there has not been a backup yet
    _("never"),
    # Translators: the label of what an API token is for
    _("purpose"),
    # Translators: name of a menu for screen readers: 2026, 2025, …
    _("Years"),
    # Translators: name of a menu for screen readers: running, upcoming or past tournaments
    _("When"),
    # Translators: name of a menu for screen readers: the previous page of a long list, the next one
    _("Pages"),
    # Translators: choice above a list of tournaments: running, upcoming and past ones
    _("All"),
    # Translators: button beside a search box
    _("Search"),
    # Translators: column heading in the Keizer system: what beating this player brings
    _("Value"),
    # Translators: column heading in an event of groups and finals: the number of a player's group
    _("Group"),
    # Translators: column heading in an event of groups and finals: the final in which a player plays
    _("Final"),
    # Translators: column heading: the place in a group or final
    _("Place"),
    # Translators: column heading in an event with levels: the place in the ladder
    _("Ladder"),
    # Translators: column heading in an event with levels: the number of a player's group, 1 is the highest
    _("Level"),
    # Translators: in the Keizer system: what a round brought: a game won
    _("win"),
    # Translators: in the Keizer system: what a round brought: a drawn game
    _("draw"),
    # Translators: in the Keizer system: what a round brought: a game lost
    _("loss"),
    # Translators: label: the page of a spreadsheet
    _("Sheet"),
    # Translators: beside the name of a spreadsheet's page that the file does not show
    _("hidden"),
    # Translators: label: the line of a list that names its columns
    _("Heading"),
    # Translators: heading over what the columns of a list mean
    _("Meaning"),
    # Translators: button: import this line after all
    _("Include"),
    # Translators: option of the Keizer system: what a drawn game brings
    _("Draw"),
    # Translators: button under a list to be imported: read its columns by the choices above
    _("Apply"),
    # Translators: label: how many places of a tournament are taken
    _("Places"),
    # Translators: label: the part of a tournament in which a player wants to play
    _("Section"),
    # Translators: column heading and name of a field: the part of a tournament in which a player wants to play
    _("section"),
    # Translators: label of a field: an e-mail address
    _("E-mail"),
    # Translators: label of a field: what a player wants the organisers to know
    _("Remark"),
    # Translators: column heading: what a player wants the organisers to know
    _("remark"),
    # Translators: heading of a part that opens: a player takes their entry back
    _("Withdraw"),
    # Translators: label: the moment from which players can enter themselves
    _("opens"),
    # Translators: label: the moment until which players can enter themselves
    _("closes"),
    # Translators: label: whom players can ask
    _("contact"),
    # Translators: column heading: whether a player paid the fee
    _("paid"),
    # Translators: an entry that a player sent themselves
    _("registration"),
    # Translators: plural of “registration”
    _("registrations"),
    # Translators: the first line of a mail to somebody whose name is not known
    _("Hello,"),
    # Translators: a kind of mail: an organiser tries whether mails arrive
    _("test"),
    # Translators: state of a mail; and since when
    _("sent"),
    # Translators: label: the address that a mail goes to
    _("to"),
    # Translators: label: why a mail was not sent
    _("problem"),
    # Translators: label: when a mail was written down to be sent
    _("written"),
    # Translators: a single electronic letter; also the label of an address
    _("e-mail"),
    # Translators: several electronic letters
    _("e-mails"),
    # Translators: column heading: the currency of a prize, such as €
    _("Currency"),
    # Translators: label of a field: the currency of the prizes, such as €
    _("currency"),
    # Translators: column heading: the money of a prize
    _("Money"),
    # Translators: name of a field: the money of a prize
    _("money"),
    # Translators: column heading: a prize that is no money, such as a cup
    _("Thing"),
    # Translators: name of a field: a prize that is no money, such as a cup
    _("thing"),
    # Translators: column heading: what somebody wins
    _("Prize"),
    # Translators: heading and menu item: the prizes of a tournament
    _("Prizes"),
    # Translators: what a row of the log is about: a prize
    _("prize"),
    # Translators: plural of “prize”
    _("prizes"),
    # Translators: label of a field: a word of the organiser’s own at a player, such as “guest”
    _("mark"),
    # Translators: label of a field: words of the organiser’s own at a player, such as “guest”
    _("marks"),
    # Translators: heading of a column of the sheet of prizes: a player or a team
    _("Winner"),
    # Translators: heading of a column: words of the organiser’s own at a player, such as “guest”
    _("Marks"),
    # Translators: name of a field: the place for which a prize is
    _("place"),
    # Translators: name of a field: what a thing counts as in money
    _("worth"),
    # Translators: label of a field: how the ratings of a list are made, such as by Elo
    _("method"),
    # Translators: menu item: the clubs on this server
    _("clubs"),
    # Translators: label: a club's picture
    _("Logo"),
    # Translators: Kwartet: the player who was asked had the card, and the asker has it now
    _("Got it"),
    # Translators: Kwartet: the player who was asked did not have the card
    _("Not there"),
    # Translators: Kwartet: which player asks for a card
    _("Who asks?"),
    # Translators: Kwartet: of which quartet is the card that is asked for
    _("Which quartet?"),
    # Translators: Kwartet: which card of a quartet is asked for
    _("Which card?"),
    # Translators: heading and button: a clock for one move, drawn as a glass, on a phone
    _("Sand-glass"),
    # Translators: button: ask another player for a card (Kwartet)
    _("Ask"),
    # Translators: heading above the choice of decks of cards (Kwartet)
    _("Deck"),
    # Translators: label above the players who can be asked for a card (Kwartet)
    _("Whom?"),
    # Translators: label of a field: the quartets of a deck of cards
    _("quartets"),
    # Translators: button that switches the sand-glass's sound on and off
    _("Sound"),
    # Translators: menu item and heading: people who stand twice in the registers of clubs
    _("Doubles"),
    # Translators: heading: the stones of Quaro that nobody has drawn yet
    _("Bag"),
    # Translators: summary of a list of seldom needed buttons: resign, out of time
    _("More"),
    # Translators: note at a player of Quatro Chess
    _("mated"),
    # Translators: note at a player of Quatro Chess
    _("stalemated"),
    # Translators: note at a player of Quatro Chess: taken out of the game by the arbiter
    _("removed"),
    # Translators: note at a player who is out of the game
    _("out"),
    # Translators: button: send the address or a picture of a position to others
    _("Share"),
    # Translators: button: copy the text beside it
    _("Copy"),
    # Translators: said after a text was copied
    _("Copied."),
    # Translators: label: the number of moves of a game
    _("Length"),
    # Translators: heading of a column: one of the four colours of Quatro Chess
    _("Colour"),
    # Translators: choice in a list: no limit
    _("all"),
    # Translators: heading: the settings of the form by which players enter themselves
    _("Entries"),
    # Translators: heading and link: a knockout as it is drawn, round by round
    _("Bracket"),
    # Translators: a round of a knockout with two tables, the last before the final
    _("Semi-finals"),
    # Translators: a round of a knockout with four tables
    _("Quarter-finals"),
    # Translators: the declaration of a game without an engine, as text
    _("Declaration"),
    # Translators: the last part of the address of a club's own game
    _("key"),
    # Translators: the declaration of a game without an engine
    _("declaration"),
    # Translators: where the rule of results is from
    _("Source"),
    # Translators: how many players sit at a table
    _("Seats"),
)
