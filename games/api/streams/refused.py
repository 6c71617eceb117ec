from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.utils.functional import Promise


class Refused(Exception):
    """No stream for this request, or no longer; becomes problem+json."""

    def __init__(
        self, status: HTTPStatus, code: str, detail: Promise | str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = headers or {}

    def problem(self) -> dict[str, Any]:
        return {
            "type": "about:blank",
            "title": self.status.phrase,
            "status": self.status.value,
            "code": self.code,
            "detail": str(self.detail),
        }
