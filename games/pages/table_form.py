"""The form of a new table: it fits the rules, the way to play them, and the number of seats."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clock.paces import DAY, DAYS_A_TURN, DEFAULT_DAYS_OFF
from games.engine.rules import Malformed, Refusal, Rules
from games.services.lobby import whom_to_invite
from games.services.refusals import TooOften, spoken
from games.services.wishes import DEFAULT_PACE, LONGEST_SERIES, read_client_seed

from .catalogue import name_of, players
from .opponents import opponents, stand_in
from .paces import BANKS, lasting, pace_words

OPEN, INVITE, BOT = "open", "invite", "bot:"
LONGEST_NAME = 254
"""Of whoever is invited; addresses are the longer ones."""
PACES = {str(days): {"days": days} for days in DAYS_A_TURN} | {f"bank-{pace['bank']}": pace for pace in BANKS}
"""By what the form sends."""


@dataclass(frozen=True, slots=True)
class Way:
    """A mode with a number of seats."""

    mode: str
    seats: int
    name: str

    @property
    def key(self) -> str:
        return f"{self.mode}-{self.seats}"


def ways(rules: Rules[Any, Any, Any]) -> list[Way]:
    return [
        Way(variant.key, seats, players([seats]) if variant.key == "free" else str(name_of(variant)))
        for variant in rules.variants.values()
        for seats in variant.seats
    ]


def chosen_way(rules: Rules[Any, Any, Any], key: str) -> Way:
    known = ways(rules)
    return next((way for way in known if way.key == key), known[0])


def kept_for(name: str) -> dict[str, str]:
    """What a form begins with whose second seat is kept for somebody."""
    return {"seat_2": INVITE, "invite_2": name}


class TableForm(forms.Form):
    order = forms.ChoiceField(
        label=_("Who begins?"),
        choices=[("random", _("Drawn by lot")), ("fixed", _("In order of sitting down"))],
        initial="random",
    )
    pace = forms.ChoiceField(
        label=_("Time for a turn"),
        help_text=_(
            "A time bank keeps what you do not use: it starts with the first time, adds the second after each turn, "
            "and never holds more than the third."
        ),
    )
    weekends_off = forms.BooleanField(
        label=_("Weekends off"),
        required=False,
        help_text=_("Then clocks stand still on Saturdays and Sundays, where whoever is to move lives."),
    )
    days_off = forms.TypedChoiceField(
        label=_("Days off that may stop a player's clock"), coerce=int, initial=str(DEFAULT_DAYS_OFF)
    )
    public = forms.ChoiceField(
        label=_("Who may come?"),
        choices=[
            ("yes", _("Anybody")),
            ("no", _("Only people with the link or an invitation")),
        ],
        initial="yes",
        help_text=_("What is for anybody is shown in the lobby, and everybody may watch."),
    )
    rated = forms.BooleanField(
        label=_("Count it for the ratings"),
        required=False,
        help_text=_("Then there are no hints. With a bot at the table it counts in a list of its own."),
    )
    table_talk = forms.BooleanField(
        label=_("Partners may talk in private"),
        required=False,
        help_text=_("Then both teams have a channel that the other cannot read."),
    )
    series = forms.IntegerField(label=_("Games in a row"), min_value=1, max_value=LONGEST_SERIES, initial=1)
    stand_in = forms.ChoiceField(label=_("Bot that takes over for whoever leaves"))
    client_seed = forms.CharField(
        label=_("Your part in the shuffle"),
        required=False,
        max_length=64,
        strip=False,
        help_text=_("Any text of yours. It goes into the deal, so that nobody can have chosen it alone."),
    )

    def __init__(
        self, *args: Any, way: Way, rules: Rules[Any, Any, Any], host: User, address: str = "", **kwargs: Any
    ) -> None:
        """`address` is where the request comes from."""
        super().__init__(*args, **kwargs)
        self.way, self.rules, self.host, self.address = way, rules, host, address
        self.too_often = False
        bots = opponents(rules.key)
        self.add_seats([(BOT + bot.key, bot.name) for bot in bots])
        self.add_paces()
        self.fields["pace"].initial = str(DEFAULT_PACE["days"])
        self.choices("stand_in", [(bot.key, bot.name) for bot in bots])
        self.fields["stand_in"].initial = stand_in(rules.key)
        if rules.variants[way.mode].sides is None:
            del self.fields["table_talk"]
        if not rules.has_series:
            del self.fields["series"]
        if host.is_guest or way.seats == 1:
            del self.fields["rated"]
        if way.seats == 1:
            del self.fields["order"], self.fields["stand_in"]

    def add_paces(self) -> None:
        named = [(key, pace_words(pace)) for key, pace in PACES.items()]
        split = len(DAYS_A_TURN)
        self.choices(
            "pace", [(_("Days for each turn"), named[:split]), (_("A time bank"), named[split:]), ("", pace_words({}))]
        )
        self.fields["pace"].required = False
        some = [(str(days), lasting(days * DAY)) for days in (7, DEFAULT_DAYS_OFF, 30)]
        self.choices("days_off", [("0", _("none")), *some])

    def choices(self, name: str, options: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = options

    def add_seats(self, bots: list[tuple[str, Any]]) -> None:
        """The first seat is the host's own."""
        for number in range(2, self.way.seats + 1):
            self.fields[f"seat_{number}"] = forms.ChoiceField(
                label=_("Seat %(number)d") % {"number": number},
                choices=[(OPEN, _("Open to anybody")), (INVITE, _("Kept for somebody")), (_("Bots"), bots)],
                initial=OPEN,
            )
            self.fields[f"invite_{number}"] = forms.CharField(
                label=_("Name of a player") if self.host.is_guest else _("Name or e-mail address"),
                required=False,
                max_length=LONGEST_NAME,
            )

    @property
    def seats(self) -> Iterator[tuple[BoundField, BoundField]]:
        for number in range(2, self.way.seats + 1):
            yield self[f"seat_{number}"], self[f"invite_{number}"]

    @property
    def time(self) -> Iterator[BoundField]:
        return (self[name] for name in ("pace", "weekends_off"))

    @property
    def others(self) -> Iterator[BoundField]:
        for name in ("order", "public", "rated", "table_talk", "series"):
            if name in self.fields:
                yield self[name]

    @property
    def more(self) -> Iterator[BoundField]:
        for name in ("days_off", "stand_in", "client_seed"):
            if name in self.fields:
                yield self[name]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        for number in range(2, self.way.seats + 1):
            if cleaned.get(f"seat_{number}") == INVITE:
                self.check_invited(f"invite_{number}", cleaned.get(f"invite_{number}", ""))
        return cleaned

    def check_invited(self, name: str, whom: str) -> None:
        if not whom:
            self.add_error(name, _("Whom is this seat kept for?"))
            return
        try:
            whom_to_invite(whom, self.host, self.address, timezone.now())
        except Refusal as refusal:
            self.add_error(name, spoken(refusal))
            self.too_often |= isinstance(refusal, TooOften)

    def clean_client_seed(self) -> str:
        try:
            return read_client_seed(self.cleaned_data["client_seed"])
        except Malformed as refusal:
            raise forms.ValidationError(spoken(refusal)) from None

    def wish(self) -> dict[str, Any]:
        """What `read_wish` reads."""
        data = self.cleaned_data
        seats = [self.seat(number) for number in range(2, self.way.seats + 1)]
        wish = {
            "rules": self.rules.key,
            "mode": self.way.mode,
            "seats": [{"me": True}, *seats],
            "pace": self.chosen_pace(),
            "public": data["public"] == "yes",
            "client_seed": data["client_seed"],
        }
        return wish | {
            name: data[name] for name in ("order", "rated", "series", "stand_in", "table_talk") if name in data
        }

    def chosen_pace(self) -> dict[str, Any] | None:
        data = self.cleaned_data
        if not data["pace"]:
            return None
        return {**PACES[data["pace"]], "weekends_off": data["weekends_off"], "days_off": data["days_off"]}

    def seat(self, number: int) -> dict[str, Any]:
        kind = self.cleaned_data[f"seat_{number}"]
        if kind == INVITE:
            return {"invite": self.cleaned_data[f"invite_{number}"]}
        return {"bot": kind.removeprefix(BOT)} if kind.startswith(BOT) else {"open": True}
