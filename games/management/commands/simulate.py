"""Plays bots against each other and writes one record a line."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.bot import Bot
from games.bots.registry import BOTS
from games.bots.simulation import simulate
from games.engine.registry import RULES
from games.engine.rules import Refusal
from games.engine.seating import rules_for


class Command(BaseCommand):
    help = "Plays bots against each other without the site; writes one record a line."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rules", default="genial", help=" | ".join(RULES))
        parser.add_argument("--mode", default="free", help="free | team | solo")
        parser.add_argument("--seats", type=int, help="how many play (default: one for each bot named)")
        parser.add_argument("--bots", default="random", help=f"of {', '.join(BOTS)}; one name plays every seat")
        parser.add_argument("--games", type=int, default=1)
        parser.add_argument("--seed", default="0", help="the same seed gives the same records")

    def handle(self, *_args: Any, **options: Any) -> None:
        names = options["bots"].split(",")
        seats = options["seats"] or len(names)
        try:
            rules = rules_for(options["rules"], options["mode"], seats)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        if options["games"] < 1:
            raise CommandError("Simulate at least one game.")
        bots = seat_bots(names, seats)
        for number in range(options["games"]):
            record = simulate(rules, options["mode"], bots, options["seed"], number)
            self.stdout.write(json.dumps(record.data(), separators=(",", ":")))


def seat_bots(names: list[str], seats: int) -> list[Bot]:
    unknown = [name for name in names if name not in BOTS]
    if unknown:
        raise CommandError(f"There is no bot called {unknown[0]}. There are: {', '.join(BOTS)}.")
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise CommandError(f"{seats} play, so name {seats} bots, or one that plays every seat.")
    return [BOTS[name] for name in names]
