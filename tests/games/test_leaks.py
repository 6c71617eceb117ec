"""What nobody hears: log lines and live messages carry nothing of what is hidden."""

import json
import logging
import random

import pytest

from games import live
from games.engine import states
from games.engine.rules import Refusal
from games.models import Game
from games.services import play
from tests.engine.facts import FACTS
from tests.engine.tables import at_every_table
from tests.tables import NOW, fresh, mover, people, play_turn, running_game, some_turn, table_of

pytestmark = pytest.mark.django_db


def heard(game, caplog, monkeypatch, django_capture_on_commit_callbacks):
    """All that is logged and said while somebody sends nonsense and then a turn."""
    said = []
    monkeypatch.setattr(live, "say", lambda message: said.append(repr(message)))
    caplog.clear()
    with caplog.at_level(logging.DEBUG), django_capture_on_commit_callbacks(execute=True):
        with pytest.raises(Refusal):
            play.submit_turn(game_id=game.pk, user=mover(game), sent=play.Sent(0, [{"type": "x"}]), now=NOW)
        play_turn(game)
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith("django.db")]
    return "\n".join([*ours, *said])


@at_every_table
def test_permuting_what_is_hidden_changes_no_log_line_and_no_live_message(
    rules, mode, seats, caplog, monkeypatch, django_capture_on_commit_callbacks
):
    game = running_game(*people(*"abcd"[:seats]), rules=rules.key, mode=mode)
    before = Game.objects.filter(pk=game.pk).values().get()
    state = table_of(game).state
    texts = set()
    for number in range(3):
        other = FACTS[rules.key].hidden_dealt_anew(state, state.seat, random.Random(number)) if number else state
        game.moves.all()._raw_delete("default")
        Game.objects.filter(pk=game.pk).update(**{**before, "state": states.dump(rules, other)})
        text = heard(game, caplog, monkeypatch, django_capture_on_commit_callbacks)
        secret = [bytes(fresh(game).secret).hex(), json.loads(fresh(game).state)["chance"][0]]
        assert not any(word in text for word in secret)
        texts.add(text)
    assert len(texts) == 1
    assert "Moved" in texts.pop()


def test_a_turn_asks_the_database_as_often_late_as_early(django_assert_max_num_queries):
    game = running_game(*people("ada", "bob", "cy", "dot"))
    asked = []
    for number in range(1, 61):
        if number in (5, 60):
            user, found = mover(game), fresh(game)
            sent = play.Sent(found.version, some_turn(game), f"{number}")
            with django_assert_max_num_queries(12) as captured:
                play.submit_turn(game_id=game.pk, user=user, sent=sent, now=NOW)
            asked.append(len(captured))
        else:
            play_turn(game)
    assert asked[0] == asked[1]
