"""What a turn was worth beside the best that its player could have found, and how kind the draw was.

All of it from the view of the player: nobody is blamed for what they could not know. Plain values go in and come out,
so that it may run in any process.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from games.bots.bot import Actions, Budget, Choice, Skill
from games.bots.strengths import search_for
from games.engine.registry import RULES
from games.engine.rules import Data

SHOWN = 3
"""How many turns a hint names."""
DRAWS = 6
"""How many other draws the real one is compared with."""
SECONDS: Mapping[Skill, float] = {"sharp": 0.5, "strong": 3.0}
"""Where the machine is so busy that its nodes take longer, a look ends here: its task must not run out of time."""


@dataclass(frozen=True, slots=True)
class Judgement:
    best: Choice
    played: Choice
    luck: float | None
    """What the draw brought beyond the average draw; nothing where nothing was drawn."""

    @property
    def loss(self) -> float:
        return max(0.0, self.best.worth - self.played.worth)


def best_turns(rules: str, seen: Data, seed: bytes) -> list[Choice]:
    """The best turns in this view, each with what it is worth, best first."""
    return ranked(rules, seen, Random(seed), "strong")[:SHOWN]


def ranked(rules: str, seen: Data, rng: Random, skill: Skill, also: Sequence[Actions] = ()) -> list[Choice]:
    search = search_for(rules)
    budget = Budget(search.NODES[skill], SECONDS[skill])
    return list(search.rank(RULES[rules], seen, rng, budget, skill, also))


def judge(rules: str, seen: Data, played: Actions, drawn: Sequence[str], seed: bytes) -> Judgement:
    """This turn against the best, and the pieces that were drawn for it against those that might have been."""
    found = ranked(rules, seen, Random(seed), "strong", [played])
    return Judgement(
        best=found[0],
        played=next(choice for choice in found if choice.actions == played),
        luck=luck(rules, seen, drawn, Random(seed)),
    )


def luck(rules: str, seen: Data, drawn: Sequence[str], rng: Random) -> float | None:
    """How much more the hand is worth with this draw than with others, seen with the same quick eye."""
    if not drawn or not unseen_pieces(seen):
        return None
    others = [worth(rules, with_other_draw(seen, drawn, rng), rng) for _ in range(DRAWS)]
    return worth(rules, seen, rng) - sum(others) / len(others)


def worth(rules: str, seen: Data, rng: Random) -> float:
    return ranked(rules, seen, Random(rng.random()), "sharp")[0].worth


def drawn_since(before: Data | None, played: Sequence[str], swapped: bool, seen: Data) -> list[str]:
    """What came into a hand since its player's last turn, in which these pieces went; the whole hand after the deal."""
    if before is None or swapped:
        return list(held(seen))
    return list((Counter(held(seen)) - (Counter(held(before)) - Counter(played))).elements())


def with_other_draw(seen: Data, drawn: Sequence[str], rng: Random) -> Data:
    """The same view with as many other pieces in place of those drawn, from all that its reader has not seen."""
    pool = [*unseen_pieces(seen), *drawn]
    rng.shuffle(pool)
    hand, pool = pool[: len(drawn)], pool[len(drawn) :]
    kept = list((Counter(held(seen)) - Counter(drawn)).elements())
    unseen = pool if isinstance(seen["unseen"], list) else dict(Counter(pool))
    return {**seen, ("rack" if "rack" in seen else "hand"): [*kept, *hand], "unseen": unseen}


def held(seen: Data) -> list[str]:
    pieces: list[str] = seen["rack"] if "rack" in seen else seen["hand"]
    return pieces


def unseen_pieces(seen: Data) -> list[str]:
    unseen = seen["unseen"]
    return list(unseen) if isinstance(unseen, list) else list(Counter(unseen).elements())
