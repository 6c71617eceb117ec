"""How to be told: which notices, where, when; the devices, addresses and feeds for it."""

from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any, cast

from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.services.account import change_account
from accounts.services.addresses import waiting_address
from accounts.services.device_names import device_name
from games.channels import push
from games.channels.addresses import absolute
from games.channels.trouble import Trouble
from games.engine.rules import Refusal
from games.models import NoticeSettings
from games.services.notices import devices, feeds, webhooks
from games.services.notices.changing import change_settings, mend_mail
from games.services.notices.preferences import settings_of
from games.services.notices.reaching import readers
from games.services.notices.reasons import meaning
from games.services.refusals import spoken

from .notice_form import NoticeForm
from .own_device import remember_own_device


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notice_settings(request: HttpRequest) -> HttpResponse:
    """The page; a POST keeps what was chosen."""
    user = cast("User", request.user)
    if request.method != "POST":
        return show(request)
    form = NoticeForm(request.POST, user=user, settings=settings_of(user))
    if form.is_valid():
        try:
            with transaction.atomic():
                change_settings(user, form.settings_chosen())
                change_account(user=user, changes=form.account_chosen())
        except (Refusal, ValidationError) as refusal:
            form.add_error(None, sentence(refusal))
        else:
            return done(request, _("Saved."))
    return show(request, form=form)


@login_required
@require_POST
def mail(request: HttpRequest) -> HttpResponse:
    """The same address tried again."""
    mend_mail(cast("User", request.user))
    return done(request, _("We try this address again."), "mail")


# --- browsers ----------------------------------------------------------------------------------


@login_required
@require_POST
def add_device(request: HttpRequest) -> HttpResponse:
    sent = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    name = device_name(request.headers.get("User-Agent", ""))
    try:
        device_id = devices.add_device(cast("User", request.user), **sent, browser=name, now=timezone.now())
    except Refusal as refusal:
        return show(request, refused={"push": sentence(refusal)})
    answer = done(request, _("This browser shows you what happens in your games."), "push")
    remember_own_device(answer, device_id)
    return answer


@login_required
@require_POST
def change_device(request: HttpRequest, device_id: int) -> HttpResponse:
    user, do = cast("User", request.user), request.POST.get("do")
    try:
        if do == "test":
            webhooks.spend_test(user)
            trouble = push.send_test(devices.find_device(user, device_id), timezone.now())
            if trouble:
                return show(request, refused={"push": not_sent(trouble)})
            return done(request, _("The test is on its way."), "push")
        devices.remove_device(user, device_id)
    except Refusal as refusal:
        return show(request, refused={"push": sentence(refusal)})
    return done(request, _("This browser gets no messages any more."), "push")


# --- webhook -----------------------------------------------------------------------------------


@never_cache
@login_required
@require_POST
def webhook(request: HttpRequest) -> HttpResponse:
    """Whatever its owner does with it. A secret is on this one answer only."""
    user = cast("User", request.user)
    try:
        return HOOK_ACTIONS.get(request.POST.get("do", ""), set_hook)(request, user)
    except Refusal as refusal:
        return show(request, refused={"webhook": sentence(refusal)}, url=request.POST.get("url"))
    except Trouble as trouble:
        return show(request, refused={"webhook": not_sent(trouble)})


def set_hook(request: HttpRequest, user: User) -> HttpResponse:
    secret = webhooks.set_webhook(user, request.POST.get("url", "").strip(), timezone.now())
    return show(request, secret=secret) if secret else done(request, _("Saved."), "webhook")


def renew_hook(request: HttpRequest, user: User) -> HttpResponse:
    return show(request, secret=webhooks.renew_secret(user))


def test_hook(request: HttpRequest, user: User) -> HttpResponse:
    webhooks.try_webhook(user, timezone.now())
    return done(request, _("Your server took the test."), "webhook")


def mend_hook(request: HttpRequest, user: User) -> HttpResponse:
    webhooks.mend_webhook(user)
    return done(request, _("We try this address again."), "webhook")


def remove_hook(request: HttpRequest, user: User) -> HttpResponse:
    webhooks.remove_webhook(user)
    return done(request, _("The webhook is gone."), "webhook")


HOOK_ACTIONS: dict[str, Callable[[HttpRequest, User], HttpResponse]] = {
    "renew": renew_hook,
    "test": test_hook,
    "mend": mend_hook,
    "remove": remove_hook,
}


# --- feeds -------------------------------------------------------------------------------------


@login_required
@require_POST
def feed(request: HttpRequest, name: feeds.Feed) -> HttpResponse:
    user = cast("User", request.user)
    try:
        if request.POST.get("do") == "close":
            feeds.close_feed(user, name)
            return done(request, _("The address leads nowhere any more."), "feeds")
        feeds.open_feed(user, name)
    except Refusal as refusal:
        return show(request, refused={"feeds": sentence(refusal)})
    return done(request, _("Your new address is ready; an older one leads nowhere any more."), "feeds")


# --- the page ----------------------------------------------------------------------------------


def show(
    request: HttpRequest,
    *,
    form: NoticeForm | None = None,
    refused: dict[str, str] | None = None,
    secret: str = "",
    url: str | None = None,
) -> HttpResponse:
    user = cast("User", request.user)
    settings = settings_of(user)
    hook = webhooks.webhook_of(user)
    context: dict[str, Any] = {
        "form": form or NoticeForm(user=user, settings=settings),
        "settings": settings,
        "reached": readers([user.pk])[0].channels,
        "refused": refused or {},
        "secret": secret,
        "webhook": hook,
        "webhook_url": url if url is not None else hook.url if hook else "",
    }
    if not user.is_guest:
        waiting = waiting_address(user)
        context |= {
            "waiting": waiting.email if waiting else "",
            "devices": devices.devices_of(user),
            "push_key": push.public_key(),
            "feeds": list(addresses(request, settings)),
        }
    is_bad = bool(refused) or (form is not None and form.errors)
    return render(
        request,
        "my/notice_settings.html",
        context,
        status=HTTPStatus.UNPROCESSABLE_ENTITY if is_bad else HTTPStatus.OK,
    )


def addresses(request: HttpRequest, settings: NoticeSettings) -> Iterator[dict[str, str]]:
    titles = {"calendar": _("Calendar with my deadlines (ICS)"), "news": _("News from my games (Atom)")}
    for name in feeds.FEEDS:
        token = feeds.token_of(settings, name)
        path = {"calendar": f"/feeds/calendar/{token}.ics", "news": f"/feeds/turns/{token}.atom"}[name]
        # Without a known address of the site, the one by which its reader has come.
        whole = absolute(path) if site.SITE_URL else request.build_absolute_uri(path)
        yield {"name": name, "title": titles[name], "address": whole if token else ""}


def done(request: HttpRequest, words: str, part: str = "") -> HttpResponse:
    messages.success(request, words)
    answer = redirect("pages:notice-settings")
    if part:
        answer["Location"] += f"#{part}"
    return answer


def sentence(refusal: Refusal | ValidationError) -> str:
    return spoken(refusal) if isinstance(refusal, Refusal) else " ".join(refusal.messages)


def not_sent(trouble: Trouble) -> str:
    return _("The test did not arrive: %(reason)s") % {"reason": meaning(trouble.reason)}
