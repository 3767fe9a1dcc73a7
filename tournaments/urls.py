"""The addresses that tournaments serve."""

from django.urls import include, path

from tournaments.views import embed, health, public, records, rules

urlpatterns = [
    path("", public.index, name="index"),
    path("t/<slug:slug>/", public.tournament, name="tournament"),
    path("t/<slug:slug>/rounds/<int:number>/", public.round_detail, name="round"),
    path("t/<slug:slug>/standings/", public.standings, name="standings"),
    path("t/<slug:slug>/standings/after/<int:after>/", public.standings, name="standings_after"),
    path("t/<slug:slug>/players/<int:number>/", public.player, name="player"),
    path("t/<slug:slug>/widget/", embed.widget, name="widget"),
    path("t/<slug:slug>/rounds.ics", embed.calendar, name="calendar"),
    path("t/<slug:slug>/results.atom", embed.feed, name="feed"),
    path("rules/<slug:game>/", rules.rules, name="rules"),
    path("api/", include("tournaments.api.urls")),
    path("t/<slug:slug>/records/<int:record_id>.json", records.download, name="record_download"),
    path("healthz", health.healthz, name="healthz"),
]
