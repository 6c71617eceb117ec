"""A review as pages show it: each turn in words, the turning points, and a chart."""

from games import selectors
from games.drawing.chart import Chart, worth_chart
from games.engine.notation import write_turn
from games.engine.rules import Data
from games.models import Game
from games.services.refusals import Unknown
from games.services.table import Table

from .hints import difference_words, worth_words


def review_context(table: Table) -> Data:
    game = table.game
    names = [player.name for player in table.players]
    context: Data = {"game": game, "over": game.status == Game.Status.FINISHED, "names": names, "review": None}
    try:
        data = selectors.review_data(selectors.review_of(game))
    except Unknown:
        return context
    seen = game.rules.view(table.state, None)
    rows = [review_row(game, seen, names, turn, data["turning_points"]) for turn in data["turns"]]
    seats = [
        {
            "name": names[seat["seat"]],
            "seat": seat["seat"],
            "turns": seat["turns"],
            "loss": difference_words(game, seat["loss"]),
            "luck": difference_words(game, seat["luck"], signed=True),
        }
        for seat in data["seats"]
    ]
    turning = [row for row in rows if row["turning"]]
    chart = chart_of(game, data) if rows else None
    return {**context, "review": data, "rows": rows, "reviewed": seats, "turning": turning, "chart": chart}


def review_row(game: Game, seen: Data, names: list[str], turn: Data, turning: list[int]) -> Data:
    best, played = (write_turn(game.rules_key, seen, turn[key]["actions"]) for key in ("best", "played"))
    return {
        "n": turn["n"],
        "name": names[turn["seat"]],
        "seat": turn["seat"],
        "played": played,
        "worth": worth_words(game, turn["played"]["worth"]),
        "best": best if best != played and turn["loss"] else "",
        "best_worth": worth_words(game, turn["best"]["worth"]),
        "loss": difference_words(game, turn["loss"]) if turn["loss"] else "",
        "luck": "" if turn["luck"] is None else difference_words(game, turn["luck"], signed=True),
        "turning": turn["n"] in turning,
    }


def chart_of(game: Game, data: Data) -> Chart:
    worth: dict[int, list[tuple[int, float]]] = {}
    for turn in data["turns"]:
        worth.setdefault(turn["seat"], []).append((turn["n"], turn["played"]["worth"]))
    best = max(value for points in worth.values() for _n, value in points)
    return worth_chart(worth, data["total"], top=max(best, 1.0) if game.mode == "solo" else 1.0)
