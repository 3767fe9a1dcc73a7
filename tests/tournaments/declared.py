"""The rights at every address of the project: a new address is one line here."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.domain.access import ROLE_ACTIONS, Action

APPOINTED = tuple(map(str, ROLE_ACTIONS))
OUTSIDE = (
    "elsewhere",
    "another club",
    "account",
    "public",
)  # an organiser of another tournament, or of another club; a login without staff; nobody
BY_CODE = ("arbiter by code", "helper by code")  # somebody without an account, at one event until midnight
ROLES = ("superuser", "club", *APPOINTED, *OUTSIDE)

NOBODY: frozenset[str] = frozenset()
EVERYONE = frozenset(ROLES)
STAFF = EVERYONE - {"account", "public"}
INSTALLATION = frozenset({"superuser"})
OF_THE_CLUB = frozenset({"superuser", "club"})
CLUBS = frozenset({"superuser", "club", "another club"})
ENTERS_PLAYERS_SOMEWHERE = frozenset({"superuser", "club", "another club", "organiser", "chief", "elsewhere"})


class Declared(NamedTuple):
    """The right to get in: an action at the tournament, or roles by name; by which method, with which query or data.

    By the other method (get, post) nobody else gets in, but for those in ``besides``.
    """

    who: Action | frozenset[str]
    method: str = "get"
    data: dict[str, str] | None = None
    besides: Action | frozenset[str] | None = None


one, desk = "t/<slug:slug>/", "admin/tournaments/tournament/<int:pk>/desk/"
api, admin = "api/v1/tournaments/<slug:slug>/", "admin/tournaments/"
PLAYER_SEARCH = {"app_label": "tournaments", "model_name": "entry", "field_name": "player", "term": "a"}
VIEW, WORK, RESULTS, PAIR, PLAYERS, BACK = (
    Action.VIEW,
    Action.WORK,
    Action.RESULTS,
    Action.PAIR,
    Action.PLAYERS,
    Action.ROLL_BACK,
)

# A new address: one line here. ARGUMENTS below has what stands between < and >.
DECLARED: dict[str, Declared] = {
    "": Declared(EVERYONE),
    "tournaments/": Declared(EVERYONE),
    "healthz": Declared(EVERYONE),
    "health/live": Declared(EVERYONE),
    "health/ready": Declared(EVERYONE),
    "metrics": Declared(EVERYONE),  # who asks from this machine, as the tests do
    "robots.txt": Declared(EVERYONE),
    "mail/stop/<str:token>/": Declared(EVERYONE),
    "favicon.ico": Declared(EVERYONE),
    "i18n/setlang/": Declared(EVERYONE, "post"),
    "rules/<slug:game>/": Declared(EVERYONE),
    one: Declared(VIEW),
    one + "rounds/<int:number>/": Declared(VIEW),
    one + "standings/": Declared(VIEW),
    one + "standings/after/<int:after>/": Declared(VIEW),
    one + "players/<int:number>/": Declared(VIEW),
    one + "records/<int:record_id>.json": Declared(VIEW),
    "api/": Declared(NOBODY),
    "api/v1/": Declared(EVERYONE),
    "api/v1/tournaments/": Declared(EVERYONE),
    api: Declared(VIEW),
    api + "entries/": Declared(VIEW),
    api + "rounds/<int:number>/": Declared(VIEW),
    api + "standings/": Declared(VIEW),
    api + "standings/after/<int:after>/": Declared(VIEW),
    desk: Declared(WORK),
    desk + "round/<int:number>/": Declared(WORK),
    desk + "version/": Declared(WORK),
    desk + "pair/": Declared(PAIR, "post"),
    desk + "publish/<int:round_id>/": Declared(PAIR, "post"),
    desk + "discard/<int:round_id>/": Declared(PAIR, "post"),
    desk + "close/<int:round_id>/": Declared(PAIR, "post"),
    desk + "result/<int:table_id>/": Declared(RESULTS, "post", {"points1": "1", "points2": "0"}),
    desk + "record/<int:table_id>/": Declared(RESULTS),
    desk + "decide/<int:table_id>/": Declared(RESULTS),
    desk + "log/": Declared(Action.LOG),
    desk + "log/brought/": Declared(Action.LOG),
    desk + "rounds/": Declared(BACK),
    desk + "penalties/": Declared(Action.DECIDE),
    desk + "penalties/<int:penalty_id>/": Declared(Action.DECIDE, "post"),
    desk + "reopen/<int:round_id>/": Declared(BACK, "post"),
    desk + "unpublish/<int:round_id>/": Declared(BACK, "post"),
    desk + "put-aside/<int:round_id>/": Declared(BACK, "post", {"typed": "1"}),
    desk + "bring-back/<int:round_id>/": Declared(BACK, "post"),
    admin + "tournament/log/": Declared(INSTALLATION),
    "admin/well/": Declared(INSTALLATION),
    "admin/mail/": Declared(INSTALLATION),
    "admin/mail/act/": Declared(INSTALLATION, "post", {"what": "test"}),
    admin + "tournament/": Declared(STAFF),
    admin + "tournament/add/": Declared(CLUBS),
    admin + "tournament/<path:object_id>/": Declared(STAFF),  # leads to change/, and nothing else
    admin + "tournament/<path:object_id>/change/": Declared(WORK),
    admin + "tournament/<path:object_id>/history/": Declared(WORK),
    admin + "tournament/<path:object_id>/delete/": Declared(NOBODY),  # it has begun
    admin + "player/": Declared(ENTERS_PLAYERS_SOMEWHERE),
    admin + "player/add/": Declared(CLUBS),
    admin + "player/<path:object_id>/": Declared(STAFF),
    # people of another tournament are not there for who enters players at theirs
    admin + "player/<path:object_id>/change/": Declared(PLAYERS),
    admin + "player/<path:object_id>/history/": Declared(PLAYERS),
    admin + "player/<path:object_id>/delete/": Declared(OF_THE_CLUB),
    admin + "player/proposals/": Declared(ENTERS_PLAYERS_SOMEWHERE),
    admin + "player/proposals/<int:proposal_id>/": Declared(PLAYERS, "post"),
    admin + "user/": Declared(INSTALLATION),
    admin + "user/add/": Declared(INSTALLATION),
    admin + "user/again/": Declared(STAFF),
    admin + "user/sessions/": Declared(STAFF),
    admin + "user/second-factor/": Declared(STAFF),
    admin + "user/second-factor/passkey/": Declared(STAFF),
    admin + "user/<id>/password/": Declared(INSTALLATION),
    admin + "user/<int:pk>/password-link/": Declared(INSTALLATION),
    admin + "user/<path:object_id>/": Declared(STAFF),
    admin + "user/<path:object_id>/change/": Declared(INSTALLATION),
    admin + "user/<path:object_id>/history/": Declared(INSTALLATION),
    admin + "user/<path:object_id>/delete/": Declared(INSTALLATION),
    "admin/": Declared(STAFF),
    "admin/login/": Declared(EVERYONE),
    "admin/login/code/<str:token>/": Declared(EVERYONE),
    "admin/login/invitation/<str:token>/": Declared(EVERYONE),
    "admin/login/forgotten/": Declared(NOBODY),  # without a mail server there is no such page
    "admin/login/password/<str:uid>/<str:token>/": Declared(EVERYONE),
    # for whose password was given in this browser just now
    "admin/login/second/": Declared(NOBODY),
    "admin/login/second/passkey/": Declared(NOBODY),
    "admin/logout/": Declared(EVERYONE, "post"),
    "admin/password_change/": Declared(STAFF),
    "admin/password_change/done/": Declared(STAFF),
    "admin/search/": Declared(STAFF),
    "admin/jsi18n/": Declared(STAFF),
    "admin/autocomplete/": Declared(ENTERS_PLAYERS_SOMEWHERE, "get", PLAYER_SEARCH),
    "admin/r/<path:rest>": Declared(NOBODY),
    "admin/r/<path:content_type_id>/<path:object_id>/": Declared(NOBODY),
    "admin/^(?P<app_label>tournaments)/$": Declared(STAFF),
    "admin/(?P<url>.*)$": Declared(NOBODY),
}

ORGANISERS = frozenset({"superuser", "club", "organiser", "elsewhere"})  # of some tournament
DECLARED |= {
    admin + "tournament/new/": Declared(CLUBS),
    admin + "tournament/new/<slug:key>/": Declared(CLUBS),
    admin + "tournament/import-document/": Declared(CLUBS),
    admin + "tournament/import-document/<int:import_id>/": Declared(INSTALLATION),
    admin + "tournament/import-document/<int:import_id>/cancel/": Declared(INSTALLATION, "post"),
    admin + "tournament/<int:pk>/document/": Declared(WORK),
    admin + "player/<int:pk>/erase/": Declared(INSTALLATION),
    admin + "tournament/trf/": Declared(CLUBS),
    desk + "trf/<slug:version>/": Declared(WORK),
    desk + "clock/": Declared(PAIR, "post"),
    desk + "links/": Declared(PAIR),
    desk + "links/make/": Declared(PAIR, "post"),
    desk + "links/csv/": Declared(PAIR),
    desk + "links/new/<int:entry_id>/": Declared(PAIR, "post"),
    desk + "outputs/": Declared(WORK),
    desk + "outputs/print/": Declared(Action.PRINT, "post"),
    desk + "outputs/print/<int:job_id>/": Declared(Action.PRINT),
    desk + "outputs/print/<int:job_id>/file.pdf": Declared(Action.PRINT),
    desk + "outputs/print/<int:job_id>/cancel/": Declared(Action.PRINT, "post"),
    desk + "lists/<slug:kind>.<slug:form>": Declared(Action.PRINT),
    desk + "lists/<slug:kind>/": Declared(PLAYERS),
    desk + "lists/<slug:kind>/<int:import_id>/": Declared(PLAYERS),
    desk + "lists/<slug:kind>/<int:import_id>/cancel/": Declared(PLAYERS, "post"),
    desk + "reports/": Declared(Action.EDIT),
    desk + "staff/": Declared(Action.EDIT),
    desk + "staff/<int:code_id>/end/": Declared(Action.EDIT, "post"),
    desk + "staff/invite/": Declared(Action.EDIT, "post", {"name": "Berta", "role": "arbiter"}),
    desk + "staff/invitations/<int:invitation_id>/end/": Declared(Action.EDIT, "post"),
    desk + "report/<int:table_id>/": Declared(RESULTS, "post"),
    desk + "game/<int:table_id>/": Declared(RESULTS),
    desk + "slips/<int:number>/": Declared(RESULTS),
    desk + "review/<int:round_id>/": Declared(PAIR),
    desk + "review/<int:round_id>/change/": Declared(PAIR, "post"),
    desk + "review/<int:round_id>/end/": Declared(PAIR, "post"),
    desk + "round/<int:number>/quick/": Declared(RESULTS, "post"),
    desk + "confirm/<int:result_id>/": Declared(RESULTS, "post"),
    desk + "editing/": Declared(RESULTS, "post"),
    desk + "finals/": Declared(OF_THE_CLUB),
    desk + "archive/": Declared(Action.EDIT, "post"),
    desk + "reopen/": Declared(Action.REOPEN, "post"),
    desk + "players/": Declared(WORK),
    desk + "prizes/": Declared(PLAYERS),
    desk + "presence/": Declared(PAIR),
    desk + "players/act/": Declared(PAIR, "post"),
    desk + "players/add/": Declared(PAIR, "post"),
    desk + "players/<int:entry_id>/": Declared(PLAYERS),
    desk + "players/<int:entry_id>/propose/": Declared(PLAYERS, "post", {"proposed-name": "Anna"}),
    desk + "entries/": Declared(PLAYERS),
    desk + "entries/act/": Declared(PLAYERS, "post"),
    desk + "entries/settings/": Declared(Action.EDIT),
    desk + "entries/message/": Declared(PLAYERS, "post"),
    desk + "entries/csv/": Declared(PLAYERS),
    desk + "byes/": Declared(PAIR),
    desk + "byes/<int:entry_id>/<int:number>/": Declared(PAIR, "post"),
    desk + "mail/": Declared(PLAYERS),
    desk + "mail/<int:mail_id>/again/": Declared(PLAYERS, "post"),
    desk + "mail/<int:mail_id>/by-hand/": Declared(PLAYERS, "post"),
    desk + "groups/": Declared(PAIR),
    desk + "check-in/": Declared(Action.CHECK_IN),
    desk + "check-in/mark/": Declared(Action.CHECK_IN, "post"),
    desk + "check-in/waiting/": Declared(Action.CHECK_IN, "post"),
    desk + "check-in/everybody/": Declared(Action.CHECK_IN, "post"),
    desk + "check-in/close/": Declared(PAIR, "post"),
    desk + "check-in/reopen/": Declared(PAIR, "post"),
    one + "rounds/<int:number>/tables/<int:table>/": Declared(VIEW),
    one + "rounds/<int:number>/tables/<int:table>/ply/<int:ply>/": Declared(VIEW),
    # Quarto hides nothing
    one + "rounds/<int:number>/tables/<int:table>/ply/<int:ply>/seat/<int:seat>/": Declared(NOBODY),
    one + "rounds/<int:number>/tables/<int:table>/ply/<int:ply>/diagram/": Declared(VIEW),
    one + "standings/why/<int:number>/": Declared(VIEW),
    one + "standings/why/<int:number>/<int:other>/": Declared(VIEW),
    one + "standings/after/<int:after>/why/<int:number>/": Declared(VIEW),
    one + "standings/after/<int:after>/why/<int:number>/<int:other>/": Declared(VIEW),
    one + "movement/": Declared(VIEW),
    one + "movement/top/<int:top>/": Declared(VIEW),
    one + "movement/around/<int:number>/": Declared(VIEW),
    one + "crosstable/": Declared(VIEW),
    one + "crosstable/square/": Declared(VIEW),
    one + "crosstable/<int:sheet>/": Declared(VIEW),
    one + "teams/": Declared(VIEW),
    one + "teams/<int:team_id>/": Declared(VIEW),
    one + "find/": Declared(VIEW),
    one + "mine/<int:number>/": Declared(VIEW),
    one + "me/<slug:token>/": Declared(VIEW),
    one + "board/": Declared(VIEW),
    one + "about/": Declared(VIEW),
    one + "card.png": Declared(EVERYONE),
    one + "widget/": Declared(VIEW),
    one + "rounds.ics": Declared(VIEW),
    one + "results.atom": Declared(VIEW),
    "compare/<slug:slug>/": Declared(EVERYONE, "get", {"one": "1", "other": "2"}),
    "seasons/": Declared(EVERYONE),
    "ratings/<slug:slug>/": Declared(EVERYONE),
    "ratings/<slug:slug>/ratings.csv": Declared(EVERYONE),
    "ratings/<slug:slug>/players/<int:player>/": Declared(EVERYONE),
    "seasons/<slug:slug>/": Declared(EVERYONE),
    "series/<slug:slug>/": Declared(EVERYONE),
    "calendar/": Declared(EVERYONE),
    "calendar/<int:year>/<int:month>/": Declared(EVERYONE),
    "time/": Declared(EVERYONE),
    one + "enter/": Declared(EVERYONE),
    one + "enter/code/": Declared(EVERYONE),
    "e/<str:token>/": Declared(EVERYONE),
    "r/<str:token>/": Declared(EVERYONE),
    "r/<str:token>/<int:position>/": Declared(EVERYONE),
    "api/v1/reference/": Declared(EVERYONE),
    "api/v1/schema": Declared(EVERYONE),
    "api/v1/event.schema.json": Declared(EVERYONE),
    "api/v1/me/": Declared(EVERYONE - {"public"}),
    "api/v1/games/": Declared(EVERYONE),
    "api/v1/systems/": Declared(EVERYONE),
    "api/v1/imports/": Declared(CLUBS, "post"),
    "api/v1/imports/<int:import_id>/": Declared(INSTALLATION),
    api + "settings/": Declared(WORK),
    api + "document/": Declared(WORK),
    api + "entries/<int:number>/": Declared(WORK),
    api + "crosstable/": Declared(VIEW),
    api + "movement/": Declared(VIEW),
    api + "standings/why/<int:number>/": Declared(VIEW),
    api + "standings/why/<int:number>/<int:other>/": Declared(VIEW),
    api + "standings/after/<int:after>/why/<int:number>/": Declared(VIEW),
    api + "standings/after/<int:after>/why/<int:number>/<int:other>/": Declared(VIEW),
    api + "teams/": Declared(VIEW),
    api + "players/<int:number>/": Declared(VIEW),
    api + "mine/<int:number>/": Declared(VIEW),
    api + "find/": Declared(VIEW),
    # with a player's link only
    "api/v1/link/": Declared(NOBODY),
    "api/v1/link/report/": Declared(NOBODY, "post"),
    "api/v1/link/confirm/": Declared(NOBODY, "post"),
    "api/v1/link/dispute/": Declared(NOBODY, "post"),
    "api/v1/link/records/": Declared(NOBODY, "post"),
    api + "reports/": Declared(WORK),
    api + "rounds/<int:number>/tables/<int:table>/report/": Declared(RESULTS, "post"),
    api + "rounds/<int:number>/games/": Declared(VIEW),
    api + "rounds/<int:number>/tables/<int:table>/game/": Declared(VIEW),
    api + "rounds/<int:number>/tables/<int:table>/game/ply/<int:ply>/": Declared(VIEW),
    # Quarto hides nothing
    api + "rounds/<int:number>/tables/<int:table>/game/ply/<int:ply>/seat/<int:seat>/": Declared(NOBODY),
    api + "rounds/<int:number>/tables/<int:table>/game/entering/": Declared(RESULTS),
    api + "rounds/<int:number>/tables/<int:table>/game/entering/moves/": Declared(RESULTS, "post"),
    # there is no game of which to take a move back
    api + "rounds/<int:number>/tables/<int:table>/game/entering/moves/<int:after>/": Declared(NOBODY, "delete"),
    api + "rounds/<int:number>/tables/<int:table>/game/entering/hand-in/": Declared(RESULTS, "post"),
    "api/v1/ratings/": Declared(EVERYONE),
    "api/v1/ratings/<slug:slug>/": Declared(EVERYONE),
    "api/v1/ratings/<slug:slug>/settings/": Declared(OF_THE_CLUB),
    "api/v1/ratings/<slug:slug>/recompute/": Declared(OF_THE_CLUB, "post"),
    "api/v1/ratings/<slug:slug>/tournaments/<slug:event>/": Declared(OF_THE_CLUB, "put"),
    "api/v1/ratings/<slug:slug>/players/": Declared(EVERYONE),
    "api/v1/ratings/<slug:slug>/players/<int:player>/": Declared(EVERYONE),
    "api/v1/series/": Declared(EVERYONE),
    "api/v1/series/<slug:slug>/": Declared(EVERYONE),
    "api/v1/series/<slug:slug>/settings/": Declared(OF_THE_CLUB),
    "api/v1/series/<slug:slug>/recompute/": Declared(OF_THE_CLUB, "post"),
    "api/v1/series/<slug:slug>/tournaments/<slug:event>/": Declared(OF_THE_CLUB, "put"),
    "api/v1/series/<slug:slug>/table/": Declared(EVERYONE),
    api + "teams/<team:key>/": Declared(PLAYERS, "put", besides=VIEW),
    api + "player-lists/": Declared(PLAYERS, "post"),
    api + "player-lists/<int:list_id>/": Declared(PLAYERS),
    api + "appointments/": Declared(Action.EDIT),
    api + "appointments/<username:username>/": Declared(Action.EDIT, "put"),
    api + "desk/": Declared(WORK),
    api + "desk/<int:number>/": Declared(WORK),
    api + "rounds/": Declared(PAIR, "post"),
    api + "presence/": Declared(PAIR),
    api + "rounds/<int:number>/publish/": Declared(PAIR, "post"),
    api + "rounds/<int:number>/close/": Declared(PAIR, "post"),
    api + "rounds/<int:number>/discard/": Declared(PAIR, "post"),
    api + "rounds/<int:number>/tables/<int:table>/result/": Declared(RESULTS, "put", besides=WORK),
    api + "rounds/<int:number>/tables/<int:table>/records/": Declared(WORK),
    api + "records/<int:record_id>/": Declared(WORK),
    api + "mails/": Declared(PLAYERS),
    api + "mails/<int:mail_id>/again/": Declared(PLAYERS, "post"),
    api + "mails/<int:mail_id>/by-hand/": Declared(PLAYERS, "post"),
    api + "webhooks/": Declared(Action.EDIT),
    api + "webhooks/<int:hook_id>/": Declared(Action.EDIT, "delete"),
    api + "webhooks/<int:hook_id>/deliveries/": Declared(Action.EDIT),
    api + "webhooks/<int:hook_id>/deliveries/<uuid:delivery_id>/again/": Declared(Action.EDIT, "post"),
}
CHECK_IN, DECIDE, EDIT = Action.CHECK_IN, Action.DECIDE, Action.EDIT
of_entry, of_table = api + "entries/<int:number>/", api + "rounds/<int:number>/tables/<int:table>/"
DECLARED |= {
    "api/v1/log/": Declared(INSTALLATION),
    api + "log/": Declared(Action.LOG),
    api + "next-step/": Declared(WORK),
    api + "archive/": Declared(EDIT, "put"),
    api + "round-history/": Declared(BACK),
    api + "round-history/<int:round_id>/": Declared(BACK, "post"),
    api + "check-in/": Declared(CHECK_IN),
    api + "check-in/expected/": Declared(CHECK_IN),
    api + "check-in/expected/<int:player>/": Declared(CHECK_IN, "post"),
    api + "check-in/<int:number>/": Declared(CHECK_IN, "put"),
    api + "check-in/close/": Declared(PAIR, "post"),
    api + "check-in/reopen/": Declared(PAIR, "post"),
    api + "waiting/": Declared(CHECK_IN),
    api + "waiting/<int:waiting_id>/": Declared(CHECK_IN, "put"),
    api + "waiting/<int:waiting_id>/admit/": Declared(CHECK_IN, "post"),
    api + "arrivals/": Declared(PAIR, "post"),
    of_entry + "life/": Declared(PAIR, "post"),
    of_entry + "fixed-table/": Declared(PAIR, "put"),
    of_entry + "person/": Declared(PLAYERS),
    of_entry + "person/erasure/": Declared(INSTALLATION),
    of_entry + "person/proposal/": Declared(PLAYERS, "post", {"club": "Leiden"}),
    "api/v1/proposals/": Declared(EVERYONE - {"public"}),
    "api/v1/proposals/<int:proposal_id>/decision/": Declared(PLAYERS, "put"),
    of_entry + "link/": Declared(PAIR, "post"),
    api + "links/": Declared(PAIR),
    api + "rounds/<int:number>/review/": Declared(PAIR),
    api + "rounds/<int:number>/review/preview/": Declared(PAIR, "post"),
    api + "rounds/<int:number>/review/changes/": Declared(PAIR, "post"),
    api + "rounds/<int:number>/review/end/": Declared(PAIR, "post"),
    of_table + "result/confirmation/": Declared(RESULTS, "put", besides=WORK),
    of_table + "decision/": Declared(RESULTS, "put"),
    of_table + "decision/preview/": Declared(RESULTS, "post"),
    api + "penalties/": Declared(DECIDE),
    api + "penalties/preview/": Declared(DECIDE, "post"),
    api + "penalties/<int:penalty_id>/lift/": Declared(DECIDE, "post"),
    api + "prizes/": Declared(VIEW),
    api + "prizes/winners/": Declared(PLAYERS),
    api + "clock/": Declared(VIEW),
    "api/v1/presets/": Declared(EVERYONE),
    "api/v1/presets/<slug:key>/": Declared(CLUBS, "post"),
    "api/v1/finals/": Declared(CLUBS, "post"),
    api + "lists/<slug:kind>.<slug:form>": Declared(Action.PRINT),
    api + "lists/<slug:kind>/": Declared(PLAYERS, "post"),
    api + "lists/<slug:kind>/<int:list_id>/": Declared(PLAYERS),
    "api/v1/trf/": Declared(CLUBS, "post"),
    api + "trf/": Declared(WORK),
    api + "rounds/<int:number>/slips/": Declared(RESULTS),
    api + "desk/typing/": Declared(RESULTS, "post"),
    api + "prints/": Declared(Action.PRINT),
    api + "prints/<int:job_id>/": Declared(Action.PRINT),
    api + "prints/<int:job_id>/file.pdf": Declared(NOBODY),  # it is not made yet
}
OWN = EVERYONE - {"account", "public"}  # their own tokens
for model, lists, adds, opens, deletes in (
    ("apitoken", STAFF, STAFF, OWN, NOBODY),  # a token is revoked, so that it stays known which one it was
    ("club", CLUBS, INSTALLATION, OF_THE_CLUB, NOBODY),
    ("ratinglist", CLUBS, CLUBS, OF_THE_CLUB, OF_THE_CLUB),
    ("series", CLUBS, CLUBS, OF_THE_CLUB, OF_THE_CLUB),
    ("webhook", ORGANISERS, ORGANISERS, Action.EDIT, Action.EDIT),
    ("delivery", ORGANISERS, NOBODY, Action.EDIT, NOBODY),
):
    page = f"{admin}{model}/"
    DECLARED |= {
        page: Declared(lists),
        page + "add/": Declared(adds),
        page + "<path:object_id>/": Declared(STAFF),
        page + "<path:object_id>/change/": Declared(opens),
        page + "<path:object_id>/history/": Declared(opens),
        page + "<path:object_id>/delete/": Declared(deletes),
    }


def by_code(role: str, route: str, who: Action | frozenset[str], welcome: frozenset[str]) -> bool:
    """Return whether somebody by code gets in: they have their role's rights at the desk of their event and on public
    pages; the API takes them for nobody; behind the door there is nothing else for them."""
    behind_the_door = route.startswith("admin/") and route not in ("admin/jsi18n/", "admin/logout/")
    if route.startswith(("api/", "admin/login/")):
        return "public" in welcome
    if behind_the_door and not route.startswith((desk, admin + "tournament/<int:pk>/document/")):
        return False
    if not isinstance(who, Action):
        return who >= STAFF
    return role.removesuffix(" by code") in welcome
