"""The sentences that refuse an entry or a result of Kwartet, by their codes."""

from __future__ import annotations

from games.core.notices import declare
from games.core.notices import gettext_noop as _

declare(
    {
        "kwartet-all-of-deck": _("The quartets add up to %(total)s; all %(deck)s are laid down."),
        "kwartet-asked-without-cards": _("Seat %(seat)s holds no cards; only a player who holds cards may be asked."),
        "kwartet-asks-themselves": _("Seat %(seat)s is on turn and must ask another player, not themselves."),
        "kwartet-beyond-deck": _("The quartets add up to %(total)s; this deck has %(deck)s."),
        "kwartet-beyond-most": _("The quartets add up to %(total)s; a deck has at most %(most)s."),
        "kwartet-cannot-ask": _("Seat %(seat)s cannot ask for this card."),
        "kwartet-cannot-have": _(
            "Seat %(seat)s cannot hold a card of quartet %(quartet)s here and cannot ask for %(card)s: its other cards "
            "are known to be elsewhere."
        ),
        "kwartet-choose-first": _(
            'Seat %(seat)s asked in vain and chooses first: write "draw" to take a card from the pot, or "pass".'
        ),
        "kwartet-dealt-nothing": _("Seat %(seat)s was dealt no card; everyone gets at least one."),
        "kwartet-dealt-twice": _("%(card)s is dealt twice, but the deck has each card only once."),
        "kwartet-five-names": _("The names of quartet %(quartet)s must be five strings: its own and its cards'."),
        "kwartet-deck-alike": _("Two quartets have the same name. Give each its own."),
        "kwartet-deck-line": _(
            "Line %(line)s is not a quartet: %(text)s. Write its name, a colon and four cards, with commas between "
            "them."
        ),
        "kwartet-deck-lines": _("A deck has %(least)s to %(most)s quartets, one a line; here are %(lines)s."),
        "kwartet-deck-long": _("%(name)s is too long for a card: at most %(most)s letters."),
        "kwartet-deck-twice": _("Line %(line)s has the same card twice."),
        # Translators: “… holds X9” or “… has 200 cards” follows.
        "kwartet-hand": _("The hand of seat %(seat)s"),
        "kwartet-hands": _('"hands" must be a list of %(seats)s hands, one for each seat.'),
        "kwartet-hands-differ": _("The hands have %(sizes)s cards; they may differ by one at most."),
        "kwartet-hands-of-two": _("The hands have %(sizes)s cards; two players must get the same number."),
        "kwartet-has": _("The entry ends in -, but seat %(seat)s has %(card)s."),
        "kwartet-has-not": _("The entry ends in +, but seat %(seat)s does not have %(card)s."),
        "kwartet-missing": _("%(card)s is missing; hands and pot must hold the whole deck."),
        "kwartet-name": _("A name in quartet %(quartet)s"),
        # Translators: as in “it holds letters from A to F, each …”.
        "kwartet-names": _("letters from A to %(last)s, each with the quartet's name and its four cards'"),
        "kwartet-names-has": _('"names" has %(name)s, but it can hold only %(right)s.'),
        "kwartet-names-object": _('"names" must be an object: %(right)s.'),
        "kwartet-needs-a-pot": _("With two players some cards are left for a pot; here it is empty."),
        "kwartet-no-card": _("%(where)s holds %(card)s; cards are A1 to A4, B1 and so on."),
        "kwartet-no-card-of-it": _(
            "Seat %(seat)s holds no card of quartet %(quartet)s and cannot ask for %(card)s, but has cards of %(held)s."
        ),
        "kwartet-no-cards": _('%(where)s must be a list of cards such as ["A1", "C2"].'),
        "kwartet-no-pot": _("With %(players)s players all cards are dealt; there is no pot."),
        "kwartet-no-question": _(
            "%(text)s is not a question. Write a seat (1 to 8), a quartet (A to Z) and a card (1 to 4), such "
            'as "2>A3"; " +" or " -" may follow.'
        ),
        "kwartet-no-seat": _("There is no seat %(seat)s; this game has seats 1 to %(seats)s."),
        "kwartet-no-whole-quartets": _(
            "Seat %(seat)s has %(points)s quartets; this must be a whole number, 0 or more."
        ),
        "kwartet-nobody-laid": _(
            "Nobody handed over a card of these quartets: %(quartets)s. Enter the questions that are missing, or say "
            "who was dealt all four cards."
        ),
        "kwartet-not-in-deck": _("%(card)s is not a card of this deck, which has the quartets A to %(last)s."),
        "kwartet-not-in-this-deck": _("%(card)s is not a card of this deck with the quartets A to %(last)s."),
        "kwartet-not-on-turn": _("Seat %(seat)s was on turn here, not seat %(other)s."),
        "kwartet-noted": _(
            "%(text)s is not a question. Write who asks whom for which card, and + or - for the answer, such as "
            "1:2>A3+; or who was dealt a whole quartet, such as C=2."
        ),
        "kwartet-nothing-to-choose": _(
            "There is no card of the pot to choose about, so %(move)s cannot stand here; seat %(seat)s asks."
        ),
        "kwartet-players": _("Kwartet is played by 2 to 8 players, not by %(players)s."),
        "kwartet-pot": _("The pot"),
        "kwartet-quartets": _('"quartets" must be the number of quartets, a whole number from %(least)s to %(most)s.'),
        "kwartet-setup": _("The setup of Kwartet cannot have %(name)s, only %(names)s."),
        "kwartet-stops-with-two": _(
            "The quartets add up to %(total)s of %(deck)s; a game that stops leaves two or more."
        ),
        "kwartet-too-few": _("The quartets add up to %(total)s; all of the deck's are laid down, %(least)s at least."),
        "kwartet-too-many-cards": _("%(where)s has %(cards)s cards; no deck has more than %(most)s."),
        "kwartet-written": _(
            "%(text)s is not a question: write who is asked and for which card, such as 2>A3. Seat %(seat)s is on "
            "turn and can ask these seats: %(seats)s."
        ),
    }
)

# Positions in words, and the words in diagrams.
declare(
    {
        # Translators: the name of a player stands before it. A name may stand in the place of “seat 2”.
        "kwartet-asked-no": _("asks seat %(seat)s for %(card)s and does not get it"),
        "kwartet-asked-yes": _("asks seat %(seat)s for %(card)s and gets it"),
        # Translators: the question as players ask it, such as “Anna, may I have Birds: owl?”.
        "kwartet-asked-card-no": _("asks “Seat %(seat)s, may I have %(quartet)s: %(card)s?” and does not get it"),
        "kwartet-asked-card-yes": _("asks “Seat %(seat)s, may I have %(quartet)s: %(card)s?” and gets it"),
        # Translators: the player asks for a card.
        "kwartet-asks": _("%(player)s asks."),
        # Translators: cards of a game.
        "kwartet-cards": _("%(number)s cards"),
        "kwartet-draws-or-leaves": _("%(player)s draws a card from the pot or leaves it."),
        "kwartet-drew": _("They drew from the pot."),
        # Translators: a card of which one sees the back.
        "kwartet-face-down": _("face down"),
        # Translators: how many cards a player holds.
        "kwartet-in-hand": _("%(player)s: %(number)s in hand"),
        "kwartet-left-the-pot": _("They left the pot."),
        # Translators: a card of a game.
        "kwartet-one-card": _("1 card"),
        "kwartet-over": _("All quartets are laid down: the game is over."),
        # Translators: how many cards the pot holds.
        "kwartet-pot-holds": _("Pot: %(cards)s"),
        # Translators: the quartet with this letter.
        "kwartet-quartet": _("quartet %(quartet)s"),
        # Translators: how many quartets a player has laid down.
        "kwartet-quartets-laid": _("Quartets: %(number)s"),
        "kwartet-row": _("%(player)s: %(cards)s%(held)s; quartets: %(laid)s"),
        "kwartet-seen-by": _("As seen by %(player)s"),
        "kwartet-seen-by-all": _("All cards open, now that it is over"),
        "kwartet-seen-by-spectator": _("As seen by a spectator"),
        "kwartet-stopped": _("Two players are left: the game was stopped."),
        "kwartet-told": "%(player)s %(asks)s",
        "kwartet-told-whole": "%(player)s %(asks)s.",
    }
)
