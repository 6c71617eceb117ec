"""Plays two bots against each other and says how sure the outcome is."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.bot import Budget
from games.bots.flat import FLAT, PLAYS
from games.bots.matches import PLAYERS, Match, Result, played, report
from games.engine.registry import RULES
from games.engine.rules import Refusal
from games.engine.seating import rules_for
from games.management.commands.simulate import fewest_seats, known_bots


class Command(BaseCommand):
    help = (
        "Plays two bots against each other, every deal once in every seat (--mode solo: each plays every deal), and "
        "prints the share of wins with its 95 % interval and the time a turn."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rules", default="genial", help=" | ".join(RULES))
        parser.add_argument("--mode", default="free", help="free | team | solo")
        parser.add_argument("--seats", type=int, help="default: the fewest there can be; b takes all seats but a's")
        parser.add_argument("--a", default="strong", help=f"one of {', '.join(PLAYERS)}")
        parser.add_argument("--b", default="greedy")
        parser.add_argument("--games", type=int, default=200)
        parser.add_argument("--seed", default="0", help="the same seed gives the same deals")
        parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="default: one for each core")
        parser.add_argument("--nodes", type=int, help="a budget in nodes for both; default: that of each")
        parser.add_argument("--seconds", type=float, help="a budget in seconds for both")

    def handle(self, *_args: Any, **options: Any) -> None:
        known_bots([options["a"], options["b"]], PLAYERS)
        if FLAT.key in (options["a"], options["b"]) and options["rules"] not in PLAYS:
            raise CommandError(f"{FLAT.key} plays {' and '.join(PLAYS)} alone.")
        if options["a"] == options["b"]:
            raise CommandError("Name two different bots.")
        for name in ("games", "jobs", "nodes", "seconds"):
            if options[name] is not None and options[name] <= 0:
                raise CommandError(f"--{name} has to be more than 0.")
        seats = options["seats"]
        if seats is None:
            seats = fewest_seats(options["rules"], options["mode"])
        try:
            rules_for(options["rules"], options["mode"], seats)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        limited = options["nodes"] is not None or options["seconds"] is not None
        match = Match(
            rules=options["rules"],
            mode=options["mode"],
            seats=seats,
            a=options["a"],
            b=options["b"],
            budget=Budget(options["nodes"], options["seconds"]) if limited else None,
            seed=options["seed"],
        )
        self.stdout.write("\n".join(report(self.watched(match, options["games"], options["jobs"]))))

    def watched(self, match: Match, games: int, jobs: int) -> Result:
        """The whole match; who watches it in a terminal sees it grow, and may stop it and keep what was played."""
        result = Result(match)
        try:
            for result in played(match, games, jobs):
                if sys.stderr.isatty():
                    self.stderr.write(f"\r{result.games} games ", ending="")
        except KeyboardInterrupt:
            if not result.games:
                raise
        return result
