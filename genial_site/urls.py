from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.pages.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
]
