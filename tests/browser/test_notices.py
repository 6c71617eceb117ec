"""Being told: the bell while one looks at something else, push messages, and the pages for both."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.channels.browsers import Browser

from .order import NARROW, objections, too_small, too_wide
from .playing import PATIENCE, OpenPage, Stage, lay_out

SETTINGS = "/my/notices/settings/"
PUSH_SERVICE = "https://push.example.org/send/1"

# A browser asks its maker's servers for a subscription; a test has none, and says what they would say.
SUBSCRIBE = """told => {
    const made = () => ({
        endpoint: told.endpoint, toJSON: () => told, unsubscribe: async () => sessionStorage.clear(),
    });
    PushManager.prototype.subscribe = async (options) => {
        sessionStorage.setItem("asked", JSON.stringify(options));
        return made();
    };
    PushManager.prototype.getSubscription = async () => sessionStorage.getItem("asked") ? made() : null;
}"""


def wrong_with(page: Page, address: str) -> list[str]:
    page.goto(address)
    return objections(page) + [f"small: {what}" for what in too_small(page)] + too_wide(page)


def test_the_pages_are_in_order(open_page: OpenPage, site: Stage) -> None:
    game = lay_out(site, "ada", "bob", turns=2)
    page = open_page("/my/notices/", viewport=NARROW, has_touch=True, **game.signed_in("ada"))
    for address in ("/my/notices/", "/my/notices/log/", SETTINGS):
        assert wrong_with(page, address) == []
    page.goto(SETTINGS)
    page.fill("#webhook-url", "https://hooks.example.org/genial")
    page.click("#webhook button:has-text('Save')")
    page.wait_for_selector("code.secret")
    page.click("text=Make an address >> nth=0")
    page.wait_for_selector("#calendar-address")
    assert wrong_with(page, SETTINGS) == []


def test_everything_works_without_script(open_page: OpenPage, site: Stage) -> None:
    game = lay_out(site, "cy", "bob")
    page = open_page(SETTINGS, java_script_enabled=False, **game.signed_in("cy"))
    page.uncheck("[name=over][value=mail]")
    page.select_option("[name=mail_mode]", "digest")
    page.click("text=Save >> nth=0")
    expect(page.locator("text=Saved.")).to_be_visible()
    assert not page.is_checked("[name=over][value=mail]")
    assert page.is_checked("[name=over][value=push]")
    expect(page.locator("#push-missing")).to_be_visible()
    expect(page.locator("#push-on")).to_be_hidden()


def test_the_bell_rings_while_one_looks_elsewhere(open_page: OpenPage, site: Stage) -> None:
    game = lay_out(site, "dot", "bob", turns=1)  # bob is to move
    page = open_page("/lobby/", **game.signed_in("dot"))
    expect(page.locator(".bell-count")).to_be_hidden()
    page.wait_for_timeout(500)  # until its stream is open
    lay_out(site, "dot", "bob")
    expect(page.locator(".bell-number")).to_have_text("1", timeout=PATIENCE)
    expect(page.locator(".bell-count")).to_be_visible()
    page.click(".bell")
    expect(page.locator(".row-card .new")).to_have_count(1)
    expect(page.locator(".bell-count")).to_be_hidden()


@pytest.mark.windows  # a browser without them shows no messages
def test_push_messages_are_turned_on_shown_and_followed(open_page: OpenPage, site: Stage) -> None:
    game = lay_out(site, "eve", "bob")
    browser = Browser(PUSH_SERVICE)
    keys = {"p256dh": browser.p256dh, "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}
    page = open_page(SETTINGS, permissions=["notifications"], **game.signed_in("eve"))
    page.add_init_script(f"({SUBSCRIBE})({json.dumps({'endpoint': PUSH_SERVICE, 'keys': keys})})")
    page.reload()
    page.click("text=Turn on for this browser")
    expect(page.locator("#push .this-browser")).to_be_visible()
    expect(page.locator("#push-on")).to_be_hidden()
    asked = json.loads(page.evaluate("sessionStorage.getItem('asked')"))
    assert (asked["userVisibleOnly"], len(asked["applicationServerKey"])) == (True, 87)

    table = f"/table/{game.game}/"
    said = {"title": "Your turn", "line": "<b>bob</b> moved", "address": table, "tag": game.game, "language": "en"}
    deliver(page, site.url, said)
    deliver(page, site.url, {**said, "title": "Last reminder"})
    shown = page.evaluate(
        """async () => (await (await navigator.serviceWorker.ready).getNotifications())
            .map(({ title, body, tag, data }) => ({ title, body, tag, ...data }))"""
    )
    assert shown == [{"title": "Last reminder", "body": "<b>bob</b> moved", "tag": game.game, "address": table}]

    [worker] = page.context.service_workers
    followed = """async (address) => {
        let opened = null;
        self.clients.openWindow = async (url) => { opened = url; };
        const event = new ExtendableEvent("notificationclick");
        event.notification = { close() {}, data: { address } };
        self.dispatchEvent(event);
        await new Promise((resolve) => setTimeout(resolve, 200));
        return opened;
    }"""
    assert worker.evaluate(followed, table) == f"{site.url}{table}"
    assert worker.evaluate(followed, "https://evil.example/") is None

    page.click("#push button:has-text('Remove')")
    expect(page.locator("text=Turn on for this browser")).to_be_visible()
    assert page.locator("[data-endpoint]").count() == 0


def deliver(page: Page, origin: str, said: dict[str, Any]) -> None:
    """What the browser does when its push service has a message; it has decrypted it by then."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(each["registrationId"] for each in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    message = {"origin": origin, "registrationId": found[-1], "data": json.dumps(said)}
    session.send("ServiceWorker.deliverPushMessage", message)
    page.wait_for_timeout(300)
    session.detach()
