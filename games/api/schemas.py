"""The shapes of requests and answers, for the OpenAPI document; tests hold every answer against them.

Nothing is parsed or rendered with these: services read what is sent, selectors write what is answered.
"""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateField,
    DateTimeField,
    DictField,
    FloatField,
    IntegerField,
    ListField,
    RegexField,
    Serializer,
    UUIDField,
)

from games.bots.registry import BOTS, DESCRIPTIONS
from games.clock.paces import (
    BANK_HOURS,
    DAYS_A_TURN,
    DAYS_OFF,
    DEFAULT_DAYS_OFF,
    INCREMENT_HOURS,
    LONGEST_CAP,
)
from games.engine.record import BY, FORMAT, SEAL_LENGTH
from games.engine.registry import RULES
from games.engine.seating import ORDERS
from games.models import ClockEntry as ClockEntryRow
from games.models import Game as GameRow
from games.services.wishes import LONGEST_SERIES, STAND_IN

MODES = sorted({mode for rules in RULES.values() for mode in rules.variants})
KINDS = ["human", "bot", "invited", "open"]
ENDINGS = ["blocked", "tiles", "cards", "stuck", "instant", "resigned", "timeout"]
HEX = "^[0-9a-f]{64}$"
SEAL = rf"^[0-9a-f]{{{SEAL_LENGTH}}}$"
SEED = r"^[ -{}~]{0,64}$"


@extend_schema_field({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2, "example": [1, -5]})
class CellField(serializers.Field):
    """Two coordinates."""


@extend_schema_field({"type": "array", "minItems": 3, "maxItems": 3, "example": [0, -5, "R"]})
class PrintedField(serializers.Field):
    """A cell and what lies on it."""


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}, "example": {"R": 1, "B": 0}})
class CountsField(serializers.Field):
    """Numbers by colour, tile or card."""


def counts_by_seat() -> ListField:
    return ListField(child=ListField(child=IntegerField()), required=False)


# --- rules -------------------------------------------------------------------------------------


class Mode(Serializer):
    mode = ChoiceField(MODES)
    seats = ListField(child=IntegerField(), help_text="How many can play.")
    sides = ListField(child=IntegerField(), allow_null=True, help_text="The side of each seat, where seats are a team.")


class PaceOptions(Serializer):
    days = ListField(child=IntegerField(), help_text="What a turn may take.")
    bank = ListField(child=IntegerField(), help_text="The fewest and the most hours; likewise the next three.")
    increment = ListField(child=IntegerField())
    cap = ListField(child=IntegerField(), help_text="A cap is no less than its bank.")
    days_off = ListField(child=IntegerField())


class Options(Serializer):
    order = ListField(child=ChoiceField(ORDERS))
    pace = PaceOptions()
    series = IntegerField(help_text="How many games a series may have; 1 where there are none.")


class Strength(Serializer):
    key = ChoiceField(list(DESCRIPTIONS))
    name = CharField()
    description = CharField()
    percent_against_greedy = IntegerField(allow_null=True, help_text="Games for two that it wins of a hundred.")


class Rules(Serializer):
    key = ChoiceField(list(RULES))
    title = CharField()
    modes = Mode(many=True)
    options = Options()
    bots = ListField(child=ChoiceField(list(BOTS)), help_text="All that may take a seat.")
    strengths = Strength(many=True, help_text="Those of them that people are offered, weakest first.")


# --- requests ----------------------------------------------------------------------------------


class Pace(Serializer):
    """Days a turn; or a time bank, all in hours: unused time is kept, and each turn played adds the increment."""

    days = ChoiceField(DAYS_A_TURN, required=False)
    bank = IntegerField(required=False, min_value=BANK_HOURS[0], max_value=BANK_HOURS[-1])
    increment = IntegerField(required=False, min_value=INCREMENT_HOURS[0], max_value=INCREMENT_HOURS[-1])
    cap = IntegerField(
        required=False, min_value=BANK_HOURS[0], max_value=LONGEST_CAP, help_text="What a bank holds at most."
    )
    weekends_off = BooleanField(
        required=False, help_text="Whether clocks stand still on Saturdays and Sundays where their player lives."
    )
    days_off = IntegerField(
        required=False,
        min_value=DAYS_OFF[0],
        max_value=DAYS_OFF[-1],
        help_text=f"For how many days off a player's clock may stand still in this game; {DEFAULT_DAYS_OFF} if absent.",
    )


class WishedSeat(Serializer):
    """Exactly one of these."""

    me = BooleanField(required=False)
    bot = ChoiceField(list(BOTS), required=False)
    open = BooleanField(required=False)
    invite = CharField(required=False, help_text="A user name or an e-mail address.")


class NewGame(Serializer):
    rules = ChoiceField(list(RULES))
    mode = ChoiceField(MODES, default="free")
    seats = ListField(child=WishedSeat(), min_length=1, max_length=4)
    order = ChoiceField(ORDERS, default="random")
    rated = BooleanField(default=False)
    public = BooleanField(default=True)
    pace = Pace(allow_null=True, required=False, help_text="Null for none; 3 days a turn if nothing is said.")
    stand_in = ChoiceField(list(BOTS), default=STAND_IN, help_text="The bot that takes over from whoever leaves.")
    series = IntegerField(min_value=1, max_value=LONGEST_SERIES, default=1)
    client_seed = RegexField(SEED, required=False, help_text="Your part in the deal; the server proposes one.")
    table_talk = BooleanField(default=False, help_text="Whether partners of a team share a private channel.")


class Join(Serializer):
    client_seed = RegexField(SEED, required=False, help_text="Your part in the deal; the server proposes one.")
    link = CharField(required=False, help_text="The secret link of a private table.")


class Kick(Serializer):
    name = CharField(help_text="Whose seat or invitation.")


class Rematch(Serializer):
    client_seed = RegexField(SEED, required=False)


class Action(Serializer):
    """`place` a tile on cells, `play` a card (on a cell), or `swap`; which of them, the rules tell."""

    type = ChoiceField(["place", "play", "swap"])
    tile = RegexField("^[RGBOYV]{2}$", required=False)
    cells = ListField(child=CellField(), required=False, min_length=2, max_length=2)
    card = RegexField("^[RGBOYVT][RGBOYVA2-7]$", required=False)
    cell = CellField(required=False)


class Draft(Serializer):
    actions = Action(many=True)


class Turn(Draft):
    version = IntegerField(help_text="How many moves the game had when you looked.")


# --- a game ------------------------------------------------------------------------------------


class Away(Serializer):
    until = DateTimeField()

    def get_fields(self) -> dict[str, Any]:
        return {"from": DateTimeField(), **super().get_fields()}  # a keyword, which cannot be an attribute


class RatingNumber(Serializer):
    rating = IntegerField()
    spread = IntegerField(help_text="To either side: 95 of 100 times the truth lies within.")
    provisional = BooleanField(help_text="Whether it is still a guess.")


class RatingChange(Serializer):
    before = IntegerField()
    after = IntegerField()
    change = IntegerField()
    weight = FloatField(help_text="How much of its full effect the game had, from 0 to 1.")
    why = DictField(help_text="The facts behind it: place, of, shared, left, at_once, met, …")


class Seat(Serializer):
    kind = ChoiceField(KINDS)
    name = CharField(required=False, allow_null=True)
    seat = IntegerField(required=False, allow_null=True, help_text="Null until the game has started.")
    joined = IntegerField(required=False)
    bot = ChoiceField(list(BOTS), required=False, allow_null=True)
    sitting_in = ChoiceField(list(BOTS), required=False, allow_null=True, help_text="The bot that plays for now.")
    left = ChoiceField(["resign", "timeout"], required=False, allow_null=True)
    place = IntegerField(required=False, allow_null=True)
    client_seed = CharField(required=False, help_text="Shown once the game has started.")
    bank = IntegerField(required=False, allow_null=True, help_text="Seconds in the time bank.")
    away = Away(required=False, allow_null=True, help_text="The days off that this player has now or next.")
    rating = RatingNumber(
        required=False,
        allow_null=True,
        help_text="In games that are rated, as it is now; null where its owner keeps it private.",
    )
    rating_change = RatingChange(
        required=False,
        allow_null=True,
        help_text="What a rated game that has ended did to it, as soon as that is known; not in lists.",
    )


class Result(Serializer):
    ended_by = ChoiceField(ENDINGS)
    places = ListField(child=IntegerField(), help_text="By seat.")
    tracks = counts_by_seat()
    points = ListField(child=IntegerField(), required=False)
    scores = ListField(child=IntegerField(), required=False)


class GameOptions(Serializer):
    order = ChoiceField(ORDERS)
    first = IntegerField(required=False, help_text="The starting seat.")
    series = UUIDField(required=False)
    table_talk = BooleanField(required=False)


class GameSummary(Serializer):
    id = UUIDField()
    rules = ChoiceField(list(RULES))
    mode = ChoiceField(MODES)
    options = GameOptions()
    status = ChoiceField(GameRow.Status.values)
    version = IntegerField(help_text="How many turns are logged.")
    to_move = IntegerField(allow_null=True, help_text="The seat to move.")
    deadline = DateTimeField(
        allow_null=True,
        help_text="When the time for this turn runs out; without a pace, 60 days after it began.",
    )
    commitment = RegexField(HEX, help_text="SHA-256 of the secret that the deal follows from.")
    host = CharField(allow_null=True)
    public = BooleanField()
    rated = BooleanField()
    pace = Pace(allow_null=True)
    stand_in = ChoiceField(list(BOTS))
    series = UUIDField(allow_null=True)
    seats = Seat(many=True)
    result = Result(allow_null=True)
    created_at = DateTimeField()
    started_at = DateTimeField(allow_null=True)
    ended_at = DateTimeField(allow_null=True)


class GamePage(Serializer):
    count = IntegerField()
    next = CharField(allow_null=True)
    previous = CharField(allow_null=True)
    results = GameSummary(many=True)


class Placed(Serializer):
    n = IntegerField(help_text="The number of the turn.")
    seat = IntegerField()
    tile = CharField()
    cells = ListField(child=CellField())
    level = IntegerField()


class AnyView(Serializer):
    mode = ChoiceField(MODES)
    version = IntegerField()
    seat = IntegerField(allow_null=True, help_text="The reader's.")
    to_move = IntegerField(allow_null=True)
    due = IntegerField(help_text="How many tiles or cards the turn still asks for.")
    ended_by = ChoiceField(ENDINGS, allow_null=True)
    winner = IntegerField(allow_null=True, help_text="The side that won at once, whatever the points.")


class BoardView(AnyView):
    """`genial` and `genial-3d`."""

    swapping = BooleanField()
    radius = IntegerField()
    printed = ListField(child=PrintedField())
    placed = Placed(many=True)
    tracks = ListField(child=CountsField(), help_text="Per side.")
    side_of = ListField(child=IntegerField(), help_text="Per seat.")
    rack = ListField(child=CharField(), allow_null=True, help_text="Your own; null for spectators.")
    rack_sizes = ListField(child=IntegerField())
    bag = IntegerField()
    unseen = CountsField(help_text="What you have not seen.")
    opening = ListField(child=CellField(), help_text="Start cells still to be touched.")
    final_round = BooleanField()
    turns_left = IntegerField(allow_null=True, required=False)


class CardsView(AnyView):
    """`genial-cards`."""

    swapping = BooleanField()
    open = ListField(child=ListField(child=CharField()), help_text="Per seat.")
    hand = ListField(child=CharField(), allow_null=True, help_text="Your own; null for spectators.")
    hand_sizes = ListField(child=IntegerField())
    pile = IntegerField()
    discard = IntegerField()
    tracks = ListField(child=CountsField())
    unseen = CountsField()


class GridView(AnyView):
    """`koepfchen`."""

    grid = ListField(child=PrintedField())
    hand = ListField(child=CharField(), allow_null=True, help_text="Your own; null for spectators.")
    hand_sizes = ListField(child=IntegerField())
    shown = ListField(child=ListField(child=CharField()), help_text="What passes have shown, per seat.")
    pile = IntegerField()
    scores = ListField(child=IntegerField())
    unseen = ListField(child=CharField())


VIEW = PolymorphicProxySerializer(
    component_name="View", serializers=[BoardView, CardsView, GridView], resource_type_field_name=None
)


@extend_schema_field(VIEW)
class ViewField(serializers.Field):
    """What the reader may see of the board."""


class Game(GameSummary):
    my_seat = IntegerField(allow_null=True)
    view = ViewField(allow_null=True, help_text="Null until the game has started.")
    link = CharField(required=False, help_text="The secret link of an open table, for those who sit at it.")


class Series(Serializer):
    id = UUIDField()
    length = IntegerField()
    commitments = ListField(child=RegexField(HEX))
    totals = ListField(child=IntegerField(), help_text="Points so far, by seat.")
    places = ListField(child=IntegerField(), allow_null=True)
    created_at = DateTimeField()
    ended_at = DateTimeField(allow_null=True)
    games = GameSummary(many=True)


# --- clocks ------------------------------------------------------------------------------------


class MoreTime(Serializer):
    version = IntegerField(help_text="How many moves the game had when you looked.")
    given = IntegerField(required=False, help_text="How many days had been given for this turn when you looked.")


class SeatClock(Serializer):
    seat = IntegerField(allow_null=True)
    bank = IntegerField(allow_null=True, help_text="Seconds in the time bank.")
    days_off_left = IntegerField(help_text="Seconds of days off for which this clock may yet stand still.")
    away = Away(allow_null=True)


class ClockEntry(Serializer):
    kind = ChoiceField(ClockEntryRow.Kind.values)
    seat = IntegerField()
    at = DateTimeField()
    version = IntegerField()
    seconds = IntegerField(help_text="Time for the turn, used, given, or by how much days off move the deadline.")
    paused = IntegerField(help_text="Of a turn that has ended: the seconds for which its clock stood still.")
    bank = IntegerField(allow_null=True)
    deadline = DateTimeField(allow_null=True)
    by = CharField(allow_null=True, help_text="Who gave the time.")


class Clock(Serializer):
    pace = Pace(allow_null=True)
    to_move = IntegerField(allow_null=True)
    turn_began_at = DateTimeField(allow_null=True)
    turn_seconds = IntegerField(help_text="For how long the clock of this turn may run; 0 for a bot's.")
    deadline = DateTimeField(allow_null=True)
    given = IntegerField(help_text="Days that opponents have given for this turn.")
    seats = SeatClock(many=True)
    entries = ClockEntry(many=True, help_text="Every change of a clock, oldest first.")


class DaysOff(Serializer):
    id = IntegerField()
    first_day = DateField()
    last_day = DateField()
    starts_at = DateTimeField()
    ends_at = DateTimeField()


class NewDaysOff(Serializer):
    first_day = DateField()
    last_day = DateField()


class FewerDaysOff(Serializer):
    last_day = DateField(help_text="An earlier one.")


class MyDaysOff(Serializer):
    time_zone = CharField(help_text="In which your days begin and end.")
    days_a_year = IntegerField()
    left = DictField(child=IntegerField(), help_text="By calendar year: this one and the next.")
    days_off = DaysOff(many=True, help_text="All that you have taken or planned, oldest first.")


# --- turns -------------------------------------------------------------------------------------


class LoggedAction(Serializer):
    type = ChoiceField(["place", "play", "swap", "pass", "timeout", "resign", "return"])
    tile = CharField(required=False)
    cells = ListField(child=CellField(), required=False)
    card = CharField(required=False)
    cell = CellField(required=False)
    shown = ListField(child=CharField(), required=False)


class Move(Serializer):
    n = IntegerField()
    seat = IntegerField()
    by = ChoiceField(BY)
    at = DateTimeField()
    actions = LoggedAction(many=True)
    gains = ListField(child=CountsField(), help_text="One entry an action.")


class Legal(Serializer):
    actions = LoggedAction(many=True)
    complete = BooleanField(help_text="Whether the draft may be sent as it is.")


class Preview(Serializer):
    gains = ListField(child=CountsField())
    why = ListField(child=ListField(child=DictField()), help_text="Where the points come from, per action.")
    tracks = ListField(child=CountsField(), required=False)
    scores = ListField(child=IntegerField(), required=False)
    due = IntegerField(help_text="How many more tiles or cards the turn asks for.")
    complete = BooleanField()
    ended_by = ChoiceField(ENDINGS, allow_null=True)
    view = ViewField()


# --- the record --------------------------------------------------------------------------------


class RecordSeat(Serializer):
    seat = IntegerField()
    joined = IntegerField()
    name = CharField()
    kind = ChoiceField(["human", "bot"])
    bot = ChoiceField(list(BOTS), required=False)
    client_seed = CharField()


class Record(Serializer):
    format = ChoiceField([FORMAT])
    id = UUIDField()
    rules = ChoiceField(list(RULES))
    mode = ChoiceField(MODES)
    options = GameOptions()
    commitment = RegexField(HEX)
    secret = RegexField(HEX, allow_null=True, help_text="Null while the game runs.")
    seats = RecordSeat(many=True)
    moves = Move(many=True)
    seals = ListField(
        child=RegexField(SEAL), help_text="One for each move: a chain of hashes over the log, from the commitment on."
    )
    result = Result(allow_null=True)


# --- hints and reviews -------------------------------------------------------------------------

THINKING = ["thinking", "ready", "failed"]


class WeighedTurn(Serializer):
    actions = Action(many=True)
    worth = FloatField(help_text="The share of the win to expect, 0 to 1; alone: the lowest colour to expect.")


class Hint(Serializer):
    version = IntegerField()
    status = ChoiceField(THINKING)
    choices = WeighedTurn(many=True, help_text="Best first; empty until it is ready.")


class JudgedTurn(Serializer):
    n = IntegerField(help_text="The number of the turn.")
    seat = IntegerField()
    best = WeighedTurn()
    played = WeighedTurn()
    loss = FloatField(help_text="What the played turn was worth less than the best one found.")
    luck = FloatField(allow_null=True, help_text="What the draw before this turn was worth beyond an average draw.")


class ReviewedSeat(Serializer):
    seat = IntegerField()
    turns = IntegerField()
    loss = FloatField(help_text="On average a turn.")
    luck = FloatField(help_text="All draws together.")


class Review(Serializer):
    status = ChoiceField(THINKING)
    done = IntegerField(help_text="Turns looked at so far.")
    total = IntegerField()
    turns = JudgedTurn(many=True)
    turning_points = ListField(child=IntegerField(), help_text="The numbers of the most costly turns.")
    seats = ReviewedSeat(many=True)


# --- ratings -----------------------------------------------------------------------------------


class Ranked(Serializer):
    place = IntegerField()
    name = CharField()
    bot = CharField(allow_null=True)
    rating = IntegerField()
    spread = IntegerField(help_text="To either side: 95 of 100 times the truth lies within.")
    games = IntegerField(help_text="That counted.")
    last_at = DateTimeField(help_text="When the last of them ended.")


class Leaderboard(Serializer):
    count = IntegerField()
    next = CharField(allow_null=True)
    previous = CharField(allow_null=True)
    results = Ranked(many=True)
