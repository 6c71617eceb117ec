"""Remembering up to where a player has followed their game."""

from games.models import Player


def note_seen(player: Player, version: int) -> int:
    """The version that this player had seen before; from now on it is this one."""
    before = player.seen
    if before < version:
        Player.objects.filter(pk=player.pk, seen__lt=version).update(seen=version)
        player.seen = version
    return before
