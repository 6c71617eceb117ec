from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api import schemas
from games.bots.registry import BOTS, Offer, on_offer
from games.clock.paces import BANK_HOURS, DAYS_A_TURN, DAYS_OFF, INCREMENT_HOURS, LONGEST_CAP
from games.engine.registry import RULES
from games.engine.rules import Rules
from games.engine.seating import ORDERS
from games.services.wishes import LONGEST_SERIES


class RulesView(APIView):
    @extend_schema(
        operation_id="list_rules",
        summary="The games with modes, player counts, options, bot strengths",
        responses=schemas.Rules(many=True),
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002
        return Response([rules_data(rules) for rules in RULES.values()])


def rules_data(rules: Rules[Any, Any, Any]) -> dict[str, Any]:
    return {
        "key": rules.key,
        "title": rules.title,
        "modes": [
            {"mode": variant.key, "seats": list(variant.seats), "sides": variant.sides}
            for variant in rules.variants.values()
        ],
        "options": {
            "order": list(ORDERS),
            "pace": {
                "days": list(DAYS_A_TURN),
                "bank": ends(BANK_HOURS),
                "increment": ends(INCREMENT_HOURS),
                "cap": [BANK_HOURS[0], LONGEST_CAP],
                "days_off": ends(DAYS_OFF),
            },
            "series": LONGEST_SERIES if rules.has_series else 1,
        },
        "bots": list(BOTS),
        "strengths": [strength_data(offer) for offer in on_offer(rules.key)],
    }


def ends(numbers: range) -> list[int]:
    return [numbers[0], numbers[-1]]


def strength_data(offer: Offer) -> dict[str, Any]:
    return {
        "key": offer.key,
        "name": gettext(offer.name),
        "description": gettext(offer.description),
        "percent_against_greedy": offer.percent,
    }
