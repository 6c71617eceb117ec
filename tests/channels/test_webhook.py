"""Webhooks: what a program gets, that it can believe it, and when we give up."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from accounts.models import User
from games.channels import webhook as channel
from games.channels.trouble import Permanent, Temporary
from games.engine.rules import Malformed
from games.models import ChatMessage, Notice, Webhook
from games.services.notices import webhooks
from games.services.notices.failing import WEBHOOK_FAILURES, note_failure
from games.services.notices.reaching import readers
from games.services.refusals import NotForGuests, TooMany, Unknown
from tests.tables import NOW, mover, people, person, running_game, table_of

from .noticing import notice
from .servers import Server, server

pytestmark = pytest.mark.django_db

DOCS = Path(__file__).resolve().parent.parent.parent / "docs" / "webhooks.md"


@pytest.fixture
def hook(settings: Settings) -> Iterator[Server]:
    settings.LOCAL_WEBHOOKS = True
    with server() as told:
        yield told


def ready(user: User, hook: Server) -> str:
    return webhooks.set_webhook(user, f"{hook.url}/genial", NOW)


def documented() -> Callable[[str, dict[str, str], bytes], bool]:
    """The example of the page, as its readers copy it."""
    code = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code) == 1
    namespace: dict[str, Any] = {}
    exec(code[0], namespace)
    return namespace["is_genuine"]


def test_a_program_gets_what_happened_where(hook: Server) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    ready(user, hook)
    delivery = channel.deliver(user, [notice(user, game)], NOW)
    got = hook.got[0]
    other = next(player for player in table_of(game).players if player.user != user)
    assert json.loads(got.body) == {
        "kind": "your_turn",
        "game": str(game.pk),
        "rules": "genial",
        "version": game.version,
        "title": f"Your turn against {other.name}",
        "address": f"http://127.0.0.1:8000/table/{game.pk}/",
        "at": "2026-11-18T08:00:00Z",
    }
    assert got.path == "/genial"
    assert got.headers["Content-Type"] == "application/json"
    assert got.headers["Genial-Event"] == "your_turn"
    assert got.headers["Genial-Delivery"] == delivery
    assert got.headers["Genial-Timestamp"] == str(int(NOW.timestamp()))


def test_the_documented_check_believes_us_and_nobody_else(hook: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    secret = ready(user, hook)
    channel.deliver(user, [notice(user, game)], NOW)
    got = hook.got[0]
    is_genuine = documented()
    monkeypatch.setattr("time.time", lambda: NOW.timestamp() + 10)
    assert is_genuine(secret, got.headers, got.body)
    assert not is_genuine(webhooks.make_secret(), got.headers, got.body)
    assert not is_genuine(secret, got.headers, got.body.replace(b"genial", b"koepfchen"))
    later = {**got.headers, "Genial-Timestamp": str(int(NOW.timestamp()) + 1)}
    assert not is_genuine(secret, later, got.body)
    monkeypatch.setattr("time.time", lambda: NOW.timestamp() + 3600)
    assert not is_genuine(secret, got.headers, got.body)


def test_the_same_notice_has_the_same_id_whenever_it_is_sent(hook: Server) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    ready(user, hook)
    first = notice(user, game)
    channel.deliver(user, [first], NOW)
    channel.deliver(user, [first], NOW + timedelta(minutes=5))
    channel.deliver(user, [notice(user, game, Notice.Kind.REMINDER)], NOW)
    ids = [request.headers["Genial-Delivery"] for request in hook.got]
    assert ids[0] == ids[1] != ids[2]
    stamps = [request.headers["Genial-Timestamp"] for request in hook.got]
    assert stamps[0] != stamps[1]


def test_neither_secrets_nor_talk_nor_tricky_names_go_out(hook: Server) -> None:
    user, bob = people("ada", "bob")
    game = running_game(user, bob)
    User.objects.filter(pk=bob.pk).update(username="bob\r\nX-Evil: 1</script>")
    secret = ready(user, hook)
    said = ChatMessage.objects.create(
        game=game, user=bob, channel=ChatMessage.Channel.TABLE, text="@ada my plan is blue", at=NOW
    )
    for kind in Notice.Kind:
        version = said.pk if kind == Notice.Kind.MENTION else game.version
        channel.deliver(user, [notice(user, game, kind, version=version)], NOW)
    everything = b"".join(request.body + str(request.headers).encode() for request in hook.got)
    for hidden in (secret, game.secret.hex(), game.link, "my plan is blue", "@example.org"):
        assert hidden.encode() not in everything
    assert all("X-Evil" not in request.headers for request in hook.got)
    assert len(hook.got) == len(Notice.Kind)
    assert all(set(json.loads(request.body)) <= DOCUMENTED for request in hook.got)


DOCUMENTED = {"kind", "game", "rules", "version", "title", "address", "at"}


def test_a_server_that_says_gone_is_believed(hook: Server) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    ready(user, hook)
    hook.status = 410
    with pytest.raises(Permanent, match="gone"):
        channel.deliver(user, [notice(user, game)], NOW)


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503])
def test_a_server_in_trouble_is_asked_again(hook: Server, status: int) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    ready(user, hook)
    hook.status = status
    with pytest.raises(Temporary, match=str(status)):
        channel.deliver(user, [notice(user, game)], NOW)


def test_failures_in_a_row_break_it_until_its_owner_mends_it(hook: Server) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    ready(user, hook)
    [reader] = readers([user.pk])
    for _number in range(WEBHOOK_FAILURES - 1):
        note_failure(Notice.Channel.WEBHOOK, reader, NOW, for_good=False)
    channel.deliver(user, [notice(user, game)], NOW)  # one that works starts the count anew
    assert Webhook.objects.get(pk=user.pk).failures == 0
    for _number in range(WEBHOOK_FAILURES):
        note_failure(Notice.Channel.WEBHOOK, reader, NOW, for_good=False)
    assert Webhook.objects.get(pk=user.pk).broken_at == NOW
    assert Notice.Channel.WEBHOOK not in readers([user.pk])[0].channels
    webhooks.mend_webhook(user)
    assert Notice.Channel.WEBHOOK in readers([user.pk])[0].channels


def test_the_secret_is_told_when_it_is_made_and_when_it_is_renewed(hook: Server) -> None:
    user = person("ada")
    first = ready(user, hook)
    assert first.startswith("whsec_")
    assert webhooks.set_webhook(user, f"{hook.url}/elsewhere", NOW) == ""
    assert Webhook.objects.get(pk=user.pk).secret == first
    second = webhooks.renew_secret(user)
    assert Webhook.objects.get(pk=user.pk).secret == second != first
    webhooks.remove_webhook(user)
    with pytest.raises(Unknown):
        webhooks.renew_secret(user)
    with pytest.raises(Permanent):
        channel.deliver(user, [], NOW)


@pytest.mark.parametrize(
    "url", ["http://hooks.example.org/", "https://ada:b@example.org/", "https://127.1/", 7, None, ""]
)
def test_an_address_that_cannot_be_used_is_refused_when_it_is_entered(url: object) -> None:
    user = person("ada")
    with pytest.raises(Malformed):
        webhooks.set_webhook(user, url, NOW)
    assert not Webhook.objects.exists()


def test_guests_have_none() -> None:
    guest = User.objects.create_user("guest", is_guest=True)
    with pytest.raises(NotForGuests):
        webhooks.set_webhook(guest, "https://hooks.example.org/", NOW)


def test_a_test_is_sent_when_asked_for_but_not_too_often(hook: Server) -> None:
    user = person("ada")
    with pytest.raises(Unknown):
        webhooks.try_webhook(user, NOW)
    ready(user, hook)
    webhooks.try_webhook(user, NOW)
    assert hook.got[0].headers["Genial-Event"] == "test"
    hook.status = 500
    with pytest.raises(Temporary, match="500"):
        webhooks.try_webhook(user, NOW)
    for _number in range(webhooks.TESTS_AN_HOUR - 2):
        with pytest.raises(Temporary):
            webhooks.try_webhook(user, NOW)
    with pytest.raises(TooMany):
        webhooks.try_webhook(user, NOW)
    assert len(hook.got) == webhooks.TESTS_AN_HOUR
