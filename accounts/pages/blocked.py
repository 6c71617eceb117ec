"""Everybody whom somebody has blocked, closed accounts included, with the way back."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services import blocks


@never_cache
@login_required
@require_safe
def blocked(request: HttpRequest) -> HttpResponse:
    return render(request, "account/blocked.html", {"blocks": blocks.blocks_of(cast("User", request.user))})


@login_required
@require_POST
def unblock(request: HttpRequest, user_id: int) -> HttpResponse:
    other = User.objects.filter(pk=user_id).first()
    if other is None or not blocks.unblock(user=cast("User", request.user), other=other):
        raise Http404
    messages.success(request, _("You have unblocked %(name)s.") % {"name": other.username})
    return redirect("account:blocked")
