from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from genial_site import urls

FAILURES = {"bad": BadRequest, "forbidden": PermissionDenied, "broken": DatabaseError}


def fail(_request: HttpRequest, how: str) -> HttpResponse:
    raise FAILURES[how]


urlpatterns = [path("fail/<slug:how>/", fail), *urls.urlpatterns]
handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500


@pytest.fixture
def client() -> Iterator[Client]:
    with override_settings(ROOT_URLCONF=__name__):
        yield Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("address", "status", "title"),
    [
        ("/fail/bad/", 400, "Das haben wir nicht verstanden"),
        ("/fail/forbidden/", 403, "Das ist nicht für dich bestimmt"),
        ("/nowhere/", 404, "Dieses Feld ist leer"),
        ("/fail/broken/", 500, "Unser Fehler"),
    ],
)
def test_an_error_is_explained_in_the_readers_language(client: Client, address: str, status: int, title: str) -> None:
    response = client.get(address, headers={"accept-language": "de"})
    page = response.content.decode()
    assert response.status_code == status
    assert f"<h1>{title}</h1>" in page
    assert '<html lang="de"' in page
    assert 'href="/"' in page


def test_a_form_without_its_token_is_explained() -> None:
    response = Client(enforce_csrf_checks=True).post("/theme/", {"theme": "dark"})
    assert response.status_code == 403
    assert "reload the page" in response.content.decode()
    # A switch on this page must not lead back to an address that takes forms only.
    assert 'name="next" value="/"' in response.content.decode()


def test_a_strange_host_is_a_bad_request(client: Client) -> None:
    response = client.get("/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "We did not understand that" in response.content.decode()


def broken_context(_request: HttpRequest) -> dict[str, object]:
    raise DatabaseError


def test_the_page_for_our_own_mistakes_needs_nothing_that_may_be_broken(client: Client) -> None:
    """No database (this test may not use one), no context processor, no list of hashed names."""
    (templates,) = settings.TEMPLATES
    broken = {**templates, "OPTIONS": {"context_processors": [f"{__name__}.broken_context"]}}
    unhashed = {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}
    with override_settings(TEMPLATES=[broken], STORAGES=unhashed):
        response = client.get("/")
    assert response.status_code == 500
    assert "<h1>Our mistake</h1>" in response.content.decode()
