"""How a rating went, as a picture with a scale, a word for each point, and a table of its months."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.channels.moments import on_day
from games.drawing.timeline import Reading, Spot, Timeline, timeline
from games.engine.registry import RULES
from games.models import Pool, Rating
from games.models.game import Reader
from games.selectors.rating_points import RatingCourse, RatingPoint, course_of

RANGES: dict[str, tuple[Promise | str, timedelta | None]] = {
    "3m": (gettext_lazy("3 months"), timedelta(days=92)),
    "1y": (gettext_lazy("1 year"), timedelta(days=366)),
    "all": (gettext_lazy("All"), None),
}
POOLS: dict[str, Promise | str] = {
    Pool.PEOPLE: gettext_lazy("against people"),
    Pool.BOTS: gettext_lazy("with bots"),
}
MOST_MONTHS = 60
FIVE_MONTHS = timedelta(days=150)


@dataclass(frozen=True, slots=True)
class Card:
    """One of somebody's ratings."""

    rating: Rating
    is_chosen: bool

    @property
    def title(self) -> str:
        return _(RULES[self.rating.rules_key].title)

    @property
    def pool(self) -> Promise | str:
        return POOLS[self.rating.pool]


def cards(ratings: Sequence[Rating], chosen: Rating | None) -> list[Card]:
    return [Card(rating, rating is chosen) for rating in ratings]


def chosen(ratings: Sequence[Rating], query: Mapping[str, str]) -> Rating | None:
    """The one that the address names, or else the one with most games."""
    asked = query.get("rules", ""), query.get("pool", Pool.PEOPLE)
    named = (rating for rating in ratings if (rating.rules_key, rating.pool) == asked)
    return next(named, max(ratings, key=lambda rating: rating.games, default=None))


@dataclass(frozen=True, slots=True)
class Month:
    name: str
    point: RatingPoint
    """The last one of the month."""


@dataclass(frozen=True, slots=True)
class Chart:
    ranges: list[tuple[str, Promise | str, bool]]
    """Key, name, and whether it is the one shown."""
    course: RatingCourse | None = None
    picture: Timeline | None = None
    dots: Sequence[tuple[Spot, str]] = ()
    """With what there is to say of each."""
    moments: Sequence[str] = ()
    months: Sequence[Month] = ()
    label: str = ""


def chart_of(person: User, reader: Reader, rating: Rating, query: Mapping[str, str]) -> Chart:
    now = timezone.now()
    key = query.get("range", "")
    key = key if key in RANGES else "all"
    span = RANGES[key][1]
    ranges = [(name, words, name == key) for name, (words, _span) in RANGES.items()]
    course = course_of(person, reader, rating, now - span if span else None)
    if course is None:
        return Chart(ranges)
    readings = [Reading(point.at, point.rating, point.spread) for point in course.points]
    picture = timeline(readings, begin=max(now - span, readings[0].at) if span else None, end=now)
    first, last = course.points[0], course.points[-1]
    return Chart(
        ranges=ranges,
        course=course,
        picture=picture,
        dots=[(spot, words(point)) for spot, point in zip(picture.spots, course.points, strict=True)],
        moments=scale_words(picture.moments),
        months=months(course.points),
        label=_("From %(first)d to %(last)d in %(games)d rated games; the table below has the numbers.")
        % {"first": first.rating, "last": last.rating, "games": course.games},
    )


def words(point: RatingPoint) -> str:
    return f"{point.rating} ± {point.spread} · {on_day(point.at)}"


def scale_words(moments: Sequence[datetime]) -> list[str]:
    """Days or months, whichever tells the moments apart."""
    span = moments[-1] - moments[0]
    # Translators: date formats of Django's, as in "24 Nov" and "Nov 2026".
    form = _("j M") if span < FIVE_MONTHS else _("M Y")
    return [date_format(timezone.localtime(at), form) for at in moments]


def months(points: Sequence[RatingPoint]) -> list[Month]:
    """Latest first, each with the rating at its end."""
    last = {}
    for point in points:
        local = timezone.localtime(point.at)
        last[local.year, local.month] = point
    # Translators: a date format of Django's, as in "November 2026".
    named = [Month(date_format(timezone.localtime(point.at), _("F Y")), point) for point in last.values()]
    return named[::-1][:MOST_MONTHS]
