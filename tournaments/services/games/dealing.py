"""Kwartet's cards dealt by the program: each player sees their own hand by their link, and the engine answers.

The deal stands in the game's setup, as of any record, so the game is proven when it is handed in. While it runs, no
answer of the program gives a hand to anybody but its owner (docs/decisions/dealing.md).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.core.replay import prepare
from games.kwartet import decks
from games.kwartet.decks import Deck
from games.kwartet.material import CARDS
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused, as_refusals
from tournaments.domain.locks import bump_version, lock, locked_table
from tournaments.domain.logbook import audited
from tournaments.domain.setup import options_of
from tournaments.models import CardDeck, LiveGame, LivePly, Round
from tournaments.selectors.games.replays import live_game, table_entries
from tournaments.services.games import live_games

GAME = "kwartet"


@audited
def deal(table_id: int, *, by: Any, deck: Deck, quartets: int | None = None) -> LiveGame:
    """Shuffle a deck and deal it at a table; its game is then being entered. ``quartets``: how many of the deck are
    played (None: all). Raises Refused."""
    tournament, table = locked_table(table_id)
    require(by, Action.RESULTS, tournament, table=table.number)
    if tournament.game != GAME:
        raise Refused(_("Cards are dealt in Kwartet only."))
    if table.round.state != Round.State.PUBLISHED:
        raise Refused(_("Cards are dealt while the round is being played."))
    if LiveGame.objects.filter(table=table, state=LiveGame.State.RUNNING).exists():
        raise Refused(_("A game is already being entered at this table. Hand it in or discard it first."))
    number = options_of(tournament)["quartets"] or quartets or len(deck.quartets)
    if number > len(deck.quartets):
        raise Refused(
            _("“%(deck)s” has %(has)d quartets; %(wanted)d are played here. Choose a larger deck.")
            % {"deck": deck.name, "has": len(deck.quartets), "wanted": number}
        )
    setup = dealt(number, len(set(table_entries(table_id)))) | {"names": deck.names(number)}
    row = live_games.begin(table_id, by=by, setup=setup)
    row.dealt = True
    row.save(update_fields=["dealt"])
    return row


def dealt(quartets: int, seats: int) -> dict[str, Any]:
    """Return a fresh deal as a record's setup: everything to all players in turn; to two of them as many cards each as
    there are quartets, and the rest is the pot (K 1.3).

    Chance comes from the machine itself and not from the round's seed, which others can know.
    """
    cards = list(CARDS[: 4 * quartets])
    secrets.SystemRandom().shuffle(cards)
    if seats == 2:
        hands = [cards[:quartets], cards[quartets : 2 * quartets]]
        return {"quartets": quartets, "hands": [sorted(hand) for hand in hands], "pot": cards[2 * quartets :]}
    return {"quartets": quartets, "hands": [sorted(cards[seat::seats]) for seat in range(seats)]}


@audited
def ask(game_id: int, entry_id: int, *, after: int, text: str) -> LivePly:
    """Enter what a player on turn says, from their own phone: a question, or what they do at the pot.

    ``after`` is the number of entries that they have seen; the same sent again is the one that is there. Raises
    Overtaken and Refused.
    """
    row = LiveGame.objects.select_related("table__round").get(pk=game_id)
    tournament = lock(row.table.round.tournament_id)
    row = LiveGame.objects.select_related("table__round").get(pk=game_id)
    entries = table_entries(row.table_id)
    if not row.dealt or entry_id not in entries:
        raise Refused(_("No cards were dealt to you at this table."))
    if row.state != LiveGame.State.RUNNING or row.table.round.state != Round.State.PUBLISHED:
        raise live_games.Overtaken(_("This game is no longer being played."))
    game = live_game(tournament, row)
    if game.plies != after:
        last = row.plies.order_by("-number").first()
        if last is not None and game.plies == after + 1 and last.text == text:
            return last
        raise live_games.Overtaken(_("The game went on in the meantime. Check it again."))
    with as_refusals():
        engine, start = prepare(game.record)
        state = engine.run(start, game.record.moves)
        if entries.index(entry_id) + 1 not in engine.to_act(state):
            raise Refused(_("It is not your turn."))
        live_games.refuse_an_answer(text)
        move = engine.read(text)
        engine.play(state, move)
    ply = LivePly.objects.create(game=row, number=after + 1, text=engine.write(move), player_id=entry_id)
    bump_version(tournament)
    return ply


def no_game() -> str:
    """Say that no dealt game is being played here."""
    return _("No cards are dealt at this table now.")


@audited
def keep_deck(tournament_id: int, *, by: Any, name: str, text: str) -> CardDeck:
    """Keep a deck of one's own for the club; one of the same name is replaced. Raises Refused with the wrong line."""
    tournament = lock(tournament_id)
    require(by, Action.PAIR, tournament)
    name = " ".join(name.split())
    if not name or len(name) > CardDeck._meta.get_field("name").max_length:
        raise Refused(_("Give the deck a name, of at most 60 letters."))
    if len(text) > CardDeck.MOST:
        raise Refused(_("The deck is too long."))
    with as_refusals():
        quartets = decks.read(text)
    lines = "\n".join(f"{heading}: {', '.join(cards)}" for heading, *cards in quartets)
    deck, _made = CardDeck.objects.update_or_create(club_id=tournament.club_id, name=name, defaults={"text": lines})
    return deck


def deck_of(tournament: Any, key: str, language: str) -> Deck | None:
    """Return a deck by its key: a ready one, or ``own-`` and the id of one of the club's; None where there is none."""
    if key.startswith("own-") and key[4:].isdecimal():
        own = CardDeck.objects.filter(club_id=tournament.club_id, pk=int(key[4:])).first()
        return Deck(own.name, decks.read(own.text)) if own else None
    return decks.ready(language).get(key)


def decks_of(tournament: Any, language: str) -> Sequence[tuple[str, Deck]]:
    """Return the decks to choose from, the ready ones first."""
    own = CardDeck.objects.filter(club_id=tournament.club_id)
    return [
        *decks.ready(language).items(),
        *((f"own-{deck.pk}", Deck(deck.name, decks.read(deck.text))) for deck in own),
    ]
