"""Matches between two bots: the same deals with swapped seats, and how sure one can be of the outcome."""

import hashlib
import math
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from random import Random

from games.bots.bot import Budget
from games.bots.registry import BOTS, YARDSTICKS
from games.bots.strengths import search_for
from games.engine.outcome import outcome
from games.engine.registry import RULES
from games.engine.seating import start
from games.engine.turns import play_turn, server_turn

Z = 1.96
"""Standard deviations that hold 95 % of a normal distribution."""


PLAYERS = BOTS | YARDSTICKS


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """What is played: `a` on the seats of one side, `b` on all others; solo each plays for itself."""

    rules: str
    mode: str
    seats: int
    a: str
    b: str
    budget: Budget | None = None
    """For both; without one each thinks by the nodes of its strength, and the same seed gives the same games."""
    seed: str = "0"

    @property
    def sides(self) -> tuple[int, ...]:
        sides: tuple[int, ...] = RULES[self.rules].variants[self.mode].side_of(self.seats)
        return sides

    @property
    def is_solo(self) -> bool:
        return self.seats == 1

    @property
    def rounds(self) -> int:
        """How often each deal is played, so that `a` has had every side of it, or solo both have played it."""
        return 2 if self.is_solo else len(set(self.sides))

    def bot_on(self, seat: int, turn: int) -> str:
        if self.is_solo:
            return (self.a, self.b)[turn]
        return self.a if self.sides[seat] == turn else self.b


@dataclass(slots=True)
class Times:
    """Seconds of a core that turns took, whatever else the machine does."""

    turns: int = 0
    total: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        self.turns += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)

    def join(self, other: "Times") -> None:
        self.turns += other.turns
        self.total += other.total
        self.longest = max(self.longest, other.longest)

    @property
    def mean(self) -> float:
        return self.total / self.turns if self.turns else 0.0


@dataclass(slots=True)
class Played:
    """One game of a match, seen from `a`."""

    turn: int
    points: float
    """1 for a win, 1/n for a first place that n sides share; solo: the lowest colour of whoever played."""
    times: dict[str, Times]


@dataclass(slots=True)
class Result:
    match: Match
    points: list[list[float]] = field(default_factory=list)
    """Of each game, by round of the deal."""
    times: dict[str, Times] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.points = [[] for _ in range(self.match.rounds)]
        self.times = {bot: Times() for bot in (self.match.a, self.match.b)}

    def add(self, played: Played) -> None:
        self.points[played.turn].append(played.points)
        for bot, times in played.times.items():
            self.times[bot].join(times)

    @property
    def games(self) -> int:
        return sum(map(len, self.points))

    @property
    def share(self) -> float:
        """Of the wins, ties counted in halves."""
        return sum(map(sum, self.points)) / self.games


def play(match: Match, deal: int, turn: int) -> Played:
    rules = RULES[match.rules]
    get_ready(match.rules)
    name = f"match {match.rules} {match.mode} {match.seats} {match.seed} {deal}"
    # The names of the bots must not change the deal: it is the same whoever sits where.
    seeds = [str(seat) for seat in range(match.seats)]
    _seating, state = start(rules, match.mode, {"order": "fixed"}, hashlib.sha256(name.encode()).digest(), seeds)
    rng = Random(f"{name} {turn}")
    times = {bot: Times() for bot in (match.a, match.b)}
    while not state.ended_by:
        played = server_turn(rules, state)
        if played is None:
            bot = PLAYERS[match.bot_on(state.seat, turn)]
            seen = rules.view(state, state.seat)
            began = time.thread_time()
            actions = bot.choose(rules, seen, rng, match.budget)
            times[bot.key].add(time.thread_time() - began)
            played = play_turn(rules, state, actions)
        state = played.state
    if match.is_solo:
        return Played(turn, float(rules.standings(state)[0][0]), times)
    result = outcome(rules, state)
    assert result is not None  # noqa: S101  (it has ended)
    first = {side for side, place in zip(match.sides, result.places, strict=True) if place == 1}
    return Played(turn, 1 / len(first) if turn in first else 0.0, times)


@cache
def get_ready(key: str) -> None:
    """Once in each process, so that no turn is charged with it."""
    search_for(key).warm()


def played(match: Match, games: int, jobs: int) -> Generator[Result]:
    """The result as it grows, game by game: as many deals as so many games need, each with every seating; solo both
    play so many."""
    result = Result(match)
    deals = games if match.is_solo else math.ceil(games / match.rounds)
    todo = [(deal, turn) for deal in range(deals) for turn in range(match.rounds)]
    for one in all_played(match, todo, jobs):
        result.add(one)
        yield result


def all_played(match: Match, todo: Sequence[tuple[int, int]], jobs: int) -> Iterable[Played]:
    if jobs == 1:
        yield from (play(match, deal, turn) for deal, turn in todo)
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        for future in as_completed([pool.submit(play, match, deal, turn) for deal, turn in todo]):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def wilson(share: float, games: int) -> tuple[float, float]:
    """Where the true share lies with 95 % certainty."""
    centre = share + Z * Z / (2 * games)
    spread = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and what it may be off with 95 % certainty."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, Z * math.sqrt(variance / len(values))


def report(result: Result) -> list[str]:
    match = result.match
    head = f"{match.rules} {match.mode}, {match.seats} seats: {match.a} against {match.b}, {result.games} games in all"
    return [head, *(solo_lines(result) if match.is_solo else match_lines(result)), *time_lines(result)]


def match_lines(result: Result) -> Iterator[str]:
    low, high = wilson(result.share, result.games)
    sides = result.match.rounds
    yield f"  {result.match.a} wins {result.share:.1%} (95 %: {low:.1%} to {high:.1%})"
    if sides > 2:
        yield f"  first places: {result.share * sides:.2f} times as often as by chance ({1 / sides:.1%})"
    by_seat = (f"{sum(points) / len(points):.1%}" for points in result.points if points)
    yield f"  by {'side' if result.match.mode == 'team' else 'seat'}: {', '.join(by_seat)}"


def solo_lines(result: Result) -> Iterator[str]:
    means = []
    for bot, points in zip((result.match.a, result.match.b), result.points, strict=True):
        if points:
            mean, error = mean_and_error(points)
            means.append(mean)
            yield f"  {bot}: lowest colour {mean:.2f} ± {error:.2f} on average over {len(points)} deals"
    if len(means) == 2 and means[1]:
        yield f"  ratio {means[0] / means[1]:.2f}"


def time_lines(result: Result) -> Iterator[str]:
    for bot, times in result.times.items():
        mean, longest = times.mean * 1000, times.longest * 1000
        yield f"  {bot}: {mean:.1f} ms of a core a turn, {longest:.0f} ms at most, {times.turns:,} turns"
