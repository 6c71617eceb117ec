"""Hints and reviews."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count

from games.engine.rules import Data, _
from games.models import Game, Hint, Review
from games.models.game import Reader
from games.services.refusals import Unknown
from games.services.table import Table

COSTLY = 0.05
"""The share of a win from which a turn can be a turning point."""


COSTLY_ALONE = 1.0


TURNING_POINTS = 5


def hint_for(table: Table, reader: Reader) -> Hint:
    """What the reader was told for this turn; hints are for their player's eyes alone."""
    player = table.seated(reader)
    hint = Hint.objects.filter(player=player, version=table.game.version).first()
    if hint is None:
        raise Unknown(_("You have not asked for a hint in this turn."))
    return hint


def hint_data(hint: Hint) -> dict[str, Any]:
    status = "failed" if hint.error else "thinking" if hint.choices is None else "ready"
    return {"version": hint.version, "status": status, "choices": hint.choices or []}


def hints_taken(game: Game) -> dict[int, int]:
    """How many hints each seat has asked for: everybody may know."""
    asked = Hint.objects.filter(player__game=game).values_list("player__seat").annotate(count=Count("pk"))
    return {seat: count for seat, count in asked if seat is not None}


def review_of(game: Game) -> Review:
    review = Review.objects.filter(game=game).first()
    if review is None:
        raise Unknown(_("Nobody has asked for a review of this game."))
    review.game = game
    return review


def review_data(review: Review) -> dict[str, Any]:
    status = "failed" if review.error else "ready" if review.is_done else "thinking"
    costly = COSTLY_ALONE if review.game.mode == "solo" else COSTLY
    worst = sorted((turn for turn in review.turns if turn["loss"] >= costly), key=lambda turn: -turn["loss"])
    return {
        "status": status,
        "done": review.done,
        "total": review.total,
        "turns": review.turns,
        "turning_points": sorted(turn["n"] for turn in worst[:TURNING_POINTS]),
        "seats": [seat_review(seat, review.turns) for seat in range(review.game.seats)],
    }


def seat_review(seat: int, judged: Sequence[Data]) -> dict[str, Any]:
    turns = [turn for turn in judged if turn["seat"] == seat]
    return {
        "seat": seat,
        "turns": len(turns),
        "loss": round(sum(turn["loss"] for turn in turns) / (len(turns) or 1), 4),
        "luck": round(sum(turn["luck"] or 0 for turn in turns), 4),
    }
