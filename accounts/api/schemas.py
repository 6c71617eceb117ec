"""The shapes of requests and answers, for the OpenAPI document; tests hold every answer against them."""

from rest_framework.serializers import (
    BooleanField,
    CharField,
    DateTimeField,
    DictField,
    EmailField,
    IntegerField,
    Serializer,
)

from accounts.models.token import NAME_LENGTH


class Profile(Serializer):
    name = CharField()
    member_since = DateTimeField()
    games_played = DictField(child=IntegerField(), help_text="Public games that have ended, by rules.")


class Rating(Serializer):
    at = DateTimeField()
    rating = IntegerField()


class RatingHistory(Serializer):
    name = CharField()
    ratings = DictField(child=Rating(many=True), help_text="By rules, oldest first.")


class Me(Serializer):
    name = CharField()
    email = CharField()
    email_confirmed = BooleanField(help_text="Only then notices are mailed.")
    email_waiting = CharField(help_text="An address that is to be confirmed, if there is one.")
    time_zone = CharField(help_text="Such as Europe/Amsterdam; empty for the site's own.")
    language = CharField(help_text="Of mails and feeds: en, de or nl; empty for the site's own.")
    member_since = DateTimeField()


class MeChanges(Serializer):
    email = EmailField(required=False, allow_blank=True)
    time_zone = CharField(required=False, allow_blank=True)
    language = CharField(required=False, allow_blank=True)


class Token(Serializer):
    id = IntegerField()
    name = CharField()
    created_at = DateTimeField()
    last_used_at = DateTimeField(allow_null=True)


class NewToken(Serializer):
    name = CharField(max_length=NAME_LENGTH, help_text="What it is for.")


class MadeToken(Token):
    token = CharField(help_text="The token itself, which is shown this once.")
