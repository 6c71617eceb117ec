"""The form for what to be told, where and when."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings as site
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Notice, NoticeSettings
from games.services.notices.preferences import CHANNELS, DEFAULTS, wanted

Channel, Kind = Notice.Channel, Notice.Kind

DELAYS = (5, 10, 20, 30, 60, 120)
REGIONS = (
    "Africa",
    "America",
    "Antarctica",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)
SHORT = {
    Channel.SITE: gettext_lazy("Site"),
    Channel.MAIL: gettext_lazy("E-mail"),
    Channel.PUSH: gettext_lazy("Push"),
    Channel.WEBHOOK: gettext_lazy("Webhook"),
}
"""At the head of a narrow column."""
EXPLAINED = {
    Kind.YOUR_TURN: gettext_lazy("Somebody has moved, and you are next."),
    Kind.REMINDER: gettext_lazy("A quarter of your time is left, and once more when it gets tight."),
    Kind.INVITED: gettext_lazy("Somebody keeps a seat for you."),
    Kind.STARTED: gettext_lazy("All seats are taken."),
    Kind.NEXT_IN_SERIES: gettext_lazy("The last one is over, the next one begins."),
    Kind.TIMED_OUT: gettext_lazy("You did not move in time."),
    Kind.OVER: gettext_lazy("With the result."),
    Kind.MENTION: gettext_lazy("Somebody wrote @ and your name."),
}


@dataclass(frozen=True, slots=True)
class Tick:
    """A box in the table of kinds and channels."""

    kind: str
    channel: str
    label: str
    checked: bool


class NoticeForm(forms.Form):
    mail_mode = forms.ChoiceField(label=gettext_lazy("Mails come"), choices=NoticeSettings.MailMode.choices)
    mail_delay = forms.TypedChoiceField(label=gettext_lazy("Together after"), coerce=int)
    digest_hour = forms.TypedChoiceField(
        label=gettext_lazy("The daily mail comes at"),
        coerce=int,
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
    )
    quiet_from = forms.TimeField(
        label=gettext_lazy("Quiet from"), required=False, widget=forms.TimeInput({"type": "time"}, format="%H:%M")
    )
    quiet_until = forms.TimeField(
        label=gettext_lazy("Quiet until"), required=False, widget=forms.TimeInput({"type": "time"}, format="%H:%M")
    )
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), required=False)
    language = forms.ChoiceField(label=gettext_lazy("Language of mails and messages"), choices=site.LANGUAGES)

    def __init__(self, data: Any = None, *, user: User, settings: NoticeSettings) -> None:
        initial = {
            "mail_mode": settings.mail_mode,
            "mail_delay": settings.mail_delay,
            "digest_hour": settings.digest_hour,
            "quiet_from": settings.quiet_from,
            "quiet_until": settings.quiet_until,
            "time_zone": user.time_zone,
            "language": user.language or get_language(),
        }
        super().__init__(data, initial=initial)
        self.settings = settings
        self.fields["mail_delay"].choices = delays(settings.mail_delay)  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = zones(user.time_zone)  # type: ignore[attr-defined]
        for kind in DEFAULTS:
            self.fields[kind] = forms.MultipleChoiceField(
                required=False, choices=Channel.choices, initial=wanted(settings, kind)
            )

    def channels(self) -> list[tuple[str, str]]:
        return [(channel, str(SHORT[Channel(channel)])) for channel in CHANNELS]

    def kinds(self) -> Iterator[tuple[str, str, list[Tick]]]:
        """The rows of the table: what it is called, what that means, and its boxes."""
        for kind in DEFAULTS:
            chosen = set(self[kind].value() or ())
            name = str(Kind(kind).label)
            ticks = [
                Tick(kind, channel, f"{name}: {Channel(channel).label}", channel in chosen) for channel in CHANNELS
            ]
            yield name, str(EXPLAINED[Kind(kind)]), ticks

    def mails(self) -> list[forms.BoundField]:
        return [self[name] for name in ("mail_mode", "mail_delay", "digest_hour")]

    def hours(self) -> list[forms.BoundField]:
        return [self[name] for name in ("quiet_from", "quiet_until", "time_zone", "language")]

    def settings_chosen(self) -> dict[str, Any]:
        names = ("mail_mode", "mail_delay", "digest_hour", "quiet_from", "quiet_until")
        return {
            "wanted": {kind: self.cleaned_data[kind] for kind in DEFAULTS},
            **{name: self.cleaned_data[name] for name in names},
        }

    def account_chosen(self) -> dict[str, str]:
        return {name: self.cleaned_data[name] for name in ("time_zone", "language")}


def delays(chosen: int) -> list[tuple[int, str]]:
    return [
        (minutes, ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes})
        for minutes in sorted({*DELAYS, chosen})
    ]


def zones(chosen: str) -> list[tuple[str, Any]]:
    """By region; the one that was chosen is always among them."""
    own = [(chosen, chosen)] if chosen and chosen not in known() else []
    site_zone = _("as on this site (%(zone)s)") % {"zone": site.TIME_ZONE}
    return [("", site_zone), *own, *((region, named(region)) for region in REGIONS)]


@cache
def known() -> frozenset[str]:
    return frozenset(zone for zone in available_timezones() if zone.partition("/")[0] in REGIONS)


@cache
def named(region: str) -> list[tuple[str, str]]:
    places = sorted(zone for zone in known() if zone.startswith(f"{region}/"))
    return [(zone, zone.partition("/")[2].replace("_", " ").replace("/", ", ")) for zone in places]
