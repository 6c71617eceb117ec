from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

# Limits and the second step hold for operators, too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("games.pages.urls")),
    path("account/", include("accounts.pages.urls")),
    path("account/", include("accounts.pages.named")),
    path("api/", include("genial_site.api.urls")),
    path("operator/", include("genial_site.operation.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
]

handler400 = "genial_site.errors.bad_request"
handler403 = "genial_site.errors.forbidden"
handler404 = "genial_site.errors.not_found"
handler429 = "genial_site.errors.too_many"  # django-allauth's
handler500 = "genial_site.errors.server_error"
