from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import pre_delete
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        pre_delete.connect(withdraw, sender="accounts.User", dispatch_uid="games.withdraw")
        user_logged_out.connect(forget_browser, dispatch_uid="games.forget_browser")


def withdraw(instance: Any, **_signal: Any) -> None:
    from games.services import goodbye

    goodbye.withdraw(user=instance, now=timezone.now())


def forget_browser(request: Any, user: Any, **_signal: Any) -> None:
    from games.pages.own_device import own_device
    from games.services.notices import devices

    if user is not None and (device_id := own_device(request)):
        devices.forget_device(user, device_id)
