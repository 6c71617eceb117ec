"""Feeds for calendars and feed readers: secret addresses instead of sessions, in their owner's language and zone."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from icalendar import Alarm, Calendar, Event

from accounts.models import User
from games.channels.addresses import absolute, host
from games.channels.webhook import delivery_id
from games.channels.wording import words
from games.models import Game, Notice
from games.services.notices.feeds import Feed, news_for, reader_of, turns_with_deadline
from games.services.notices.reaching import speaking_to

FRESH = 5 * 60
"""Seconds for which a copy will do."""
LOOK_AGAIN = timedelta(hours=1)
ALARM = timedelta(hours=6)
"""Before a deadline."""


@require_safe
@cache_control(private=True, max_age=FRESH)
def calendar(_request: HttpRequest, token: str) -> HttpResponse:
    return answer(token, "calendar", calendar_of, "text/calendar; charset=utf-8")


@require_safe
@cache_control(private=True, max_age=FRESH)
def news(_request: HttpRequest, token: str) -> HttpResponse:
    return answer(token, "news", atom_of, "application/atom+xml; charset=utf-8")


def answer(token: str, feed: Feed, made: Callable[[User, str, datetime], bytes], kind: str) -> HttpResponse:
    user = reader_of(token, feed)
    if user is None:
        raise Http404
    with speaking_to(user) as language:
        content = made(user, token, timezone.now())
    return HttpResponse(
        content, content_type=kind, headers={"Content-Language": language, "X-Robots-Tag": "noindex, nofollow"}
    )


# --- the calendar ------------------------------------------------------------------------------


def calendar_of(user: User, _token: str, now: datetime) -> bytes:
    made = Calendar()
    made.add("prodid", "-//Genial//Deadlines//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", _("Genial: my deadlines"))
    made.add("refresh-interval", LOOK_AGAIN, parameters={"value": "DURATION"})
    made.add("x-published-ttl", "PT1H")
    for game in turns_with_deadline(user):
        made.add_component(event(user, game, now))
    return bytes(made.to_ical())


def event(user: User, game: Game, now: datetime) -> Event:
    """The end of a turn's time. The same game is the same event, which every change of its clock moves on."""
    said = words(Notice(user=user, game=game, kind=Notice.Kind.YOUR_TURN, version=game.version), now)
    made = Event()
    made.add("uid", f"turn-{game.pk}@{host()}")
    made.add("sequence", game.version + changes_of(game))
    made.add("dtstamp", (game.turn_began_at or now).astimezone(UTC))
    made.add("dtstart", (game.deadline or now).astimezone(UTC))
    made.add("summary", said.title)
    made.add("description", f"{said.line}\n{absolute(said.path)}")
    made.add("url", absolute(said.path))
    made.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", said.title)
    alarm.add("trigger", -ALARM)
    made.add_component(alarm)
    return made


def changes_of(game: Game) -> int:
    return int(getattr(game, "changes", 0))


# --- the news ----------------------------------------------------------------------------------


def atom_of(user: User, token: str, now: datetime) -> bytes:
    here = absolute(f"/feeds/turns/{token}.atom")
    found = news_for(user)
    feed = Atom1Feed(
        title=_("Genial: news from your games"),
        link=absolute("/my/"),
        description="",
        feed_url=here,
        language=translation.get_language(),
        # Not the address, which its owner may change.
        feed_guid=f"tag:{host()},2026:news/{user.pk}",
    )
    for notice in found:
        said = words(notice, now)
        feed.add_item(
            title=said.title,
            link=absolute(said.path),
            description=said.line,
            unique_id=f"urn:uuid:{delivery_id(notice)}",
            pubdate=notice.created_at,
            updateddate=notice.created_at,
        )
    return feed.writeString("utf-8").encode()
