"""The addresses that tournaments serve."""

from django.urls import include, path

from tournaments.views.player import my_table, report
from tournaments.views.public import (
    about,
    calendar,
    clock,
    embed,
    game_records,
    health,
    replays,
    rules,
    search,
    seasons,
    share_card,
    site,
    standings,
    tournament,
    wallboard,
)

replay_urls = [
    path("", replays.table, name="table"),
    path("ply/<int:ply>/", replays.table, name="table_ply"),
    path("ply/<int:ply>/seat/<int:seat>/", replays.table, name="table_seat"),
    path("ply/<int:ply>/diagram/", replays.diagram, name="table_diagram"),
]

urlpatterns = [
    path("", tournament.index, name="index"),
    path("t/<slug:slug>/", tournament.tournament, name="tournament"),
    path("t/<slug:slug>/rounds/<int:number>/", tournament.round_detail, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/tables/<int:table>/", include(replay_urls)),
    path("t/<slug:slug>/standings/", standings.standings, name="standings"),
    path("t/<slug:slug>/standings/after/<int:after>/", standings.standings, name="standings_after"),
    path("t/<slug:slug>/players/<int:number>/", tournament.player, name="player"),
    path("t/<slug:slug>/standings/why/<int:number>/", standings.explanation, name="why"),
    path("t/<slug:slug>/standings/why/<int:number>/<int:other>/", standings.explanation, name="compared"),
    path(
        "t/<slug:slug>/standings/after/<int:after>/why/<int:number>/", standings.explanation, name="why_after"
    ),
    path(
        "t/<slug:slug>/standings/after/<int:after>/why/<int:number>/<int:other>/",
        standings.explanation,
        name="compared_after",
    ),
    path("compare/<slug:slug>/", standings.compare, name="compare"),
    path("t/<slug:slug>/movement/", standings.movement, name="movement"),
    path("t/<slug:slug>/movement/top/<int:top>/", standings.movement, name="movement_top"),
    path("t/<slug:slug>/movement/around/<int:number>/", standings.movement, name="movement_around"),
    path("t/<slug:slug>/crosstable/", standings.crosstable, name="crosstable"),
    path(
        "t/<slug:slug>/crosstable/square/", standings.crosstable, {"square": True}, name="crosstable_square"
    ),
    path("t/<slug:slug>/crosstable/<int:sheet>/", standings.crosstable, name="crosstable_sheet"),
    path("t/<slug:slug>/teams/", standings.teams, name="teams"),
    path("t/<slug:slug>/teams/<int:team_id>/", standings.team, name="team"),
    path("seasons/", seasons.index, name="seasons"),
    path("ratings/<slug:slug>/", seasons.rating_list, name="rating_list"),
    path("ratings/<slug:slug>/ratings.csv", seasons.rating_csv, name="rating_csv"),
    path("ratings/<slug:slug>/players/<int:player>/", seasons.rating_player, name="rating_player"),
    path("series/<slug:slug>/", seasons.series, name="series"),
    path("t/<slug:slug>/find/", search.find, name="find"),
    path("t/<slug:slug>/mine/<int:number>/", my_table.by_number, name="mine"),
    path("t/<slug:slug>/me/<slug:token>/", my_table.by_link, name="personal"),
    path("t/<slug:slug>/board/", wallboard.board, name="board"),
    path("t/<slug:slug>/about/", about.about, name="about"),
    path("t/<slug:slug>/card.png", share_card.card, name="card"),
    path("calendar/", calendar.month, name="calendar"),
    path("calendar/<int:year>/<int:month>/", calendar.month, name="calendar_month"),
    path("time/", clock.now, name="time"),
    path("t/<slug:slug>/widget/", embed.widget, name="widget"),
    path("t/<slug:slug>/rounds.ics", embed.calendar, name="rounds_calendar"),
    path("t/<slug:slug>/results.atom", embed.feed, name="feed"),
    path("rules/<slug:game>/", rules.rules, name="rules"),
    path("api/", include("tournaments.api.urls")),
    path("t/<slug:slug>/records/<int:record_id>.json", game_records.download, name="record_download"),
    path("r/<str:token>/", report.report, name="report"),
    path("r/<str:token>/<int:position>/", report.report, name="report_seat"),
    path("robots.txt", site.robots, name="robots"),
    path("favicon.ico", site.favicon, name="favicon"),
    path("healthz", health.healthz, name="healthz"),
]
