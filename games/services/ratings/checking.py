"""Comparing the ledger with what the games lead to, to the last digit."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db import transaction

from games.models import Rating, RatingChange
from games.rating.reckoning import Book
from games.services.ratings.entering import as_rating, as_row
from games.services.ratings.finished import finished
from games.services.ratings.order import Ledger, lock


class Checked(NamedTuple):
    games: int
    differences: list[str]


@transaction.atomic
def check(*, ledger: Ledger) -> Checked:
    """What would be different if the ledger were rebuilt. Games that wait to be entered are no difference."""
    lock(ledger)
    ids = list(ledger.games().filter(rating_due=False).values_list("pk", flat=True))
    book, found = Book(), []
    rows = 0
    for some in finished(ids):
        stored = {
            (row.game_id, row.seat): row for row in RatingChange.objects.filter(game__in=[game.key for game in some])
        }
        for game in some:
            should_be = [as_row(ledger, game, change) for change in book.enter(game)]
            rows += len(should_be)
            for row in should_be:
                found += compared(row, stored.pop((row.game_id, row.seat), None))
        found += [f"{game_id}, seat {seat}: the ledger has a row too many" for game_id, seat in stored]
    if not found and RatingChange.objects.filter(**ledger._asdict()).count() != rows:
        found.append("the ledger has rows of games that are not rated")
    return Checked(len(ids), [*found, *differing_ratings(ledger, book)])


def compared(row: RatingChange, stored: RatingChange | None) -> list[str]:
    where = f"{row.game_id}, seat {row.seat}"
    if stored is None:
        return [f"{where}: a row of the ledger is missing"]
    there, right = stored.numbers(), row.numbers()
    return [
        f"{where}: {name} is {there[name]!r}, should be {right[name]!r}" for name in right if there[name] != right[name]
    ]


def differing_ratings(ledger: Ledger, book: Book) -> Iterator[str]:
    stored = {rating.holder: rating for rating in Rating.objects.filter(**ledger._asdict())}
    for holder, standing in book.standings.items():
        right, there = as_rating(ledger, holder, standing), stored.pop(holder, None)
        if there is None:
            yield f"the rating of {whose(right)} is missing"
        elif any(getattr(there, name) != getattr(right, name) for name in ("mu", "sigma", "games", "last_at")):
            yield f"the rating of {whose(right)} is not what the ledger leads to"
    for rating in stored.values():
        yield f"{whose(rating)} has a rating without games"


def whose(rating: Rating) -> str:
    return rating.bot or f"user {rating.user_id}"
