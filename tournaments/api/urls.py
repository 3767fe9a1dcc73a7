"""The addresses of the API."""

from django.urls import path, re_path

from tournaments.api import views

app_name = "api"
one = "v1/tournaments/<slug:slug>/"
urlpatterns = [
    path("v1/", views.Home.as_view(), name="home"),
    path("v1/tournaments/", views.Tournaments.as_view(), name="tournaments"),
    path(one, views.TournamentDetail.as_view(), name="tournament"),
    path(f"{one}entries/", views.Entries.as_view(), name="entries"),
    path(f"{one}rounds/<int:number>/", views.RoundDetail.as_view(), name="round"),
    path(f"{one}standings/", views.StandingsDetail.as_view(), name="standings"),
    path(f"{one}standings/after/<int:after>/", views.StandingsDetail.as_view(), name="standings_after"),
    re_path("", views.Nothing.as_view()),
]
