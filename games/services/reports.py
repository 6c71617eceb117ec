"""Reporting messages and people to the operator. All that is reported of one person is one case."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from accounts.models import User
from accounts.services.cases import case_of
from games.engine.rules import Malformed, _
from games.models import ChatMessage, Report
from games.models.report import REASON_LENGTH
from games.services.chat import find_message, one_line
from games.services.refusals import TooMany, Unknown

Category = Report.Category

A_DAY = timedelta(days=1)
REPORTS_A_DAY, REPORTS_OF_A_GUEST = 20, 5


@transaction.atomic
def report_message(*, game_id: UUID, user: User, message_id: int, reason: str, now: datetime, link: str = "") -> Report:
    """Ask the operator to look at a message; asking twice changes nothing."""
    message = find_message(game_id, user, message_id, link)
    assert message.user is not None  # noqa: S101  (those are not found)
    lock(user, message.user)
    known = message.reports.filter(reporter=user).first()
    return known or add(user, message.user, Category.TALK, reason, now, message=message)


@transaction.atomic
def report_person(*, user: User, name: str, category: str, reason: str, now: datetime) -> Report:
    """Ask the operator to look at somebody; asking twice for the same reason changes nothing until they have."""
    person = reportable(user, name)
    if category not in Category.values:
        raise Malformed(_("Choose what it is about."))
    if category == Category.OTHER and not one_line(reason):
        raise Malformed(_("Say what it is about."))
    lock(user, person)
    unsettled = user.reports.filter(user=person, category=category, message=None)
    known = unsettled.exclude(case__state="settled").first()
    return known or add(user, person, category, reason, now)


def reportable(user: User, name: str) -> User:
    """Whom this name stands for, if they can be reported."""
    person = User.objects.filter(username__iexact=name, is_active=True).first()
    if person is None:
        raise Unknown(_("There is no player called {name}."), name=name)
    if person == user:
        raise Unknown(_("You cannot report yourself."))
    return person


def lock(*users: User) -> None:
    """In one order for everybody, so that two people who report each other do not wait for each other."""
    pks = [user.pk for user in users]
    list(User.objects.select_for_update().filter(pk__in=pks).order_by("pk").values_list("pk", flat=True))


def add(
    reporter: User, person: User, category: str, reason: str, now: datetime, message: ChatMessage | None = None
) -> Report:
    most = REPORTS_OF_A_GUEST if reporter.is_guest else REPORTS_A_DAY
    if reporter.reports.filter(at__gt=now - A_DAY).count() >= most:
        raise TooMany(_("You have reported a lot today: the operator will look at it."))
    line = one_line(reason)
    if len(line) > REASON_LENGTH:
        raise Malformed(_("A report has up to {most} characters."), most=REASON_LENGTH)
    return Report.objects.create(
        user=person,
        case=case_of(person, now),
        message=message,
        category=category,
        reporter=reporter,
        reason=line,
        at=now,
    )


def context_of(message: ChatMessage, around: int = 10) -> list[ChatMessage]:
    """What was said before and after in the same channel."""
    same = ChatMessage.objects.filter(game_id=message.game_id, channel=message.channel, side=message.side)
    same = same.select_related("user", "hidden_by")
    before = list(same.filter(pk__lt=message.pk).order_by("-pk")[:around])[::-1]
    return [*before, message, *same.filter(pk__gt=message.pk).order_by("pk")[:around]]
