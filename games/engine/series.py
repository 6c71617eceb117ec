"""Several games with the same players, counted together."""

from collections.abc import Sequence

from games.engine.outcome import shared_places


def first_seat(number: int, seats: int) -> int:
    """The starting seat of a series' game, which moves on by one; the first game is number 0."""
    return number % seats


def totals(points: Sequence[Sequence[int]]) -> list[int]:
    """What each seat has after these games, one row of points a game."""
    return [sum(column) for column in zip(*points, strict=True)]


def ranking(points: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The places after these games; most points win, ties share."""
    return shared_places([(total,) for total in totals(points)])
