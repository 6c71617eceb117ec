"""Plays bots against each other and writes one record a line."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
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
        parser.add_argument(
            "--seats",
            type=int,
            help="default: one for each bot named, or the fewest there can be",
        )
        parser.add_argument("--bots", default="random", help=f"of {', '.join(BOTS)}; one name plays every seat")
        parser.add_argument("--games", type=int, default=1)
        parser.add_argument("--seed", default="0", help="the same seed gives the same records")

    def handle(self, *_args: Any, **options: Any) -> None:
        bots = known_bots(options["bots"].split(","))
        if options["games"] < 1:
            raise CommandError("Simulate at least one game.")
        seats = len(bots) if options["seats"] is None else options["seats"]
        if options["seats"] is None and len(bots) == 1:
            seats = fewest_seats(options["rules"], options["mode"])
        try:
            rules = rules_for(options["rules"], options["mode"], seats)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        if len(bots) == 1:
            bots *= seats
        if len(bots) != seats:
            raise CommandError(f"{seats} play, so name {seats} bots, or one that plays every seat.")
        try:
            for number in range(options["games"]):
                record = simulate(rules, options["mode"], bots, options["seed"], number)
                self.stdout.write(json.dumps(record.data(), separators=(",", ":")))
        except BrokenPipeError:  # whoever reads has had enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def known_bots(names: list[str], bots: Mapping[str, Bot] = BOTS) -> list[Bot]:
    for name in names:
        if name not in bots:
            raise CommandError(f"There is no bot called {name!r}. There are: {', '.join(bots)}.")
    return [bots[name] for name in names]


def fewest_seats(key: str, mode: str) -> int:
    rules = RULES.get(key)
    variant = rules.variants.get(mode) if rules else None
    return variant.seats[0] if variant else 2
