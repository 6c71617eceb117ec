"""Turns that began before there were reminders get theirs, too."""

from datetime import timedelta
from typing import Any

from django.db import migrations
from django.utils import timezone

LEFT = (0.25, 0.05)
"""The shares of a turn's time that are left when its player is reminded."""


def plan_reminders(apps: Any, _schema_editor: Any) -> None:
    now = timezone.now()
    turns = apps.get_model("games", "Game").objects.filter(
        status="active",
        mover__isnull=False,
        deadline__isnull=False,
        turn_began_at__isnull=False,
        remind_at=None,
        turn_seconds=0,
    )
    for game in turns.only("turn_began_at", "deadline"):
        seconds = max(0, int((game.deadline - game.turn_began_at).total_seconds()))
        reminders = [game.deadline - timedelta(seconds=int(seconds * share)) for share in LEFT]
        coming = next((at for at in reminders if at > now), None)
        turns.filter(pk=game.pk).update(turn_seconds=seconds, remind_at=coming)


class Migration(migrations.Migration):
    dependencies = [("games", "0012_clocks_of_another_zone")]
    operations = [migrations.RunPython(plan_reminders, migrations.RunPython.noop)]
