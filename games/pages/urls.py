from django.urls import path

from . import about, home, series, table, theme, verify, wellknown

app_name = "pages"
urlpatterns = [
    path("", home.home, name="home"),
    path("games/", about.games, name="games"),
    path("games/<slug:key>/", about.game, name="game"),
    path("table/<uuid:game_id>/", table.table, name="table"),
    path("table/<uuid:game_id>/join/", table.join, name="join"),
    path("table/<uuid:game_id>/leave/", table.leave, name="leave"),
    path("table/<uuid:game_id>/resign/", table.resign, name="resign"),
    path("table/<uuid:game_id>/take-back/", table.take_back, name="take-back"),
    path("table/<uuid:game_id>/verify/", verify.verify, name="verify"),
    path("series/<uuid:series_id>/", series.series, name="series"),
    path("theme/", theme.choose, name="theme"),
    path("robots.txt", wellknown.robots, name="robots"),
    path("favicon.ico", wellknown.favicon, name="favicon"),
]
