"""An export holds all that the site keeps of its owner, is packed in parts, and reaches nobody else."""

import io
import json
import zipfile
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import tasks
from accounts.models import Dispatch, Export, User
from accounts.services import dispatches
from accounts.services.exports import contents, making
from accounts.services.tokens import make_token
from games.engine import record as records
from games.engine.registry import RULES
from games.engine.verify import verify
from games.models import PushSubscription
from games.services import chat, notes, reports
from games.services.notices.webhooks import set_webhook
from tests.tables import NOW, fresh, open_table, people, person, play_on, play_turn, running_game

pytestmark = pytest.mark.django_db

A_DAY = timedelta(days=1)


def go_on_to_the_end(export: Export, now: datetime) -> int:
    """Whatever workers it takes; how many calls that were."""
    for calls in range(100):
        found = Export.objects.get(pk=export.pk)
        if found.state != Export.State.WORKING:
            return calls
        making.go_on(export_id=found.pk, reached=found.reached, now=now)
    raise AssertionError("it never ends")


def packed(user: User, now: datetime = NOW) -> Export:
    export = making.ask(user=user, now=now)
    go_on_to_the_end(export, now)
    export.refresh_from_db()
    assert export.state == Export.State.READY
    return export


def unpacked(export: Export) -> dict[str, str]:
    content = b"".join(making.parts_of(export))
    assert len(content) == export.size
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def read(files: dict[str, str], name: str) -> Any:
    return json.loads(files[name])


# --- what is in it -----------------------------------------------------------------------------


def test_it_holds_the_record_of_every_game() -> None:
    ada, bob = people("ada", "bob")
    played = [running_game(ada, bob, rules=rules) for rules in RULES]
    play_turn(played[0])
    over = play_on(played[-1])
    waiting = open_table(ada, {"open": True})
    not_mine = running_game(bob, person("carol"))
    files = unpacked(packed(ada))
    assert {name for name in files if "/" in name} == {f"records/{game.pk}.json" for game in played}
    for game in played:
        record = records.read_record(read(files, f"records/{game.pk}.json"))
        assert (record.secret is not None) == (game.pk == over.pk)
    verify(records.read_record(read(files, f"records/{over.pk}.json")))
    listed = {row["id"]: row for row in read(files, "games.json")}
    assert set(listed) == {str(game.pk) for game in [*played, waiting]}
    seats = {player.user_id: player.seat for player in over.players.all()}
    assert listed[str(over.pk)]["my_seat"] == seats[ada.pk]
    assert str(not_mine.pk) not in "".join(files.values())


def test_nothing_hidden_is_in_it_while_a_game_runs() -> None:
    ada, bob = people("ada", "bob")
    game = fresh(running_game(ada, bob))
    everything = "".join(unpacked(packed(ada)).values())
    assert str(game.pk) in everything
    assert bytes(game.secret).hex() not in everything
    assert game.link not in everything


def test_it_holds_what_they_wrote_and_chose_and_nothing_that_opens_a_door() -> None:
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob)
    chat.say(game_id=game.pk, user=ada, channel="table", text="Good luck", now=NOW)
    theirs = chat.say(game_id=game.pk, user=bob, channel="table", text="Same to you", now=NOW)
    reports.report_message(game_id=game.pk, user=ada, message_id=theirs.pk, reason="too kind", now=NOW)
    chat.mute(game_id=game.pk, user=ada, message_id=theirs.pk)
    notes.write_note(game_id=game.pk, user=ada, text="keep the red ones", now=NOW)
    token, text = make_token(user=ada, name="my robot")
    secret = set_webhook(ada, "https://hooks.example.org/path-with-a-key", NOW)
    push = {"endpoint": "https://push.example.org/endpoint", "p256dh": "key of it", "auth": "secret of it"}
    PushSubscription.objects.create(user=ada, browser="Firefox", created_at=NOW, **push)
    ada.set_password("a long secret word")
    ada.save()
    files = unpacked(packed(ada))
    assert [row["text"] for row in read(files, "chat.json")] == ["Good luck"]
    assert [row["text"] for row in read(files, "notes.json")] == ["keep the red ones"]
    assert [row["reason"] for row in read(files, "reports.json")] == ["too kind"]
    assert {row["kind"] for row in read(files, "notices.json")} & {"started", "your_turn"}
    account = read(files, "account.json")
    assert (account["name"], account["email"]) == ("ada", "ada@example.org")
    assert account["addresses"] == [{"address": "ada@example.org", "confirmed": True, "in_use": True}]
    assert account["muted"] == ["bob"]
    assert [row["name"] for row in account["api_tokens"]] == ["my robot"]
    assert [row["browser"] for row in account["push_devices"]] == ["Firefox"]
    assert account["webhook"]["host"] == "hooks.example.org"
    everything = "".join(files.values())
    for hidden in (text, token.digest, secret, "path-with-a-key", *push.values(), ada.password, "Same to you"):
        assert hidden not in everything


@pytest.mark.parametrize(("language", "words"), [("", "What Genial keeps of ada"), ("de", "ada")])
def test_a_text_explains_every_file(language: str, words: str) -> None:
    ada = person("ada")
    ada.language = language
    ada.save()
    files = unpacked(packed(ada))
    assert words in files["README.txt"]
    assert all(name in files["README.txt"] for name in files if "/" not in name and name != "README.txt")
    assert "records/" in files["README.txt"]


# --- how it is packed --------------------------------------------------------------------------


def test_many_games_are_packed_in_parts_that_make_one_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = people("ada", "bob")
    games = [running_game(ada, bob, rules="koepfchen") for _number in range(7)]
    monkeypatch.setattr(making, "BATCH", 2)
    monkeypatch.setattr(making, "PART_SIZE", 1)
    export = making.ask(user=ada, now=NOW)
    seen = []
    while Export.objects.get(pk=export.pk).state == Export.State.WORKING:
        found = Export.objects.get(pk=export.pk)
        seen.append(found.done)
        making.go_on(export_id=found.pk, reached=found.reached, now=NOW)
    export.refresh_from_db()
    assert seen == sorted(set(seen))
    assert len(seen) > 2
    assert export.parts.count() == len(seen)
    assert (export.done, export.total) == (7, 7)
    files = unpacked(export)
    assert {f"records/{game.pk}.json" for game in games} < set(files)


def test_a_task_that_comes_twice_or_late_does_nothing() -> None:
    ada = person("ada")
    export = making.ask(user=ada, now=NOW)
    assert making.claim(export.pk, 0, NOW)
    assert making.claim(export.pk, 0, NOW) is None
    assert making.claim(export.pk, 7, NOW + A_DAY) is None
    making.go_on(export_id=export.pk, reached=0, now=NOW)
    export.refresh_from_db()
    assert export.state == Export.State.WORKING
    making.go_on(export_id=export.pk, reached=0, now=NOW + making.PATIENCE)  # the claim died with its holder
    making.go_on(export_id=export.pk, reached=0, now=NOW + A_DAY)
    export.refresh_from_db()
    assert export.state == Export.State.READY
    assert export.parts.count() == 1


def test_the_slower_of_two_workers_keeps_nothing() -> None:
    ada, bob = people("ada", "bob")
    running_game(ada, bob)
    export = making.ask(user=ada, now=NOW)
    assert making.keep(export, b"first", [], done=1, reached=5)
    assert not making.keep(export, b"second", [], done=1, reached=5)
    making.finish(export, b"third", NOW)
    export.refresh_from_db()
    assert export.state == Export.State.WORKING
    assert [bytes(part.data) for part in export.parts.all()] == [b"first"]


def test_a_sweep_finds_what_the_queue_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    export = making.ask(user=person("ada"), now=timezone.now() - timedelta(minutes=10))
    woken: list[tuple[int, int]] = []
    monkeypatch.setattr(making, "wake", lambda *found: woken.append(found))
    tasks.wake_forgotten_exports()
    assert woken == [(export.pk, 0)]


def test_what_cannot_be_packed_is_given_up_and_may_be_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ada = person("ada")

    def broken(*_arguments: Any) -> None:
        raise RuntimeError("the database is on fire")

    with monkeypatch.context() as patch:
        patch.setattr(contents, "add_the_rest", broken)
        export = making.ask(user=ada, now=NOW)
        making.go_on(export_id=export.pk, reached=0, now=NOW)
    export.refresh_from_db()
    assert export.state == Export.State.FAILED
    assert "failed" in caplog.text
    assert packed(ada).pk != export.pk


def test_what_kills_its_workers_is_given_up() -> None:
    export = making.ask(user=person("ada"), now=NOW)
    now = NOW
    for _attempt in range(making.ATTEMPTS):
        assert making.claim(export.pk, 0, now)
        now += making.PATIENCE
    assert making.claim(export.pk, 0, now) is None
    export.refresh_from_db()
    assert export.state == Export.State.FAILED


# --- how often, how long -----------------------------------------------------------------------


def test_one_at_a_time_and_one_a_day() -> None:
    ada = person("ada")
    export = making.ask(user=ada, now=NOW)
    assert making.ask(user=ada, now=NOW) == export
    go_on_to_the_end(export, NOW)
    with pytest.raises(ValidationError, match="once a day"):
        making.ask(user=ada, now=NOW + A_DAY - timedelta(seconds=1))
    again = making.ask(user=ada, now=NOW + A_DAY)
    assert ada.exports.count() == 2  # the old one can be had until the new one is there
    go_on_to_the_end(again, NOW + A_DAY)
    assert list(ada.exports.all()) == [again]


def test_it_is_kept_for_a_week() -> None:
    export = packed(person("ada"))
    assert export.expires_at == NOW + timedelta(days=7)
    assert making.forget_old(now=NOW + timedelta(days=7) - timedelta(seconds=1)) == 0
    making.forget_old(now=NOW + timedelta(days=7))
    assert not Export.objects.exists()


# --- telling -----------------------------------------------------------------------------------


def test_its_owner_is_told_when_it_is_ready() -> None:
    ada = person("ada")
    packed(ada)
    assert dispatches.deliver(dispatch_id=Dispatch.objects.get(user=ada).pk, now=NOW)
    [message] = mail.outbox
    assert message.to == ["ada@example.org"]
    assert reverse("account:data") in message.body
    assert not Dispatch.objects.exists()


def test_nobody_is_told_of_what_is_gone_again() -> None:
    ada = person("ada")
    packed(ada).delete()
    assert not dispatches.deliver(dispatch_id=Dispatch.objects.get(user=ada).pk, now=NOW)
    assert mail.outbox == []


# --- pages -------------------------------------------------------------------------------------


def test_the_page_begins_shows_how_far_it_is_and_hands_it_out(client: Client) -> None:
    ada = person("ada")
    client.force_login(ada)
    page = reverse("account:data")
    assert "Pack my data" in client.get(page).content.decode()
    assert client.post(page).status_code == 302
    shown = client.get(page).content.decode()
    assert "<progress" in shown
    assert "Pack my data" not in shown
    export = Export.objects.get(user=ada)
    assert client.get(reverse("account:download", args=[export.pk])).status_code == 404
    now = timezone.now()
    go_on_to_the_end(export, now)
    export.refresh_from_db()
    part = client.get(page, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert reverse("account:download", args=[export.pk]) in part
    answer = client.get(reverse("account:download", args=[export.pk]), headers={"Accept-Encoding": "gzip"})
    content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert zipfile.ZipFile(io.BytesIO(content)).testzip() is None
    assert answer["Content-Length"] == str(len(content))
    assert "attachment" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    assert not answer.has_header("Content-Encoding")
    assert client.post(page).status_code == 409


def test_nobody_else_can_have_it(client: Client) -> None:
    ada, bob = people("ada", "bob")
    export = packed(ada, timezone.now())
    address = reverse("account:download", args=[export.pk])
    assert client.get(address).status_code == 302  # to sign in
    client.force_login(bob)
    assert client.get(address).status_code == 404
    bob.is_superuser = bob.is_staff = True
    bob.save()
    assert client.get(address).status_code == 404
    _token, text = make_token(user=ada, name="robot")
    assert Client().get(address, headers={"Authorization": f"Bearer {text}"}).status_code == 302


def test_after_a_week_it_cannot_be_had_even_if_no_sweep_came(client: Client) -> None:
    ada = person("ada")
    export = packed(ada, timezone.now() - timedelta(days=7))
    client.force_login(ada)
    assert client.get(reverse("account:download", args=[export.pk])).status_code == 404
