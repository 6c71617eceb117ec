"""Measures: what each does, who may take it, how it ends, and what is written down."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import ProtectedError
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEntry, Case, Measure, User
from accounts.models.measure import FOR_GOOD
from accounts.services import cases, moderation, objections
from accounts.services.audit import record
from accounts.services.names import clean_name
from accounts.services.standing import is_muted, is_suspended
from games.services import chat, hiding, reports
from games.services.refusals import Muted
from tests.accounts.moderating import A_WEEK, fresh_user, moderator, operator
from tests.tables import NOW, person, running_game, table_of

pytestmark = pytest.mark.django_db

LATER = NOW + A_WEEK


@pytest.fixture
def mo():
    return moderator()


@pytest.fixture
def bob():
    return person("bob")


def take(kind, actor, user, **more):
    if kind in ("mute", "suspend"):
        more.setdefault("until", LATER)
    return getattr(moderation, kind)(actor=actor, user=user, reason="Be kind.", now=NOW, **more)


KINDS = ["warn", "mute", "suspend", "rename", "empty_profile"]


# --- who may -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_only_moderators_take_measures(kind, bob):
    with pytest.raises(PermissionDenied):
        take(kind, person("eve"), bob)
    assert not Measure.objects.exists()
    assert fresh_user(bob).username == "bob"


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_moderates_themselves(kind):
    for user in (moderator(), operator()):
        with pytest.raises(PermissionDenied):
            take(kind, user, user)


@pytest.mark.parametrize("kind", KINDS)
def test_moderators_do_not_touch_staff_but_operators_do(kind, mo):
    boss, other = operator(), moderator("other")
    for user in (boss, other):
        with pytest.raises(PermissionDenied):
            take(kind, mo, user)
    take(kind, boss, other)
    take(kind, boss, operator("second"))


def test_whoever_is_dismissed_moderates_no_more(mo, bob):
    User.objects.filter(pk=mo.pk).update(is_active=False)
    with pytest.raises(PermissionDenied):
        take("warn", fresh_user(mo), bob)


# --- what they do ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_each_is_kept_with_reason_author_and_date_and_written_down(kind, mo, bob):
    measure = take(kind, mo, bob, note="The third time.")
    assert (measure.user, measure.by, measure.at, measure.reason) == (bob, mo, NOW, "Be kind.")
    entry = AuditEntry.objects.filter(subject=bob).get()
    assert (entry.actor, entry.at, entry.details["measure"]) == (mo, NOW, measure.pk)
    assert "Be kind" not in str(entry.details)


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_a_measure_needs_a_reason_of_some_length(mo, bob, reason):
    with pytest.raises(ValidationError):
        moderation.warn(actor=mo, user=bob, reason=reason, now=NOW)
    assert not AuditEntry.objects.filter(subject=bob).exists()


def test_a_date_that_is_over_is_refused(mo, bob):
    with pytest.raises(ValidationError):
        take("mute", mo, bob, until=NOW)
    assert not is_muted(fresh_user(bob), NOW)


def test_a_muted_person_plays_but_does_not_talk(mo, bob):
    game = running_game(person("ada"), bob)
    take("mute", mo, bob)
    with pytest.raises(Muted):
        chat.say(game_id=game.pk, user=bob, channel="table", text="Hello", now=LATER - timedelta(seconds=1))
    assert chat.say(game_id=game.pk, user=bob, channel="table", text="Hello", now=LATER)


def test_a_muted_person_takes_words_off_their_profile_and_adds_none(mo, bob, client):
    User.objects.filter(pk=bob.pk).update(about="Hello")
    take("mute", mo, bob, until=timezone.now() + A_WEEK)
    client.force_login(fresh_user(bob))
    for about, status in (("Something rude", 422), ("Hello", 302), ("", 302)):
        assert client.post(reverse("account:profile"), {"about": about}).status_code == status
    assert fresh_user(bob).about == ""


def test_the_longest_of_several_decides(mo, bob):
    take("mute", mo, bob, until=LATER + A_WEEK)
    take("mute", mo, bob, until=LATER)
    assert fresh_user(bob).muted_until == LATER + A_WEEK
    take("mute", mo, bob, until=None)
    assert fresh_user(bob).muted_until == FOR_GOOD


def test_a_renamed_person_gets_a_made_up_name_and_chooses_another_once(mo, bob):
    measure = take("rename", mo, bob)
    bob = fresh_user(bob)
    assert bob.username != "bob"
    assert measure.old_name == "bob"
    with pytest.raises(ValidationError):
        moderation.choose_name(user=bob, address="192.0.2.1", name="BOB", now=NOW)
    moderation.choose_name(user=bob, address="192.0.2.1", name="Robert", now=NOW)
    assert fresh_user(bob).username == "Robert"
    with pytest.raises(ValidationError):
        moderation.choose_name(user=bob, address="192.0.2.1", name="Roberta", now=NOW)
    assert fresh_user(bob).username == "Robert"


def test_nobody_else_gets_a_name_that_was_taken_away_until_that_is_lifted(mo, bob):
    measure = take("rename", mo, bob)
    with pytest.raises(ValidationError):
        clean_name("B0b")
    moderation.lift(actor=mo, measure=measure, reason="It is just his name.", now=NOW)
    assert clean_name("Bob") == "Bob"


def test_nobody_chooses_a_name_who_was_not_renamed(bob):
    with pytest.raises(ValidationError):
        moderation.choose_name(user=bob, address="192.0.2.1", name="Robert", now=NOW)


def test_an_emptied_profile_is_kept_for_colleagues(mo, bob):
    bob.about = "I hate everybody."
    bob.save()
    measure = take("empty_profile", mo, bob)
    assert (fresh_user(bob).about, measure.removed) == ("", "I hate everybody.")


def test_a_hidden_message_is_kept_and_can_be_shown_again(mo, bob, client):
    ada = person("ada")
    game = running_game(ada, bob)
    message = chat.say(game_id=game.pk, user=bob, channel="table", text="You fool @ada", now=NOW)
    measure = hiding.hide(actor=mo, message=message, reason="An insult.", now=NOW)
    client.force_login(ada)
    page = client.get(reverse("pages:talk", args=[game.pk])).content.decode()
    assert "hidden by the operator" in page
    assert "You fool" not in page
    (found,) = chat.talk(table_of(game), ada).messages
    assert (found.text, found.is_hidden) == ("You fool @ada", True)
    with pytest.raises(ValidationError):
        hiding.hide(actor=mo, message=message, reason="Again.", now=NOW)
    moderation.lift(actor=mo, measure=measure, reason="A joke among friends.", now=NOW)
    assert "You fool" in client.get(reverse("pages:talk", args=[game.pk])).content.decode()


def test_a_mention_in_a_hidden_message_is_not_quoted_elsewhere(mo, bob, client):
    ada = person("ada")
    game = running_game(ada, bob)
    message = chat.say(game_id=game.pk, user=bob, channel="table", text="You fool @ada", now=NOW)
    hiding.hide(actor=mo, message=message, reason="An insult.", now=NOW)
    client.force_login(ada)
    assert "You fool" not in client.get(reverse("pages:notices")).content.decode()


# --- lifting -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "holds"), [("mute", is_muted), ("suspend", is_suspended)])
def test_what_is_lifted_ends_at_once_and_stays_written_down(kind, holds, mo, bob):
    measure = take(kind, mo, bob)
    assert holds(fresh_user(bob), NOW)
    with pytest.raises(ValidationError):
        moderation.lift(actor=mo, measure=measure, reason=" ", now=NOW)
    moderation.lift(actor=mo, measure=measure, reason="It was somebody else.", now=NOW)
    assert not holds(fresh_user(bob), NOW)
    measure.refresh_from_db()
    assert (measure.lifted_by, measure.lifted_at, measure.lift_reason) == (mo, NOW, "It was somebody else.")
    assert AuditEntry.objects.filter(subject=bob, action="lifted").exists()
    with pytest.raises(ValidationError):
        moderation.lift(actor=mo, measure=measure, reason="Again.", now=NOW)


def test_lifting_one_leaves_the_other(mo, bob):
    first = take("mute", mo, bob)
    take("mute", mo, bob, until=LATER + A_WEEK)
    moderation.lift(actor=mo, measure=first, reason="Too much.", now=NOW)
    assert is_muted(fresh_user(bob), NOW)


def test_others_do_not_lift(mo, bob):
    measure = take("mute", mo, bob)
    for user in (bob, person("eve")):
        with pytest.raises(PermissionDenied):
            moderation.lift(actor=user, measure=measure, reason="Please.", now=NOW)


# --- the trail ---------------------------------------------------------------------------------


def test_the_trail_is_only_added_to(mo, bob):
    take("warn", mo, bob)
    entry = AuditEntry.objects.filter(subject=bob).get()
    for change in (
        entry.save,
        entry.delete,
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.update(action="muted"),
        lambda: AuditEntry.objects.bulk_update([entry], ["action"]),
    ):
        with pytest.raises(TypeError):
            change()


def test_the_trail_outlives_a_forgotten_guest(mo):
    guest = User.objects.create_user("visitor", is_guest=True)
    record(actor=mo, action="user_changed", subject=guest, now=NOW)
    number = guest.pk
    guest.delete()
    entry = AuditEntry.objects.select_related("subject").get(action="user_changed")
    assert (entry.subject_id, entry.subject) == (number, None)


def test_whom_a_measure_is_about_is_not_deleted_with_it(mo, bob):
    take("warn", mo, bob)
    with pytest.raises(ProtectedError):
        bob.delete()


# --- what the person sees ----------------------------------------------------------------------


def test_a_warning_is_on_every_page_until_it_is_read(mo, bob, client):
    measure = take("warn", mo, bob)
    client.force_login(fresh_user(bob))
    for address in ("/lobby/", "/my/"):
        assert "Be kind." in client.get(address).content.decode()
    assert client.post(reverse("account:read-measure", args=[measure.pk])).status_code == 302
    assert "Be kind." not in client.get("/lobby/").content.decode()
    assert "Be kind." in client.get(reverse("account:standing")).content.decode()


def test_nobody_reads_for_others(mo, bob, client):
    measure = take("warn", mo, bob)
    client.force_login(person("eve"))
    assert client.post(reverse("account:read-measure", args=[measure.pk])).status_code == 404
    assert fresh_user(bob).has_word


def test_the_page_of_ones_standing_shows_reason_and_end_but_no_internal_note(mo, bob, client):
    take("mute", mo, bob, until=timezone.now() + A_WEEK, note="Watch him.")
    client.force_login(fresh_user(bob))
    page = client.get(reverse("account:standing")).content.decode()
    assert "No writing in any talk until" in page
    assert "Be kind." in page
    assert "Watch him." not in page
    assert "mo" not in page.split("<main")[1].split("</main")[0].split()


def test_an_objection_lands_in_the_queue_once(mo, bob, client):
    measure = take("warn", mo, bob)
    client.force_login(fresh_user(bob))
    for text, status in ((" ", 422), ("I did not.", 302), ("Really.", 422)):
        sent = {"measure": measure.pk, "text": text}
        assert client.post(reverse("account:objection"), sent).status_code == status
    (case,) = Case.objects.all()
    assert [found.objection for found in case.objections.all()] == ["I did not."]
    assert case.user == bob


def test_a_name_is_chosen_on_the_page(mo, bob, client):
    take("rename", mo, bob)
    client.force_login(fresh_user(bob))
    assert client.post(reverse("account:choose-name"), {"name": "x"}).status_code == 422
    assert client.post(reverse("account:choose-name"), {"name": "Robert"}).status_code == 302
    assert "Choose a new name" not in client.get(reverse("account:standing")).content.decode()


# --- cases -------------------------------------------------------------------------------------


def report(user, name="bob", category="cheating", reason="", now=NOW):
    return reports.report_person(user=user, name=name, category=category, reason=reason, now=now)


def test_ten_reports_of_one_person_are_one_case(bob):
    for number in range(10):
        report(person(f"p{number}"))
    assert [case.reports.count() for case in Case.objects.all()] == [10]


def test_messages_and_people_go_into_the_same_case(bob):
    ada = person("ada")
    game = running_game(ada, bob)
    message = chat.say(game_id=game.pk, user=bob, channel="table", text="rude", now=NOW)
    reports.report_message(game_id=game.pk, user=ada, message_id=message.pk, reason="", now=NOW)
    report(ada)
    assert Case.objects.get().reports.count() == 2


def test_a_settled_case_is_told_to_those_who_reported_without_a_word_about_it(mo, bob, client):
    ada = person("ada")
    report(ada)
    case = Case.objects.get()
    cases.take(actor=mo, case=case, now=NOW)
    take("mute", mo, bob, case=case, until=LATER)
    assert cases.likely_outcome(case) == "muted"
    cases.settle(actor=mo, case=case, outcome="muted", now=NOW)
    client.force_login(ada)
    page = client.get("/lobby/").content.decode()
    assert "has looked at what you reported" in page
    page = client.get(reverse("account:standing")).content.decode()
    assert "looked at" in page
    assert "mute" not in page.lower()
    client.post(reverse("account:thanks"))
    assert "has looked at what you reported" not in client.get("/lobby/").content.decode()
    assert report(ada).case != case


def test_a_settled_case_stays_settled(mo, bob):
    report(person("ada"))
    case = Case.objects.get()
    cases.settle(actor=mo, case=case, outcome="no_action", now=NOW)
    for change in (cases.take, cases.give_back):
        with pytest.raises(ValidationError):
            change(actor=mo, case=case, now=NOW)
    with pytest.raises(ValidationError):
        cases.settle(actor=mo, case=case, outcome="warned", now=NOW)
    assert cases.write_note(actor=mo, case=case, note="Came again.", now=NOW).note == "Came again."


def test_nobody_settles_their_own_case_or_one_of_staff(mo):
    ada, other = person("ada"), moderator("other")
    report(ada, "mo")
    report(ada, "other")
    for case in Case.objects.all():
        with pytest.raises(PermissionDenied):
            cases.take(actor=mo, case=case, now=NOW)
    assert cases.take(actor=operator(), case=other.cases.get(), now=NOW)


def test_an_outcome_has_to_be_one(mo, bob):
    report(person("ada"))
    with pytest.raises(ValidationError):
        cases.settle(actor=mo, case=Case.objects.get(), outcome="hanged", now=NOW)


def test_an_objection_reopens_nothing_that_is_settled(mo, bob):
    report(person("ada"))
    first = Case.objects.get()
    measure = take("warn", mo, bob, case=first)
    cases.settle(actor=mo, case=first, outcome="warned", now=NOW)
    objections.object_to(measure=measure, text="No!", now=NOW)
    measure.refresh_from_db()
    assert measure.objection_case not in (None, first)
