"""The shapes of what is said of notices; see `schemas`."""

from rest_framework.serializers import (
    CharField,
    ChoiceField,
    DateTimeField,
    DictField,
    IntegerField,
    ListField,
    RegexField,
    Serializer,
    URLField,
    UUIDField,
)

from games.models import Notice as NoticeRow
from games.models import NoticeSettings as SettingsRow
from games.services.notices.changing import LONGEST_DELAY
from games.services.notices.preferences import CHANNELS, DEFAULTS

TIME = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"


class WebhookState(Serializer):
    url = URLField()
    broken_at = DateTimeField(allow_null=True, help_text="When it was given up.")


class NoticeChanges(Serializer):
    wanted = DictField(
        child=ListField(child=ChoiceField(CHANNELS)),
        required=False,
        help_text="The channels for each kind of notice. Kinds: " + ", ".join(DEFAULTS) + ".",
    )
    mail_mode = ChoiceField(SettingsRow.MailMode.values, required=False)
    mail_delay = IntegerField(
        required=False, min_value=1, max_value=LONGEST_DELAY, help_text="Minutes until mails are sent together."
    )
    digest_hour = IntegerField(required=False, min_value=0, max_value=23, help_text="Of the daily mail, in your zone.")
    quiet_from = RegexField(TIME, required=False, allow_null=True, help_text="In your zone.")
    quiet_until = RegexField(TIME, required=False, allow_null=True)


class NoticeSettings(Serializer):
    wanted = DictField(child=ListField(child=ChoiceField(CHANNELS)), help_text="The channels for each kind of notice.")
    mail_mode = ChoiceField(SettingsRow.MailMode.values)
    mail_delay = IntegerField()
    digest_hour = IntegerField()
    quiet_from = RegexField(TIME, allow_null=True)
    quiet_until = RegexField(TIME, allow_null=True)
    mail_broken_at = DateTimeField(allow_null=True, help_text="Since when your address sends mails back.")
    push_devices = IntegerField(help_text="Browsers that show you push messages.")
    webhook = WebhookState(allow_null=True)


class Notice(Serializer):
    kind = ChoiceField(NoticeRow.Kind.values)
    game = UUIDField()
    version = IntegerField(help_text="Of the game.")
    channel = ChoiceField(CHANNELS)
    state = ChoiceField(NoticeRow.State.values)
    reason = CharField(help_text="Why it waits, was not needed or failed: a sentence for people.")
    instead_of = ChoiceField(CHANNELS, allow_null=True, help_text="The channel that failed, where this one steps in.")
    created_at = DateTimeField()
    due_at = DateTimeField()
    sent_at = DateTimeField(allow_null=True)
    seen_at = DateTimeField(allow_null=True)


class NoticePage(Serializer):
    count = IntegerField()
    next = CharField(allow_null=True)
    previous = CharField(allow_null=True)
    results = Notice(many=True)
