"""The pages' bytes: what is hidden from a reader leaves no trace on any page they can open."""

import random
import secrets
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from django.middleware import csrf
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.engine import states
from games.engine.notation import write_turn
from games.engine.replay import replay
from games.models import ChatMessage, Game, Hint, Note
from games.selectors import replays
from tests.engine.facts import FACTS
from tests.engine.tables import at_every_table
from tests.tables import NOW, fresh, mover, people, person, play_on, running_game, some_turn, table_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
TURNS = 5


@pytest.fixture
def still(monkeypatch):
    """No clock and no dice in the pages themselves, so that the same page has the same bytes."""

    def stop():
        monkeypatch.setattr(timezone, "now", lambda: NOW)
        monkeypatch.setattr(csrf, "_get_new_csrf_string", lambda: "a" * csrf.CSRF_SECRET_LENGTH)
        monkeypatch.setattr(secrets, "token_urlsafe", lambda size: "x" * size)
        monkeypatch.setattr(secrets, "token_hex", lambda size: "x" * size)

    return stop


def everything(client, game, draft):
    """All that the pages say of a game to one reader."""
    drafted, back = {"draft": draft}, {"at": str(TURNS - 1), "draft": draft}
    asked = [
        ("table", {}, {}),
        ("table", drafted, HTMX),
        ("table", {"move": draft}, HTMX),
        ("table", back, HTMX),
        ("preview", drafted, {}),
        ("replay", {}, {}),
        ("replay", {"turn": "2", "seat": "none"}, {}),
        *(("replay", {"turn": "2", "seat": seat}, HTMX) for seat in "01"),
        ("verify", {"by": "server"}, {}),
        ("review", {}, {}),
        ("hint", {}, HTMX),
        ("talk", {}, {}),
        ("notes", {}, HTMX),
        ("watching", {}, {}),
    ]
    addresses = [
        (f"{reverse(f'pages:{name}', args=[game.pk])}?{urlencode(query)}", headers) for name, query, headers in asked
    ]
    others: list[tuple[str, dict[str, str]]] = [
        (reverse(f"pages:{name}"), {}) for name in ("mine", "turns", "next-turn", "lobby", "home")
    ]
    if game.series_id:
        others.append((reverse("pages:series", args=[game.series_id]), {}))
    return {(where, *headers): said(client.get(where, headers=headers)) for where, headers in [*addresses, *others]}


def said(answer):
    headers = sorted(
        (name, value) for name, value in answer.items() if name not in ("Set-Cookie", "Expires", "X-Request-ID")
    )
    return answer.status_code, headers, answer.content


def whisper(game, text):
    """Everybody writes this where not all can read it; each hint proposes this."""
    for player in table_of(game).players:
        Note.objects.update_or_create(
            game=game, user=player.user, defaults={"text": f"{text} {player.seat}", "changed_at": NOW}
        )
        Hint.objects.update_or_create(player=player, version=game.version, defaults={"error": text, "asked_at": NOW})
    sides = game.rules.variants[game.mode].side_of(game.seats)
    ChatMessage.objects.filter(game=game).delete()
    for number, side in enumerate([None, *sorted(set(sides))]):
        channel = ChatMessage.Channel.GALLERY if side is None else ChatMessage.Channel.TEAM
        ChatMessage.objects.create(pk=number + 1, game=game, channel=channel, side=side, text=f"{text} {side}", at=NOW)


def restore_what_is_theirs(game, reader, text):
    """What this reader may read stays as it was."""
    player = table_of(game).player_of(reader)
    if player is None:
        game.messages.filter(channel=ChatMessage.Channel.GALLERY).update(text=f"{text} None")
        return
    Note.objects.filter(game=game, user=reader).update(text=f"{text} {player.seat}")
    Hint.objects.filter(player=player).update(error=text)
    side = game.rules.variants[game.mode].side_of(game.seats)[player.seat]
    game.messages.filter(side=side).update(text=f"{text} {side}")


def replayed_with_other_hands(rules, seat, secret, rng):
    """The replay of a game in which, at every step, all that this seat cannot know is something else."""

    def other(record, _secret):
        for step in replay(record, secret):
            state = FACTS[rules.key].hidden_dealt_anew(step.turn.state, seat, rng)
            yield replace(step, turn=replace(step.turn, state=state))

    return other


def readers(game):
    """Whoever is to move, the next player, the partner in a team, and somebody who watches, with a name or without."""
    by_seat = [player.user for player in table_of(game).players]
    turn = by_seat[game.to_move :] + by_seat[: game.to_move]
    return [*(turn if game.mode == "team" else turn[:2]), person("eve") if game.seats % 2 else None]


@at_every_table
def test_permuting_what_is_hidden_changes_no_byte_of_any_page(rules, mode, seats, still, monkeypatch):
    users = people("ada", "bob", "cy", "dot")[:seats]
    talk = {"table_talk": True} if rules.variants[mode].sides is not None else {}
    series = {"series": 2} if rules.has_series else {}
    game = play_on(running_game(*users, rules=rules.key, mode=mode, **talk, **series), turns=TURNS)
    state, secret = table_of(game).state, bytes(game.secret)
    draft = write_turn(rules.key, rules.view(state, state.seat), some_turn(game))
    rng = random.Random(f"{rules.key} {mode} {seats}")
    still()
    for reader in readers(game):
        client = Client()
        if reader:
            client.force_login(reader)
        player = table_of(game).player_of(reader) if reader else None
        seat = player.seat if player else None
        Game.objects.filter(pk=game.pk).update(state=states.dump(rules, state), secret=secret)
        monkeypatch.setattr(replays, "replay", replay)
        whisper(game, "psst")
        client.get(reverse("pages:table", args=[game.pk]))  # who looks is counted, and has seen the turns: no leak
        before = everything(client, game, draft)
        assert all(status < 500 for status, _headers, _content in before.values())
        whisper(game, "quite something else")
        restore_what_is_theirs(game, reader or User(), "psst")
        other = FACTS[rules.key].hidden_dealt_anew(state, seat, rng)
        Game.objects.filter(pk=game.pk).update(
            state=states.dump(rules, other), secret=rng.randbytes(32), link=rng.randbytes(8).hex()
        )
        monkeypatch.setattr(replays, "replay", replayed_with_other_hands(rules, seat, secret, rng))
        after = everything(client, game, draft)
        assert [where for where, page in before.items() if after[where] != page] == []


def test_that_law_could_fail(still, monkeypatch):
    """Dealing the reader's own rack anew does change their table, its preview and its replay."""
    game = play_on(running_game(*people("ada", "bob")), turns=TURNS)
    state, secret = table_of(game).state, bytes(game.secret)
    user, rng = mover(game), random.Random(1)
    draft = write_turn(game.rules_key, game.rules.view(state, state.seat), some_turn(game))
    client = Client()
    client.force_login(user)
    still()
    client.get(reverse("pages:table", args=[game.pk]))
    before = everything(client, game, draft)
    stranger = state.seat ^ 1
    tile, other = draft[:2], state
    while {tile, tile[::-1]} & set(other.racks[state.seat]):  # else the same turn can still be drafted
        other = FACTS[game.rules_key].hidden_dealt_anew(state, stranger, rng)
    Game.objects.filter(pk=game.pk).update(state=states.dump(game.rules, other))
    monkeypatch.setattr(replays, "replay", replayed_with_other_hands(game.rules, stranger, secret, rng))
    after = everything(client, game, draft)
    changed = {
        where.split("/")[3] for where, *_headers in before if before[where, *_headers] != after[where, *_headers]
    }
    assert {"?" + urlencode({"draft": draft}), "preview", "replay"} <= changed
    assert fresh(game).version == TURNS
