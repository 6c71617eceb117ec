"""Programs that call the API, for tests; every answer they get is held against the OpenAPI document."""

from typing import Any

from django.test import Client

from accounts.models import User
from accounts.services.tokens import make_token
from tests.api.document import check_answer


class Caller:
    """Somebody with a token, or nobody."""

    def __init__(self, user: User | None = None, *, token: str = "") -> None:
        self.user = user
        self.client = Client()
        self.token = token or (make_token(user=user, name="test")[1] if user else "")

    def get(self, address: str, **headers: str) -> Any:
        return self.call("GET", address, **headers)

    def post(self, address: str, data: Any = None, **headers: str) -> Any:
        return self.call("POST", address, data, **headers)

    def patch(self, address: str, data: Any = None, **headers: str) -> Any:
        return self.call("PATCH", address, data, **headers)

    def delete(self, address: str, **headers: str) -> Any:
        return self.call("DELETE", address, **headers)

    def call(self, method: str, address: str, data: Any = None, **headers: str) -> Any:
        if self.token:
            headers.setdefault("authorization", f"Bearer {self.token}")
        address = address if address.startswith("/") else f"/api/v1/{address}"
        options = {} if method == "GET" else {"data": b"" if data is None else data, "content_type": "application/json"}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        response = getattr(self.client, method.lower())(address, headers=named, **options)
        check_answer(method, address, response)
        return response


def code(response: Any) -> str:
    """The code of a refusal, whose shape is checked on the way."""
    assert response["Content-Type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == response.status_code
    assert problem["detail"]
    return str(problem["code"])
