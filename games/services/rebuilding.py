"""Moves are the truth: replaying them tells what should be stored, and can put it right."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import transaction

from games import selectors
from games.engine import states
from games.engine.dealing import commitment
from games.engine.outcome import outcome
from games.engine.replay import Flaw, replay
from games.models import Game, Player
from games.services import clocks
from games.services.finishing import note_result, outcomes_of


def replayed_state(game: Game, players: list[Player]) -> Any:
    """The state that the log leads to; raises `Flaw` if the log itself does not hold."""
    record = selectors.record_of(game, players, with_secret=True)
    for step in replay(record, bytes(game.secret)):
        state = step.turn.state
    return state


def should_be(game: Game, state: Any) -> dict[str, Any]:
    """What the row of a game in this state holds."""
    result = outcome(game.rules, state)
    return {
        "state": states.dump(game.rules, state),
        "version": state.n - 1,
        "to_move": state.to_act,
        "status": Game.Status.FINISHED if result else Game.Status.ACTIVE,
        "result": result.data() if result else None,
    }


def differences(game: Game) -> Iterator[str]:
    """What is wrong with a stored game, in words that give nothing hidden away."""
    players = list(game.players.select_related("user").order_by("seat", "joined"))
    if commitment(bytes(game.secret)) != game.commitment:
        yield "the secret is not the one that the commitment stands for"
    try:
        state = replayed_state(game, players)
    except Flaw as flaw:
        yield f"the log does not hold from turn {flaw.turn} on"
        return
    for field, value in should_be(game, state).items():
        if getattr(game, field) != value:
            yield f"the stored {field} is not what the log leads to"
    places = (game.result or {}).get("places", [None] * len(players))
    if [player.place for player in players] != places:
        yield "the players' places are not those of the result"
    if [player.outcome for player in players] != outcomes_of(game):
        yield "who won is not what the result says"


@transaction.atomic
def rebuild(game: Game, now: datetime) -> None:
    """Store what the log leads to. The row is locked by itself: its stored state may be beyond reading."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    players = clocks.players_of(game)
    state = replayed_state(game, players)
    clock_of = game.to_move
    for field, value in should_be(game, state).items():
        setattr(game, field, value)
    game.revision += 1
    game.ended_at = (game.ended_at or game.moves.latest("n").at) if game.result else None
    game.rating_due = bool(game.rating_pool and game.result)  # another result, other ratings
    if game.to_move != clock_of:
        set_clock(game, players, now)
    game.save()
    note_result(game, players)


def set_clock(game: Game, players: list[Player], now: datetime) -> None:
    """Somebody else is to move than was thought, and gets a whole turn's time; or nobody any more."""
    if game.to_move is None:
        clocks.stopped(game)
        return
    player = players[game.to_move]
    game.mover = None if player.acting_bot else player.user
    begun = clocks.start(game, player, now)
    if begun:
        begun.save()
