"""What somebody's visit tells of them: where and in which language they read, and that they were here today."""

from datetime import datetime

from accounts.models import User


def remember_visit(*, user: User, now: datetime, time_zone: str = "", language: str = "") -> bool:
    """Zone and language unless they are known, for mails and deadlines need them later. Writes once a day at most.

    Answers whether their zone was news.
    """
    found = {"time_zone": time_zone, "language": language}
    new: dict[str, object] = {name: value for name, value in found.items() if value and not getattr(user, name)}
    if user.last_here != now.date():
        new["last_here"] = now.date()
    if new:
        User.objects.filter(pk=user.pk).update(**new)
        for name, value in new.items():
            setattr(user, name, value)
    return "time_zone" in new
