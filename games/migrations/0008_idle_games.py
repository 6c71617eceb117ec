"""Games without a limit used to wait for ever; from now on those in which nobody moves end."""

from datetime import timedelta
from typing import Any

from django.db import migrations
from django.utils import timezone

IDLE = timedelta(days=60)
REMINDED = timedelta(days=45)


def let_idle_games_end(apps: Any, _schema_editor: Any) -> None:
    """Whoever is to move gets all of the time from today on."""
    now = timezone.now()
    waiting = apps.get_model("games", "Game").objects.filter(status="active", mover__isnull=False, deadline=None)
    for game in waiting.only("turn_began_at"):
        began = game.turn_began_at or now
        waiting.filter(pk=game.pk).update(
            turn_began_at=began,
            deadline=now + IDLE,
            remind_at=now + REMINDED,
            turn_seconds=int((now + IDLE - began).total_seconds()),
        )


class Migration(migrations.Migration):
    dependencies = [("games", "0007_quiet_addresses")]
    operations = [migrations.RunPython(let_idle_games_end, migrations.RunPython.noop)]
