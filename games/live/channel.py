"""The broker's channel that carries all messages of one site."""

from redis.connection import parse_url


def channel_of(url: str) -> str:
    """Sites that share a server by database number must not hear each other: Redis' channels know no databases."""
    return f"genial:{parse_url(url).get('db', 0)}:live"
