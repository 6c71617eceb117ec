"""The page on which people say what their profile tells."""

from http import HTTPStatus
from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.models.user import ABOUT_LENGTH
from accounts.services.profile import change_profile


class ProfileForm(forms.Form):
    about = forms.CharField(
        label=_("About me"),
        required=False,
        help_text=_("A few words for everybody to read, without any formatting. Empty is fine, too."),
        widget=forms.Textarea({"rows": 4, "maxlength": ABOUT_LENGTH}),
    )
    ratings_private = forms.BooleanField(
        label=_("Keep my ratings to myself"),
        required=False,
        help_text=_("Then nobody else sees them, and you are in no list of the best. Your games count all the same."),
    )
    hides_last_here = forms.BooleanField(
        label=_("Do not tell when I was last here"),
        required=False,
        help_text=_("Otherwise your profile says: today, within the last week, within the last month; never the hour."),
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    user = cast("User", request.user)
    if user.is_guest:
        return redirect("account:keep")
    form = ProfileForm(request.POST or None, initial={name: getattr(user, name) for name in ProfileForm.base_fields})
    if request.method == "POST" and form.is_valid():
        try:
            change_profile(user=user, **form.cleaned_data, now=timezone.now())
        except ValidationError as problem:
            form.add_error("about", problem)
        else:
            messages.success(request, _("Your profile is changed."))
            return redirect("pages:person", user.username)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "account/profile.html", {"form": form}, status=status)
