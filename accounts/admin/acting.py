"""From what a moderator sent to the service that does it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import Form
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin.forms import HideForm, LiftForm, MeasureForm, NoteForm, SettleForm
from accounts.models import Case, Measure, User
from accounts.services import cases, moderation
from games.models import ChatMessage
from games.services import hiding

Kind = Measure.Kind


@dataclass(frozen=True, slots=True)
class Act:
    form: type[Form]
    do: Callable[[User, Case, Any, datetime], object]
    done: Promise | str
    """What there is to say when it is."""


def act(*, actor: User, case: Case, name: str, form: Form, now: datetime) -> str:
    """What there is to say about it. Raises ValidationError, and changes nothing then."""
    if not form.is_valid():
        raise ValidationError(_("Please look at what is marked below."))
    with transaction.atomic():
        ACTS[name].do(actor, case, form, now)
    return str(ACTS[name].done)


def form_of(data: Mapping[str, str]) -> tuple[str, Form]:
    name = data.get("act", "")
    if name not in ACTS:
        raise ValidationError(_("There is no such button."))
    return name, ACTS[name].form(data)


# --- one function a button ---------------------------------------------------------------------


def take(actor: User, case: Case, _form: Form, now: datetime) -> None:
    cases.take(actor=actor, case=case, now=now)


def give_back(actor: User, case: Case, _form: Form, now: datetime) -> None:
    cases.give_back(actor=actor, case=case, now=now)


def write_note(actor: User, case: Case, form: NoteForm, now: datetime) -> None:
    cases.write_note(actor=actor, case=case, note=form.cleaned_data["note"], now=now)


def settle(actor: User, case: Case, form: SettleForm, now: datetime) -> None:
    cases.settle(actor=actor, case=case, outcome=form.cleaned_data["outcome"], now=now)


def take_measure(actor: User, case: Case, form: MeasureForm, now: datetime) -> None:
    check_unsettled(case)
    if case.user is None:
        raise ValidationError(_("Whoever this was about has left the site."))
    sent, kind = form.cleaned_data, Kind(form.cleaned_data["kind"])
    given: dict[str, Any] = {"actor": actor, "user": case.user, "case": case, "now": now}
    given |= {"reason": sent["reason"], "note": sent["note"]}
    if kind in Measure.LASTING:
        given["until"] = form.until(now)
    MEASURES[kind](**given)
    if sent["settle"]:
        cases.settle(actor=actor, case=case, outcome=cases.OUTCOMES[kind], now=now)


def hide(actor: User, case: Case, form: HideForm, now: datetime) -> None:
    """Only what was reported: a moderator reads no other talk, and hides none."""
    check_unsettled(case)
    message = ChatMessage.objects.filter(pk=form.cleaned_data["message"], reports__case=case).first()
    if message is None:
        raise ValidationError(_("This message was not reported."))
    hiding.hide(actor=actor, message=message, reason=form.cleaned_data["reason"], case=case, now=now)


def lift(actor: User, case: Case, form: LiftForm, now: datetime) -> None:
    measure = Measure.objects.filter(pk=form.cleaned_data["measure"], user=case.user_id).first()
    if measure is None:
        raise ValidationError(_("There is no such measure."))
    moderation.lift(actor=actor, measure=measure, reason=form.cleaned_data["reason"], now=now)


def check_unsettled(case: Case) -> None:
    if case.state == Case.State.SETTLED:
        raise ValidationError(_("This case has been settled meanwhile."))


MEASURES: dict[Kind, Callable[..., Measure]] = {
    Kind.WARNING: moderation.warn,
    Kind.MUTE: moderation.mute,
    Kind.SUSPENSION: moderation.suspend,
    Kind.RENAME: moderation.rename,
    Kind.PROFILE: moderation.empty_profile,
}
ACTS = {
    "take": Act(Form, take, gettext_lazy("You look after this case now.")),
    "give_back": Act(Form, give_back, gettext_lazy("The case is open for others again.")),
    "note": Act(NoteForm, write_note, gettext_lazy("The note is kept.")),
    "measure": Act(MeasureForm, take_measure, gettext_lazy("Done, and written down.")),
    "hide": Act(HideForm, hide, gettext_lazy("The message is hidden.")),
    "lift": Act(LiftForm, lift, gettext_lazy("The measure is lifted.")),
    "settle": Act(SettleForm, settle, gettext_lazy("The case is settled. Those who reported will see that.")),
}
