"""The admin of people: the queue, what moderators see and do, and what is written down."""

import csv
from io import StringIO

import pytest
from django.contrib.admin.models import LogEntry
from django.core.management import CommandError, call_command
from django.urls import reverse

from accounts.models import ApiToken, AuditEntry, Case, Measure, User
from accounts.services import moderation
from accounts.services.roles import MODERATORS, dismiss_moderator, moderators
from accounts.services.tokens import make_token
from games.services import chat, reports
from tests.accounts.moderating import A_WEEK, fresh_user, moderator, operator
from tests.tables import NOW, person, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def mo(client):
    user = moderator()
    client.force_login(user)
    return user


@pytest.fixture
def op(client):
    user = operator()
    client.force_login(user)
    return user


@pytest.fixture
def bob():
    return person("bob")


@pytest.fixture
def case(bob):
    """Bob said something at a table, and two people mind."""
    ada = person("ada")
    game = running_game(ada, bob)
    for text in ("Before that.", "You <b>fool</b>!"):
        message = chat.say(game_id=game.pk, user=bob, channel="table", text=text, now=NOW)
    reports.report_message(game_id=game.pk, user=ada, message_id=message.pk, reason="an insult", now=NOW)
    reports.report_person(user=person("cy"), name="bob", category="cheating", reason="He stalls.", now=NOW)
    return Case.objects.get()


def shown(answer, status=200):
    assert answer.status_code == status
    return answer.content.decode()


def listed(client, model, **query):
    return shown(client.get(reverse(f"admin:{model}_changelist"), query))


def page_of(case):
    return reverse("admin:accounts_case_change", args=[case.pk])


def act(client, case, name, **sent):
    return client.post(page_of(case), {"act": name, **sent})


MEASURE = {"kind": "mute", "length": "7", "reason": "Be kind.", "note": "Third time.", "settle": "on"}


# --- the queue ---------------------------------------------------------------------------------


def test_a_case_shows_all_that_is_needed_to_decide(client, mo, case):
    assert "cheating or stalling" in listed(client, "accounts_case")
    page = shown(client.get(page_of(case)))
    for text in ("an insult", "He stalls.", "Before that.", "You &lt;b&gt;fool&lt;/b&gt;!", "ada", "cy", "2 reports"):
        assert text in page


def test_it_is_taken_and_given_back(client, mo, case):
    assert act(client, case, "take").status_code == 302
    case.refresh_from_db()
    assert (case.state, case.taken_by) == ("taken", mo)
    act(client, case, "give_back")
    case.refresh_from_db()
    assert (case.state, case.taken_by) == ("open", None)


def test_a_measure_is_taken_from_its_page_and_settles_it(client, mo, bob, case):
    assert act(client, case, "measure", **MEASURE).status_code == 302
    case.refresh_from_db()
    assert (case.state, case.outcome, case.settled_by) == ("settled", "muted", mo)
    measure = Measure.objects.get()
    assert (measure.user, measure.kind, measure.reason, measure.case) == (bob, "mute", "Be kind.", case)
    assert measure.until == measure.at + A_WEEK
    assert (
        "#" not in listed(client, "accounts_case").split('id="changelist-form"')[-1].split("<tbody>")[-1].split("</")[0]
    )
    assert "bob" in listed(client, "accounts_case", state="settled")


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [("warning", "warned"), ("suspension", "suspended"), ("rename", "renamed"), ("profile", "emptied")],
)
def test_each_measure_has_its_outcome(client, mo, case, kind, outcome):
    act(client, case, "measure", **{**MEASURE, "kind": kind})
    case.refresh_from_db()
    assert case.outcome == outcome


@pytest.mark.parametrize(
    "sent",
    [
        {"reason": ""},
        {"reason": "x" * 501},
        {"kind": "hanging"},
        {"length": "forever"},
        {"length": "date"},
        {"length": "date", "date": "2020-01-01"},
        {"length": "date", "date": "soon"},
    ],
)
def test_bad_input_changes_nothing_and_keeps_what_was_written(client, mo, case, sent):
    page = shown(act(client, case, "measure", **{**MEASURE, **sent}), 422)
    assert "Third time." in page
    assert not Measure.objects.exists()
    case.refresh_from_db()
    assert case.state == "open"


def test_an_unknown_button_does_nothing(client, mo, case):
    shown(act(client, case, "burn"), 422)


def test_a_reported_message_is_hidden_and_no_other(client, mo, bob, case):
    first, second = bob.messages.order_by("pk")
    shown(act(client, case, "hide", message=first.pk, reason="An insult."), 422)
    assert act(client, case, "hide", message=second.pk, reason="An insult.").status_code == 302
    second.refresh_from_db()
    assert second.is_hidden
    assert act(client, case, "settle", outcome="hidden").status_code == 302


def test_measures_are_lifted_from_any_case_of_the_person(client, mo, bob, case):
    measure = moderation.warn(actor=mo, user=bob, reason="Be kind.", now=NOW)
    other = moderation.warn(actor=mo, user=person("dot"), reason="You, too.", now=NOW)
    shown(act(client, case, "lift", measure=other.pk, reason="No."), 422)
    assert act(client, case, "lift", measure=measure.pk, reason="A mistake.").status_code == 302
    page = shown(client.get(page_of(case)))
    assert "A mistake." in page


def test_notes_are_kept_for_colleagues(client, mo, case):
    act(client, case, "note", note="Ask op.")
    assert "Ask op." in shown(client.get(page_of(case)))


def test_a_case_is_opened_for_somebody_whom_nobody_reported(client, mo, bob):
    address = reverse("admin:accounts_user_case", args=[bob.pk])
    assert client.get(address).status_code == 404
    for _time in range(2):
        assert client.post(address)["Location"] == page_of(Case.objects.get())
    assert AuditEntry.objects.filter(action="case_opened", subject=bob).count() == 1


def test_lists_take_the_same_queries_however_long_they_are(client, mo, bob, django_assert_max_num_queries):
    for number in range(12):
        user = person(f"p{number}")
        reports.report_person(user=bob, name=user.username, category="name", reason="", now=NOW)
        moderation.warn(actor=mo, user=user, reason="Be kind.", now=NOW)
    for model in ("accounts_case", "accounts_user", "accounts_measure", "games_report"):
        with django_assert_max_num_queries(12):
            listed(client, model)


# --- what moderators may not ----------------------------------------------------------------------


def test_moderators_see_the_queue_and_nothing_else(client, mo):
    page = shown(client.get("/admin/"))
    models = ("case", "measure", "user")
    assert all(reverse(f"admin:accounts_{model}_changelist") in page for model in models)
    assert reverse("admin:games_report_changelist") in page
    for model in ("games_game", "games_move", "games_notice", "games_invitation", "accounts_apitoken"):
        assert client.get(reverse(f"admin:{model}_changelist")).status_code == 403
        assert reverse(f"admin:{model}_changelist") not in page
    assert client.get(reverse("admin:accounts_auditentry_changelist")).status_code == 403
    assert client.get(reverse("admin:accounts_auditentry_export")).status_code == 403
    assert client.get(reverse("admin:auth_group_changelist")).status_code == 403


@pytest.mark.parametrize("page", ["/operator/", "/operator/mails/"])
def test_the_pages_of_operators_are_not_for_moderators(client, mo, page):
    """Mails hold links with which to get into an account."""
    assert client.get(page).status_code == 403
    client.force_login(operator())
    assert client.get(page).status_code == 200


def test_moderators_see_no_addresses_and_cannot_ask_for_them(client, mo, bob):
    for page in (
        listed(client, "accounts_user"),
        listed(client, "accounts_user", q="bob"),
        shown(client.get(reverse("admin:accounts_user_change", args=[bob.pk]))),
    ):
        assert "bob" in page
        assert "example.org" not in page
    assert "bob</a>" not in listed(client, "accounts_user", q="example.org")
    for lookup in ("email__startswith", "password__startswith"):
        assert client.get(reverse("admin:accounts_user_changelist"), {lookup: "b"}).status_code == 400


def test_moderators_change_no_account(client, mo, bob):
    address = reverse("admin:accounts_user_change", args=[bob.pk])
    assert client.post(address, {"is_staff": "on"}).status_code == 403
    assert client.get(reverse("admin:accounts_user_add")).status_code == 403
    assert client.get(reverse("admin:auth_user_password_change", args=[bob.pk])).status_code == 403
    assert not fresh_user(bob).is_staff


def test_moderators_do_not_see_cases_of_staff_or_their_own(client, mo):
    ada, other = person("ada"), moderator("other")
    for name in ("mo", "other"):
        reports.report_person(user=ada, name=name, category="name", reason="It is odd.", now=NOW)
    for user in (mo, other):
        assert client.get(page_of(user.cases.get())).status_code == 404
    assert "It is odd." not in listed(client, "games_report")
    measure = moderation.warn(actor=operator(), user=mo, reason="Look at yourself.", now=NOW)
    assert "Look at yourself." not in listed(client, "accounts_measure")
    address = reverse("admin:accounts_measure_change", args=[measure.pk])
    assert "Look at yourself." not in client.get(address, follow=True).content.decode().split("<main")[1]
    assert client.post(reverse("admin:accounts_user_case", args=[other.pk])).status_code == 403


def test_staff_without_the_role_looks_and_does_nothing(client, case):
    helper = User.objects.create_user("helper", is_staff=True)
    client.force_login(helper)
    assert client.get(page_of(case)).status_code == 403
    assert act(client, case, "take").status_code == 403
    client.force_login(person("eve"))
    assert client.get(page_of(case)).status_code == 302


def test_whoever_is_dismissed_sees_nothing_any_more(client, mo, case):
    dismiss_moderator(user=mo, actor=None, now=NOW)
    assert client.get(page_of(case)).status_code == 302


def test_the_group_is_there_and_an_operators_changes_to_it_stay():
    group = moderators()
    assert group.name == MODERATORS
    assert group.permissions.count() == 5
    group.permissions.clear()
    assert not moderators().permissions.exists()


# --- operators -----------------------------------------------------------------------------------


def test_operators_find_people_by_address_and_see_no_password(client, op, bob):
    bob.set_password("correct horse")
    bob.save()
    assert "bob" in listed(client, "accounts_user", q="bob@example.org")
    page = shown(client.get(reverse("admin:accounts_user_change", args=[bob.pk])))
    assert "bob@example.org" in page
    assert bob.password not in page
    assert bob.password.split("$")[-1] not in page


def test_changes_of_operators_are_written_down_without_values_but_for_rights(client, op, bob):
    address = reverse("admin:accounts_user_change", args=[bob.pk])
    sent = {"is_active": "on", "is_staff": "on", "groups": [moderators().pk]}
    assert client.post(address, sent).status_code == 302
    assert fresh_user(bob).is_staff
    entry = AuditEntry.objects.get(action="user_changed")
    assert (entry.actor, entry.subject) == (op, bob)
    assert entry.details == {"fields": ["is_staff", "groups"], "is_staff": True}
    password = {"password1": "correct horse battery", "password2": "correct horse battery"}
    assert client.post(reverse("admin:auth_user_password_change", args=[bob.pk]), password).status_code == 302
    assert AuditEntry.objects.filter(action="user_changed", details={"fields": ["password"]}).exists()
    assert not LogEntry.objects.exists()


def test_an_operator_adds_an_account(client, op):
    sent = {"username": "dot", "password1": "correct horse battery", "password2": "correct horse battery"}
    sent["usable_password"] = "true"
    assert client.post(reverse("admin:accounts_user_add"), sent).status_code == 302
    entry = AuditEntry.objects.get(action="user_added")
    assert entry.subject == User.objects.get(username="dot")
    assert "dot" not in str(entry.details)


def test_nobody_deletes_accounts_there(client, op, bob):
    assert client.post(reverse("admin:accounts_user_delete", args=[bob.pk]), {"post": "yes"}).status_code == 403
    answer = client.post(
        reverse("admin:accounts_user_changelist"), {"action": "delete_selected", "_selected_action": bob.pk}
    )
    assert fresh_user(bob)
    assert answer.status_code in (200, 302)


def test_operators_begin_the_same_deletion_that_people_ask_for(client, op, bob):
    address = reverse("admin:accounts_user_close", args=[bob.pk])
    assert client.get(address).status_code == 404
    assert "Delete this account" in shown(client.get(reverse("admin:accounts_user_change", args=[bob.pk])))
    assert client.post(address).status_code == 302
    bob = fresh_user(bob)
    assert bob.deletion_due
    assert not bob.is_active
    assert AuditEntry.objects.get(action="deletion_begun").subject == bob
    assert client.post(address).status_code == 403
    assert client.post(reverse("admin:accounts_user_close", args=[op.pk])).status_code == 403
    assert "closing" in listed(client, "accounts_user", q="bob")


def test_moderators_delete_no_account(client, mo, bob):
    assert client.post(reverse("admin:accounts_user_close", args=[bob.pk])).status_code == 403
    assert fresh_user(bob).is_active


def test_tokens_are_revoked_and_not_deleted(client, op, bob):
    token, _text = make_token(user=bob, name="bot")
    address = reverse("admin:accounts_apitoken_changelist")
    assert client.post(address, {"action": "revoke", "_selected_action": token.pk}).status_code == 302
    token.refresh_from_db()
    assert token.revoked_at
    assert AuditEntry.objects.get(action="token_revoked").details == {"token": token.pk}
    assert client.post(reverse("admin:accounts_apitoken_delete", args=[token.pk])).status_code == 403
    assert ApiToken.objects.exists()


def test_the_trail_is_read_filtered_and_exported_but_never_changed(client, op, bob):
    moderation.warn(actor=op, user=bob, reason="Be kind.", now=NOW)
    moderation.mute(actor=op, user=bob, reason="Be quiet.", until=None, now=NOW)
    entry = AuditEntry.objects.get(action="warned")
    page = listed(client, "accounts_auditentry", action__exact="warned")
    assert "1 audit entry" in page
    shown(client.get(reverse("admin:accounts_auditentry_change", args=[entry.pk])))
    for name in ("change", "delete"):
        address = reverse(f"admin:accounts_auditentry_{name}", args=[entry.pk])
        assert client.post(address, {"post": "yes"}).status_code == 403
    assert client.get(reverse("admin:accounts_auditentry_add")).status_code == 403
    answer = client.get(reverse("admin:accounts_auditentry_export"), {"action__exact": "warned"})
    rows = list(csv.DictReader(StringIO(shown(answer))))
    assert [(row["what"], row["who"], row["whom"]) for row in rows] == [("warned", str(op.pk), str(bob.pk))]
    assert "bob" not in answer.content.decode()
    assert AuditEntry.objects.get(action="exported").details == {"entries": 1}


def test_the_history_of_an_account_is_the_trail(client, op, bob):
    moderation.warn(actor=op, user=bob, reason="Be kind.", now=NOW)
    page = shown(client.get(reverse("admin:accounts_user_history", args=[bob.pk]), follow=True))
    assert "1 audit entry" in page


@pytest.mark.parametrize("standing", ["active", "guest", "suspended", "muted", "closing", "closed", ""])
def test_people_are_listed_by_standing(client, op, standing):
    bob = person("bob")
    moderation.suspend(actor=op, user=bob, until=None, reason="Threats.", now=NOW)
    page = listed(client, "accounts_user", standing=standing)
    assert (">bob</a>" in page) == (standing in ("suspended", ""))


# --- at the command line -------------------------------------------------------------------------


def test_a_command_makes_and_dismisses_moderators(bob):
    call_command("moderator", "BOB", stdout=StringIO())
    assert fresh_user(bob).has_perm("accounts.moderate")
    call_command("moderator", "bob", "--dismiss", stdout=StringIO())
    assert not fresh_user(bob).has_perm("accounts.moderate")
    assert not fresh_user(bob).is_staff
    entries = AuditEntry.objects.filter(subject=bob, action="role_changed").order_by("pk")
    assert [(entry.actor, entry.details) for entry in entries] == [
        (None, {"moderator": True}),
        (None, {"moderator": False}),
    ]
    with pytest.raises(CommandError):
        call_command("moderator", "nobody-here")
