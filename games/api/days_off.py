"""Your own days off."""

from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_date
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.services.zones import zone_of
from games import selectors
from games.api import schemas
from games.api.reading import body, user_of
from games.engine.rules import Malformed, _
from games.models import Absence
from games.services import absences


class DaysOffView(APIView):
    refusals = {"POST": ("not_open", "too_many")}

    @extend_schema(operation_id="list_days_off", summary="Your days off", responses=schemas.MyDaysOff)
    def get(self, request: Request) -> Response:
        return Response(days_off_data(user_of(request)))

    @extend_schema(
        operation_id="take_days_off",
        summary="Take days off, at once or planned",
        description="Meanwhile your clocks stand still where the table allows it. Days are those of your time zone.",
        request=schemas.NewDaysOff,
        responses={201: schemas.DaysOff},
    )
    def post(self, request: Request) -> Response:
        user, data = user_of(request), body(request)
        first, last = day(data, "first_day"), day(data, "last_day")
        absence = absences.take(user=user, first_day=first, last_day=last, now=timezone.now())
        return Response(absence_data(absence), 201)


class AbsenceView(APIView):
    refusals = {"PATCH": ("not_found", "not_open"), "DELETE": ("not_found", "not_open")}

    @extend_schema(
        operation_id="shorten_days_off",
        summary="Come back earlier than planned",
        request=schemas.FewerDaysOff,
        responses=schemas.DaysOff,
    )
    def patch(self, request: Request, absence_id: str) -> Response:
        user, last = user_of(request), day(body(request), "last_day")
        absence = absences.shorten(user=user, absence_id=int(absence_id), last_day=last, now=timezone.now())
        return Response(absence_data(absence))

    @extend_schema(
        operation_id="cancel_days_off",
        summary="Cancel days off, or come back now",
        description="Of days off that have begun, today is used up.",
        responses={204: None},
    )
    def delete(self, request: Request, absence_id: str) -> Response:
        absences.cancel(user=user_of(request), absence_id=int(absence_id), now=timezone.now())
        return Response(status=204)


def days_off_data(user: User) -> dict[str, Any]:
    taken = selectors.days_off_of(user)
    return {
        "time_zone": str(zone_of(user)),
        "days_a_year": absences.A_YEAR,
        "left": {str(year): left for year, left in absences.days_left(user, taken, timezone.now()).items()},
        "days_off": [absence_data(absence) for absence in taken],
    }


def absence_data(absence: Absence) -> dict[str, Any]:
    return {
        "id": absence.pk,
        "first_day": absence.first_day.isoformat(),
        "last_day": absence.last_day.isoformat(),
        "starts_at": selectors.moment(absence.starts_at),
        "ends_at": selectors.moment(absence.ends_at),
    }


def day(data: dict[str, Any], key: str) -> date:
    value = data.get(key)
    try:
        found = parse_date(value) if isinstance(value, str) else None
    except ValueError:  # well written, but no day of any month
        found = None
    if found is None:
        raise Malformed(_("{key} is a day such as 2026-12-24."), key=key)
    return found
