from typing import Any

from django.apps import AppConfig
from django.db.models.signals import pre_delete
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        pre_delete.connect(withdraw, sender="accounts.User", dispatch_uid="games.withdraw")


def withdraw(instance: Any, **_signal: Any) -> None:
    from games.services import goodbye

    goodbye.withdraw(user=instance, now=timezone.now())
