"""Every text that the site keeps has a fate when an account is deleted; a new one has to be given one."""

from django.apps import apps
from django.db import models

from accounts.models import User
from accounts.services.forgetting import goes_with_them

TEXTS = (
    models.CharField,
    models.TextField,
    models.JSONField,
    models.BinaryField,
    models.FileField,
    models.GenericIPAddressField,
)

EMPTIED = {
    *("accounts.Measure.lift_reason", "accounts.Measure.note", "accounts.Measure.objection"),
    *("accounts.Measure.old_name", "accounts.Measure.reason", "accounts.Measure.removed"),
    *("accounts.Case.note", "accounts.User.about", "accounts.User.email", "accounts.User.first_name"),
    *("accounts.User.language", "accounts.User.last_name", "accounts.User.looks_like", "accounts.User.password"),
    *("accounts.User.time_zone", "accounts.User.username", "games.ChatMessage.text", "games.Report.reason"),
}
"""The row stays for others, without what it said of whoever has gone."""

REWORDED = {
    *("accounts.Case.note", "accounts.Measure.lift_reason", "accounts.Measure.note", "accounts.Measure.objection"),
    *("accounts.Measure.reason", "admin.LogEntry.change_message", "admin.LogEntry.object_repr"),
    *("games.ChatMessage.text", "games.Note.text", "games.Report.reason"),
}
"""What others wrote may name them."""

DELETED = {
    "account.EmailConfirmation": {"key"},  # with its address
    "accounts.Dispatch": {"kind", "language", "said", "to"},
    "games.Hint": {"choices", "error"},
    "games.Invitation": {"address", "token"},
    "games.Submission": {"answer", "fingerprint", "key"},
    "sessions.Session": {"session_data", "session_key"},
}
"""Rows that tell of them, whoever they belong to."""

GO_WITH_THEM = {
    "account.EmailAddress": {"email"},
    "accounts.ApiToken": {"digest", "name"},
    "accounts.Export": {"state"},
    "accounts.FormerName": {"looks_like", "name"},
    "games.Notice": {"channel", "instead_of", "kind", "message_id", "reason", "state"},
    "games.NoticeSettings": {"mail_mode", "wanted", "wanted_before"},
    "games.PushSubscription": {"auth", "browser", "endpoint", "p256dh"},
    "games.SoloResult": {"rules_key", "track"},
    "games.Webhook": {"secret", "url"},
    "mfa.Authenticator": {"data", "type"},
    "usersessions.UserSession": {"data", "ip", "session_key", "user_agent"},
}
"""Deleted as the row of the account would take them along; nobody else's of the kind says anything of them."""

ON_PURPOSE = {
    "games.Player.client_seed": "the deal cannot be checked without it; a browser's is random",
    "games.QuietAddress.digest": "the hash of an address that wants no mail: without it, it would get some",
}

NOT_OF_PEOPLE = {
    "accounts.AuditEntry": {"action", "details"},  # numbers and words of the program
    "accounts.Case": {"outcome", "state"},
    "accounts.ExportPart": {"data", "entries"},  # go with their export
    "accounts.Measure": {"kind"},
    "admin.LogEntry": {"object_id"},
    "auth.Group": {"name"},
    "auth.Permission": {"codename", "name"},
    "contenttypes.ContentType": {"app_label", "model"},
    "games.BotTurn": {"bot", "error"},
    "games.ChatMessage": {"channel"},
    "games.ClockEntry": {"kind"},
    "games.Game": {
        *("commitment", "link", "mode", "options", "pace", "rating_pool", "result", "rules_key", "secret"),
        *("stand_in", "state", "status"),
    },
    "games.Move": {"actions", "by", "gains"},
    "games.Player": {"bot", "left_by", "outcome", "sitting_in", "way"},
    "games.Rating": {"bot", "pool", "rules_key"},
    "games.RatingChange": {"bot", "company", "pool", "rules_key", "why"},
    "games.RatingPool": {"pool", "rules_key"},
    "games.Report": {"category"},
    "games.Review": {"error", "turns"},
    "games.Series": {"commitments", "places", "secrets", "totals"},
}
"""Made by the program of nothing that people type."""


def fields_of(table: dict[str, set[str]]) -> set[str]:
    return {f"{model}.{field}" for model, fields in table.items() for field in fields}


KNOWN = EMPTIED | REWORDED | set(ON_PURPOSE) | fields_of(DELETED) | fields_of(GO_WITH_THEM) | fields_of(NOT_OF_PEOPLE)


def texts() -> set[str]:
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if isinstance(field, TEXTS)
    }


def test_every_text_has_a_fate() -> None:
    missing = sorted(texts() - KNOWN)
    assert not missing, f"What becomes of {missing} when an account is deleted? See accounts/services/forgetting.py"


def test_no_fate_is_of_what_is_not_there() -> None:
    assert sorted(KNOWN - texts()) == []


def test_what_goes_with_them_is_deleted_by_itself() -> None:
    relations = User._meta.get_fields(include_hidden=True)
    theirs = {
        relation.related_model._meta.label
        for relation in relations
        if isinstance(relation, models.ManyToOneRel) and goes_with_them(relation)
    }
    assert set(GO_WITH_THEM) <= theirs
