"""What the end of a game means for those who played it: places, who won, and results of playing alone."""

from collections.abc import Sequence

from games.models import Game, Player, SoloResult

DISCARDED = ("resigned", "timeout")
"""Who gives a game alone up has no result."""

Outcome = Player.Outcome


def note_result(game: Game, players: Sequence[Player]) -> None:
    """Write it beside each player, in order of the seats; a game that is not over, after all, takes it back."""
    places = (game.result or {}).get("places", [None] * len(players))
    outcomes = outcomes_of(game)
    way = f"{game.rules_key} {game.mode} {game.seats}" if game.result else ""
    for player, place, outcome in zip(players, places, outcomes, strict=True):
        player.place, player.outcome, player.ended_at = place, outcome, game.ended_at if place else None
        player.way, player.public = way, bool(way) and game.public
    Player.objects.bulk_update(players, ["place", "outcome", "ended_at", "way", "public"])
    note_solo(game, players)


def outcomes_of(game: Game) -> list[str]:
    """By seat. First place is won by one side alone, or shared by several."""
    if game.result is None or game.seats == 1:
        return [""] * game.seats
    places = game.result["places"]
    sides = game.rules.variants[game.mode].side_of(game.seats)
    first = {side for side, place in zip(sides, places, strict=True) if place == 1}
    best = Outcome.WON if len(first) == 1 else Outcome.SHARED
    return [best if place == 1 else Outcome.LOST for place in places]


def note_solo(game: Game, players: Sequence[Player]) -> None:
    if game.mode != "solo":
        return
    [player] = players
    if game.result is None or game.ended_at is None or game.result["ended_by"] in DISCARDED or player.user_id is None:
        SoloResult.objects.filter(game=game).delete()
        return
    [track] = game.result["tracks"]
    SoloResult.objects.update_or_create(
        game=game,
        defaults={
            "user_id": player.user_id,
            "rules_key": game.rules_key,
            "track": SoloResult.written(track),
            "at": game.ended_at,
        },
    )
