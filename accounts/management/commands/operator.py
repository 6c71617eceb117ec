import os
import sys
from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.management.database import database_of_the_site
from accounts.models import User


class Command(BaseCommand):
    help = "Make an account that may do everything, or give an account that right (and a new password)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name", help="user name; asked for when missing")
        parser.add_argument("--password", help="password; asked for when missing")

    def handle(self, *_args: Any, name: str | None, password: str | None, **_options: Any) -> None:
        # Both or none: some systems set NAME for purposes of their own.
        if "NAME" in os.environ and "PASSWORD" in os.environ:
            name, password = name or os.environ["NAME"], password or os.environ["PASSWORD"]
        if not (name and password) and not sys.stdin.isatty():
            raise CommandError("Nobody is here to be asked: make operator NAME=ada PASSWORD=...")
        try:
            with database_of_the_site():
                user, made = make_operator(name=name or input("User name: "), password=password or ask_password())
        except ValidationError as problem:
            raise CommandError(" ".join(problem.messages)) from problem
        self.stdout.write(f"{user.username} is {'now' if made else 'already an account and now'} an operator: /admin/")


def ask_password() -> str:
    password = getpass("Password: ")
    if getpass("Again: ") != password:
        raise CommandError("The two passwords differ.")
    return password


def make_operator(*, name: str, password: str) -> tuple[User, bool]:
    user = User.objects.filter(username__iexact=name).first()
    made = user is None
    if user is None:
        user = User(username=name)
    validate_password(password, user)
    user.set_password(password)
    user.is_staff = user.is_superuser = user.is_active = True
    user.deletion_due = None
    user.full_clean()
    user.save()
    return user, made
