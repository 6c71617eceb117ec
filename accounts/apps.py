from typing import Any

from django.apps import AppConfig, apps
from django.apps.registry import Apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from accounts.services import signals

        signals.connect()
        post_migrate.connect(add_moderators, sender=self, dispatch_uid="accounts.add_moderators")


def add_moderators(apps: Apps = apps, **_signal: Any) -> None:
    """So that operators find the group in the admin; not where only some apps have been migrated."""
    try:
        apps.get_model("auth", "Group")
    except LookupError:
        return
    from accounts.services.roles import moderators

    moderators()
