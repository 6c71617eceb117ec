from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.live.channel import channel_of
from games.live.messages import EVENTS, Moved, Talked, Told, pack, unpack

GAME = UUID(int=7)


@given(st.uuids(), st.integers(0, 10**6), st.lists(st.integers(1, 10**12)), st.sampled_from(EVENTS))
def test_a_message_arrives_as_it_was_sent(game: UUID, version: int, users: list[int], event: str) -> None:
    for message in (
        Moved(game, version),
        Talked(game),
        Talked(game, tuple(users), (version,)),
        Told(tuple(users), event, game),
    ):
        assert unpack(pack(message)) == message


def test_a_message_has_a_game_and_a_number_and_nothing_else() -> None:
    assert pack(Moved(GAME, 3)) == b'["00000000-0000-0000-0000-000000000007", 3]'


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"null",
        b'["x", 1]',
        b"\xff",
        b'["00000000-0000-0000-0000-000000000007", "evil\\n", [1]]',
        b"[" * 9999,
    ],
)
def test_what_is_no_message_is_ignored(data: bytes) -> None:
    assert unpack(data) is None


@given(st.binary())
def test_noise_is_ignored(data: bytes) -> None:
    assert unpack(data) is None


@pytest.mark.parametrize(
    ("url", "channel"),
    [
        ("redis://localhost", "genial:0:live"),
        ("redis://localhost/3", "genial:3:live"),
        ("unix:///run/redis.sock?db=9", "genial:9:live"),
    ],
)
def test_each_database_of_a_server_has_a_channel_of_its_own(url: str, channel: str) -> None:
    assert channel_of(url) == channel
