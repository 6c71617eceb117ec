from django.urls import path

from . import home

app_name = "pages"
urlpatterns = [
    path("", home.home, name="home"),
]
