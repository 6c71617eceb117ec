"""Listens to what games and accounts tell, and counts it."""

from typing import Any

from django.contrib.auth.signals import user_logged_in, user_login_failed

from games.signals import bot_thought, message_heard, turn_played

from . import metrics


def count_turn(rules: str, kind: str, seconds: float, **_signal: Any) -> None:
    metrics.TURNS.labels(rules, kind).inc()
    metrics.TURN_SECONDS.labels(rules, kind).observe(seconds)


def count_bot(bot: str, rules: str, seconds: float, outcome: str, **_signal: Any) -> None:
    metrics.BOT_TURNS.labels(bot, rules, outcome).inc()
    metrics.BOT_SECONDS.labels(bot, rules).observe(seconds)


def count_message(seconds: float, **_signal: Any) -> None:
    metrics.LIVE_SECONDS.labels("broker").observe(max(0.0, seconds))


def count_sign_in(**_signal: Any) -> None:
    metrics.SIGN_INS.labels("ok").inc()


def count_failure(**_signal: Any) -> None:
    metrics.SIGN_INS.labels("failed").inc()


def listen() -> None:
    turn_played.connect(count_turn)
    bot_thought.connect(count_bot)
    message_heard.connect(count_message)
    user_logged_in.connect(count_sign_in)
    user_login_failed.connect(count_failure)
