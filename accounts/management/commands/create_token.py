from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.management.database import database_of_the_site
from accounts.models import User
from accounts.services.tokens import make_token


class Command(BaseCommand):
    help = "Make an API token for a user and print it; it is shown this once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="NAME", help="user name")
        parser.add_argument("--create", action="store_true", help="make the user, too, if there is none of that name")
        parser.add_argument("--name", default="create_token", help="what the token is called in the user's list")

    def handle(self, *_args: Any, user: str, create: bool, name: str, **_options: Any) -> None:
        try:
            with database_of_the_site():
                _token, text = make_token(user=find_user(user, create=create), name=name)
        except ValidationError as problem:
            raise CommandError(" ".join(problem.messages)) from problem
        self.stdout.write(text)


def find_user(name: str, *, create: bool) -> User:
    user = User.objects.filter(username__iexact=name).first()
    if user is None:
        if not create:
            raise CommandError(f"There is no user {name!r}; --create makes one.")
        user = User(username=name)
        user.set_unusable_password()
        user.full_clean()
        user.save()
    if not user.is_active:
        raise CommandError(f"The account of {user.username} is closed, so that no token would work for it.")
    return user
