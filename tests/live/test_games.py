"""Real games on their way from the services to the streams."""

import asyncio
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.services.tokens import make_token
from games import live
from games.api.streams.handler import Streams
from games.models import Game
from tests.tables import bystander, fresh, mover, people, play_turn, running_game

from .reading import in_time, reading, refusal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def one_process(streams: Streams, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HUB", streams.hub)


def bearer(user: User) -> str:
    return f"Bearer {make_token(user=user, name='bot')[1]}"


async def in_thread(work: Callable[[], object]) -> None:
    def then_close() -> None:
        try:
            work()
        finally:
            connection.close()

    await asyncio.to_thread(then_close)


def test_a_turn_is_seen_by_all_and_told_to_the_next(streams: Streams) -> None:
    game = running_game(*people("ada", "bob"), public=True)
    version = fresh(game).version
    waiting, next_one = bearer(mover(game)), bearer(bystander(game))

    async def test() -> None:
        events = f"/api/v1/games/{game.pk}/events/"
        async with (
            reading(streams, events, last_event_id=str(version)) as anybody,
            reading(streams, "/api/v1/events/", authorization=waiting) as ada,
            reading(streams, "/api/v1/events/", authorization=next_one) as bob,
        ):
            your_turn = f'event: your_turn\ndata: {{"game":"{game.pk}"}}'
            assert await ada.event() == your_turn
            await in_thread(lambda: play_turn(game))
            noticed = f'event: noticed\ndata: {{"game":"{game.pk}"}}'
            assert {await bob.event(), await bob.event()} == {your_turn, noticed}
            while f'"version":{version + 1}' not in await anybody.event():
                pass

    in_time(test)


def test_the_secret_link_opens_the_stream_of_its_own_game_alone(streams: Streams) -> None:
    ada, bob, eve = people("ada", "bob", "eve")
    game, other = running_game(ada, bob, public=False), running_game(ada, bob, public=False)
    token = bearer(eve)

    def events(of: Game, query: str) -> tuple[str, bytes]:
        return f"/api/v1/games/{of.pk}/events/", query.encode()

    async def test() -> None:
        wrong = [f"link={other.link}", "link=", f"link={game.link}x", f"link={game.link[:-1]}", f"xlink={game.link}"]
        for query in (*wrong, "link=%00", "link=\xff", f"link={game.link}%20"):
            path, asked = events(game, query)
            assert (await refusal(streams, path, query=asked))[0] == 404
        for query in (f"link={game.link}", f"after=0&link={game.link}"):
            for headers in ({}, {"authorization": token}):
                path, asked = events(game, query)
                async with reading(streams, path, query=asked, **headers) as reader:
                    assert reader.status == 200

    in_time(test)


def test_the_stream_of_a_private_game_is_for_its_players(streams: Streams) -> None:
    ada, bob, eve = people("ada", "bob", "eve")
    game = running_game(ada, bob, public=False)
    assert not Game.objects.get().public
    events = f"/api/v1/games/{game.pk}/events/"
    client = Client()
    client.force_login(bob)
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    tokens = {user: bearer(user) for user in (ada, eve)}

    async def test() -> None:
        assert (await refusal(streams, events))[0] == 404
        assert (await refusal(streams, events, authorization=tokens[eve]))[0] == 404
        for headers in ({"authorization": tokens[ada]}, {"cookie": cookie}):
            async with reading(streams, events, **headers) as reader:
                assert reader.status == 200

    in_time(test)
