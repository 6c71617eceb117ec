"""The page on which people make and revoke their API tokens."""

from typing import cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.models.token import NAME_LENGTH
from accounts.services.tokens import live_tokens, make_token, revoke_token


class TokenForm(forms.Form):
    name = forms.CharField(label=_("What is it for?"), max_length=NAME_LENGTH)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The list; a POST makes a token, whose text is on this one answer only."""
    user = cast("User", request.user)
    form = TokenForm(request.POST or None)
    text = None
    if request.method == "POST" and form.is_valid():
        try:
            _token, text = make_token(user=user, name=form.cleaned_data["name"])
            form = TokenForm()
        except ValidationError as problem:
            form.add_error(None, problem)
    status = 422 if form.errors else 200
    context = {"form": form, "tokens": live_tokens(user), "text": text}
    return render(request, "account/tokens.html", context, status=status)


@login_required
@require_POST
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    if not revoke_token(user=cast("User", request.user), token_id=token_id):
        raise Http404
    return redirect("account:tokens")
