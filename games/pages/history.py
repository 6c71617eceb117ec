"""Everybody's finished games: narrowed down by what the address says, page by page."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import push_url

from accounts.models import User
from games.models import Player
from games.models.game import Reader
from games.selectors.history import BOTS, PEOPLE, Asked, changes_of, games_of, with_tables

from .catalogue import entries
from .people import of_somebody
from .sitting import Sitting
from .table_form import ways

GAMES_A_PAGE = 20
ANY = ("", _("All"))
LONGEST_NAME = 150


def known_ways() -> list[tuple[str, Any]]:
    """Every way to play any of the games, once."""
    found = {way.key: way.name for game in entries() for way in ways(game.rules)}
    return sorted(found.items(), key=lambda way: (way[0].partition("-")[0] != "free", way[0]))


class HistoryForm(forms.Form):
    """What narrows the list; the address holds it, so that it can be sent to somebody."""

    rules = forms.ChoiceField(label=_("Game"), required=False)
    way = forms.ChoiceField(label=_("Players"), required=False)
    outcome = forms.ChoiceField(label=_("Result"), required=False, choices=[ANY, *Player.Outcome.choices])
    rated = forms.ChoiceField(
        label=_("Rated"), required=False, choices=[ANY, ("yes", _("rated")), ("no", _("not rated"))]
    )
    company = forms.ChoiceField(
        label=_("Opponents"), required=False, choices=[ANY, (PEOPLE, _("people alone")), (BOTS, _("with bots"))]
    )
    played_with = forms.CharField(
        label=_("Played with"),
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (("rules", [(game.key, game.title) for game in entries()]), ("way", known_ways())):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101
            field.choices = [ANY, *choices]

    def asked(self) -> Asked:
        """What was understood; a field that was not narrows nothing, and says why."""
        self.is_valid()
        data = {name: value for name, value in self.cleaned_data.items() if value}
        mode, _dash, seats = data.get("way", "").rpartition("-")
        return Asked(
            rules_key=data.get("rules", ""),
            mode=mode,
            seats=int(seats) if seats else None,
            outcome=data.get("outcome", ""),
            rated={"yes": True, "no": False}.get(data.get("rated", "")),
            company=data.get("company", ""),
            played_with=data.get("played_with", ""),
            first_day=data.get("since"),
            last_day=data.get("until"),
        )

    @property
    def is_narrow(self) -> bool:
        return any(self.cleaned_data.values()) or bool(self.errors)


@never_cache
@require_safe
@of_somebody
def history(request: HttpRequest, person: User) -> HttpResponse:
    form = HistoryForm(request.GET, auto_id="history_%s")
    page = Paginator(games_of(person, request.user, form.asked()), GAMES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "person": person,
        "form": form,
        "page": page,
        "rows": sittings(page, person, request.user),
        "is_self": person.pk == request.user.pk,
    }
    if not getattr(request, "htmx", False):
        return render(request, "people/games.html", context)
    # A form sends empty fields, too; the address does without them.
    asked = urlencode([(name, value) for name, value in request.GET.items() if value])
    response = render(request, "people/_games.html", context)
    return push_url(response, f"{request.path}?{asked}" if asked else request.path)


def sittings(page: Page[Player], person: User, reader: Reader) -> list[Sitting]:
    games = with_tables(page.object_list, person)  # type: ignore[arg-type]
    changes = changes_of(person, reader, games)
    return [Sitting(game, changes.get(game.game_id)) for game in games]
