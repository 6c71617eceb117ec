"""The bytes of a mail: what is hidden from its reader leaves no trace in the text, the page or the picture."""

import random

import pytest
import time_machine

from games.channels import mail
from games.engine import states
from games.models import ChatMessage, Game, Notice
from tests.engine.facts import FACTS
from tests.engine.tables import at_every_table
from tests.tables import NOW, mover, people, person, play_on, running_game, table_of

from .noticing import loaded, notice

pytestmark = pytest.mark.django_db

TURNS = 5
KINDS = [kind for kind in Notice.Kind if kind != Notice.Kind.MENTION]


def everything(user, rows):
    """All that goes out, with the boundaries between its parts always the same."""
    with time_machine.travel(NOW, tick=False):
        message = mail.compose(user, [loaded(row) for row in rows], NOW)
    (page, _kind) = message.alternatives[0]
    headers = dict(message.extra_headers)
    pictures = [part.get_payload(decode=True) for part in message.attachments]
    assert pictures
    return message.subject, message.body, page, headers, pictures


@at_every_table
def test_permuting_what_is_hidden_changes_no_byte_of_a_mail(rules, mode, seats):
    users = people("ada", "bob", "cy", "dot")[:seats]
    series = {"series": 2} if rules.has_series else {}
    game = play_on(running_game(*users, rules=rules.key, mode=mode, **series), turns=TURNS)
    state, secret = table_of(game).state, bytes(game.secret)
    rng = random.Random(f"{rules.key} {mode} {seats}")
    for reader in [*(users if mode == "team" else users[:2]), person("eve")]:
        player = table_of(game).player_of(reader)
        seat = player.seat if player else None
        Game.objects.filter(pk=game.pk).update(state=states.dump(rules, state), secret=secret)
        rows = [notice(reader, game, kind) for kind in KINDS]
        before = everything(reader, rows)
        other = FACTS[rules.key].hidden_dealt_anew(state, seat, rng)
        Game.objects.filter(pk=game.pk).update(
            state=states.dump(rules, other), secret=rng.randbytes(32), link=rng.randbytes(8).hex()
        )
        assert everything(reader, rows) == before


@pytest.mark.parametrize("rules", FACTS)
def test_that_law_could_fail(rules):
    """Dealing the reader's own hand anew does change their text, their page and their picture."""
    game = play_on(running_game(*people("ada", "bob"), rules=rules), turns=TURNS)
    state, user = table_of(game).state, mover(game)
    row = notice(user, game)
    before = everything(user, [row])
    other = FACTS[rules].hidden_dealt_anew(state, state.seat ^ 1, random.Random(1))
    Game.objects.filter(pk=game.pk).update(state=states.dump(game.rules, other))
    after = everything(user, [row])
    changed = [was != now for was, now in zip(before, after, strict=True)]
    assert changed == [False, True, True, False, True]


def test_what_others_whisper_leaves_no_trace():
    game = running_game(*people("ada", "bob", "cy", "dot"), mode="team", order="fixed", table_talk=True)
    ada = mover(game)
    gallery = ChatMessage.objects.create(game=game, user=person("eve"), channel="gallery", text="psst @ada", at=NOW)
    team = ChatMessage.objects.create(game=game, channel="team", side=1, text="psst @ada", at=NOW)
    rows = [notice(ada, game, Notice.Kind.MENTION, version=message.pk) for message in (gallery, team)]
    before = everything(ada, rows)
    ChatMessage.objects.update(text="quite something else", user=None)
    assert everything(ada, rows) == before
    assert "psst" not in before[1]
