"""Reckons all ratings anew from the first game on, or compares them with what that would lead to."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.registry import RULES
from games.services.ratings.checking import check
from games.services.ratings.entering import rebuild
from games.services.ratings.order import LEDGERS, Ledger

TOLD = 20
"""Differences of a pool that are named."""


class Command(BaseCommand):
    help = "Reckons all ratings anew from the first game on, each pool in a transaction of its own."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rules", choices=list(RULES), help="only these rules")
        parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 on any difference")

    def handle(self, *_args: Any, **options: Any) -> None:
        ledgers = [ledger for ledger in LEDGERS if options["rules"] in (None, ledger.rules_key)]
        if not options["check"]:
            games = sum(self.rebuild(ledger) for ledger in ledgers)
            self.stdout.write(f"{games} games rated anew.")
            return
        wrong = sum(self.compare(ledger) for ledger in ledgers)
        if wrong:
            raise CommandError(f"{wrong} differences: the ratings are not what the games lead to.")
        self.stdout.write("The ratings are what the games lead to.")

    def rebuild(self, ledger: Ledger) -> int:
        games = rebuild(ledger=ledger)
        self.stdout.write(f"{ledger.rules_key}, {ledger.pool}: {games} games")
        return games

    def compare(self, ledger: Ledger) -> int:
        games, differences = check(ledger=ledger)
        self.stdout.write(f"{ledger.rules_key}, {ledger.pool}: {games} games, {len(differences)} differences")
        for difference in differences[:TOLD]:
            self.stdout.write(f"  {difference}")
        return len(differences)
