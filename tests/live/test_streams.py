import asyncio
import json
import threading
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from accounts.models import User
from accounts.services.tokens import make_token, revoke_token
from games import live, selectors
from games.api.streams import mailboxes
from games.api.streams.asking import is_stream
from games.api.streams.handler import Streams
from games.live.messages import Moved, Talked, Told
from genial_site import asgi
from genial_site.api.throttles import must_wait

from .conftest import Table
from .reading import in_time, reading, refusal, scope_of

GAME = UUID("0c9f5d0e-6d5b-4a0e-9d53-6f0a1b2c3d4e")  # the same in every process of pytest
EVENTS = f"/api/v1/games/{GAME}/events/"
ACCOUNT = "/api/v1/events/"

with_users = pytest.mark.django_db(transaction=True)


def moved(version: int) -> str:
    return f'event: moved\nid: {version}\ndata: {{"version":{version}}}'


@pytest.fixture
def token() -> str:
    _, text = make_token(user=User.objects.create_user("ada"), name="bot")
    return text


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


# --- a game's stream -------------------------------------------------------------------------------


def test_a_stream_begins_with_the_version_and_goes_on_with_the_next(streams: Streams, table: Table) -> None:
    table.versions[GAME] = 4

    async def test() -> None:
        async with reading(streams, EVENTS) as reader:
            assert reader.status == 200
            assert reader.headers["content-type"].startswith("text/event-stream")
            assert await reader.event() == moved(4)
            streams.hub.deliver(Moved(GAME, 5))
            assert await reader.event() == moved(5)
            streams.hub.deliver(Moved(uuid4(), 6))
            streams.hub.deliver(Moved(GAME, 4))  # late
            streams.hub.deliver(Moved(GAME, 7))
            assert await reader.event() == moved(7)
        assert not streams.hub.readers
        assert not streams.counts

    in_time(test)


def test_a_stream_says_that_people_talked_and_nothing_of_what(streams: Streams, table: Table) -> None:
    table.versions[GAME] = 4

    async def test() -> None:
        async with reading(streams, EVENTS) as reader:
            assert await reader.event() == moved(4)
            streams.hub.deliver(Talked(uuid4()))
            streams.hub.deliver(Talked(GAME, but=(1,)))
            assert await reader.event() == "event: talked\ndata: {}"
            streams.hub.deliver(Talked(GAME, only=(1,)))  # partners among themselves
            streams.hub.deliver(Moved(GAME, 5))
            assert await reader.event() == moved(5)

    in_time(test)


@pytest.mark.parametrize(
    "known", [{"last_event_id": "4"}, {"query": b"after=4"}, {"query": b"x=%FF&after=4"}, {"query": b"\xff&after=4"}]
)
def test_who_has_the_version_waits_for_the_next(streams: Streams, table: Table, known: dict[str, Any]) -> None:
    table.versions[GAME] = 4

    async def test() -> None:
        async with reading(streams, EVENTS, **known) as reader:
            assert (await reader.block()).startswith("retry:")
            streams.hub.deliver(Moved(GAME, 5))
            assert await reader.block() == moved(5)

    in_time(test)


def test_who_comes_back_hears_at_once_what_was_missed(streams: Streams, table: Table) -> None:
    table.versions[GAME] = 6

    async def test() -> None:
        for known in ({"last_event_id": "4"}, {"query": b"after=4"}, {"last_event_id": "what?"}):
            async with reading(streams, EVENTS, **known) as reader:
                assert await reader.event() == moved(6)

    in_time(test)


def test_before_the_first_turn_the_table_itself_may_have_changed(streams: Streams, table: Table) -> None:
    table.versions[GAME] = 0

    async def test() -> None:
        async with reading(streams, EVENTS, last_event_id="0") as reader:
            assert await reader.event() == moved(0)
            streams.hub.deliver(Moved(GAME, 0))  # somebody joined
            assert await reader.event() == moved(0)

    in_time(test)


def test_nothing_is_lost_between_looking_and_listening(
    streams: Streams, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game moves on while its old version is on the way back from the database."""
    looked, may_answer = threading.Event(), threading.Event()

    def slow(_game: UUID, _user: Any, _link: str) -> int:
        looked.set()
        may_answer.wait(5)
        return 4

    monkeypatch.setattr(selectors, "stream_version", slow)

    async def test() -> None:
        async def meanwhile() -> None:
            await asyncio.to_thread(looked.wait, 5)
            streams.hub.deliver(Moved(GAME, 5))
            may_answer.set()

        task = asyncio.ensure_future(meanwhile())
        async with reading(streams, EVENTS) as reader:
            assert await reader.event() == moved(5)
        await task

    in_time(test)


def test_a_slow_reader_gets_the_newest_version_alone(streams: Streams, table: Table) -> None:
    table.versions[GAME] = 1

    async def test() -> None:
        async with reading(streams, EVENTS) as reader:
            assert await reader.event() == moved(1)
            reader.may_flow.clear()
            for version in range(2, 1000):
                streams.hub.deliver(Moved(GAME, version))
                await asyncio.sleep(0)
            reader.may_flow.set()
            events = [await reader.event()]
            while events[-1] != moved(999):
                events.append(await reader.event())
            assert len(events) <= 2  # one was on its way

    in_time(test)


def test_a_quiet_stream_has_a_heartbeat_that_asks_the_database_nothing(
    streams: Streams, table: Table, settings: Any
) -> None:
    settings.LIVE_HEARTBEAT = 0.01
    table.versions[GAME] = 1

    async def test() -> None:
        async with reading(streams, EVENTS, last_event_id="1") as reader:
            assert (await reader.block()).startswith("retry:")
            assert [await reader.block() for _ in range(5)] == [":"] * 5
            assert table.looks == 1

    in_time(test)


def test_after_a_gap_of_the_broker_every_stream_looks_again(streams: Streams, table: Table) -> None:
    table.versions[GAME] = 1

    async def test() -> None:
        async with reading(streams, EVENTS) as reader:
            assert await reader.event() == moved(1)
            table.versions[GAME] = 3
            streams.hub.look_again()
            assert await reader.event() == moved(3)

    in_time(test)


def test_who_may_no_longer_see_the_game_is_shown_out(streams: Streams, table: Table, settings: Any) -> None:
    settings.LIVE_RECHECK, settings.LIVE_HEARTBEAT = 0, 0.01
    table.versions[GAME] = 1

    async def test() -> None:
        async with reading(streams, EVENTS) as reader:
            assert await reader.event() == moved(1)
            del table.versions[GAME]
            assert await reader.event() == ""

    in_time(test)


def test_a_database_that_is_away_ends_no_stream(
    streams: Streams, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table.versions[GAME] = 1

    def broken(_game: UUID, _user: Any, _link: str) -> int:
        raise ConnectionError

    async def test() -> None:
        async with reading(streams, EVENTS) as reader:
            assert await reader.event() == moved(1)
            with monkeypatch.context() as patch:
                patch.setattr(selectors, "stream_version", broken)
                streams.hub.look_again()
                while not caplog.records:
                    await asyncio.sleep(0)
            streams.hub.deliver(Moved(GAME, 2))
            assert await reader.event() == moved(2)
        assert [record.exc_info for record in caplog.records] == [None]

    in_time(test)


def test_when_the_site_stops_its_streams_end(streams: Streams, table: Table) -> None:
    table.versions[GAME] = 1

    async def test() -> None:
        async with reading(streams, EVENTS) as reader:
            assert await reader.event() == moved(1)
            streams.hub.close()
            assert await reader.event() == ""
            await reader.task
        assert (await refusal(streams, EVENTS))[0] == 503

    in_time(test)


def test_services_reach_the_streams_of_their_own_process(
    streams: Streams, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HUB", streams.hub)
    table.versions[GAME] = 1

    async def test() -> None:
        async with reading(streams, EVENTS) as reader:
            assert await reader.event() == moved(1)
            await asyncio.to_thread(live.game_moved, GAME, 2)
            assert await reader.event() == moved(2)

    in_time(test)


def test_saying_something_to_nobody_is_fine(
    streams: Streams, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(live, "HUB", streams.hub)
    live.game_moved(GAME, 1)
    live.tell([1], "your_turn", GAME)

    async def test() -> None:
        streams.hub.open()

    in_time(test)
    live.game_moved(GAME, 2)  # its loop has closed
    assert not caplog.records


# --- the account's stream --------------------------------------------------------------------------


@with_users
def test_a_bot_that_was_away_hears_which_games_wait(streams: Streams, table: Table, token: str) -> None:
    table.waiting["ada"] = [GAME]
    other = uuid4()
    ada = User.objects.get()

    async def test() -> None:
        async with reading(streams, ACCOUNT, **bearer(token)) as reader:
            assert await reader.event() == f'event: your_turn\ndata: {{"game":"{GAME}"}}'
            streams.hub.deliver(Told((ada.pk + 1,), "your_turn", other))
            streams.hub.deliver(Told((ada.pk + 1, ada.pk), "game_finished", GAME))
            assert await reader.event() == f'event: game_finished\ndata: {{"game":"{GAME}"}}'

    in_time(test)


@with_users
def test_the_session_of_a_browser_opens_streams(streams: Streams, table: Table) -> None:
    table.versions[GAME] = 2
    client = Client()
    ada = User.objects.create_user("ada")
    client.force_login(ada)
    cookie = f"theme=dark; sessionid={client.cookies['sessionid'].value}"

    async def test() -> None:
        for path in (ACCOUNT, EVENTS):
            async with reading(streams, path, cookie=cookie) as reader:
                assert reader.status == 200
                assert set(streams.counts) == {f"user {ada.pk}"}

    in_time(test)
    client.logout()

    async def test_again() -> None:
        assert (await refusal(streams, ACCOUNT, cookie=cookie))[0] == 401

    in_time(test_again)


@with_users
def test_a_revoked_token_ends_its_streams(streams: Streams, table: Table, token: str, settings: Any) -> None:
    settings.LIVE_RECHECK, settings.LIVE_HEARTBEAT = 0, 0.01
    ada = User.objects.get()
    token_id = ada.api_tokens.get().pk

    async def test() -> None:
        async with reading(streams, ACCOUNT, **bearer(token)) as reader:
            assert (await reader.block()).startswith("retry:")
            assert await reader.block() == ":"
            await asyncio.to_thread(revoked)
            while await reader.block():
                pass

    def revoked() -> None:
        revoke_token(user=ada, token_id=token_id)
        connection.close()

    in_time(test)


@with_users
def test_a_reader_far_behind_begins_anew(
    streams: Streams, table: Table, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailboxes, "MOST_EVENTS", 10)
    ada = User.objects.get()

    async def test() -> None:
        async with reading(streams, ACCOUNT, **bearer(token)) as reader:
            assert (await reader.block()).startswith("retry:")
            for _ in range(11):
                streams.hub.deliver(Told((ada.pk,), "your_turn", uuid4()))
            assert await reader.event() == ""

    in_time(test)


# --- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "options", "status", "code"),
    [
        (EVENTS, {}, 404, "not_found"),
        (EVENTS, {"method": "POST"}, 405, "method_not_allowed"),
        (EVENTS, {"method": "HEAD"}, 405, "method_not_allowed"),
        (EVENTS, {"host": "evil.example"}, 400, "malformed"),
        (EVENTS, {"host": "\x00"}, 400, "malformed"),
        (EVENTS, {"query": b"after=x"}, 400, "malformed"),
        (EVENTS, {"query": b"after=" + b"9" * 5000}, 400, "malformed"),
        (EVENTS, {"authorization": "Bearer nonsense"}, 401, "unauthorized"),
        (ACCOUNT, {}, 401, "unauthorized"),
        (ACCOUNT, {"cookie": "sessionid=\x00\xff; sessionid"}, 401, "unauthorized"),
        (ACCOUNT, {"authorization": "Basic eDp5"}, 401, "unauthorized"),
    ],
)
def test_what_cannot_be_streamed_is_refused(
    streams: Streams, table: Table, path: str, options: dict[str, Any], status: int, code: str
) -> None:
    async def test() -> None:
        got, problem = await refusal(streams, path, **options)
        assert (got, problem["status"], problem["code"]) == (status, status, code)
        assert set(problem) == {"type", "title", "status", "code", "detail"}
        assert not streams.counts
        assert not streams.hub.readers

    in_time(test)


@with_users
def test_an_unknown_token_is_no_anonymous_reader(streams: Streams, table: Table) -> None:
    table.versions[GAME] = 1

    async def test() -> None:
        async with reading(streams, EVENTS, **bearer("genial_" + "x" * 43)) as reader:
            assert reader.status == 401
            assert reader.headers["www-authenticate"].startswith("Bearer")

    in_time(test)


def test_a_refusal_speaks_the_readers_language(streams: Streams, table: Table) -> None:
    async def test() -> None:
        _, problem = await refusal(streams, EVENTS, accept_language="de")
        assert problem["detail"].startswith("Dieses Spiel gibt es nicht")

    in_time(test)


def test_one_address_has_only_so_many_streams(streams: Streams, table: Table, settings: Any) -> None:
    settings.LIVE_STREAMS_PER_ADDRESS = 2
    table.versions[GAME] = 1

    async def test() -> None:
        async with reading(streams, EVENTS) as first, reading(streams, EVENTS):
            status, problem = await refusal(streams, EVENTS)
            assert (status, problem["code"]) == (429, "too_many_streams")
            first.hung_up.set()
            await first.task
            async with reading(streams, EVENTS) as third:
                assert third.status == 200

    in_time(test)


@with_users
def test_who_asks_too_often_is_told_to_wait(streams: Streams, table: Table, token: str) -> None:
    counted: list[tuple[int | None, str]] = []

    def must_wait(user: int | None, address: str) -> int:
        counted.append((user, address))
        return 7 if counted.count((user, address)) > 2 else 0

    streams.must_wait = must_wait

    async def test() -> None:
        assert (await refusal(streams, EVENTS))[0] == 404
        assert (await refusal(streams, EVENTS, **bearer("no token of anybody")))[0] == 401
        looks = table.looks
        callers: list[dict[str, str]] = [{}, bearer("no token of anybody")]
        for caller in callers:
            async with reading(streams, EVENTS, **caller) as reader:
                assert (reader.status, reader.headers["retry-after"]) == (429, "7")
                assert reader.headers["content-type"] == "application/problem+json"
                assert json.loads(await reader.body())["code"] == "throttled"
        assert table.looks == looks
        assert (await refusal(streams, EVENTS, **bearer(token)))[0] == 404  # who has a name is counted apart

    in_time(test)
    assert set(counted) == {(None, "192.0.2.1"), (User.objects.get().pk, "192.0.2.1")}


@with_users
def test_the_site_counts_streams_with_all_other_requests(streams: Streams, table: Table, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "address": 1}
    assert asgi.streams.must_wait is must_wait
    streams.must_wait = must_wait
    cache.clear()

    async def test() -> None:
        assert [(await refusal(streams, EVENTS))[0] for _ in range(3)] == [404, 429, 429]

    in_time(test)
    response = Client(REMOTE_ADDR="192.0.2.1").get("/api/v1/games/")
    assert response.status_code == 429


@with_users
def test_one_user_has_only_so_many_streams(streams: Streams, table: Table, token: str, settings: Any) -> None:
    settings.LIVE_STREAMS_PER_USER = 1
    table.versions[GAME] = 1

    async def test() -> None:
        async with reading(streams, ACCOUNT, **bearer(token)), reading(streams, EVENTS):  # the second is nobody's
            assert (await refusal(streams, EVENTS, **bearer(token)))[0] == 429

    in_time(test)


def test_a_mistake_of_ours_shows_nothing_of_its_inside(
    streams: Streams, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_game: UUID, _user: Any, _link: str) -> int:
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(selectors, "stream_version", broken)

    async def test() -> None:
        status, problem = await refusal(streams, EVENTS)
        assert status == 500
        assert "a mistake" not in json.dumps(problem)
        assert not streams.hub.readers

    in_time(test)
    assert "could not be opened" in caplog.text


def test_streams_carry_the_security_headers_of_the_site(streams: Streams, table: Table, client: Client) -> None:
    table.versions[GAME] = 1
    page = client.get("/robots.txt").headers

    async def test() -> None:
        for path in (EVENTS, ACCOUNT):
            async with reading(streams, path) as reader:
                for name in (
                    "X-Content-Type-Options",
                    "Referrer-Policy",
                    "Cross-Origin-Opener-Policy",
                    "X-Frame-Options",
                ):
                    assert reader.headers[name.lower()] == page[name]
                assert "default-src 'none'" in reader.headers["content-security-policy"]
                assert "no-store" in reader.headers["cache-control"]

    in_time(test)


def test_streams_are_for_secure_connections_where_the_site_is(
    streams: Streams, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.api.streams.handler import security

    table.versions[GAME] = 1
    monkeypatch.setattr(security, "redirect", True)
    monkeypatch.setattr(security, "sts_seconds", 60)

    async def test() -> None:
        async with reading(streams, EVENTS, query=b"after=1") as reader:
            assert reader.status == 301
            assert reader.headers["location"] == f"https://localhost{EVENTS}?after=1"
        async with reading(streams, EVENTS, scheme="https") as reader:
            assert reader.status == 200
            assert "max-age=60" in reader.headers["strict-transport-security"]

    in_time(test)


@pytest.mark.parametrize(
    ("path", "ours"),
    [
        (EVENTS, True),
        (ACCOUNT, True),
        (EVENTS.rstrip("/"), False),
        (f"/api/v1/games/{GAME}/", False),
        ("/api/v1/games/x/events/", False),
        (EVENTS + "\n", False),
        ("/x" + ACCOUNT, False),
    ],
)
def test_only_these_two_addresses_are_streams(path: str, ours: bool) -> None:
    assert is_stream(scope_of(path)) is ours
    assert not is_stream({"type": "lifespan"})


printable = st.binary(max_size=60)


@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=200)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                [b"host", b"cookie", b"authorization", b"last-event-id", b"accept-language", b"content-type"]
            ),
            st.one_of(printable, printable.map(b"Bearer ".__add__), printable.map(b"sessionid=".__add__)),
        ),
        max_size=6,
    ),
    st.one_of(printable, printable.map(b"after=".__add__)),
    st.sampled_from([EVENTS, ACCOUNT]),
)
def test_random_bytes_are_answered(
    streams: Streams,
    table: Table,
    caplog: pytest.LogCaptureFixture,
    headers: list[tuple[bytes, bytes]],
    query: bytes,
    path: str,
) -> None:
    async def test() -> None:
        from .reading import Reading

        scope = {**scope_of(path), "query_string": query}
        reader = Reading(streams, {**scope, "headers": [*scope["headers"], *headers]})
        await reader.opened()
        await reader.task
        assert 400 <= reader.status < 500

    in_time(test)
    assert not caplog.records
