from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.management.database import database_of_the_site
from accounts.models import User
from accounts.services.roles import dismiss_moderator, make_moderator


class Command(BaseCommand):
    help = "Let somebody settle reports and take measures, without any other right; --dismiss ends it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="NAME", help="user name")
        parser.add_argument("--dismiss", action="store_true", help="take the right away again")

    def handle(self, *_args: Any, user: str, dismiss: bool, **_options: Any) -> None:
        with database_of_the_site():
            found = User.objects.filter(username__iexact=user, is_active=True, is_guest=False).first()
            if found is None:
                raise CommandError(f"There is no account {user!r}.")
            change = dismiss_moderator if dismiss else make_moderator
            change(user=found, actor=None, now=timezone.now())
        self.stdout.write(f"{found.username} is {'no longer' if dismiss else 'now'} a moderator: /admin/")
