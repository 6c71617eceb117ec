"""Time that opponents give to whoever is to move."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.models import User
from games.clock.paces import DAY
from games.engine.rules import NotYourTurn, _
from games.models import ClockEntry, Game, Player
from games.services import clocks
from games.services.refusals import NotOpen, Stale, TooMany
from games.services.table import Table, lock_table

MOST_A_TURN = 3


@transaction.atomic
def give_a_day(*, game_id: UUID, user: User, version: int, given: int | None = None, now: datetime) -> Game:
    """Another 24 hours for the turn that was seen at this version, before which `given` days had been given."""
    table = lock_table(game_id)
    giver = table.seated(user)
    table.check_running()
    game = table.game
    if version != game.version or (given is not None and given != game.extensions):
        raise Stale(_("The game has moved on: it is at version {version} now."), version=game.version)
    check_may_give(table, giver, now)
    mover = table.players[table.state.seat]
    game.turn_seconds += DAY
    game.extensions += 1
    deadline = clocks.reckon(game, mover, now)
    clocks.save(game, clocks.entry(game, mover, ClockEntry.Kind.GRANTED, now, seconds=DAY, deadline=deadline, by=user))
    return game


def check_may_give(table: Table, giver: Player, now: datetime) -> None:
    game = table.game
    if giver.seat == table.state.seat:
        raise NotYourTurn(_("Only your opponents can give you more time."))
    if giver.left_by:
        raise NotYourTurn(_("Whoever has left cannot give time any more."))
    if giver.seat is not None and are_partners(table, giver.seat, table.state.seat):
        raise NotYourTurn(_("Partners cannot give each other time."))
    if game.mover_id is None:
        raise NotOpen(_("A bot is to move: it needs no more time."))
    if game.deadline is None or not game.pace:
        raise NotOpen(_("There is no limit for a turn at this table."))
    if game.deadline <= now:
        raise NotOpen(_("Time has run out already."))
    if game.extensions >= MOST_A_TURN:
        raise TooMany(_("A turn gets {most} more days at most."), most=MOST_A_TURN)


def are_partners(table: Table, one: int, other: int) -> bool:
    sides = table.state.sides
    return one != other and sides[one] == sides[other]


def may_give(table: Table, giver: Player, now: datetime) -> bool:
    """Whether this player can give time to whoever is to move."""
    try:
        check_may_give(table, giver, now)
    except (NotYourTurn, NotOpen, TooMany):
        return False
    return True
