import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError

from accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


def test_user_names_are_unique_in_any_case() -> None:
    User.objects.create_user("Ada")
    with pytest.raises(ValidationError, match="already taken"):
        User(username="ADA", password="x").full_clean()
    with pytest.raises(IntegrityError):
        User.objects.create_user("ada")


def test_people_sign_in_with_their_name_in_any_case() -> None:
    user = User.objects.create_user("Ada", password=PASSWORD)
    assert authenticate(username="aDA", password=PASSWORD) == user


def test_an_operator_may_do_everything(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("operator", name="ada", password=PASSWORD)
    user = User.objects.get()
    assert user.is_superuser
    assert user.is_staff
    assert user.check_password(PASSWORD)
    assert "ada is now an operator" in capsys.readouterr().out


def test_an_account_can_become_an_operator() -> None:
    User.objects.create_user("Ada")
    call_command("operator", name="ada", password=PASSWORD)
    assert User.objects.get().is_superuser


def test_name_and_password_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAME", "ada")
    monkeypatch.setenv("PASSWORD", PASSWORD)
    call_command("operator")
    assert User.objects.get().username == "ada"


@pytest.mark.parametrize(
    ("name", "password", "reason"),
    [("ada", "short", "too short"), ("a b", PASSWORD, "valid username"), (None, None, "Nobody is here to be asked")],
)
def test_what_cannot_be_an_operator_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str | None, password: str | None, reason: str
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    with pytest.raises(CommandError, match=reason):
        call_command("operator", name=name, password=password)
    assert not User.objects.exists()
