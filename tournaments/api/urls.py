"""The addresses of the API."""

from django.urls import path, re_path, register_converter
from django.urls.converters import StringConverter

from tournaments.api.desk import (
    attendance,
    check_in,
    clock,
    club_games,
    decisions,
    exports,
    lists,
    live_games,
    log,
    mails,
    presets,
    prizes,
    registrations,
    reports,
    results,
    review,
    rollback,
    rounds,
    tournaments,
    webhooks,
)
from tournaments.api.desk import players as desk_players
from tournaments.api.player import report
from tournaments.api.public import clubs, explanations, meta, plan, ratings, replays, series, standings, teams
from tournaments.api.public import players as public_players
from tournaments.api.public import tournaments as public_tournaments


class Username(StringConverter):
    """A name with which Django lets people sign in."""

    regex = r"[\w.@+-]{1,150}"


class TeamKey(StringConverter):
    """A team's short name: anything but a slash."""

    regex = r"[^/]{1,20}"


register_converter(Username, "username")
register_converter(TeamKey, "team")

app_name = "api"
event = "v1/tournaments/<slug:slug>/"
table = f"{event}rounds/<int:number>/tables/<int:table>/"
entry, round_ = f"{event}entries/<int:number>/", f"{event}rounds/<int:number>/"
at_the_desk = [
    path("v1/log/", log.WholeLog.as_view(), name="whole_log"),
    path(f"{event}log/", log.Log.as_view(), name="log"),
    path(f"{event}next-step/", rollback.NextStep.as_view(), name="next_step"),
    path(f"{event}archive/", rollback.Archive.as_view(), name="archive"),
    path(f"{event}round-history/", rollback.RoundHistory.as_view(), name="round_history"),
    path(f"{event}round-history/<int:round_id>/", rollback.RoundBack.as_view(), name="round_back"),
    path(f"{event}check-in/", check_in.CheckIn.as_view(), name="check_in"),
    path(f"{event}check-in/close/", check_in.CheckInClose.as_view(), name="check_in_close"),
    path(f"{event}check-in/reopen/", check_in.CheckInReopen.as_view(), name="check_in_reopen"),
    path(f"{event}check-in/expected/", check_in.ExpectedList.as_view(), name="expected"),
    path(f"{event}check-in/expected/<int:player>/", check_in.ExpectedOne.as_view(), name="expected_one"),
    path(f"{event}check-in/<int:number>/", check_in.CheckInOne.as_view(), name="check_in_one"),
    path(f"{event}waiting/", check_in.WaitingList.as_view(), name="waiting"),
    path(f"{event}waiting/<int:waiting_id>/", check_in.WaitingOne.as_view(), name="waiting_one"),
    path(f"{event}waiting/<int:waiting_id>/admit/", check_in.Admit.as_view(), name="admit"),
    path(f"{event}arrivals/", check_in.Arrivals.as_view(), name="arrivals"),
    path(f"{entry}life/", attendance.EntryLife.as_view(), name="entry_life"),
    path(f"{entry}fixed-table/", attendance.FixedTable.as_view(), name="fixed_table"),
    path(f"{entry}person/", attendance.Person.as_view(), name="person"),
    path(f"{entry}person/proposal/", attendance.ProposalNew.as_view(), name="proposal_new"),
    path(f"{event}registrations/", registrations.Registrations.as_view(), name="registrations"),
    path(
        f"{event}registrations/<int:registration_id>/decision/",
        registrations.RegistrationDecision.as_view(),
        name="registration_decision",
    ),
    path(
        f"{event}registrations/<int:registration_id>/payment/",
        registrations.RegistrationPayment.as_view(),
        name="registration_payment",
    ),
    path(f"{event}registrations/message/", registrations.RegistrationMessages.as_view(), name="registrations_message"),
    path(f"{event}registrations/settings/", registrations.RegistrationRules.as_view(), name="registration_settings"),
    path("v1/proposals/", attendance.Proposals.as_view(), name="proposals"),
    path("v1/proposals/<int:proposal_id>/decision/", attendance.ProposalDecision.as_view(), name="proposal_decision"),
    path(f"{entry}person/erasure/", attendance.Erasure.as_view(), name="erasure"),
    path(f"{entry}link/", reports.LinkNew.as_view(), name="link_new"),
    path(f"{event}links/mail/", reports.LinkMails.as_view(), name="links_mail"),
    path(f"{event}links/", reports.Links.as_view(), name="links"),
    path(f"{round_}review/", review.Review.as_view(), name="review"),
    path(f"{round_}review/preview/", review.ReviewPreview.as_view(), name="review_preview"),
    path(f"{round_}review/changes/", review.ReviewChanges.as_view(), name="review_changes"),
    path(f"{round_}review/end/", review.ReviewEnd.as_view(), name="review_end"),
    path(f"{table}result/confirmation/", decisions.ResultConfirmed.as_view(), name="confirmation"),
    path(f"{table}decision/", decisions.Decision.as_view(), name="decision"),
    path(f"{table}decision/preview/", decisions.DecisionPreview.as_view(), name="decision_preview"),
    path(f"{event}penalties/", decisions.Penalties.as_view(), name="penalties"),
    path(f"{event}penalties/preview/", decisions.PenaltyPreview.as_view(), name="penalty_preview"),
    path(f"{event}penalties/<int:penalty_id>/lift/", decisions.PenaltyLift.as_view(), name="penalty_lift"),
    path("v1/presets/", presets.Presets.as_view(), name="presets"),
    path("v1/presets/<slug:key>/", presets.FromPreset.as_view(), name="preset"),
    path("v1/finals/", presets.Finals.as_view(), name="finals"),
    path(f"{event}lists/<slug:kind>.<slug:form>", exports.SheetFile.as_view(), name="sheet"),
    path(f"{event}lists/<slug:kind>/", lists.Lists.as_view(), name="lists"),
    path(f"{event}lists/<slug:kind>/<int:list_id>/", lists.ListOne.as_view(), name="list"),
    path("v1/trf/", exports.ReportFiles.as_view(), name="report_files"),
    path(f"{event}trf/", exports.ReportFile.as_view(), name="report_file"),
    path(f"{event}prints/", exports.Prints.as_view(), name="prints"),
    path(f"{event}prints/<int:job_id>/", exports.PrintOne.as_view(), name="print"),
    path(f"{event}prints/<int:job_id>/file.pdf", exports.PrintFile.as_view(), name="print_file"),
    path(f"{event}prizes/", prizes.Prizes.as_view(), name="prizes"),
    path(f"{event}prizes/winners/", prizes.Winners.as_view(), name="prize_winners"),
    path(f"{event}clock/", clock.HallClock.as_view(), name="clock"),
]
ladder, cup = "v1/ratings/<slug:slug>/", "v1/series/<slug:slug>/"
# what the public site shows and players do
seen = [
    path(f"{event}crosstable/", standings.Crosstable.as_view(), name="crosstable"),
    path(f"{event}movement/", standings.Movement.as_view(), name="movement"),
    path(f"{event}standings/why/<int:number>/", explanations.Why.as_view(), name="why"),
    path(f"{event}standings/why/<int:number>/<int:other>/", explanations.WhyBoth.as_view(), name="why_both"),
    path(f"{event}standings/after/<int:after>/why/<int:number>/", explanations.WhyAfter.as_view(), name="why_after"),
    path(
        f"{event}standings/after/<int:after>/why/<int:number>/<int:other>/",
        explanations.WhyBothAfter.as_view(),
        name="why_both_after",
    ),
    path(f"{event}players/<int:number>/", public_players.PlayerPage.as_view(), name="player"),
    path(f"{event}mine/<int:number>/", public_players.Mine.as_view(), name="mine"),
    path(f"{event}find/", public_players.Find.as_view(), name="find"),
    path(f"{event}teams/", teams.Teams.as_view(), name="teams"),
    path("v1/link/", report.Link.as_view(), name="link"),
    path("v1/link/report/", report.LinkReport.as_view(), name="link_report"),
    path("v1/link/confirm/", report.LinkConfirm.as_view(), name="link_confirm"),
    path("v1/link/dispute/", report.LinkDispute.as_view(), name="link_dispute"),
    path("v1/link/records/", report.LinkRecords.as_view(), name="link_records"),
    path(f"{round_}slips/", reports.Slips.as_view(), name="slips"),
    path(f"{event}reports/", reports.Reports.as_view(), name="reports"),
    path(f"{table}photos/", results.Photos.as_view(), name="photos"),
    path(f"{table}photos/<int:photo_id>/", results.Photo.as_view(), name="photo"),
    path(f"{table}featured/", results.Featured.as_view(), name="featured"),
    path("v1/link/photos/", report.LinkPhotos.as_view(), name="link_photos"),
    path(f"{table}report/", reports.Settle.as_view(), name="settle"),
    path(f"{event}games/", replays.EventGames.as_view(), name="event_games"),
    path(f"{event}schedule/", plan.Schedule.as_view(), name="schedule"),
    path(f"{event}rounds/<int:number>/games/", replays.Boards.as_view(), name="boards"),
    path(f"{table}game/", replays.Game.as_view(), name="game"),
    path(f"{table}game/ply/<int:ply>/", replays.GamePly.as_view(), name="game_ply"),
    path(f"{table}game/ply/<int:ply>/seat/<int:seat>/", replays.GameSeat.as_view(), name="game_seat"),
    path(f"{table}game/entering/", live_games.Entering.as_view(), name="entering"),
    path(f"{table}game/entering/moves/", live_games.EnteringMoves.as_view(), name="entering_moves"),
    path(f"{table}game/entering/moves/<int:after>/", live_games.EnteringMove.as_view(), name="entering_move"),
    path(f"{table}game/entering/hand-in/", live_games.EnteringHandIn.as_view(), name="entering_hand_in"),
    path("v1/clubs/", clubs.Clubs.as_view(), name="clubs"),
    path("v1/clubs/<slug:slug>/", clubs.ClubOne.as_view(), name="club"),
    path("v1/clubs/<slug:slug>/games/", club_games.ClubGames.as_view(), name="club_games"),
    path("v1/clubs/<slug:slug>/games/<slug:key>/", club_games.ClubGameOne.as_view(), name="club_game"),
    path("v1/ratings/", ratings.RatingLists.as_view(), name="ratings"),
    path(ladder, ratings.RatingListOne.as_view(), name="ratinglist"),
    path(f"{ladder}settings/", ratings.RatingSettings.as_view(), name="rating_settings"),
    path(f"{ladder}recompute/", ratings.RatingRecompute.as_view(), name="rating_recompute"),
    path(f"{ladder}tournaments/<slug:event>/", ratings.RatedTournament.as_view(), name="rated_tournament"),
    path(f"{ladder}players/", ratings.RatingPlayers.as_view(), name="rating_players"),
    path(f"{ladder}players/<int:player>/", ratings.RatingPlayer.as_view(), name="rating_player"),
    path("v1/series/", series.SeriesAll.as_view(), name="series_all"),
    path(cup, series.SeriesOne.as_view(), name="series"),
    path(f"{cup}settings/", series.SeriesSetUp.as_view(), name="series_settings"),
    path(f"{cup}recompute/", series.SeriesRecompute.as_view(), name="series_recompute"),
    path(f"{cup}tournaments/<slug:event>/", series.SeriesTournament.as_view(), name="series_tournament"),
    path(f"{cup}evenings/", series.SeriesEvenings.as_view(), name="series_evenings"),
    path(f"{cup}prizes/", prizes.SeasonPrizes.as_view(), name="series_prizes"),
    path(f"{cup}prizes/winners/", prizes.SeasonWinners.as_view(), name="series_winners"),
    path(f"{cup}table/", series.SeriesTable.as_view(), name="series_table"),
]
urlpatterns = [
    *seen,
    path("v1/", public_tournaments.Home.as_view(), name="home"),
    path("v1/reference/", meta.Reference.as_view(), name="reference"),
    path("v1/schema", meta.Schema.as_view(), name="schema"),
    path("v1/event.schema.json", meta.EventSchema.as_view(), name="event_schema"),
    path("v1/me/", meta.Me.as_view(), name="me"),
    path("v1/games/", meta.Games.as_view(), name="games"),
    path("v1/systems/", meta.Systems.as_view(), name="systems"),
    path("v1/imports/", tournaments.Imports.as_view(), name="imports"),
    path("v1/imports/<int:import_id>/", tournaments.ImportOne.as_view(), name="import"),
    path("v1/tournaments/", tournaments.TournamentsAll.as_view(), name="tournaments"),
    path(event, tournaments.TournamentOne.as_view(), name="tournament"),
    path(f"{event}settings/", tournaments.Settings.as_view(), name="settings"),
    path(f"{event}document/", tournaments.Document.as_view(), name="document"),
    path(f"{event}entries/", desk_players.EntriesAll.as_view(), name="entries"),
    path(f"{event}entries/<int:number>/", desk_players.EntryOne.as_view(), name="entry"),
    path(f"{event}teams/<team:key>/", desk_players.TeamOne.as_view(), name="team"),
    path(f"{event}player-lists/", lists.PlayerLists.as_view(), name="player_lists"),
    path(f"{event}player-lists/<int:list_id>/", lists.PlayerListOne.as_view(), name="player_list"),
    path(f"{event}appointments/", desk_players.Appointments.as_view(), name="appointments"),
    path(f"{event}appointments/<username:username>/", desk_players.AppointmentOne.as_view(), name="appointment"),
    path(f"{event}desk/", rounds.Desk.as_view(), name="desk"),
    path(f"{event}desk/typing/", results.Typing.as_view(), name="typing"),
    path(f"{event}desk/<int:number>/", rounds.DeskRound.as_view(), name="desk_round"),
    path(f"{event}rounds/", rounds.Rounds.as_view(), name="rounds"),
    path(f"{event}presence/", rounds.Presence.as_view(), name="presence"),
    path(f"{event}rounds/<int:number>/", public_tournaments.RoundDetail.as_view(), name="round"),
    path(f"{event}rounds/<int:number>/publish/", rounds.Publish.as_view(), name="publish"),
    path(f"{event}rounds/<int:number>/close/", rounds.Close.as_view(), name="close"),
    path(f"{event}rounds/<int:number>/discard/", rounds.Discard.as_view(), name="discard"),
    path(f"{table}result/", results.TableResult.as_view(), name="result"),
    path(f"{table}records/", results.TableRecords.as_view(), name="records"),
    path(f"{event}records/<int:record_id>/", results.RecordText.as_view(), name="record"),
    path(f"{event}standings/", standings.StandingsDetail.as_view(), name="standings"),
    path(f"{event}standings/after/<int:after>/", standings.StandingsAfter.as_view(), name="standings_after"),
    path(f"{event}mails/", mails.Mails.as_view(), name="mails"),
    path(f"{event}mails/<int:mail_id>/again/", mails.MailAgain.as_view(), name="mail_again"),
    path(f"{event}mails/<int:mail_id>/by-hand/", mails.MailByHand.as_view(), name="mail_by_hand"),
    path(f"{event}webhooks/", webhooks.Webhooks.as_view(), name="webhooks"),
    path(f"{event}webhooks/<int:hook_id>/", webhooks.WebhookOne.as_view(), name="webhook"),
    path(f"{event}webhooks/<int:hook_id>/deliveries/", webhooks.Deliveries.as_view(), name="deliveries"),
    path(
        f"{event}webhooks/<int:hook_id>/deliveries/<uuid:delivery_id>/again/",
        webhooks.DeliveryAgain.as_view(),
        name="told_again",
    ),
    *at_the_desk,
    re_path("", public_tournaments.Nothing.as_view()),
]
