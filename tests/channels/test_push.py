"""Push messages, from end to end: a browser's keys, a push service that gets them, and what can be read where."""

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
from py_vapid import Vapid02, VapidException
from pytest_django.fixtures import Settings

from accounts.models import User
from games.channels import push
from games.channels.trouble import Permanent, Temporary, Trouble
from games.engine.rules import Malformed
from games.models import Game, Notice, PushSubscription
from games.services.notices import devices
from games.services.refusals import NotForGuests, Unknown
from tests.tables import NOW, mover, people, person, running_game, table_of

from .browsers import Browser, letters, numbers
from .noticing import notice
from .servers import Request, Server, server

pytestmark = pytest.mark.django_db

Kind = Notice.Kind


@pytest.fixture
def service(settings: Settings) -> Iterator[Server]:
    """A push service."""
    settings.LOCAL_WEBHOOKS = True
    with server() as told:
        told.status = 201
        yield told


def claims_of(request: Request) -> dict[str, object]:
    """What the site proved to the push service, which knows the public key from the subscription."""
    proof = request.headers["Authorization"]
    assert Vapid02.verify(proof)
    scheme, rest = proof.split(" ", 1)
    parts = dict(part.split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", push.public_key())
    return dict(json.loads(numbers(parts["t"].split(".")[1])))


def test_a_browser_reads_what_the_push_service_cannot(service: Server) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    browser = Browser(f"{service.url}/send/abc")
    browser.subscribe(user)
    push.deliver(user, [notice(user, game)], NOW)
    got = service.got[0]
    assert b"Your turn" not in got.body
    other = next(player for player in table_of(game).players if player.user != user)
    assert browser.read(got) == {
        "title": f"Your turn against {other.name}",
        "line": "Einfach Genial · until Sat 21 Nov, 08:00 (in 3 days)",
        "address": f"/table/{game.pk}/",
        "tag": str(game.pk),
        "language": "en",
    }
    assert got.path == "/send/abc"


def test_the_push_service_knows_who_sends(service: Server) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    Browser(f"{service.url}/send/abc").subscribe(user)
    push.deliver(user, [notice(user, game)], NOW)
    claims = claims_of(service.got[0])
    assert claims == {"aud": service.url, "sub": "mailto:genial@localhost", "exp": int(NOW.timestamp()) + 12 * 3600}


def test_messages_wait_as_long_as_they_make_sense(service: Server) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    Browser(service.url).subscribe(user)
    push.deliver(user, [notice(user, game)], NOW)
    push.deliver(user, [notice(user, game, Kind.LAST_REMINDER)], NOW + timedelta(days=3) - timedelta(minutes=1))
    first, last = (request.headers for request in service.got)
    assert first["TTL"] == str(3 * 24 * 3600)
    assert (last["TTL"], last["Urgency"]) == ("600", "high")
    assert first["Topic"] == last["Topic"] == game.pk.hex


def test_of_one_game_only_the_most_urgent_is_said(service: Server) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    browser = Browser(service.url)
    browser.subscribe(user)
    push.deliver(user, [notice(user, game), notice(user, game, Kind.LAST_REMINDER)], NOW)
    assert [browser.read(request)["title"].split(":")[0] for request in service.got] == ["Last reminder"]


def test_several_games_make_one_message(service: Server) -> None:
    ada = person("ada")
    games = [running_game(ada, person(f"bob{number}"), order="fixed") for number in range(2)]
    browser = Browser(service.url)
    browser.subscribe(ada)
    push.deliver(ada, [notice(ada, game) for game in games], NOW)
    [got] = service.got
    assert browser.read(got)["title"] == "2 games wait for you"
    assert browser.read(got)["address"] == "/my/"
    assert browser.read(got)["tag"]  # without one, browsers refuse to notify again


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(service: Server, status: int) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    Browser(service.url).subscribe(user)
    service.status = status
    with pytest.raises(Permanent, match="any more"):
        push.deliver(user, [notice(user, game)], NOW)
    assert not PushSubscription.objects.exists()
    with pytest.raises(Permanent, match="any more"):
        push.deliver(user, [notice(user, game)], NOW)


def test_a_push_service_in_trouble_is_asked_again_but_not_for_ever(service: Server) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    device = Browser(service.url).subscribe(user)
    service.status = 503
    with pytest.raises(Temporary, match="503"):
        push.deliver(user, [notice(user, game)], NOW)
    device.refresh_from_db()
    assert (device.failures, device.failing_since) == (1, NOW)
    service.status = 201
    push.deliver(user, [notice(user, game)], NOW)
    device.refresh_from_db()
    assert (device.failures, device.failing_since) == (0, None)
    service.status = 503
    for at in [NOW] * push.MOST_FAILURES + [NOW + push.TRIED_FOR - timedelta(minutes=1)]:
        with pytest.raises(Temporary):
            push.deliver(user, [notice(user, game)], at)
    assert PushSubscription.objects.exists()  # however often: that was one outage
    with pytest.raises(Temporary):
        push.deliver(user, [notice(user, game)], NOW + push.TRIED_FOR)
    assert not PushSubscription.objects.exists()


def test_two_failures_far_apart_do_not_cost_a_browser(service: Server) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    Browser(service.url).subscribe(user)
    service.status = 503
    for at in (NOW, NOW + 2 * push.TRIED_FOR):
        with pytest.raises(Temporary):
            push.deliver(user, [notice(user, game)], at)
    assert PushSubscription.objects.exists()


@pytest.mark.parametrize("status", [401, 403])
def test_a_wrong_key_or_clock_of_ours_does_not_cost_a_browser(service: Server, status: int) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    Browser(service.url).subscribe(user)
    service.status = status
    with pytest.raises(Temporary, match=f"HTTP {status}"):
        push.deliver(user, [notice(user, game)], NOW)
    assert PushSubscription.objects.exists()


@pytest.mark.parametrize("part", ["post", "signed"])
def test_no_other_trouble_of_ours_does(service: Server, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock so wrong that no certificate holds, a network that answers for others, a key that cannot sign."""

    def fail(*_arguments: object) -> None:
        raise Permanent("The server could not prove its name.") if part == "post" else VapidException("no key")

    game = running_game(*people("ada", "bob"))
    user = mover(game)
    Browser(service.url).subscribe(user)
    monkeypatch.setattr(push, part, fail)
    with pytest.raises(Trouble):
        push.deliver(user, [notice(user, game)], NOW)
    assert PushSubscription.objects.get().failures == 1


def test_one_browser_that_gets_it_is_enough(service: Server) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    with server() as other:
        other.status = 500
        Browser(other.url).subscribe(user)
        Browser(service.url).subscribe(user)
        push.deliver(user, [notice(user, game)], NOW)
    assert len(service.got) == 1
    assert sorted(PushSubscription.objects.values_list("failures", flat=True)) == [0, 1]


def test_nothing_hidden_is_said(service: Server) -> None:
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    browser = Browser(service.url)
    browser.subscribe(user)
    for kind in Kind:
        push.deliver(user, [notice(user, game, kind, version=99)], NOW)
    said = " ".join(str(browser.read(request)) for request in service.got)
    hidden = Game.objects.get(pk=game.pk)
    assert hidden.secret.hex() not in said
    assert hidden.link not in said
    assert all(set(browser.read(request)) == {"title", "line", "address", "tag", "language"} for request in service.got)


def test_a_browser_belongs_to_whoever_used_it_last(service: Server) -> None:
    ada, bob = people("ada", "bob")
    browser = Browser(service.url)
    browser.subscribe(ada)
    browser.subscribe(bob)
    assert [device.user for device in PushSubscription.objects.all()] == [bob]


def test_old_browsers_make_room(service: Server) -> None:
    ada = person("ada")
    for number in range(devices.MOST + 2):
        Browser(f"{service.url}/{number}").subscribe(ada)
    urls = set(PushSubscription.objects.values_list("endpoint", flat=True))
    assert urls == {f"{service.url}/{number}" for number in range(2, devices.MOST + 2)}


POINT = Browser("https://push.example.org/x").p256dh
AUTH = letters(b"0" * 16)


@pytest.mark.parametrize(
    "sent",
    [
        {"endpoint": "http://push.example.org/x"},
        {"endpoint": "https://127.1/"},
        {"endpoint": "javascript:alert(1)"},
        {"endpoint": None},
        {"p256dh": ""},
        {"p256dh": letters(b"\x04" + b"1" * 64)},
        {"p256dh": POINT + "!!"},
        {"p256dh": "é"},
        {"p256dh": 7},
        {"auth": letters(b"0" * 15)},
        {"auth": ["x"]},
    ],
)
def test_what_no_browser_says_is_refused(sent: dict[str, object]) -> None:
    good: dict[str, object] = {"endpoint": "https://push.example.org/x", "p256dh": POINT, "auth": AUTH}
    with pytest.raises(Malformed):
        devices.add_device(person("ada"), **{**good, **sent}, browser="", now=NOW)
    assert not PushSubscription.objects.exists()


def test_guests_have_none_and_nobody_touches_anothers() -> None:
    sent = {"endpoint": "https://push.example.org/x", "p256dh": POINT, "auth": AUTH}
    with pytest.raises(NotForGuests):
        devices.add_device(User.objects.create_user("guest", is_guest=True), **sent, browser="", now=NOW)
    ada, bob = people("ada", "bob")
    devices.add_device(ada, **sent, browser="", now=NOW)
    number = PushSubscription.objects.get().pk
    with pytest.raises(Unknown):
        devices.remove_device(bob, number)
    devices.remove_device(ada, number)
    assert not PushSubscription.objects.exists()


def test_a_test_says_whether_it_went_out(service: Server) -> None:
    browser = Browser(service.url)
    device = browser.subscribe(person("ada"))
    assert push.send_test(device, NOW) is None
    assert browser.read(service.got[0])["tag"] == "test"
    service.status = 410
    trouble = push.send_test(device, NOW)
    assert trouble is not None
    assert "any more" in trouble.reason
