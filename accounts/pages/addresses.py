"""The page of one's e-mail address."""

from typing import Any, cast

from allauth.account import views
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.pages.guarding import Refusing
from accounts.services.address_changes import change_address
from accounts.services.addresses import is_confirmed, leave_waiting, waiting_address


class AddressView(Refusing, views.EmailView):
    template_name = "account/email.html"

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            return super().form_valid(form)
        except ValidationError as problem:  # too many within an hour
            form.add_error(None, problem)
            return self.form_invalid(form)

    def _action_send(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        super()._action_send(request, *args, **kwargs)
        if not self._did_send_verification_email:
            messages.warning(request, _("A mail to this address was sent within the last three minutes."))
        return redirect("account:email" if request.POST.get("from") != "notices" else "pages:notice-settings")

    def _action_remove(self, request: HttpRequest, *_args: Any, **_kwargs: Any) -> HttpResponse:
        raise_if_reauthentication_required(request, app="allauth.account")
        user = cast("User", request.user)
        if request.POST["email"] == user.email:
            change_address(user=user, address="", now=timezone.now())
            messages.success(request, _("The address is gone."))
        else:
            leave_waiting(user=user)
        return redirect("account:email")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = cast("User", self.request.user)
        user.refresh_from_db(fields=["email"])
        waiting = waiting_address(user)
        return {
            **super().get_context_data(**kwargs),
            "is_confirmed": is_confirmed(user),
            "waiting": waiting.email if waiting else "",
        }
