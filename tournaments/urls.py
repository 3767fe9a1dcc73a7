"""The addresses that tournaments serve."""

from django.urls import include, path

from tournaments.views import health, public, records, replay, reports, rules

replay_urls = [
    path("", replay.table, name="table"),
    path("ply/<int:ply>/", replay.table, name="table_ply"),
    path("ply/<int:ply>/seat/<int:seat>/", replay.table, name="table_seat"),
    path("ply/<int:ply>/diagram/", replay.diagram, name="table_diagram"),
]

urlpatterns = [
    path("", public.index, name="index"),
    path("t/<slug:slug>/", public.tournament, name="tournament"),
    path("t/<slug:slug>/rounds/<int:number>/", public.round_detail, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/tables/<int:table>/", include(replay_urls)),
    path("t/<slug:slug>/standings/", public.standings, name="standings"),
    path("t/<slug:slug>/standings/after/<int:after>/", public.standings, name="standings_after"),
    path("t/<slug:slug>/players/<int:number>/", public.player, name="player"),
    path("rules/<slug:game>/", rules.rules, name="rules"),
    path("api/", include("tournaments.api.urls")),
    path("t/<slug:slug>/records/<int:record_id>.json", records.download, name="record_download"),
    path("r/<str:token>/", reports.report, name="report"),
    path("r/<str:token>/<int:position>/", reports.report, name="report_seat"),
    path("healthz", health.healthz, name="healthz"),
]
