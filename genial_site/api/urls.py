from django.urls import URLPattern, URLResolver, include, path

from .document import SchemaView

version_1: list[URLPattern | URLResolver] = [
    path("schema/", SchemaView.as_view(), name="schema"),
    path("", include("games.api.urls")),
    path("", include("accounts.api.urls")),
]

app_name = "api"
urlpatterns = [
    path("v1/", include(version_1)),
]
