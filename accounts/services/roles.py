"""Who may moderate whom, and the group that lets somebody moderate without seeing games' secrets or addresses."""

from datetime import datetime

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.services.audit import Action, record
from accounts.services.standing import is_suspended

MODERATORS = "Moderators"
MODERATE = "accounts.moderate"
OF_MODERATORS = (
    ("accounts", "moderate"),
    ("accounts", "view_user"),
    ("accounts", "view_case"),
    ("accounts", "view_measure"),
    ("games", "view_report"),
)


def is_operator(user: object, now: datetime) -> bool:
    """Who may see and do everything; moderators are staff, and are not."""
    return isinstance(user, User) and user.is_active and user.is_superuser and not is_suspended(user, now)


def may_moderate(actor: User, user: User) -> bool:
    """Nobody moderates themselves, and only operators moderate staff."""
    if actor.pk == user.pk or not actor.is_active or not actor.has_perm(MODERATE):
        return False
    return actor.is_superuser or not (user.is_staff or user.is_superuser)


def check_may_moderate(actor: User, user: User) -> None:
    if not may_moderate(actor, user):
        raise PermissionDenied


def moderators() -> Group:
    """The group, made with its permissions when it is missing; what an operator has changed about it stays."""
    group, made = Group.objects.get_or_create(name=MODERATORS)
    if made:
        for label in {label for label, _codename in OF_MODERATORS}:
            create_permissions(apps.get_app_config(label), verbosity=0)
        wanted = Q()
        for label, codename in OF_MODERATORS:
            wanted |= Q(content_type__app_label=label, codename=codename)
        group.permissions.set(Permission.objects.filter(wanted))
    return group


@transaction.atomic
def make_moderator(*, user: User, actor: User | None, now: datetime) -> None:
    user.groups.add(moderators())
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    record(actor=actor, action=Action.ROLE_CHANGED, subject=user, now=now, moderator=True)


@transaction.atomic
def dismiss_moderator(*, user: User, actor: User | None, now: datetime) -> None:
    user.groups.remove(moderators())
    if not user.is_superuser and not user.groups.exists() and not user.user_permissions.exists():
        user.is_staff = False
        user.save(update_fields=["is_staff"])
    record(actor=actor, action=Action.ROLE_CHANGED, subject=user, now=now, moderator=False)
