"""The addresses of the desk's pages beside the desk itself: its tables, and what players report and play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from tournaments.views.desk import (
    base,
    check_in,
    clock,
    dealing,
    ending,
    live_games,
    mails,
    planner,
    players,
    presets,
    prizes,
    registrations,
    reports,
    results,
    review,
    seasons,
    staff,
    wallboard,
)

ONE = "<int:pk>/desk/"


def desk_paths(wrap: Callable[[Any], Any]) -> list[URLPattern]:
    """Return the desk's paths. ``wrap`` is the admin site's: it lets only staff pass."""
    pages = {
        "review/<int:round_id>/": (review.review, "review"),
        "review/<int:round_id>/change/": (review.change, "review_change"),
        "review/<int:round_id>/end/": (review.end, "review_end"),
        "round/<int:number>/quick/": (results.quick, "quick"),
        "confirm/<int:result_id>/": (results.confirm, "confirm"),
        "editing/": (results.editing, "editing"),
        "finals/": (presets.final, "finals"),
        "actions/": (base.all_actions, "actions"),
        "end/": (ending.end, "end"),
        "here/": (ending.here, "here"),
        "archive/": (presets.archive, "archive"),
        "reopen/": (presets.reopen, "reopen"),
        "prizes/": (prizes.prizes, "prizes"),
        "groups/": (presets.groups, "groups"),
        "presence/": (check_in.presence, "presence"),
        "mail/": (mails.mails, "mails"),
        "mail/report/": (mails.report, "mail_report"),
        "mail/<int:mail_id>/again/": (mails.again, "mail_again"),
        "mail/<int:mail_id>/by-hand/": (mails.by_hand, "mail_by_hand"),
        "players/": (players.players, "players"),
        "players/act/": (players.act, "players_act"),
        "players/add/": (players.add, "players_add"),
        "players/<int:entry_id>/": (players.person, "person"),
        "players/<int:entry_id>/propose/": (players.propose, "propose"),
        "entries/": (registrations.registrations, "registrations"),
        "entries/act/": (registrations.act, "registrations_act"),
        "entries/settings/": (registrations.settings, "registration_settings"),
        "entries/message/": (registrations.message, "registrations_message"),
        "entries/csv/": (registrations.export, "registrations_csv"),
        "byes/": (players.requested_byes, "byes"),
        "byes/<int:entry_id>/<int:number>/": (players.take_bye_back, "bye_back"),
        "check-in/": (check_in.check_in, "check_in"),
        "check-in/mark/": (check_in.mark, "check_in_mark"),
        "check-in/waiting/": (check_in.waiting, "check_in_waiting"),
        "check-in/everybody/": (check_in.everybody, "check_in_everybody"),
        "check-in/paid/": (check_in.paid, "check_in_paid"),
        "check-in/close/": (check_in.close, "check_in_close"),
        "check-in/reopen/": (check_in.reopen, "check_in_reopen"),
        "staff/": (staff.staff, "staff"),
        "staff/<int:code_id>/end/": (staff.end, "staff_end"),
        "staff/invite/": (staff.invite, "invite"),
        "staff/invitations/<int:invitation_id>/end/": (staff.revoke, "invitation_end"),
        "staff/invitations/<int:invitation_id>/taken-up/": (staff.decide_taken_up, "taken_up"),
    }
    new = [
        path("new/", wrap(presets.new), name="tournaments_new"),
        path("new/planner/", wrap(planner.ask), name="tournaments_planner"),
        path("new/<slug:key>/", wrap(presets.new), name="tournaments_new_preset"),
        path("demonstration/", wrap(presets.change_demonstration), name="tournaments_demonstration"),
        path("season/<int:season_id>/evenings/", wrap(seasons.evenings), name="tournaments_season_evenings"),
        path("season/<int:season_id>/prizes/", wrap(seasons.prizes), name="tournaments_season_prizes"),
        path(
            "season/<int:season_id>/prizes/<slug:form>/",
            wrap(seasons.outputs),
            name="tournaments_season_prize_list",
        ),
        path("season/<int:season_id>/evening/", wrap(seasons.evening), name="tournaments_season_evening"),
    ]
    return new + [
        path(ONE + address, wrap(view), name=f"tournaments_{name}") for address, (view, name) in pages.items()
    ]


def report_paths(wrap: Callable[..., Any], base: str) -> list[URLPattern]:
    """Return the paths of reports and live games. ``base`` is the desk's own address, which these continue."""
    return [
        path(base + "reports/", wrap(reports.rule), name="tournaments_report_rule"),
        path(base + "report/<int:table_id>/", wrap(reports.decide), name="tournaments_report_decide"),
        path(base + "game/<int:table_id>/", wrap(live_games.game), name="tournaments_game"),
        path(base + "deal/<int:table_id>/", wrap(dealing.deal), name="tournaments_deal"),
        path(base + "glass/<int:table_id>/", wrap(clock.glass), name="tournaments_glass"),
        path(base + "wall/", wrap(wallboard.steer), name="tournaments_wall"),
        path(base + "time-up/<int:call_id>/", wrap(clock.settle), name="tournaments_time_up"),
        path(base + "slips/<int:number>/", wrap(reports.slips), name="tournaments_slips"),
    ]
