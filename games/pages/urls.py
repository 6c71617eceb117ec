from django.urls import path

from . import about, advice, home, learn, lobby, mine, play, replay, series, table, theme, verify, wellknown

app_name = "pages"
urlpatterns = [
    path("", home.home, name="home"),
    path("play/", home.play, name="play"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/new/", lobby.new_table, name="new-table"),
    path("my/", mine.mine, name="mine"),
    path("my/turns/", mine.turns, name="turns"),
    path("my/invitations/<uuid:game_id>/decline/", mine.decline, name="decline"),
    path("my/next/", mine.next_turn, name="next-turn"),
    path("games/", about.games, name="games"),
    path("games/<slug:key>/", about.game, name="game"),
    path("learn/", learn.step, name="learn"),
    path("learn/done/", learn.done, name="learn-done"),
    path("learn/<slug:key>/", learn.step, name="learn-step"),
    path("learn/<slug:key>/preview/", learn.preview, name="learn-preview"),
    path("table/<uuid:game_id>/", table.table, name="table"),
    path("table/<uuid:game_id>/join/", table.join, name="join"),
    path("table/<uuid:game_id>/leave/", table.leave, name="leave"),
    path("table/<uuid:game_id>/resign/", table.resign, name="resign"),
    path("table/<uuid:game_id>/take-back/", table.take_back, name="take-back"),
    path("table/<uuid:game_id>/rematch/", table.rematch, name="rematch"),
    path("table/<uuid:game_id>/preview/", play.preview, name="preview"),
    path("table/<uuid:game_id>/send/", play.send, name="send"),
    path("table/<uuid:game_id>/hint/", advice.hint, name="hint"),
    path("table/<uuid:game_id>/review/", advice.review, name="review"),
    path("table/<uuid:game_id>/replay/", replay.replay, name="replay"),
    path("table/<uuid:game_id>/verify/", verify.verify, name="verify"),
    path("series/<uuid:series_id>/", series.series, name="series"),
    path("theme/", theme.choose, name="theme"),
    path("robots.txt", wellknown.robots, name="robots"),
    path("favicon.ico", wellknown.favicon, name="favicon"),
    path("icons/turns-<int:count>.svg", wellknown.icon, name="icon"),
    path("manifest.webmanifest", wellknown.manifest, name="manifest"),
]
