import pytest
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.services.names import clean_name

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["ada", "Ada-Lovelace", "Zoë", "Łukasz", "a1", "jan.de.vries", "Jürgen_74"])
def test_a_sane_name_can_be_taken(name: str) -> None:
    assert clean_name(name) == name


def test_spaces_around_a_name_are_no_part_of_it() -> None:
    assert clean_name("  ada ") == "ada"


def test_a_name_is_kept_in_one_spelling() -> None:
    assert clean_name("Zoe\u0308") == "Zoë"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a", "2 to 24 characters"),
        ("a" * 25, "2 to 24 characters"),
        ("", "2 to 24 characters"),
        ("ada lovelace", "letters and digits"),
        ("ada@example.org", "letters and digits"),
        ("-ada", "letters and digits"),
        ("ada--b", "letters and digits"),
        ("<b>ada", "letters and digits"),
        ("a\u202eda", "letters and digits"),  # turns the reading direction
        ("a\u200bda", "letters and digits"),  # has no width
        ("a\x07da", "letters and digits"),
        ("аdа", "letters and digits"),  # Cyrillic
        ("ａｄａ", "letters and digits"),  # wide
        ("ad×a", "letters and digits"),
        ("1234", "at least one letter"),
    ],
)
def test_a_name_that_misleads_or_breaks_a_line_is_refused(name: str, reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        clean_name(name)


@pytest.mark.parametrize("name", ["Nobody", "admin", "ADM1N", "b0t", "site"])
def test_names_of_the_site_itself_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="looks too much like"):
        clean_name(name)


@pytest.mark.parametrize(
    ("taken", "name"),
    [
        ("Ada", "ada"),
        ("Zoë", "ZOE"),
        ("Lil", "LiI"),
        ("Bill", "BiII"),
        ("bob", "b0b"),
        ("barney", "bamey"),
        ("a-b", "a_b"),
    ],
)
def test_nobody_can_pass_for_somebody_else(taken: str, name: str) -> None:
    user = User.objects.create_user(taken)
    with pytest.raises(ValidationError, match="cannot have this name"):
        clean_name(name)
    assert clean_name(name, owner=user) == name


def test_a_new_name_is_compared_with_from_then_on() -> None:
    user = User.objects.create_user("ada")
    user.username = "bob"
    user.save(update_fields=["username"])
    assert clean_name("ada") == "ada"
    with pytest.raises(ValidationError, match="looks too much like"):
        clean_name("b0b")
