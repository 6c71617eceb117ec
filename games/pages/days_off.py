"""Days off: taking and planning them, and coming back."""

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.services.zones import zone_of
from games import selectors
from games.clock.days import day_of
from games.clock.paces import days_off as days_allowed
from games.engine.rules import Malformed, Refusal
from games.engine.rules import _ as marked
from games.models import Game
from games.services import absences, clocks
from games.services.refusals import spoken

from .clock import time_or_none
from .rows import Row, rows


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class DaysOffForm(forms.Form):
    first_day = forms.DateField(label=_("First day"), widget=DateInput(), localize=False)
    last_day = forms.DateField(label=_("Last day"), widget=DateInput(), localize=False)


class LastDayForm(forms.Form):
    last_day = forms.DateField(label=_("Last day"), widget=DateInput(), localize=False)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def days_off(request: HttpRequest) -> HttpResponse:
    """The list; a POST takes days off."""
    user = cast("User", request.user)
    today = day_of(timezone.now(), zone_of(user))
    sent = request.POST if request.method == "POST" else None
    form = DaysOffForm(sent, initial={"first_day": today, "last_day": today})
    if form.is_valid():
        try:
            absences.take(user=user, **form.cleaned_data, now=timezone.now())
        except Refusal as refusal:
            form.add_error(None, spoken(refusal))
        else:
            return redirect("pages:days-off")
    return show(request, user, form)


def show(request: HttpRequest, user: User, form: forms.Form, refusal: str = "") -> HttpResponse:
    now = timezone.now()
    taken = selectors.days_off_of(user)
    context = {
        "form": form,
        "refusal": refusal,
        "zone": zone_of(user),
        "a_year": absences.A_YEAR,
        "left": absences.days_left(user, taken, now).items(),
        "current": [absence for absence in taken if absence.starts_at <= now < absence.ends_at],
        "planned": [absence for absence in taken if absence.starts_at > now],
        "past": [absence for absence in taken if absence.ends_at <= now][::-1],
        "tables": [(row, days_left_at(row)) for row in running(user)],
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors or refusal else HTTPStatus.OK
    return render(request, "my/days_off.html", context, status=status)


def running(user: User) -> list[Row]:
    """The games in which days off could stop a clock of this user."""
    active = selectors.unfinished_games(user).filter(status=Game.Status.ACTIVE)
    return [row for row in rows(active, user) if row.me and not row.me.left_by]


def days_left_at(row: Row) -> str:
    """How long days off may yet stop the reader's clock there; nothing where they never do."""
    return time_or_none(clocks.days_off_left(row.game, row.me)) if row.me and days_allowed(row.game.pace) else ""


def changing(change: Callable[[User, int, HttpRequest], object]) -> Callable[..., HttpResponse]:
    """A view that makes this change and shows the page again, with the reason where it was refused."""

    @login_required
    @require_POST
    def view(request: HttpRequest, absence_id: int) -> HttpResponse:
        user = cast("User", request.user)
        try:
            change(user, absence_id, request)
        except Refusal as refusal:
            return show(request, user, DaysOffForm(), spoken(refusal))
        return redirect("pages:days-off")

    return view


@changing
def cancel(user: User, absence_id: int, request: HttpRequest) -> None:  # noqa: ARG001
    absences.cancel(user=user, absence_id=absence_id, now=timezone.now())


@changing
def shorten(user: User, absence_id: int, request: HttpRequest) -> None:
    form = LastDayForm(request.POST)
    if not form.is_valid():
        raise Malformed(marked("Give the day as in 2026-12-24."))
    absences.shorten(user=user, absence_id=absence_id, now=timezone.now(), **form.cleaned_data)
