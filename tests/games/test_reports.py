"""Reporting people."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db.models import F
from django.urls import reverse

from accounts.models import Case, User
from games.engine.rules import Malformed
from games.models import Report
from games.services import chat, reports
from games.services.refusals import TooMany, Unknown
from tests.tables import NOW, people, person, running_game

pytestmark = pytest.mark.django_db


def report(user, name="bob", category="cheating", reason="", now=NOW):
    return reports.report_person(user=user, name=name, category=category, reason=reason, now=now)


def test_asking_twice_changes_nothing():
    ada, _bob = people("ada", "bob")
    assert report(ada, reason="He stalls.") == report(ada, "BOB")
    report(ada, category="name")
    assert Report.objects.count() == 2


@pytest.mark.parametrize("name", ["ada", "nobody-here", "closed"])
def test_only_others_who_are_there_can_be_reported(name):
    ada = person("ada")
    User.objects.create_user("closed", is_active=False)
    with pytest.raises(Unknown):
        report(ada, name)


@pytest.mark.parametrize("sent", [{"category": "odd"}, {"category": "other", "reason": " "}, {"reason": "x" * 501}])
def test_what_makes_no_sense_is_refused(sent):
    ada, _bob = people("ada", "bob")
    with pytest.raises(Malformed):
        report(ada, **sent)
    assert not Report.objects.exists()


@pytest.mark.parametrize(("guest", "most"), [(False, 20), (True, 5)])
def test_reports_have_a_limit_a_day(guest, most):
    ada = User.objects.create_user("ada", is_guest=guest)
    names = [person(f"p{number}").username for number in range(most + 1)]
    for name in names[:most]:
        report(ada, name)
    with pytest.raises(TooMany):
        report(ada, names[most])
    report(ada, names[most], now=NOW + timedelta(days=1))


def test_the_page_asks_what_it_is_about_and_thanks(client):
    ada, _bob = people("ada", "bob")
    address = reverse("pages:report-person", args=["bob"])
    assert client.get(address).status_code == 302
    client.force_login(ada)
    assert "Report bob" in client.get(address).content.decode()
    assert client.post(address, {"category": "", "reason": "He"}).status_code == 422
    assert client.post(address, {"category": "other", "reason": ""}).status_code == 422
    answer = client.post(address, {"category": "accounts", "reason": "The same as cy."}, follow=True)
    assert "Thank you" in answer.content.decode()
    assert Report.objects.get().reason == "The same as cy."


@pytest.mark.parametrize("name", ["ada", "nobody-here"])
def test_there_is_no_page_for_oneself_and_nobody(client, name):
    client.force_login(person("ada"))
    assert client.get(reverse("pages:report-person", args=[name])).status_code == 404


def test_reports_from_before_there_were_cases_are_gathered():
    ada, bob, cy = people("ada", "bob", "cy")
    game = running_game(ada, bob)
    for number, writer in enumerate((ada, bob, bob)):
        message = chat.say(game_id=game.pk, user=writer, channel="table", text=f"{number}", now=NOW)
        Report.objects.create(message=message, reporter=cy, at=NOW + timedelta(days=number))
    gather = import_module("games.migrations.0016_cases_of_reports").gather
    gather(apps, None)
    assert {case.user: case.reports.count() for case in Case.objects.all()} == {ada: 1, bob: 2}
    assert Case.objects.get(user=bob).opened_at == NOW + timedelta(days=1)
    assert not Report.objects.exclude(user=F("message__user")).exists()
