"""The shapes of requests and answers, for the OpenAPI document; tests hold every answer against them."""

from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateTimeField,
    DictField,
    EmailField,
    IntegerField,
    Serializer,
    UUIDField,
)

from accounts.models import Export as Exported
from accounts.models.token import NAME_LENGTH
from games.models import Pool


class CurrentRating(Serializer):
    rules = CharField()
    pool = ChoiceField(Pool.values, help_text="Games among people, or with bots.")
    rating = IntegerField()
    spread = IntegerField(help_text="To either side: 95 of 100 times the truth lies within.")
    provisional = BooleanField(help_text="Whether it is still a guess.")
    games = IntegerField(help_text="That counted.")
    last_at = DateTimeField(help_text="When the last of them ended.")


class WayResults(Serializer):
    rules = CharField()
    mode = CharField()
    seats = IntegerField()
    games = IntegerField()
    won = IntegerField(help_text="The first place, alone.")
    shared = IntegerField(help_text="The first place, together with another side.")
    lost = IntegerField()


class Profile(Serializer):
    name = CharField()
    about = CharField(help_text="A few words of their own, plain text.")
    guest = BooleanField(help_text="Whether they play without an account.")
    member_since = DateTimeField()
    games_played = DictField(child=IntegerField(), help_text="Public games that have ended, by rules.")
    results = WayResults(
        many=True, help_text="Of finished games that you may know of, by rules, mode and number of seats."
    )
    ratings = CurrentRating(many=True, help_text="None of somebody who keeps them private.")


class RatingPoint(Serializer):
    at = DateTimeField(help_text="When the game ended.")
    rating = IntegerField(help_text="After it.")
    spread = IntegerField(help_text="To either side: 95 of 100 times the truth lies within.")
    provisional = BooleanField()
    change = IntegerField()
    game = UUIDField()


class RatingHistory(Serializer):
    name = CharField()
    pool = ChoiceField(Pool.values)
    ratings = DictField(child=RatingPoint(many=True), help_text="By rules, oldest first.")


class Me(Serializer):
    name = CharField()
    email = CharField()
    email_confirmed = BooleanField(help_text="Only then notices are mailed.")
    email_waiting = CharField(help_text="An address that is to be confirmed, if there is one.")
    time_zone = CharField(help_text="Such as Europe/Amsterdam; empty for the site's own.")
    language = CharField(help_text="Of mails and feeds: en, de or nl; empty for the site's own.")
    ratings_private = BooleanField(help_text="Whether nobody else may see your ratings.")
    member_since = DateTimeField()


class MeChanges(Serializer):
    email = EmailField(required=False, allow_blank=True)
    time_zone = CharField(required=False, allow_blank=True)
    language = CharField(required=False, allow_blank=True)
    ratings_private = BooleanField(required=False)


class Token(Serializer):
    id = IntegerField()
    name = CharField()
    created_at = DateTimeField()
    last_used_at = DateTimeField(allow_null=True)


class NewToken(Serializer):
    name = CharField(max_length=NAME_LENGTH, help_text="What it is for.")


class MadeToken(Token):
    token = CharField(help_text="The token itself, which is shown this once.")


class Export(Serializer):
    state = ChoiceField(Exported.State.values)
    done = IntegerField(help_text="Games that are packed.")
    total = IntegerField(help_text="Games in all.")
    asked_at = DateTimeField()
    ready_at = DateTimeField(allow_null=True)
    expires_at = DateTimeField(allow_null=True, help_text="When it is deleted.")
    size = IntegerField(allow_null=True, help_text="Bytes, once it is ready.")


class NewBlock(Serializer):
    name = CharField(help_text="Of whoever you want nothing to do with.")


class Blocked(Serializer):
    name = CharField()
    at = DateTimeField(help_text="Since when.")
