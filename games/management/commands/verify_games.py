"""Replays every stored game from its log and compares it with what is stored."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.engine.replay import Flaw
from games.models import Game
from games.services import rebuilding


class Command(BaseCommand):
    help = "Replays every stored game from its log and compares it with what is stored; exit code 1 on any difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME", help="only these games, by id")
        parser.add_argument("--rebuild", action="store_true", help="store what the log leads to, where it differs")

    def handle(self, *_args: Any, **options: Any) -> None:
        games = Game.objects.filter(status__in=[Game.Status.ACTIVE, Game.Status.FINISHED]).order_by("created_at")
        if options["games"]:
            games = games.filter(pk__in=options["games"])
        checked = wrong = 0
        for game in games.iterator(chunk_size=200):
            checked += 1
            found = list(rebuilding.differences(game))
            for difference in found:
                self.stdout.write(f"{game.pk}: {difference}")
            if found and not (options["rebuild"] and self.rebuild(game)):
                wrong += 1
        if wrong:
            raise CommandError(f"{wrong} of {checked} games differ from their log.")
        self.stdout.write(f"{checked} games agree with their log.")

    def rebuild(self, game: Game) -> bool:
        try:
            rebuilding.rebuild(game, timezone.now())
        except Flaw:
            return False
        self.stdout.write(f"{game.pk}: rebuilt")
        return not list(rebuilding.differences(Game.objects.get(pk=game.pk)))
