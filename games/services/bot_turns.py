"""Bots at the table: they get the view of their seat, think outside any lock, and play if nothing has changed.

A worker claims a turn by game and version before it thinks, so that a task which comes twice costs nothing. A claim
expires with whoever made it; a sweep wakes the bots whose task or worker was lost.
"""

import hashlib
import logging
import time
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef

from games.bots.bot import Actions
from games.bots.greedy import GREEDY
from games.bots.thinking import think
from games.engine.turns import play_turn
from games.models import BotTurn, Game
from games.services import clocks, thinking
from games.services.play import save
from games.services.table import Table, load_table, lock_table
from games.services.waking import wake_bot
from games.signals import bot_thought

logger = logging.getLogger(__name__)

LIMIT = 20
"""Seconds after which a worker that thinks about a turn is ended."""
CLAIM = timedelta(seconds=LIMIT + 5)
PATIENCE = timedelta(seconds=30)
"""After that a bot's task counts as lost."""
ATTEMPTS = 3
"""After so many failures the simplest bot plays the turn."""
TROUBLES_KEPT_FOR = timedelta(days=90)


def play_bot_turn(*, game_id: UUID, version: int, now: datetime) -> bool:
    """Play the turn of the bot that is to move, if the game still stands at this version and nobody else is at it."""
    began = time.monotonic()
    game = Game.objects.filter(pk=game_id, status=Game.Status.ACTIVE, version=version).first()
    if game is None:
        return False
    table = load_table(game)
    player = table.players[table.state.seat]
    clocks.sit_in_for_nobody(game, player)  # the account may have gone in the middle of its turn
    claimed = claim(game, player.acting_bot, now) if player.acting_bot else None
    if claimed is None:
        return False
    try:
        actions = timed_turn_of(table, claimed)
        rest = pause(table, now) - (time.monotonic() - began)
        if rest > 0:
            time.sleep(rest)
        return play(claimed, actions, now + timedelta(seconds=time.monotonic() - began))
    except Exception as problem:
        note_failure(claimed, problem, now)
        raise


def claim(game: Game, bot: str, now: datetime) -> BotTurn | None:
    """The right to think about this turn, unless another worker is at it."""
    until = now + CLAIM
    claimed, new = BotTurn.objects.get_or_create(
        game=game, version=game.version, defaults={"bot": bot, "claimed_until": until, "at": now}
    )
    if new:
        return claimed
    taken_over = BotTurn.objects.filter(pk=claimed.pk, attempts=claimed.attempts, claimed_until__lte=now)
    if not taken_over.update(attempts=F("attempts") + 1, claimed_until=until, bot=bot):
        return None
    claimed.refresh_from_db()
    return claimed


def timed_turn_of(table: Table, claimed: BotTurn) -> Actions:
    began, outcome = time.monotonic(), "failed"
    try:
        actions = turn_of(table, claimed)
        outcome = "replaced" if claimed.replaced else "ok"
        return actions
    finally:
        seconds = time.monotonic() - began
        bot_thought.send_robust(BotTurn, bot=claimed.bot, rules=table.game.rules_key, seconds=seconds, outcome=outcome)


def turn_of(table: Table, claimed: BotTurn) -> Actions:
    """What the bot plays; after too many failures the simplest one plays for it."""
    game, seat = table.game, table.state.seat
    claimed.replaced = claimed.attempts > ATTEMPTS
    bot = GREEDY.key if claimed.replaced else claimed.bot
    # Nobody else can think the same: the seed is of the secret. Another attempt may need other luck.
    seed = hashlib.sha256(bytes(game.secret) + f"{claimed.version} {bot} {claimed.attempts}".encode()).digest()
    return thinking.run(think, bot, game.rules_key, game.rules.view(table.state, seat), seed)


def pause(table: Table, now: datetime) -> float:
    """Seconds until an answer to a person is due: one that comes at once is hard to follow. Bots need none."""
    last = table.game.moves.order_by("-n").first()
    if last is None or last.by != "player" or table.players[last.seat].acting_bot or table.game.turn_began_at is None:
        return 0.0
    due = table.game.turn_began_at + timedelta(seconds=settings.BOT_DELAY)
    return max(0.0, (due - now).total_seconds())


@transaction.atomic
def play(claimed: BotTurn, actions: Actions, now: datetime) -> bool:
    table = lock_table(claimed.game_id)
    game = table.game
    player = table.players[table.state.seat]
    # Tasks run late and twice; a table that has moved on needs nothing from us.
    if game.version != claimed.version or game.status != Game.Status.ACTIVE or player.acting_bot != claimed.bot:
        BotTurn.objects.filter(pk=claimed.pk, error="").delete()
        return False
    turn = play_turn(game.rules, table.state, actions)
    table.log(table.state.seat, "bot" if player.sitting_in else "player", turn, now)
    save(table, now)
    settle(claimed)
    return True


def settle(claimed: BotTurn) -> None:
    """Forget a turn that went well, and keep one that did not for the operator."""
    if not BotTurn.objects.filter(pk=claimed.pk, error="", attempts=1).delete()[0]:
        error = claimed.error or "Its worker was lost."
        BotTurn.objects.filter(pk=claimed.pk).update(error=error, replaced=claimed.replaced)
    if claimed.replaced:
        logger.error(
            "The %s bot failed %s times in game %s at version %s, so that %s played for it: %s",
            claimed.bot,
            ATTEMPTS,
            claimed.game_id,
            claimed.version,
            GREEDY.key,
            claimed.error,
        )


def note_failure(claimed: BotTurn, problem: Exception, now: datetime) -> None:
    """Write down what went wrong, give the claim back, and try again; the simplest bot, too, gets its chances."""
    error = f"{type(problem).__name__}: {problem}"[:2000]
    BotTurn.objects.filter(pk=claimed.pk).update(error=error, claimed_until=now)
    if claimed.attempts <= ATTEMPTS:
        wake_bot(claimed.game_id, claimed.version)


def stalled(*, now: datetime) -> list[tuple[UUID, int]]:
    """Games in which a bot should have moved by now, and about which nobody thinks."""
    claimed = BotTurn.objects.filter(game=OuterRef("pk"), version=OuterRef("version"), claimed_until__gt=now)
    waiting = Game.objects.filter(status=Game.Status.ACTIVE, mover=None, turn_began_at__lte=now - PATIENCE)
    return list(waiting.exclude(Exists(claimed)).values_list("pk", "version"))


def forget_old_turns(*, now: datetime) -> int:
    return BotTurn.objects.filter(at__lte=now - TROUBLES_KEPT_FOR).delete()[0]
