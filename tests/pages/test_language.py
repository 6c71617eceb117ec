import re

import pytest
from babel.messages.pofile import read_po
from django.test import Client

from tools import messages


def test_the_catalogues_are_complete_and_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    assert messages.main("--check") == 0, capsys.readouterr().out


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_a_translation_keeps_what_is_filled_in(language: str) -> None:
    with (messages.folder_of(language) / "django.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    for message in catalogue:
        texts = message.string if isinstance(message.string, tuple | list) else [message.string]
        sources = message.id if isinstance(message.id, tuple | list) else [message.id] * len(texts)
        for source, text in zip(sources, texts, strict=True) if message.id else []:
            assert blanks(str(text)) == blanks(str(source)), text


def blanks(text: str) -> set[str]:
    """What code or template puts into a sentence: `{cell}`, `%(count)d`; and the markup in it."""
    return set(re.findall(r"\{\w+\}|%\(\w+\)[sd]|<\w+>", text))


def test_the_switch_keeps_the_page_and_the_choice(client: Client) -> None:
    response = client.post("/i18n/setlang/", {"language": "nl", "next": "/games/koepfchen/?from=home"})
    assert response["Location"] == "/games/koepfchen/?from=home"
    assert '<html lang="nl"' in client.get("/games/koepfchen/").content.decode()


def test_the_form_on_a_page_names_that_page(client: Client) -> None:
    page = client.get("/games/?a=1&b=2").content.decode()
    assert re.findall(r'name="next" value="([^"]*)"', page) == ["/games/?a=1&amp;b=2"] * 2


def test_the_current_language_is_marked(client: Client) -> None:
    page = client.get("/", headers={"accept-language": "de"}).content.decode()
    assert re.findall(r'value="(\w\w)" lang="\w\w" aria-current="true"', page) == ["de"]


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/"])
def test_nobody_is_sent_elsewhere(client: Client, elsewhere: str) -> None:
    assert client.post("/i18n/setlang/", {"language": "de", "next": elsewhere})["Location"] == "/"


def test_only_our_own_forms_are_taken() -> None:
    assert Client(enforce_csrf_checks=True).post("/i18n/setlang/", {"language": "de"}).status_code == 403


def test_an_unknown_language_changes_nothing(client: Client) -> None:
    client.post("/i18n/setlang/", {"language": "xx", "next": "/"})
    assert '<html lang="en"' in client.get("/").content.decode()
