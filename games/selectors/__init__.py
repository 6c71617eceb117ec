"""Everything that reads a game, already projected for its reader."""

from games.selectors.advice import hint_data, hint_for, hints_taken, review_data, review_of
from games.selectors.clocks import clock_data, clock_entries, days_off_of
from games.selectors.drafts import Drafted, drafted, legal_actions, preview
from games.selectors.finding import (
    find_table,
    finished_games,
    games_played,
    games_waiting_for,
    listed,
    lobby_tables,
    next_turn,
    open_for,
    sits,
    stream_version,
    turn_count,
    turns_of,
    unfinished_games,
    visible_games,
)
from games.selectors.logs import latest_moves, moves_after, record_for, record_of
from games.selectors.replays import Position, dealt, flaw_of, held, points_of_view, position
from games.selectors.series import find_series, game_points, series_data, series_standings
from games.selectors.tables import away_data, by_seat, game_data, moment, summary

__all__ = [
    "Drafted",
    "Position",
    "away_data",
    "by_seat",
    "clock_data",
    "clock_entries",
    "days_off_of",
    "dealt",
    "drafted",
    "find_series",
    "find_table",
    "finished_games",
    "flaw_of",
    "game_data",
    "game_points",
    "games_played",
    "games_waiting_for",
    "held",
    "hint_data",
    "hint_for",
    "hints_taken",
    "latest_moves",
    "legal_actions",
    "listed",
    "lobby_tables",
    "moment",
    "moves_after",
    "next_turn",
    "open_for",
    "points_of_view",
    "position",
    "preview",
    "record_for",
    "record_of",
    "review_data",
    "review_of",
    "series_data",
    "series_standings",
    "sits",
    "stream_version",
    "summary",
    "turn_count",
    "turns_of",
    "unfinished_games",
    "visible_games",
]
