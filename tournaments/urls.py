"""The addresses that tournaments serve."""

from django.urls import include, path

from tournaments.views import about, board, calendar, card, clock, find, health, mine, public, records, rules

urlpatterns = [
    path("", public.index, name="index"),
    path("t/<slug:slug>/", public.tournament, name="tournament"),
    path("t/<slug:slug>/rounds/<int:number>/", public.round_detail, name="round"),
    path("t/<slug:slug>/standings/", public.standings, name="standings"),
    path("t/<slug:slug>/standings/after/<int:after>/", public.standings, name="standings_after"),
    path("t/<slug:slug>/players/<int:number>/", public.player, name="player"),
    path("t/<slug:slug>/find/", find.find, name="find"),
    path("t/<slug:slug>/mine/<int:number>/", mine.by_number, name="mine"),
    path("t/<slug:slug>/me/<slug:token>/", mine.by_link, name="personal"),
    path("t/<slug:slug>/board/", board.board, name="board"),
    path("t/<slug:slug>/about/", about.about, name="about"),
    path("t/<slug:slug>/card.png", card.card, name="card"),
    path("calendar/", calendar.month, name="calendar"),
    path("calendar/<int:year>/<int:month>/", calendar.month, name="calendar_month"),
    path("time/", clock.now, name="time"),
    path("rules/<slug:game>/", rules.rules, name="rules"),
    path("api/", include("tournaments.api.urls")),
    path("t/<slug:slug>/records/<int:record_id>.json", records.download, name="record_download"),
    path("healthz", health.healthz, name="healthz"),
]
