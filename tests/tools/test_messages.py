from pathlib import Path

import pytest
from django.utils import translation
from django.utils.translation import gettext

from tools import messages


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(messages, "HERE", tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "templates").mkdir()
    (tmp_path / "games" / "play.py").write_text('_("Your turn")\nngettext("%(n)d move", "%(n)d moves", 2)\n')
    (tmp_path / "templates" / "game.html").write_text(
        "<p>It's\n   {% translate \"A 'quoted' word\" %}</p>\n"
        "      {% blocktranslate count n=n %}one{% plural %}{{ n }} many{% endblocktranslate %}\n"
        '  {% translate "Draw" context "cards" %}\n'
    )
    return tmp_path


def test_messages_of_sources_and_templates_are_found(tree: Path) -> None:
    found = {(message.context, message.id) for message in messages.template() if message.id}
    assert found == {
        (None, "Your turn"),
        (None, ("%(n)d move", "%(n)d moves")),
        (None, "A 'quoted' word"),
        (None, ("one", "%(n)s many")),
        ("cards", "Draw"),
    }


def test_the_check_fails_until_everything_is_translated(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "templates" / "game.html").unlink()
    (tree / "games" / "play.py").write_text('_("Your turn")\n')
    assert messages.main("--check") == 1
    assert "not up to date" in capsys.readouterr().out
    assert messages.main() == 0
    assert messages.main("--check") == 1
    assert "not translated: 'Your turn'" in capsys.readouterr().out
    for language in messages.LANGUAGES:
        catalogue = messages.folder_of(language) / "django.po"
        header, message = catalogue.read_text().rstrip().rsplit("\n\n", 1)
        catalogue.write_text(header + "\n\n" + message.replace('msgstr ""', 'msgstr "x"') + "\n")
    assert messages.main("--check") == 1  # not compiled yet
    assert messages.main() == 0
    assert messages.main("--check") == 0


@pytest.mark.parametrize(("language", "expected"), [("de", "Deutsch"), ("nl", "Duits")])
def test_the_catalogues_are_used(language: str, expected: str) -> None:
    with translation.override(language):
        assert gettext("German") == expected
