from django.urls import path

from . import about, home, theme, wellknown

app_name = "pages"
urlpatterns = [
    path("", home.home, name="home"),
    path("games/", about.games, name="games"),
    path("games/<slug:key>/", about.game, name="game"),
    path("theme/", theme.choose, name="theme"),
    path("robots.txt", wellknown.robots, name="robots"),
    path("favicon.ico", wellknown.favicon, name="favicon"),
]
