from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(_request: HttpRequest) -> dict[str, Any]:
    return {"mail_arrives": settings.MAIL_ARRIVES}
