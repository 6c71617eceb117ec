from django.urls import path, re_path

from . import advice, clock, days_off, games, moves, notices, ratings, record, rules, seats, series

urlpatterns = [
    path("rules/", rules.RulesView.as_view(), name="rules"),
    path("games/", games.GamesView.as_view(), name="games"),
    path("games/<uuid:game_id>/", games.GameView.as_view(), name="game"),
    path("games/<uuid:game_id>/join/", seats.JoinView.as_view(), name="join"),
    path("games/<uuid:game_id>/leave/", seats.LeaveView.as_view(), name="leave"),
    path("games/<uuid:game_id>/kick/", seats.KickView.as_view(), name="kick"),
    path("games/<uuid:game_id>/cancel/", seats.CancelView.as_view(), name="cancel"),
    path("games/<uuid:game_id>/resign/", seats.ResignView.as_view(), name="resign"),
    path("games/<uuid:game_id>/take-back/", seats.TakeBackView.as_view(), name="take-back"),
    path("games/<uuid:game_id>/rematch/", seats.RematchView.as_view(), name="rematch"),
    path("games/<uuid:game_id>/legal/", moves.LegalView.as_view(), name="legal"),
    path("games/<uuid:game_id>/preview/", moves.PreviewView.as_view(), name="preview"),
    path("games/<uuid:game_id>/moves/", moves.MovesView.as_view(), name="moves"),
    path("games/<uuid:game_id>/clock/", clock.ClockView.as_view(), name="clock"),
    path("games/<uuid:game_id>/more-time/", clock.MoreTimeView.as_view(), name="more-time"),
    path("games/<uuid:game_id>/hint/", advice.HintView.as_view(), name="hint"),
    path("games/<uuid:game_id>/review/", advice.ReviewView.as_view(), name="review"),
    path("games/<uuid:game_id>/record/", record.RecordView.as_view(), name="record"),
    path("me/days-off/", days_off.DaysOffView.as_view(), name="days-off"),
    re_path(r"^me/days-off/(?P<absence_id>[0-9]{1,18})/$", days_off.AbsenceView.as_view(), name="absence"),
    path("me/notices/", notices.NoticesView.as_view(), name="notices"),
    path("me/notices/log/", notices.NoticeLogView.as_view(), name="notice-log"),
    re_path(r"^ratings/(?P<rules>[a-z0-9-]{1,32})/$", ratings.LeaderboardView.as_view(), name="leaderboard"),
    path("series/<uuid:series_id>/", series.SeriesView.as_view(), name="series"),
]
