import subprocess
import sys
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from accounts.models import User
from genial_site import urls
from tests.running import HERE, clean_environment
from tools.check import production

EXPECTED_POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/no-such-page/", "/admin/login/"])
def test_every_answer_carries_the_security_headers(client: Client, address: str) -> None:
    headers = client.get(address).headers
    assert set(headers["Content-Security-Policy"].split("; ")) == EXPECTED_POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.django_db
def test_cookies_are_for_this_site_alone(client: Client) -> None:
    User.objects.create_superuser("ada", password="correct horse battery")
    form = client.get("/admin/login/?next=/admin/", follow=True)
    assert form.redirect_chain == [("/account/sign-in/?next=%2Fadmin%2F", 302)]
    signed_in = client.post("/account/sign-in/", {"login": "ada", "password": "correct horse battery"})
    for cookie in (form.cookies["csrftoken"], signed_in.cookies["sessionid"]):
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"


def test_only_known_hosts_are_answered(client: Client) -> None:
    assert client.get("/", headers={"host": "localhost"}).status_code == 200
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_the_production_settings_are_secure_and_silent(tmp_path: Path) -> None:
    env = clean_environment(**{**production(), "GENIAL_DATA": str(tmp_path)})
    shown = "from django.conf import settings as s; print(s.SESSION_COOKIE_SECURE, s.SECURE_SSL_REDIRECT)"
    commands = [["check", "--deploy", "--fail-level", "WARNING"], ["shell", "-v", "0", "-c", shown]]
    checked, printed = (
        subprocess.run(
            [sys.executable, "manage.py", *command], cwd=HERE, env=env, capture_output=True, text=True, check=False
        )
        for command in commands
    )
    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout
    assert printed.stdout.strip() == "True True"


# --- error pages -----------------------------------------------------------------------------------


def broken(_request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a mistake of ours")


class BrokenSite:
    urlpatterns = [*urls.urlpatterns, path("broken/", broken)]
    handler500 = urls.handler500
    handler404 = urls.handler404


def test_a_missing_page_says_so_in_the_readers_language(client: Client) -> None:
    for language in ("en", "de", "nl"):
        response = client.get("/no-such-page/", headers={"accept-language": language})
        assert response.status_code == 404
        assert f'<html lang="{language}"' in response.content.decode()


@override_settings(ROOT_URLCONF=BrokenSite)
def test_a_mistake_shows_nothing_of_its_inside(client: Client) -> None:
    client.raise_request_exception = False
    response = client.get("/broken/")
    assert response.status_code == 500
    text = response.content.decode()
    assert "<h1" in text
    assert "a mistake of ours" not in text


@override_settings(ROOT_URLCONF=BrokenSite)
def test_a_mistake_in_the_error_page_itself_still_gets_an_answer(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("genial_site.errors.page", broken)
    client.raise_request_exception = False
    response = client.get("/broken/")
    assert response.status_code == 500
    assert len(response.content) > 20
    assert b"a mistake of ours" not in response.content


@pytest.mark.django_db
def test_a_form_from_elsewhere_is_turned_down_in_our_words() -> None:
    response = Client(enforce_csrf_checks=True).post("/i18n/setlang/", {"language": "de"})
    assert response.status_code == 403
    assert "static/" in response.content.decode()  # Django's own page has no style sheet
