from django.urls import URLPattern, URLResolver, include, path

from .docs import docs
from .document import SchemaView

version_1: list[URLPattern | URLResolver] = [
    path("schema/", SchemaView.as_view(), name="schema"),
    path("", include("games.api.urls")),
    path("", include("accounts.api.urls")),
]

app_name = "api"
urlpatterns = [
    path("docs/", docs, name="docs"),
    path("v1/", include(version_1)),
]
