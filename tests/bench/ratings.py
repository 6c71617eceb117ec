"""Bots of known strength, rated from scratch: `python -m tests.bench.ratings koepfchen gentle steady sharp`.

They meet at tables for so many, on fresh deals; the ratings then stand in the order of the names, uncertainty and all,
or the command fails.
`--write` keeps the results for `tests/rating/test_bots.py`, which rates them anew.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations, cycle, islice, pairwise
from pathlib import Path
from time import process_time

from games.bots.registry import BOTS
from games.bots.simulation import simulate
from games.engine.registry import RULES
from games.rating.reckoning import Book, Finished, Seat
from games.rating.scale import Number, number

GOLDEN = Path(__file__).parent.parent / "golden" / "bot_results.json"
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
Result = tuple[list[str], list[int]]
"""Bots and places, by seat."""


def played(rules_key: str, bots: Sequence[str], seats: int, games: int, seed: str) -> Iterator[Result]:
    for at, table in enumerate(islice(cycle(combinations(bots, seats)), games)):
        record = simulate(RULES[rules_key], "free", [BOTS[bot] for bot in table], seed, at)
        yield [seat.bot or "" for seat in record.seats], (record.result or {})["places"]


def rated(results: Sequence[Result]) -> dict[str, Number]:
    """The ratings after these games, played an hour apart."""
    book = Book()
    for at, (bots, places) in enumerate(results):
        seats = [Seat(holder=(None, bot), side=seat, place=places[seat]) for seat, bot in enumerate(bots)]
        book.enter(Finished(key=at, at=BEGINNING + timedelta(hours=at), seats=seats))
    return {bot: number(*standing.skill) for (_user, bot), standing in book.standings.items()}


def are_apart(ratings: Sequence[Number]) -> bool:
    """Whether each lies below the next, uncertainty and all."""
    return all(low.rating + low.spread < high.rating - high.spread for low, high in pairwise(ratings))


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("rules", choices=list(RULES))
    parser.add_argument("bots", nargs="+", choices=list(BOTS), help="weakest first")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", default="ratings")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    begun = process_time()
    results = list(played(asked.rules, asked.bots, asked.seats, asked.games, asked.seed))
    found = rated(results)
    for bot in asked.bots:
        print(f"{bot:8} {found[bot].rating} ± {found[bot].spread}")
    apart = are_apart([found[bot] for bot in asked.bots])
    told = "apart" if apart else "NOT APART"
    print(f"{asked.games} games of {asked.rules} in {process_time() - begun:.0f} s of CPU: {told}")
    if asked.write:
        kept = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
        kept[asked.rules] = {"bots": asked.bots, "seed": asked.seed, "results": results}
        GOLDEN.write_text(json.dumps(kept, separators=(",", ":")) + "\n")
    sys.exit(not apart)


if __name__ == "__main__":
    main()
