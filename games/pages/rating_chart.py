"""How a rating went, as a picture with a scale, a word for each point, and a table of its months."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from accounts.models import User
from games.channels.moments import day_written
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
WORDS_KEPT = 500
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
        dots=list(zip(picture.spots, words(course.points), strict=True)),
        moments=scale_words(picture.moments),
        months=months(course.points),
        label=_("The rating went from %(first)d to %(last)d; the table below has the numbers.")
        % {"first": first.rating, "last": last.rating},
    )


def words(points: Sequence[RatingPoint]) -> list[str]:
    language = get_language()
    days = local_days([point.at for point in points])
    return [
        f"{point.rating} ± {point.spread} · {day_written(day, language)}"
        for point, day in zip(points, days, strict=True)
    ]


def local_days(moments: Sequence[datetime]) -> list[date]:
    """By the reader's clock, which is looked up once."""
    zone = timezone.get_current_timezone()
    return [at.astimezone(zone).date() for at in moments]


def scale_words(moments: Sequence[datetime]) -> list[str]:
    """Days or months, whichever tells the moments apart."""
    span, language = moments[-1] - moments[0], get_language()
    return [scale_word(day, span < FIVE_MONTHS, language) for day in local_days(moments)]


@lru_cache(maxsize=WORDS_KEPT)
def scale_word(day: date, with_day: bool, language: str) -> str:  # noqa: ARG001
    # Translators: date formats of Django's, as in "24 Nov" and "Nov 2026".
    return date_format(day, _("j M") if with_day else _("M Y"))


def months(points: Sequence[RatingPoint]) -> list[Month]:
    """Latest first, each with the rating at its end."""
    days = local_days([point.at for point in points])
    last = {day.replace(day=1): point for day, point in zip(days, points, strict=True)}
    language = get_language()
    named = [Month(month_name(first, language), point) for first, point in last.items()]
    return named[::-1][:MOST_MONTHS]


@lru_cache(maxsize=WORDS_KEPT)
def month_name(first: date, language: str) -> str:  # noqa: ARG001
    # Translators: a date format of Django's, as in "November 2026".
    return date_format(first, _("F Y"))
