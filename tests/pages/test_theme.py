import pytest
from django.test import Client

from games.pages.theme import PALETTES


def theme(client: Client) -> str:
    page = client.get("/").content.decode()
    return page.split('data-theme="')[1].split('"')[0]


def test_the_device_decides_at_first(client: Client) -> None:
    assert theme(client) == "auto"


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_a_choice_is_remembered(client: Client, choice: str) -> None:
    response = client.post("/theme/", {"theme": choice, "next": "/games/"})
    assert response["Location"] == "/games/"
    assert response.cookies["theme"]["httponly"]
    assert theme(client) == choice


@pytest.mark.parametrize("choice", list(PALETTES)[1:])
def test_a_palette_is_remembered_beside_the_theme(client: Client, choice: str) -> None:
    client.post("/theme/", {"theme": "dark"})
    client.post("/theme/", {"palette": choice})
    page = client.get("/").content.decode()
    assert f'data-theme="dark" data-palette="{choice}"' in page
    assert f'name="palette" value="{choice}" aria-current="true"' in page
    client.post("/theme/", {"palette": "classic"})
    assert 'data-theme="dark" data-palette="classic"' in client.get("/").content.decode()


@pytest.mark.parametrize(("choice", "colours"), [("auto", 2), ("light", 1), ("dark", 1)])
def test_the_browsers_frame_follows_the_theme(client: Client, choice: str, colours: int) -> None:
    client.post("/theme/", {"theme": choice})
    assert client.get("/").content.decode().count('name="theme-color"') == colours


def test_the_choice_can_be_given_back_to_the_device(client: Client) -> None:
    client.post("/theme/", {"theme": "dark"})
    client.post("/theme/", {"theme": "auto"})
    assert theme(client) == "auto"


def test_an_unknown_choice_changes_nothing(client: Client) -> None:
    client.post("/theme/", {"theme": "dark"})
    client.post("/theme/", {"theme": "neon"})
    assert theme(client) == "dark"


def test_a_bad_cookie_is_ignored(client: Client) -> None:
    client.cookies["theme"] = '"><script>'
    assert theme(client) == "auto"


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "", "/\\evil"]
)
def test_nobody_is_sent_elsewhere(client: Client, elsewhere: str) -> None:
    assert client.post("/theme/", {"theme": "dark", "next": elsewhere})["Location"] == "/"


def test_only_our_own_forms_are_taken() -> None:
    assert Client(enforce_csrf_checks=True).post("/theme/", {"theme": "dark"}).status_code == 403


def test_looking_changes_nothing(client: Client) -> None:
    assert client.get("/theme/").status_code == 405
