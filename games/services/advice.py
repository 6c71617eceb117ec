"""Hints during a game and reviews after it. Bots think of them in their worker, a little at a time.

The rows are the truth: a task that comes twice finds its work done, and sweeps find what the queue lost.
"""

import hashlib
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.services.counting import counted
from games.bots.analysis import Judgement, best_turns, drawn_since, judge
from games.bots.bot import Actions, Choice
from games.engine.replay import replay
from games.engine.rules import Data, _
from games.models import Game, Hint, Review
from games.selectors import find_table, record_of
from games.services import thinking
from games.services.refusals import NoHints, NotOver, TooMany
from games.services.table import Table, load_table
from games.services.waking import send

logger = logging.getLogger(__name__)

SLICE = 2.0
"""Seconds that a review works at a stretch: bots that are to move must not wait for it."""
PATIENCE = timedelta(seconds=45)
"""After that a task counts as lost."""
HINTS_AT_ONCE = 3
"""That one user may wait for, at all tables together: a hint takes a bot as long as a turn of its own."""
REVIEWS_AN_HOUR, REVIEWS_OF_A_GUEST = 20, 5
"""That one user may begin: each keeps a bot busy for minutes."""
THINKERS = ("player", "bot")
"""Whose turns are judged: what the server does by itself is nobody's choice."""

# --- hints -------------------------------------------------------------------------------------


@transaction.atomic
def ask_for_hint(*, game_id: UUID, user: User, now: datetime) -> Hint:
    """The hint for the turn that the user is to play now; asking again shows the same one."""
    table = find_table(game_id, user)
    player = table.seated(user)
    table.check_turn(player)
    check_hints_allowed(table.game)
    User.objects.select_for_update().get(pk=user.pk)  # requests at the same time get one hint, and one limit
    known = Hint.objects.filter(player=player, version=table.game.version).first()
    if known:
        return known
    if Hint.objects.filter(player__user=user, choices__isnull=True, error="").count() >= HINTS_AT_ONCE:
        raise TooMany(_("Bots are thinking of other hints for you: wait for one of them first."))
    hint = Hint.objects.create(player=player, version=table.game.version, asked_at=now)
    transaction.on_commit(lambda: wake_hint(hint.pk))
    return hint


def check_hints_allowed(game: Game) -> None:
    if game.rated:
        raise NoHints(_("There are no hints in a rated game."))


def wake_hint(hint_id: int) -> None:
    send("games.tasks.think_of_hint", hint_id)


def think_of_hint(*, hint_id: int) -> None:
    """Work a hint out, unless that is done or the table has moved on."""
    hint = Hint.objects.select_related("player__game").filter(pk=hint_id, choices__isnull=True, error="").first()
    if hint is None:
        return
    table = load_table(hint.player.game)
    game, seat = table.game, hint.player.seat
    if game.version != hint.version or game.to_move != seat:
        hint.delete()
        return
    seen = game.rules.view(table.state, seat)
    try:
        found = thinking.run(best_turns, game.rules_key, seen, seed_of(game, hint.version))
        changes: Data = {"choices": [choice_data(choice) for choice in found]}
    except Exception as problem:
        logger.exception("No hint could be found in game %s at version %s.", game.pk, hint.version)
        changes = {"error": f"{type(problem).__name__}: {problem}"[:2000]}
    Hint.objects.filter(pk=hint.pk, choices__isnull=True).update(**changes)


def choice_data(choice: Choice) -> Data:
    return {"actions": choice.actions, "worth": round(choice.worth, 4)}


def seed_of(game: Game, version: int) -> bytes:
    # Of the public commitment, not of the secret: what a reader sees must not depend on what is hidden.
    return hashlib.sha256(f"{game.commitment} {version}".encode()).digest()


def hints_not_given(*, now: datetime) -> list[int]:
    waiting = Hint.objects.filter(choices__isnull=True, error="", asked_at__lte=now - PATIENCE)
    return list(waiting.values_list("pk", flat=True))


# --- reviews -----------------------------------------------------------------------------------


def ask_for_review(*, game_id: UUID, user: User, link: str = "", now: datetime) -> Review:
    """The review of a game that has ended, begun now if nobody has asked for it before."""
    table = find_table(game_id, user, link)
    game = table.game
    if game.status != Game.Status.FINISHED:
        raise NotOver(_("A game is reviewed once it is over."))
    known = Review.objects.filter(game=game, error="").first()
    if known:
        return known
    if counted("reviews", str(user.pk), now) > (REVIEWS_OF_A_GUEST if user.is_guest else REVIEWS_AN_HOUR):
        raise TooMany(_("You have had many games reviewed within this hour: come back a little later."))
    try:
        with transaction.atomic():
            review, new = Review.objects.get_or_create(
                game=game, defaults={"total": game.version, "asked_at": now, "worked_at": now}
            )
            if not new and review.error:
                Review.objects.filter(pk=review.pk).update(error="", worked_at=now)
                review.refresh_from_db()
                new = True
    except IntegrityError:
        return Review.objects.get(game=game)
    if new:
        transaction.on_commit(lambda: wake_review(review.pk, review.done))
    return review


def wake_review(review_id: int, done: int) -> None:
    send("games.tasks.go_on_with_review", review_id, done)


def go_on_with_review(*, review_id: int, done: int, now: datetime) -> None:
    """Judge some more turns and leave the rest to the next task, so that others get their turn in between."""
    review = Review.objects.select_related("game").filter(pk=review_id, done=done, error="").first()
    if review is None or review.is_done:
        return
    began = time.monotonic()
    turns = list(review.turns)
    try:
        for situation in situations(load_table(review.game), review.done):
            if situation.is_a_choice:
                turns.append(judged(review.game, situation))
            done = situation.n
            if time.monotonic() - began > SLICE:
                break
        changes: Data = {"turns": turns, "done": done, "worked_at": now}
    except Exception as problem:
        logger.exception("The review of game %s failed at turn %s.", review.game_id, done + 1)
        changes = {"error": f"{type(problem).__name__}: {problem}"[:2000]}
    # Tasks run twice: whoever is first here goes on.
    went_on = Review.objects.filter(pk=review.pk, done=review.done).update(**changes)
    if went_on and "error" not in changes and done < review.total:
        wake_review(review.pk, done)


@dataclass(frozen=True, slots=True)
class Situation:
    """A turn as its player came to it: what they saw, what they had drawn for it, and what they played."""

    n: int
    seat: int
    by: str
    seen: Data
    drawn: list[str]
    played: Actions

    @property
    def is_a_choice(self) -> bool:
        return self.by in THINKERS and self.played[0]["type"] in ("place", "play")


def situations(table: Table, after: int) -> Iterator[Situation]:
    """The turns of a game in order, from the one with the next number on."""
    game = table.game
    rules = game.rules
    record = record_of(game, table.players, with_secret=False)
    earlier: dict[int, tuple[Data, Actions]] = {}
    state = None
    for step in replay(record, bytes(game.secret)):
        move = step.move
        if move and state is not None:
            seen = rules.view(state, move.seat)
            played = [{key: value for key, value in action.items() if key != "shown"} for action in move.actions]
            if move.n > after:
                yield Situation(move.n, move.seat, move.by, seen, drawn_for(earlier.get(move.seat), seen), played)
            earlier[move.seat] = seen, played
        state = step.turn.state


def drawn_for(earlier: tuple[Data, Actions] | None, seen: Data) -> list[str]:
    if earlier is None:
        return drawn_since(None, [], swapped=False, seen=seen)
    before, actions = earlier
    pieces = [action.get("tile") or action["card"] for action in actions if action["type"] in ("place", "play")]
    return drawn_since(before, pieces, swapped=any(action["type"] == "swap" for action in actions), seen=seen)


def judged(game: Game, situation: Situation) -> Data:
    seed = seed_of(game, situation.n - 1)
    found: Judgement = thinking.run(judge, game.rules_key, situation.seen, situation.played, situation.drawn, seed)
    return {
        "n": situation.n,
        "seat": situation.seat,
        "best": choice_data(found.best),
        "played": choice_data(found.played),
        "loss": round(found.loss, 4),
        "luck": None if found.luck is None else round(found.luck, 4),
    }


def reviews_left_lying(*, now: datetime) -> list[tuple[int, int]]:
    """Reviews that nobody has worked on for a while."""
    waiting = Review.objects.filter(error="", worked_at__lte=now - PATIENCE)
    return [(pk, done) for pk, done, total in waiting.values_list("pk", "done", "total") if done < total]
