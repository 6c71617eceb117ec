from django.urls import path

from . import pages

app_name = "operator"
urlpatterns = [
    path("", pages.overview, name="overview"),
]
