"""The addresses that tournaments serve."""

from django.urls import include, path

from tournaments.views import (
    about, board, calendar, card, clock, embed, find, health, mine, public, ranks, records, replay, reports, rules, seasons,
)  # fmt: skip

replay_urls = [
    path("", replay.table, name="table"),
    path("ply/<int:ply>/", replay.table, name="table_ply"),
    path("ply/<int:ply>/seat/<int:seat>/", replay.table, name="table_seat"),
    path("ply/<int:ply>/diagram/", replay.diagram, name="table_diagram"),
]
from tournaments.views import embed, health, public, records, rules

urlpatterns = [
    path("", public.index, name="index"),
    path("t/<slug:slug>/", public.tournament, name="tournament"),
    path("t/<slug:slug>/rounds/<int:number>/", public.round_detail, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/tables/<int:table>/", include(replay_urls)),
    path("t/<slug:slug>/standings/", public.standings, name="standings"),
    path("t/<slug:slug>/standings/after/<int:after>/", public.standings, name="standings_after"),
    path("t/<slug:slug>/players/<int:number>/", public.player, name="player"),
    path("t/<slug:slug>/standings/why/<int:number>/", ranks.explanation, name="why"),
    path("t/<slug:slug>/standings/why/<int:number>/<int:other>/", ranks.explanation, name="compared"),
    path("t/<slug:slug>/standings/after/<int:after>/why/<int:number>/", ranks.explanation, name="why_after"),
    path(
        "t/<slug:slug>/standings/after/<int:after>/why/<int:number>/<int:other>/",
        ranks.explanation,
        name="compared_after",
    ),
    path("compare/<slug:slug>/", ranks.compare, name="compare"),
    path("t/<slug:slug>/movement/", ranks.movement, name="movement"),
    path("t/<slug:slug>/movement/top/<int:top>/", ranks.movement, name="movement_top"),
    path("t/<slug:slug>/movement/around/<int:number>/", ranks.movement, name="movement_around"),
    path("t/<slug:slug>/crosstable/", ranks.crosstable, name="crosstable"),
    path("t/<slug:slug>/crosstable/<int:sheet>/", ranks.crosstable, name="crosstable_sheet"),
    path("t/<slug:slug>/teams/", ranks.teams, name="teams"),
    path("t/<slug:slug>/teams/<int:team_id>/", ranks.team, name="team"),
    path("seasons/", seasons.index, name="seasons"),
    path("ratings/<slug:slug>/", seasons.rating_list, name="rating_list"),
    path("ratings/<slug:slug>/ratings.csv", seasons.rating_csv, name="rating_csv"),
    path("ratings/<slug:slug>/players/<int:player>/", seasons.rating_player, name="rating_player"),
    path("series/<slug:slug>/", seasons.series, name="series"),
    path("t/<slug:slug>/find/", find.find, name="find"),
    path("t/<slug:slug>/mine/<int:number>/", mine.by_number, name="mine"),
    path("t/<slug:slug>/me/<slug:token>/", mine.by_link, name="personal"),
    path("t/<slug:slug>/board/", board.board, name="board"),
    path("t/<slug:slug>/about/", about.about, name="about"),
    path("t/<slug:slug>/card.png", card.card, name="card"),
    path("calendar/", calendar.month, name="calendar"),
    path("calendar/<int:year>/<int:month>/", calendar.month, name="calendar_month"),
    path("time/", clock.now, name="time"),
    path("t/<slug:slug>/widget/", embed.widget, name="widget"),
    path("t/<slug:slug>/rounds.ics", embed.calendar, name="rounds_calendar"),
    path("t/<slug:slug>/widget/", embed.widget, name="widget"),
    path("t/<slug:slug>/rounds.ics", embed.calendar, name="calendar"),
    path("t/<slug:slug>/results.atom", embed.feed, name="feed"),
    path("rules/<slug:game>/", rules.rules, name="rules"),
    path("api/", include("tournaments.api.urls")),
    path("t/<slug:slug>/records/<int:record_id>.json", records.download, name="record_download"),
    path("r/<str:token>/", reports.report, name="report"),
    path("r/<str:token>/<int:position>/", reports.report, name="report_seat"),
    path("healthz", health.healthz, name="healthz"),
]
