from django.urls import path

from . import mails, pages

app_name = "operator"
urlpatterns = [
    path("", pages.overview, name="overview"),
    path("state/", pages.state, name="state"),
    path("notices/again/", pages.requeue, name="requeue"),
    path("bots/wake/", pages.wake, name="wake"),
    path("games/<uuid:game_id>/rebuild/", pages.rebuild, name="rebuild"),
    path("mails/", mails.mails, name="mails"),
]
