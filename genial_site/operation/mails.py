"""The mails of a site without a mail server, for its operator to hand over."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.services import mailbox

from .pages import for_operators, operator_page

A_PAGE = 25


@require_http_methods(["GET", "HEAD", "POST"])
@for_operators
def mails(request: HttpRequest) -> HttpResponse:
    """Links in them open accounts. A POST deletes them all."""
    if request.method == "POST":
        mailbox.empty()
        messages.success(request, _("The folder is empty."))
        return redirect("operator:mails")
    page = Paginator(mailbox.files(), A_PAGE).get_page(request.GET.get("page"))
    found = mailbox.mails(list(page))
    return operator_page(request, "operator/mails.html", page=page, mails=found, has_mailbox=mailbox.has_mailbox())
