"""What moderators send from the page of a case."""

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Case, Measure
from accounts.models.case import NOTE_LENGTH
from accounts.models.measure import REASON_LENGTH

FOR_GOOD, A_DATE = "good", "date"
LENGTHS = [
    ("1", _("1 day")),
    ("3", _("3 days")),
    ("7", _("1 week")),
    ("30", _("30 days")),
    ("90", _("90 days")),
    ("365", _("1 year")),
    (FOR_GOOD, _("for good")),
    (A_DATE, _("until the date below")),
]
KINDS = [
    (Measure.Kind.WARNING, _("Warn: a word to read and confirm on the next page")),
    (Measure.Kind.MUTE, _("Mute: no writing in any talk")),
    (Measure.Kind.SUSPENSION, _("Suspend: no signing in, no programs, no invitations")),
    (Measure.Kind.RENAME, _("Rename: a made-up name, until they choose another")),
    (Measure.Kind.PROFILE, _("Empty what they say about themselves")),
]


class MeasureForm(forms.Form):
    kind = forms.ChoiceField(label=_("What to do"), choices=KINDS, initial=Measure.Kind.WARNING)
    length = forms.ChoiceField(
        label=_("For how long"), choices=LENGTHS, initial="7", help_text=_("Of mutes and suspensions.")
    )
    date = forms.DateField(
        label=_("Until"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    reason = forms.CharField(
        label=_("Reason, for the person concerned"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea({"rows": 3}),
    )
    note = forms.CharField(
        label=_("Note for colleagues"), max_length=NOTE_LENGTH, required=False, widget=forms.Textarea({"rows": 2})
    )
    settle = forms.BooleanField(label=_("and settle the case with that"), required=False, initial=True)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("length") == A_DATE and not cleaned.get("date") and self.lasts:
            self.add_error("date", _("Say until when."))
        return cleaned

    @property
    def lasts(self) -> bool:
        return self.cleaned_data.get("kind") in Measure.LASTING

    def until(self, now: datetime) -> datetime | None:
        """None: for good."""
        length = self.cleaned_data["length"]
        if length == A_DATE:
            return timezone.make_aware(datetime.combine(self.cleaned_data["date"], time()))
        return None if length == FOR_GOOD else now + timedelta(days=int(length))


class HideForm(forms.Form):
    message = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason, for the person concerned"), max_length=REASON_LENGTH)


class LiftForm(forms.Form):
    measure = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Why"), max_length=REASON_LENGTH)


class NoteForm(forms.Form):
    note = forms.CharField(
        label=_("Note for colleagues"), max_length=NOTE_LENGTH, required=False, widget=forms.Textarea({"rows": 3})
    )


class SettleForm(forms.Form):
    outcome = forms.ChoiceField(label=_("Outcome"), choices=Case.Outcome)
