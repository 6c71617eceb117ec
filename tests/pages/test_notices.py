"""The bell, the log, and the page on which people choose how they are told."""

import re
from collections.abc import Iterator
from datetime import time
from html import unescape
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import Dispatch, User
from games.models import Notice, NoticeSettings, PushSubscription, Webhook
from games.services.notices.changing import change_settings
from games.services.notices.preferences import DEFAULTS, settings_of, wanted
from games.services.notices.reading import bell_count
from games.services.notices.unsubscribing import make_token, read_token, unsubscribe, unsubscribe_path
from tests.channels.browsers import Browser
from tests.channels.servers import Server, server
from tests.pages.test_scripts import check
from tests.tables import NOW, mover, open_table, people, person, play_turn, running_game

pytestmark = pytest.mark.django_db

SETTINGS = "/my/notices/settings/"
Channel, State = Notice.Channel, Notice.State


@pytest.fixture
def ada(client: Client) -> User:
    user = person("ada")
    client.force_login(user)
    return user


@pytest.fixture
def hook(settings: Settings) -> Iterator[Server]:
    settings.LOCAL_WEBHOOKS = True
    with server() as told:
        yield told


def text(answer: Any) -> str:
    return unescape(answer.content.decode())


def chosen(**changes: Any) -> dict[str, Any]:
    """The form as a browser sends it, with everything as it is by default."""
    boxes = {kind: sorted(channels) for kind, channels in DEFAULTS.items()}
    rest = {"mail_mode": "merged", "mail_delay": "10", "digest_hour": "8", "quiet_from": "", "quiet_until": ""}
    return {**boxes, **rest, "time_zone": "", "language": "en", **changes}


# --- the bell ----------------------------------------------------------------------------------


def test_the_bell_counts_what_is_new_and_opening_it_is_seeing(client: Client, ada: User) -> None:
    running_game(ada, person("bob"), order="fixed")
    open_table(person("cy"), {"invite": "ada"})
    assert '<span class="turns bell-count"><span class="bell-number">2</span>' in text(client.get("/games/"))
    page = text(client.get("/my/notices/"))
    assert "Your turn against bob" in page
    assert "cy invites you to play" in page
    assert page.count('<span class="new">') == 2
    assert '<span class="turns bell-count" hidden>' in page
    assert bell_count(ada) == 0
    assert text(client.get("/my/notices/")).count('<span class="new">') == 0


def test_a_turn_that_was_played_does_not_ring_any_more(client: Client, ada: User) -> None:
    game = running_game(ada, person("bob"), order="fixed")
    assert bell_count(ada) == 1
    play_turn(game)
    assert bell_count(ada) == 0
    assert client.get("/my/turns/").json()["bell"] == 0


def test_one_sees_ones_own_notices_only(client: Client, ada: User) -> None:
    game = running_game(*people("bob", "cy"))
    assert "Nothing yet" in text(client.get("/my/notices/"))
    assert bell_count(mover(game)) == 1
    client.get("/my/notices/")
    assert bell_count(mover(game)) == 1


def test_names_and_talk_inject_nothing(client: Client, ada: User) -> None:
    bob = person("bob")
    running_game(ada, bob, order="fixed")
    User.objects.filter(pk=bob.pk).update(username="<script>alert(1)</script>")
    for address in ("/my/notices/", "/my/notices/log/"):
        page = client.get(address).content.decode()
        assert "<script>alert" not in page


def test_the_bell_costs_pages_one_query_and_strangers_none(
    client: Client, ada: User, django_assert_num_queries: Any
) -> None:
    client.get("/games/")
    with django_assert_num_queries(4):  # session, user, turns, bell
        client.get("/games/")
    with django_assert_num_queries(0):
        Client().get("/games/")


@pytest.mark.parametrize("address", ["/my/notices/", "/my/notices/log/"])
def test_long_lists_have_pages_and_cost_the_same(
    client: Client, ada: User, address: str, django_assert_max_num_queries: Any
) -> None:
    game = running_game(ada, person("bob"), order="fixed")
    Notice.objects.bulk_create(
        Notice(user=ada, kind="over", game=game, version=n, channel="site", state="sent", created_at=NOW, due_at=NOW)
        for n in range(10, 80)
    )
    with django_assert_max_num_queries(14):
        page = text(client.get(address))
    assert "Page 1 of" in page
    assert "Page 2 of" in text(client.get(f"{address}?page=2"))


def test_a_failing_channel_says_so_beside_the_notice(client: Client, ada: User) -> None:
    running_game(ada, person("bob"), order="fixed")
    Notice.objects.filter(user=ada, channel="site").update(instead_of="push")
    assert "Push message failed." in text(client.get("/my/notices/"))


# --- the log -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"state": "suppressed", "reason": "seen"}, ["not needed", "You had seen it already."]),
        ({"state": "failed", "reason": "HTTP 503"}, ["failed", "The server answered HTTP 503."]),
        ({"state": "failed", "reason": "The server did not answer."}, ["failed", "The server did not answer."]),
        ({"state": "bounced", "reason": "550 <nobody>"}, ["bounced", "550 <nobody>"]),
        ({"state": "waiting", "reason": "quiet"}, ["waiting", "end of your quiet hours", "goes out"]),
        ({"state": "sent", "instead_of": "push"}, ["sent", "In place of: Push message, which failed."]),
        ({"state": "sent", "perhaps_twice": True}, ["sent", "It may have come twice."]),
        ({"state": "sent", "channel": "site"}, ["not seen yet"]),
    ],
)
def test_the_log_says_what_became_of_a_notice_and_why(
    client: Client, ada: User, fields: dict[str, Any], words: list[str]
) -> None:
    game = running_game(ada, person("bob"), order="fixed")
    Notice.objects.all().delete()
    Notice.objects.create(
        **{"channel": "mail", **fields}, user=ada, kind="reminder", game=game, version=1, created_at=NOW, due_at=NOW
    )
    page = text(client.get("/my/notices/log/"))
    assert "Reminder" in page
    assert f"/table/{game.pk}/" in page
    for part in words:
        assert part in page


# --- how to be told ----------------------------------------------------------------------------


def test_the_page_shows_what_holds(client: Client, ada: User) -> None:
    page = client.get(SETTINGS).content.decode()
    boxes = re.findall(r'type="checkbox" name="(\w+)" value="(\w+)"( checked)?', page)
    assert len(boxes) == len(DEFAULTS) * 4
    assert {(kind, channel) for kind, channel, on in boxes if on} == {
        (str(kind), str(channel)) for kind, channels in DEFAULTS.items() for channel in channels
    }
    assert "For now, nothing can go to:" in page


def test_choices_are_kept(client: Client, ada: User) -> None:
    sent = chosen(
        your_turn=["site", "push"],
        over=[],
        mail_mode="digest",
        digest_hour="19",
        mail_delay="30",
        quiet_from="22:30",
        quiet_until="07:00",
        time_zone="Europe/Amsterdam",
        language="nl",
    )
    answer = client.post(SETTINGS, sent)
    assert answer["Location"] == SETTINGS
    kept = settings_of(ada)
    assert (wanted(kept, "your_turn"), wanted(kept, "over")) == ({"site", "push"}, set())
    assert set(kept.wanted) == {"your_turn", "over"}
    assert (kept.mail_mode, kept.digest_hour, kept.mail_delay) == ("digest", 19, 30)
    assert (kept.quiet_from, kept.quiet_until) == (time(22, 30), time(7))
    ada.refresh_from_db()
    assert (ada.time_zone, ada.language) == ("Europe/Amsterdam", "nl")
    page = text(client.get(SETTINGS))
    assert "Saved." in page
    assert 'value="22:30"' in page
    assert "Saved." not in text(client.get(SETTINGS))


@pytest.mark.parametrize(
    "changes",
    [
        {"quiet_from": "22:00"},
        {"quiet_from": "08:00", "quiet_until": "08:00"},
        {"quiet_from": "late", "quiet_until": "07:00"},
        {"mail_mode": "never"},
        {"mail_delay": "7"},
        {"digest_hour": "24"},
        {"time_zone": "Mars/Olympus"},
        {"language": "tlh"},
        {"over": ["pigeon"]},
    ],
)
def test_nonsense_is_said_and_changes_nothing(client: Client, ada: User, changes: dict[str, Any]) -> None:
    answer = client.post(SETTINGS, chosen(**{"your_turn": [], **changes}))
    assert answer.status_code == 422
    assert not NoticeSettings.objects.filter(wanted__has_key="your_turn").exists()


def test_changes_need_a_session_a_post_and_a_token(client: Client) -> None:
    addresses = [
        SETTINGS,
        *(f"/my/notices/{part}/" for part in ("mail", "push", "push/1", "webhook", "calendar", "news")),
    ]
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(person("ada"))
    for address in addresses:
        assert client.post(address)["Location"].startswith("/account/sign-in/")
        assert strict.post(address).status_code == 403
        if address != SETTINGS:
            assert strict.get(address).status_code == 405


def test_an_address_that_bounced_is_tried_again_when_its_owner_says_so(client: Client, ada: User) -> None:
    NoticeSettings.objects.create(user=ada, mail_broken_at=NOW)
    assert "came back on" in text(client.get(SETTINGS))
    client.post("/my/notices/mail/", {"do": "mend"})
    assert settings_of(ada).mail_broken_at is None


def test_an_address_that_waits_is_named_with_a_button_to_send_again(client: Client, ada: User) -> None:
    assert "Mails go to ada@example.org." in text(client.get(SETTINGS))
    EmailAddress.objects.update(verified=False)
    page = text(client.get(SETTINGS))
    assert "ada@example.org waits to be confirmed" in page
    assert "Mails go to" not in page
    answer = client.post("/account/email/", {"email": "ada@example.org", "action_send": "", "from": "notices"})
    assert answer["Location"] == SETTINGS
    assert Dispatch.objects.get().to == "ada@example.org"
    client.post("/account/email/", {"email": "ada@example.org", "action_send": "", "from": "notices"})
    assert Dispatch.objects.count() == 1  # not again so soon
    assert "within the last three minutes" in text(client.get(SETTINGS))


def test_guests_are_told_on_the_site_only(client: Client) -> None:
    guest = User.objects.create_user("guest", is_guest=True)
    client.force_login(guest)
    page = text(client.get(SETTINGS))
    assert "Guests are told on the site only." in page
    assert "push.js" not in page
    for part in ("push", "webhook", "calendar", "news"):
        sent = {"url": "https://hooks.example.org/", "endpoint": "https://push.example.org/x"}
        assert client.post(f"/my/notices/{part}/", sent).status_code == 422
    assert not PushSubscription.objects.exists()
    assert not Webhook.objects.exists()


def test_a_browser_is_added_tested_and_removed(client: Client, ada: User, hook: Server) -> None:
    hook.status = 201
    browser = Browser(f"{hook.url}/send/1")
    sent = {"endpoint": browser.url, "p256dh": browser.p256dh, "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}
    agent = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
    answer = client.post("/my/notices/push/", sent, headers={"user-agent": agent})
    assert answer["Location"] == f"{SETTINGS}#push"
    device = PushSubscription.objects.get()
    assert (device.user, device.browser) == (ada, "Firefox · Android")
    address = f"/my/notices/push/{device.pk}/"
    client.post(address, {"do": "test"})
    assert browser.read(hook.got[0])["title"] == "Push messages work"
    hook.status = 503
    assert "did not arrive: The server answered HTTP 503." in text(client.post(address, {"do": "test"}))
    other = Client()
    other.force_login(person("bob"))
    assert other.post(address, {"do": "remove"}).status_code == 422
    client.post(address, {"do": "remove"})
    assert not PushSubscription.objects.exists()
    assert client.post("/my/notices/push/", {"endpoint": "http://10.0.0.1/"}).status_code == 422


def test_whoever_signs_out_takes_their_messages_along(client: Client, ada: User, settings: Settings) -> None:
    settings.LOCAL_WEBHOOKS = True
    here, elsewhere = Browser("https://push.example.org/1"), Browser("https://push.example.org/2")
    elsewhere.subscribe(ada)
    sent = {"endpoint": here.url, "p256dh": here.p256dh, "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}
    client.post("/my/notices/push/", sent)
    assert PushSubscription.objects.count() == 2
    client.session.flush()  # it ran out; signing in anew does not make it another browser
    client.force_login(ada)
    client.post("/account/sign-out/")
    assert [device.endpoint for device in PushSubscription.objects.all()] == [elsewhere.url]


def test_a_browser_that_somebody_else_took_over_stays_theirs(client: Client, ada: User) -> None:
    browser = Browser("https://push.example.org/1")
    sent = {"endpoint": browser.url, "p256dh": browser.p256dh, "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}
    client.post("/my/notices/push/", sent)
    bob = person("bob")
    browser.subscribe(bob)
    client.post("/account/sign-out/")
    assert PushSubscription.objects.get().user == bob


def test_a_webhook_is_set_tested_renewed_and_removed(client: Client, ada: User, hook: Server) -> None:
    address = "/my/notices/webhook/"
    page = text(client.post(address, {"url": f"{hook.url}/x"}))
    secret = Webhook.objects.get().secret
    assert secret in page
    assert secret not in text(client.get(SETTINGS))
    assert client.post(address, {"do": "test"})["Location"] == f"{SETTINGS}#webhook"
    assert hook.got[0].headers["Genial-Event"] == "test"
    hook.status = 500
    answer = client.post(address, {"do": "test"})
    assert answer.status_code == 422
    assert "did not arrive: The server answered HTTP 500." in text(answer)
    renewed = text(client.post(address, {"do": "renew"}))
    assert Webhook.objects.get().secret in renewed
    assert Webhook.objects.get().secret != secret
    Webhook.objects.update(broken_at=NOW, failures=3)
    assert "we gave it up on" in text(client.get(SETTINGS))
    client.post(address, {"do": "mend"})
    assert Webhook.objects.get().broken_at is None
    client.post(address, {"do": "remove"})
    assert not Webhook.objects.exists()


def test_an_address_that_cannot_be_a_webhook_is_refused_with_a_sentence(client: Client, ada: User) -> None:
    for url, sentence in (("http://hooks.example.org/", "https://"), ("https://a:b@example.org/", "name or password")):
        answer = client.post("/my/notices/webhook/", {"url": url})
        assert answer.status_code == 422
        assert sentence in text(answer)
        assert f'value="{url}"' in text(answer)
    assert not Webhook.objects.exists()


def test_a_private_address_is_refused_at_once_and_a_name_for_one_when_it_is_tried(client: Client, ada: User) -> None:
    sentence = "does not lead to the public Internet"
    for url in ("https://192.168.1.1/", "https://[::1]:8443/", "https://[::ffff:10.0.0.1]/"):
        assert sentence in text(client.post("/my/notices/webhook/", {"url": url}))
    assert not Webhook.objects.exists()
    client.post("/my/notices/webhook/", {"url": "https://localhost/"})
    assert sentence in text(client.post("/my/notices/webhook/", {"do": "test"}))


def test_the_service_worker_serves_the_whole_site(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert "notificationclick" in text(answer)
    assert "worker-src 'self'" in client.get("/")["Content-Security-Policy"]


def test_the_script_for_push_is_on_this_page_alone(client: Client, ada: User) -> None:
    check(client, SETTINGS)
    assert "js/push.js" in text(client.get(SETTINGS))
    assert "js/push.js" not in text(client.get("/my/"))


# --- a way out of mails ------------------------------------------------------------------------


def test_looking_changes_nothing_and_one_click_turns_mails_off(client: Client) -> None:
    ada = person("ada")
    address = unsubscribe_path(ada, "over")
    strict = Client(enforce_csrf_checks=True)
    page = text(strict.get(address))
    assert "Game over" in page
    assert Channel.MAIL in wanted(settings_of(ada), "over")
    for _number in range(2):
        answer = strict.post(address, {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert wanted(settings_of(ada), "over") == {"site", "push", "webhook"}
    assert Channel.MAIL in wanted(settings_of(ada), "your_turn")
    assert not answer.cookies.get("sessionid")
    strict.post(address, {"do": "undo"})
    assert Channel.MAIL in wanted(settings_of(ada), "over")


def test_all_mails_can_be_turned_off_at_once(client: Client) -> None:
    ada = person("ada")
    address = unsubscribe_path(ada)
    client.post(address, {"List-Unsubscribe": "One-Click"})
    kept = settings_of(ada)
    assert not any(Channel.MAIL in wanted(kept, kind) for kind in Notice.Kind)
    client.post(address, {"do": "undo"})
    assert settings_of(ada).wanted == {}


def test_undoing_gives_back_what_was_and_no_more(client: Client) -> None:
    ada = person("ada")
    change_settings(ada, {"wanted": {"over": ["site"], "mention": ["site", "mail"]}})
    client.post(unsubscribe_path(ada, "started"))
    before = settings_of(ada).wanted
    address = unsubscribe_path(ada)
    for _time in range(2):
        client.post(address, {"List-Unsubscribe": "One-Click"})
    assert not any(Channel.MAIL in wanted(settings_of(ada), kind) for kind in Notice.Kind)
    for _time in range(2):
        client.post(address, {"do": "undo"})
        assert settings_of(ada).wanted == before
    assert Channel.MAIL not in wanted(settings_of(ada), "started")


def test_undoing_keeps_what_was_chosen_meanwhile(client: Client) -> None:
    ada = person("ada")
    client.post(unsubscribe_path(ada))
    change_settings(ada, {"wanted": {"over": ["site"]}})
    client.post(unsubscribe_path(ada), {"do": "undo"})
    assert settings_of(ada).wanted == {"over": ["site", "mail"]}


def test_whoever_refused_all_mails_by_hand_gets_the_usual_ones_again(client: Client) -> None:
    ada = person("ada")
    change_settings(ada, {"wanted": {kind: ["site"] for kind in DEFAULTS}})
    client.post(unsubscribe_path(ada), {"do": "undo"})
    kept = settings_of(ada)
    mailed = {kind for kind in DEFAULTS if Channel.MAIL in wanted(kept, kind)}
    assert mailed == set(DEFAULTS) - {"mention"}


def test_both_reminders_are_turned_off_together() -> None:
    ada = person("ada")
    subscription = read_token(make_token(ada, "last_reminder"))
    assert subscription
    unsubscribe(subscription)
    assert Channel.MAIL not in wanted(settings_of(ada), "reminder")


@pytest.mark.parametrize("token", ["x", "WzEsIiJd:1abc:def", "%00", "a" * 2000])
def test_a_token_that_is_not_ours_leads_nowhere(client: Client, token: str) -> None:
    assert client.get(f"/unsubscribe/{token}/").status_code == 404
    assert client.post(f"/unsubscribe/{token}/").status_code == 404


def test_a_token_for_something_else_does_not_turn_mails_off(client: Client, ada: User) -> None:
    client.post("/my/notices/calendar/", {"do": "open"})
    page = text(client.get(SETTINGS))
    token = re.search(r"/feeds/calendar/([^\"]+)\.ics", page)
    assert token
    assert client.post(f"/unsubscribe/{token[1]}/").status_code == 404
