from django.urls import path

from . import mails, pages

app_name = "operator"
urlpatterns = [
    path("", pages.overview, name="overview"),
    path("mails/", mails.mails, name="mails"),
]
