"""How you are told of your games, and the log of what was sent where."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from games.api import notice_schemas as schemas
from games.api.paging import PARAMETERS, Paging
from games.api.reading import body, user_of
from games.models import Notice, NoticeSettings
from games.selectors import moment
from games.services.notices import devices, webhooks
from games.services.notices.changing import change_settings
from games.services.notices.preferences import CHANNELS, DEFAULTS, settings_of, wanted
from games.services.notices.reading import delivery_log
from games.services.notices.reasons import meaning


class NoticesView(APIView):
    @extend_schema(
        operation_id="get_notice_settings", summary="How you are told of your games", responses=schemas.NoticeSettings
    )
    def get(self, request: Request) -> Response:
        user = user_of(request)
        return Response(settings_data(user, settings_of(user)))

    @extend_schema(
        operation_id="change_notice_settings",
        summary="Change how you are told",
        description="Only what you send is changed. Addresses and devices are set up on the page for it: "
        "what a stolen token could enter would outlive the token.",
        request=schemas.NoticeChanges,
        responses=schemas.NoticeSettings,
    )
    def patch(self, request: Request) -> Response:
        user = user_of(request)
        return Response(settings_data(user, change_settings(user, body(request))))


class NoticeLogView(APIView):
    refusals = {"GET": ("not_found",)}

    @extend_schema(
        operation_id="list_notices",
        summary="What you were told, where, or why not; newest first",
        parameters=PARAMETERS,
        responses=schemas.NoticePage,
    )
    def get(self, request: Request) -> Response:
        paging = Paging()
        page = paging.paginate_queryset(delivery_log(user_of(request)), request, view=self) or []
        return paging.get_paginated_response([notice_data(notice) for notice in page])


def settings_data(user: User, settings: NoticeSettings) -> dict[str, Any]:
    webhook = webhooks.webhook_of(user)
    return {
        "wanted": {kind: [each for each in CHANNELS if each in wanted(settings, kind)] for kind in DEFAULTS},
        "mail_mode": settings.mail_mode,
        "mail_delay": settings.mail_delay,
        "digest_hour": settings.digest_hour,
        "quiet_from": time_of_day(settings.quiet_from),
        "quiet_until": time_of_day(settings.quiet_until),
        "mail_broken_at": moment(settings.mail_broken_at),
        "push_devices": len(devices.devices_of(user)),
        "webhook": webhook and {"url": webhook.url, "broken_at": moment(webhook.broken_at)},
    }


def time_of_day(at: Any) -> str | None:
    return at and f"{at:%H:%M}"


def notice_data(notice: Notice) -> dict[str, Any]:
    return {
        "kind": notice.kind,
        "game": str(notice.game_id),
        "version": notice.game.version if notice.kind == Notice.Kind.MENTION else notice.version,
        "channel": notice.channel,
        "state": notice.state,
        "reason": meaning(notice.reason) if notice.reason else "",
        "instead_of": notice.instead_of or None,
        "created_at": moment(notice.created_at),
        "due_at": moment(notice.due_at),
        "sent_at": moment(notice.sent_at),
        "seen_at": moment(notice.seen_at),
    }
