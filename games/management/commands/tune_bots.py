"""Tunes the numbers of an evaluation by play."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.rules import Refusal
from games.engine.seating import rules_for

WIDTH = 0.25
"""How far around today's numbers to look, as a share of each."""
LEAST = 0.02
MARGIN, SOLO_MARGIN = 0.52, 0.503
"""What the best so far has to win to be taken for better; alone results are close to each other."""


class Command(BaseCommand):
    help = (
        "Looks for better numbers in the evaluation with which bots choose the turns worth a search, by the "
        "cross-entropy method: compiled games without search against the best numbers so far. Prints what it found, "
        "stores nothing."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rules", default="genial", help="genial | genial-3d | genial-cards")
        parser.add_argument("--seats", type=int, default=2, help="1: for the lowest colour alone")
        parser.add_argument("--generations", type=int, default=50)
        parser.add_argument("--population", type=int, default=40)
        parser.add_argument("--games", type=int, default=200, help="deals in each comparison")
        parser.add_argument("--seed", type=int, default=0)

    def handle(self, *_args: Any, **options: Any) -> None:
        # Compiled, so not before it is needed.
        from games.bots.duels import TUNABLE, duels, shown, today
        from games.bots.tuning import tune

        key, seats = options["rules"], options["seats"]
        try:
            rules_for(key, "solo" if seats == 1 else "free", seats)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        if key not in TUNABLE:
            raise CommandError(
                f"This tunes {', '.join(TUNABLE)}; the three weights of {key} were chosen by hand and by matches."
            )
        for name in ("generations", "population", "games"):
            if options[name] < 1:
                raise CommandError(f"--{name} has to be at least 1.")
        first = today(key, seats)
        spread = (WIDTH * abs(first)).clip(min=LEAST) * (first != 0)
        compare = duels(key, seats, options["games"])
        for found in tune(
            compare,
            first,
            spread,
            generations=options["generations"],
            population=options["population"],
            elite=max(1, options["population"] // 5),
            margin=SOLO_MARGIN if seats == 1 else MARGIN,
            seed=options["seed"],
        ):
            won = compare(found.champion, first, -1 - found.number)
            self.stdout.write(f"generation {found.number + 1}: the best so far wins {won:.1%} against today's numbers")
        self.stdout.write(str(shown(key, seats, found.champion)))
