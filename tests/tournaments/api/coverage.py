"""The API's counterpart of each address of the site: a table, checked by a test and kept as docs/api-coverage.md.

``python -m tests.tournaments.api.coverage > docs/api-coverage.md`` writes the page anew.
"""

from __future__ import annotations

import sys

T = "/tournaments/{slug}/"
ROUND, TABLE, ENTRY = (f"{T}rounds/{{number}}/", f"{T}rounds/{{number}}/tables/{{table}}/", f"{T}entries/{{number}}/")
one, admin = "t/<slug:slug>/", "admin/tournaments/"
event = f"{admin}tournament/"
desk = f"{event}<int:pk>/desk/"

SIGNING_IN = "signing in, for people; programs have tokens"
ADMIN = "the admin's own frame"
LOGINS = "logins are given by people"
CLUBS = "clubs and registers are looked after by people"
CODES = "codes and invitations are shown by people to people"
ENTERING = "people enter themselves"
HISTORY = "the admin's history; the log has more"
OWN_GAME = "touched at the table; programs enter moves at …/game/entering/moves/"
HAND = "hands are dealt to people; a program brings its own setup"
GLASS = "a glass is turned by the people at a table"
MACHINE = "made for programs itself"
HANDBOOK = "a text to read, for people"
ANALYSIS = "legal moves of any position: programs have the engines (`python -m games legal`)"

COVERED: dict[str, tuple[str, ...] | str] = {
    # what everybody sees
    "": ("GET /tournaments/",),
    "tournaments/": ("GET /tournaments/",),
    one: (f"GET {T}",),
    one + "rounds/<int:number>/": (f"GET {ROUND}",),
    one + "rounds/<int:number>/tables/<int:table>/": (f"GET {TABLE}game/", f"GET {ROUND}games/"),
    one + "rounds/<int:number>/tables/<int:table>/ply/<int:ply>/": (f"GET {TABLE}game/ply/{{ply}}/",),
    one + "rounds/<int:number>/tables/<int:table>/moves/": (f"GET {TABLE}game/",),
    one + "rounds/<int:number>/tables/<int:table>/embed/": "a frame for other sites; programs have the game",
    one + "rounds/<int:number>/tables/<int:table>/card.png": "a frame for other sites; programs have the game",
    one + "rounds/<int:number>/tables/<int:table>/ply/<int:ply>/options/": ANALYSIS,
    one + "rounds/<int:number>/tables/<int:table>/ply/<int:ply>/analysis/": ANALYSIS,
    one + "rounds/<int:number>/tables/<int:table>/ply/<int:ply>/seat/<int:seat>/": (
        f"GET {TABLE}game/ply/{{ply}}/seat/{{seat}}/",
    ),
    one + "rounds/<int:number>/tables/<int:table>/ply/<int:ply>/diagram/": (f"GET {TABLE}game/ply/{{ply}}/",),
    one + "rounds/<int:number>/tables/<int:table>/ply/<int:ply>/picture.png": (f"GET {TABLE}game/ply/{{ply}}/",),
    one + "standings/": (f"GET {T}standings/",),
    one + "standings/after/<int:after>/": (f"GET {T}standings/after/{{after}}/",),
    one + "standings/why/<int:number>/": (f"GET {T}standings/why/{{number}}/",),
    one + "standings/why/<int:number>/<int:other>/": (f"GET {T}standings/why/{{number}}/{{other}}/",),
    one + "standings/after/<int:after>/why/<int:number>/": (
        f"GET {T}standings/after/{{after}}/why/{{number}}/",
    ),
    one + "standings/after/<int:after>/why/<int:number>/<int:other>/": (
        f"GET {T}standings/after/{{after}}/why/{{number}}/{{other}}/",
    ),
    "compare/<slug:slug>/": (f"GET {T}standings/why/{{number}}/{{other}}/",),
    one + "bracket/": (f"GET {T}rounds/{{number}}/", f"GET {T}standings/"),
    one + "movement/": (f"GET {T}movement/",),
    one + "movement/top/<int:top>/": (f"GET {T}movement/",),
    one + "movement/around/<int:number>/": (f"GET {T}movement/",),
    one + "crosstable/": (f"GET {T}crosstable/",),
    one + "crosstable/square/": (f"GET {T}crosstable/",),
    one + "crosstable/<int:sheet>/": (f"GET {T}crosstable/",),
    one + "teams/": (f"GET {T}teams/",),
    one + "teams/<int:team_id>/": (f"GET {T}teams/{{key}}/",),
    one + "standings/player/<int:number>/": (f"GET {T}players/{{number}}/", f"GET {T}standings/why/{{number}}/"),
    one + "standings/player/<int:number>/panel/": "a part of a page",
    one + "standings/after/<int:after>/player/<int:number>/": (
        f"GET {T}players/{{number}}/", f"GET {T}standings/after/{{after}}/why/{{number}}/",
    ),
    one + "standings/after/<int:after>/player/<int:number>/panel/": "a part of a page",
    one + "players/<int:number>/": (f"GET {T}players/{{number}}/",),
    one + "find/": (f"GET {T}find/",),
    one + "mine/<int:number>/": (f"GET {T}mine/{{number}}/",),
    one + "me/<slug:token>/": ("GET /link/",),
    one + "app.webmanifest": MACHINE,
    one + "mine/<int:number>/app.webmanifest": MACHINE,
    one + "me/<slug:token>/app.webmanifest": MACHINE,
    "people/<int:player>/": "a page for people; programs have the events",
    one + "me/<slug:token>/person/": "a person’s own consent",
    one + "me/<slug:token>/tell/": "a person’s own address and browser; programs have webhooks",
    one + "me/<slug:token>/tell/devices/": "a person’s own address and browser; programs have webhooks",
    one + "me/<slug:token>/glass/": GLASS,
    one + "me/<slug:token>/hand/": HAND,
    one + "me/<slug:token>/worker.js": "a script that pages load",
    "mail/confirm/<str:token>/": "the answer of a person to a mail",
    one + "games/": (f"GET {T}games/",),
    one + "games/figures/": "pictures and means; programs count the records themselves",
    "c/<slug:slug>/games/": "pictures and means; programs count the records themselves",
    one + "board/": (f"GET {ROUND}", f"GET {T}standings/", f"GET {T}clock/"),
    one + "about/": (f"GET {T}",),
    one + "card.png": "a picture that link previews show",
    one + "standings/card.png": "a picture that link previews show",
    "card.png": "a picture that link previews show",
    "c/<slug:slug>/card.png": "a picture that link previews show",
    "seasons/<slug:slug>/card.png": "a picture that link previews show",
    one + "widget/": "a frame for other sites; programs have the standings",
    one + "rounds.ics": MACHINE,
    one + "schedule/": (f"GET {T}schedule/",),
    one + "schedule/<int:number>/": (f"GET {T}schedule/",),
    one + "results.atom": MACHINE,
    one + "records/<int:record_id>.json": MACHINE,
    one + "records/<int:record_id>.txt": MACHINE,
    one + "games.txt": MACHINE,
    "seasons/": ("GET /ratings/", "GET /series/"),
    "ratings/<slug:slug>/": ("GET /ratings/{slug}/", "GET /ratings/{slug}/players/"),
    "ratings/<slug:slug>/ratings.csv": ("GET /ratings/{slug}/players/",),
    "ratings/<slug:slug>/players/<int:player>/": ("GET /ratings/{slug}/players/{player}/",),
    "seasons/<slug:slug>/": ("GET /series/{slug}/", "GET /series/{slug}/table/"),
    "series/<slug:slug>/": "leads to a season's page",
    "calendar/": ("GET /tournaments/",),
    "calendar/<int:year>/<int:month>/": ("GET /tournaments/",),
    "hall/": "nothing of an event",
    "style/": "nothing of an event",
    "analysis/<str:text>/": ANALYSIS,
    "analysis/<str:text>/after/<str:move>/": ANALYSIS,
    "analysis/<str:text>/picture.svg": ANALYSIS,
    "analysis/<str:text>/picture.png": ANALYSIS,
    "rules/<slug:game>/": "a text to read, for people",
    "help/": HANDBOOK,
    "help/<slug:key>/": HANDBOOK,
    "help/<slug:key>.pdf": HANDBOOK,
    "time/": MACHINE,
    "healthz": MACHINE,
    "health/live": MACHINE,
    "health/ready": MACHINE,
    "metrics": MACHINE,
    "admin/mail/": LOGINS,
    "admin/mail/act/": LOGINS,
    "admin/well/": "in words; programs ask /health/ready",
    "robots.txt": MACHINE,
    "sitemap.xml": MACHINE,
    "sitemap-<int:part>.xml": MACHINE,
    "mail/stop/<str:token>/": "the answer of a person to a mail",
    "favicon.ico": MACHINE,
    "colours/<str:digits>.css": MACHINE,
    "worker.js": "a script that pages load",
    "i18n/setlang/": "programs send Accept-Language",
    # what players do with a link
    "r/<str:token>/": (
        "GET /link/", "POST /link/report/", "POST /link/confirm/", "POST /link/dispute/", "POST /link/records/",
        "POST /link/photos/",
    ),
    "r/<str:token>/glass/": GLASS,
    "r/<str:token>/game/": OWN_GAME,
    "r/<str:token>/<int:position>/game/": OWN_GAME,
    "glass/<slug:game>/": GLASS,
    "r/<str:token>/<int:position>/": (
        "GET /link/", "POST /link/report/", "POST /link/confirm/", "POST /link/dispute/", "POST /link/records/",
        "POST /link/photos/",
    ),
    # the desk
    desk: (f"GET {T}desk/", f"GET {T}next-step/"),
    desk + "actions/": "links to the desk's pages, for people; programs read the API's schema",
    desk + "round/<int:number>/": (f"GET {T}desk/{{number}}/",),
    desk + "version/": (f"GET {T}desk/",),
    desk + "pair/": (f"POST {T}rounds/",),
    desk + "publish/<int:round_id>/": (f"POST {ROUND}publish/",),
    desk + "actions/": "links to the desk's pages, for people; programs read the API's schema",
    admin + "tournament/demonstration/": "the demonstration is for people who try the program",
    desk + "discard/<int:round_id>/": (f"POST {ROUND}discard/",),
    desk + "close/<int:round_id>/": (f"POST {ROUND}close/",),
    desk + "result/<int:table_id>/": (f"GET {TABLE}result/", f"PUT {TABLE}result/"),
    desk + "round/<int:number>/quick/": (f"PUT {TABLE}result/",),
    desk + "confirm/<int:result_id>/": (f"GET {TABLE}result/confirmation/", f"PUT {TABLE}result/confirmation/"),
    desk + "here/": "the strip above the desk's pages; programs read the desk and its version",
    desk + "end/": "what is left to do for people at the end; each step has an operation of its own",
    desk + "editing/": (f"POST {T}desk/typing/",),
    desk + "record/<int:table_id>/": (
        f"GET {TABLE}records/", f"POST {TABLE}records/", f"GET {T}records/{{record_id}}/",
        f"GET {TABLE}photos/", f"GET {TABLE}photos/{{photo_id}}/", f"DELETE {TABLE}photos/{{photo_id}}/",
    ),
    desk + "deal/<int:table_id>/": HAND,
    desk + "glass/<int:table_id>/": GLASS,
    desk + "time-up/<int:call_id>/": "an arbiter walks to the table",
    desk + "game/<int:table_id>/": (
        f"GET {TABLE}game/entering/", f"POST {TABLE}game/entering/", f"DELETE {TABLE}game/entering/",
        f"POST {TABLE}game/entering/moves/", f"DELETE {TABLE}game/entering/moves/{{after}}/",
        f"POST {TABLE}game/entering/hand-in/", f"PUT {TABLE}featured/", f"DELETE {TABLE}featured/",
    ),
    desk + "decide/<int:table_id>/": (f"POST {TABLE}decision/preview/", f"PUT {TABLE}decision/"),
    desk + "penalties/": (f"GET {T}penalties/", f"POST {T}penalties/preview/", f"POST {T}penalties/"),
    desk + "penalties/<int:penalty_id>/": (f"POST {T}penalties/{{penalty_id}}/lift/",),
    desk + "review/<int:round_id>/": (f"GET {ROUND}review/", f"POST {ROUND}review/preview/"),
    desk + "review/<int:round_id>/change/": (f"POST {ROUND}review/changes/",),
    desk + "review/<int:round_id>/end/": (f"POST {ROUND}review/end/",),
    desk + "rounds/": (f"GET {T}round-history/",),
    desk + "reopen/<int:round_id>/": (f"POST {T}round-history/{{round_id}}/",),
    desk + "unpublish/<int:round_id>/": (f"POST {T}round-history/{{round_id}}/",),
    desk + "put-aside/<int:round_id>/": (f"POST {T}round-history/{{round_id}}/",),
    desk + "bring-back/<int:round_id>/": (f"POST {T}round-history/{{round_id}}/",),
    desk + "log/": (f"GET {T}log/",),
    desk + "log/brought/": (f"GET {T}document/",),
    desk + "clock/": (f"PUT {T}clock/", f"POST {T}clock/"),
    desk + "wall/": (f"GET {T}wallboard/", f"POST {T}wallboard/"),
    desk + "prizes/": (f"GET {T}prizes/winners/", f"PUT {T}prizes/"),
    desk + "presence/": (f"GET {T}presence/", f"POST {T}rounds/"),
    desk + "entries/": (f"GET {T}registrations/",),
    desk + "entries/act/": (
        f"PUT {T}registrations/{{registration_id}}/decision/", f"PUT {T}registrations/{{registration_id}}/payment/",
    ),
    desk + "entries/message/": (f"POST {T}registrations/message/",),
    desk + "entries/settings/": (f"GET {T}registrations/settings/", f"PATCH {T}registrations/settings/"),
    desk + "entries/csv/": (f"GET {T}registrations/",),
    one + "enter/": ENTERING,
    one + "enter/code/": ENTERING,
    "e/<str:token>/": ENTERING,
    desk + "players/": (f"GET {T}entries/", f"GET {ENTRY}", f"GET {T}waiting/"),
    desk + "players/act/": (f"POST {ENTRY}life/", f"PUT {ENTRY}fixed-table/", f"POST {T}waiting/"),
    desk + "players/add/": (f"POST {T}arrivals/", f"POST {T}entries/"),
    desk + "players/<int:entry_id>/propose/": (f"POST {ENTRY}person/proposal/",),
    desk + "players/<int:entry_id>/": (f"GET {ENTRY}person/", f"PATCH {ENTRY}person/"),
    desk + "byes/": (f"GET {ENTRY}", f"POST {ENTRY}life/"),
    desk + "byes/<int:entry_id>/<int:number>/": (f"POST {ENTRY}life/",),
    desk + "groups/": (f"GET {T}settings/", f"PATCH {T}"),
    desk + "check-in/": (f"GET {T}check-in/", f"GET {T}check-in/expected/"),
    desk + "check-in/mark/": (f"PUT {T}check-in/{{number}}/", f"POST {T}check-in/expected/{{player}}/"),
    desk + "mail/": (f"GET {T}mails/",),
    desk + "mail/report/": "a person’s own mail; programs have webhooks",
    desk + "mail/<int:mail_id>/again/": (f"POST {T}mails/{{mail_id}}/again/",),
    desk + "mail/<int:mail_id>/by-hand/": (f"POST {T}mails/{{mail_id}}/by-hand/",),
    desk + "check-in/paid/": (f"PUT {T}registrations/{{registration_id}}/payment/",),
    desk + "check-in/waiting/": (
        f"PUT {T}waiting/{{waiting_id}}/", f"DELETE {T}waiting/{{waiting_id}}/",
        f"POST {T}waiting/{{waiting_id}}/admit/",
    ),
    desk + "check-in/everybody/": (f"PUT {T}check-in/{{number}}/",),
    desk + "check-in/close/": (f"POST {T}check-in/close/",),
    desk + "check-in/reopen/": (f"POST {T}check-in/reopen/",),
    desk + "staff/": CODES,
    desk + "staff/<int:code_id>/end/": CODES,
    desk + "staff/invite/": CODES,
    desk + "staff/invitations/<int:invitation_id>/end/": CODES,
    desk + "staff/invitations/<int:invitation_id>/taken-up/": (f"DELETE {T}appointments/{{username}}/",),
    desk + "reports/": (f"GET {T}reports/", f"PUT {T}reports/"),
    desk + "report/<int:table_id>/": (f"POST {TABLE}report/",),
    desk + "slips/<int:number>/": (f"GET {ROUND}slips/",),
    desk + "links/": (f"GET {T}links/",),
    desk + "links/make/": (f"POST {T}links/",),
    desk + "links/mail/": (f"POST {T}links/mail/",),
    desk + "links/csv/": (f"GET {T}links/",),
    desk + "links/new/<int:entry_id>/": (f"POST {ENTRY}link/",),
    desk + "finals/": ("POST /finals/",),
    desk + "archive/": (f"PUT {T}archive/",),
    desk + "reopen/": (f"DELETE {T}archive/",),
    # in and out
    desk + "outputs/": (f"GET {T}prints/",),
    desk + "outputs/print/": (f"POST {T}prints/",),
    desk + "outputs/print/<int:job_id>/": (f"GET {T}prints/{{job_id}}/",),
    desk + "outputs/print/<int:job_id>/file.pdf": (f"GET {T}prints/{{job_id}}/file.pdf",),
    desk + "outputs/print/<int:job_id>/cancel/": (f"DELETE {T}prints/{{job_id}}/",),
    desk + "lists/<slug:kind>.<slug:form>": (f"GET {T}lists/{{kind}}.{{form}}",),
    desk + "lists/<slug:kind>/": (f"POST {T}lists/{{kind}}/", f"POST {T}player-lists/"),
    desk + "lists/<slug:kind>/<int:import_id>/": (
        f"GET {T}lists/{{kind}}/{{list_id}}/", f"POST {T}lists/{{kind}}/{{list_id}}/",
        f"GET {T}player-lists/{{list_id}}/", f"POST {T}player-lists/{{list_id}}/",
        f"PATCH {T}player-lists/{{list_id}}/", f"PATCH {T}lists/{{kind}}/{{list_id}}/",
    ),
    desk + "lists/<slug:kind>/<int:import_id>/cancel/": (
        f"DELETE {T}lists/{{kind}}/{{list_id}}/", f"DELETE {T}player-lists/{{list_id}}/",
    ),
    desk + "trf/<slug:version>/": (f"GET {T}trf/",),
    event + "trf/": ("POST /trf/",),
    event + "<int:pk>/document/": (f"GET {T}document/",),
    event + "import-document/": ("GET /imports/", "POST /imports/"),
    event + "import-document/<int:import_id>/": ("GET /imports/{import_id}/",),
    event + "import-document/<int:import_id>/cancel/": ("DELETE /imports/{import_id}/",),
    # set up and kept
    event: ("GET /tournaments/",),
    event + "log/": ("GET /log/",),
    event + "new/": ("GET /presets/",),
    event + "new/planner/": ("GET /planner/", f"GET {T}lengths/"),
    event + "season/<int:season_id>/evenings/": ("PATCH /tournaments/{slug}/",),
    event + "season/<int:season_id>/prizes/": (
        "GET /series/{slug}/prizes/", "GET /series/{slug}/prizes/winners/", "PUT /series/{slug}/prizes/",
    ),
    event + "season/<int:season_id>/prizes/<slug:form>/": ("GET /series/{slug}/prizes/",),
    event + "season/<int:season_id>/evening/": ("POST /series/{slug}/evenings/",),
    event + "new/<slug:key>/": ("POST /presets/{key}/",),
    event + "add/": ("POST /tournaments/", "GET /games/", "GET /systems/"),
    event + "<path:object_id>/change/": (
        f"GET {T}settings/", f"PATCH {T}", f"POST {T}entries/", f"PATCH {ENTRY}", f"DELETE {ENTRY}",
        f"GET {T}appointments/", f"PUT {T}appointments/{{username}}/", f"DELETE {T}appointments/{{username}}/",
    ),
    event + "<path:object_id>/delete/": (f"DELETE {T}",),
    event + "<path:object_id>/history/": HISTORY,
    admin + "player/": (f"GET {T}entries/",),
    admin + "player/add/": (f"POST {T}entries/",),
    admin + "player/<path:object_id>/change/": (f"GET {ENTRY}person/", f"PATCH {ENTRY}person/"),
    admin + "player/<path:object_id>/delete/": "only of who never took part; a list of players enters nobody else",
    admin + "player/<path:object_id>/history/": HISTORY,
    admin + "player/proposals/": ("GET /proposals/",),
    admin + "player/proposals/<int:proposal_id>/": ("PUT /proposals/{proposal_id}/decision/",),
    admin + "player/<int:pk>/erase/": (f"GET {ENTRY}person/erasure/", f"POST {ENTRY}person/erasure/"),
    admin + "webhook/": (f"GET {T}webhooks/",),
    admin + "webhook/add/": (f"POST {T}webhooks/",),
    admin + "webhook/<path:object_id>/change/": (f"PATCH {T}webhooks/{{hook_id}}/",),
    admin + "webhook/<path:object_id>/delete/": (f"DELETE {T}webhooks/{{hook_id}}/",),
    admin + "webhook/<path:object_id>/history/": HISTORY,
    admin + "delivery/": (
        f"GET {T}webhooks/{{hook_id}}/deliveries/",
        f"POST {T}webhooks/{{hook_id}}/deliveries/{{delivery_id}}/again/",
    ),
    admin + "delivery/add/": "a delivery is made by what happens, never by hand",
    admin + "delivery/<path:object_id>/change/": (f"GET {T}webhooks/{{hook_id}}/deliveries/",),
    admin + "delivery/<path:object_id>/delete/": "what was told stays known",
    admin + "delivery/<path:object_id>/history/": HISTORY,
    admin + "apitoken/": "a token makes no tokens",
    admin + "apitoken/add/": "a token makes no tokens",
    admin + "apitoken/<path:object_id>/change/": ("GET /me/",),
    admin + "apitoken/<path:object_id>/delete/": "a token makes no tokens",
    admin + "apitoken/<path:object_id>/history/": HISTORY,
    # signing in, and the admin itself
    "admin/": ADMIN,
    "admin/search/": ADMIN,
    "admin/jsi18n/": ADMIN,
    "admin/autocomplete/": ADMIN,
    "admin/r/<path:rest>": ADMIN,
    "admin/r/<path:content_type_id>/<path:object_id>/": ADMIN,
    "admin/^(?P<app_label>tournaments)/$": ADMIN,
    "admin/(?P<url>.*)$": ADMIN,
    "admin/login/": SIGNING_IN,
    "admin/login/code/<str:token>/": SIGNING_IN,
    "admin/login/invitation/<str:token>/": SIGNING_IN,
    "admin/login/oidc/": SIGNING_IN,
    "admin/login/oidc/done/": SIGNING_IN,
    admin + "user/provider/": SIGNING_IN,
    "admin/login/forgotten/": SIGNING_IN,
    "admin/login/password/<str:uid>/<str:token>/": SIGNING_IN,
    "admin/logout/": SIGNING_IN,
    "admin/password_change/": SIGNING_IN,
    "admin/password_change/done/": SIGNING_IN,
    admin + "user/again/": SIGNING_IN,
    admin + "user/language/": "programs send Accept-Language",
    admin + "user/sessions/": SIGNING_IN,
    admin + "user/second-factor/": SIGNING_IN,
    admin + "user/second-factor/passkey/": SIGNING_IN,
    "admin/login/second/": SIGNING_IN,
    "admin/login/second/passkey/": SIGNING_IN,
    "c/": ("GET /clubs/",),
    "c/<slug:slug>/": ("GET /clubs/{slug}/",),
    "c/<slug:slug>/logo.png": ("GET /clubs/{slug}/",),
    "c/<slug:slug>/events.ics": MACHINE,
    "c/<slug:slug>/events.atom": MACHINE,
    "events.atom": MACHINE,
    "seasons/<slug:slug>/events.ics": MACHINE,
    "seasons/<slug:slug>/events.atom": MACHINE,
    admin + "club/<int:pk>/invitations/": CLUBS,
    admin + "club/<int:pk>/invitations/<int:invitation_id>/end/": CLUBS,
    admin + "club/<int:pk>/invitations/<int:invitation_id>/taken-up/": CLUBS,
    admin + "player/doubles/": CLUBS,
    admin + "player/doubles/merge/": CLUBS,
    admin + "player/doubles/<int:merge_id>/undo/": CLUBS,
    admin + "club/": CLUBS,
    admin + "club/add/": CLUBS,
    admin + "club/<path:object_id>/change/": CLUBS,
    admin + "club/<path:object_id>/delete/": CLUBS,
    admin + "club/<path:object_id>/history/": CLUBS,
    admin + "user/": LOGINS,
    admin + "user/add/": LOGINS,
    admin + "user/<id>/password/": LOGINS,
    admin + "user/<int:pk>/password-link/": LOGINS,
    admin + "user/<path:object_id>/change/": LOGINS,
    admin + "user/<path:object_id>/delete/": LOGINS,
    admin + "user/<path:object_id>/history/": LOGINS,
}  # fmt: skip
for model, path in (("ratinglist", "/ratings/"), ("series", "/series/")):
    page, season = f"{admin}{model}/", path + "{slug}/"
    COVERED |= {
        page: (f"GET {path}",),
        page + "add/": (f"POST {path}",),
        page + "<path:object_id>/change/": (
            f"GET {season}settings/",
            f"PATCH {season}",
            f"POST {season}recompute/",
            f"PUT {season}tournaments/{{event}}/",
            f"DELETE {season}tournaments/{{event}}/",
        ),
        page + "<path:object_id>/delete/": (f"DELETE {season}",),
        page + "<path:object_id>/history/": HISTORY,
    }
OWN = "/clubs/{slug}/games/"
COVERED |= {
    f"{admin}clubgame/": (f"GET {OWN}",),
    f"{admin}clubgame/add/": (f"PUT {OWN}{{key}}/",),
    f"{admin}clubgame/<path:object_id>/change/": (f"GET {OWN}{{key}}/", f"PUT {OWN}{{key}}/"),
    f"{admin}clubgame/<path:object_id>/delete/": (f"DELETE {OWN}{{key}}/",),
    f"{admin}clubgame/<path:object_id>/history/": HISTORY,
}
for model in (
    "clubgame",
    "tournament",
    "player",
    "user",
    "club",
    "ratinglist",
    "series",
    "webhook",
    "delivery",
    "apitoken",
):
    COVERED[f"{admin}{model}/<path:object_id>/"] = "leads to the page of its changes"

HEAD = """# The site's addresses, and what the API has for each

Made by `python -m tests.tournaments.api.coverage` from a table that a test compares with the site's addresses and the
API's schema. The API's addresses begin with `/api/v1`.

## With operations

"""
WITHOUT = """
## Without, and why

"""


def written() -> str:
    """Return the page docs/api-coverage.md: for each set of operations, and for each reason, its addresses."""
    covered: dict[str, list[str]] = {}
    without: dict[str, list[str]] = {}
    for route, found in sorted(COVERED.items()):
        address = route.replace("(?P<url>.*)$", "…").replace("^(?P<app_label>tournaments)/$", "tournaments/")
        group, key = (without, found) if isinstance(found, str) else (covered, operations_of(found))
        group.setdefault(key, []).append(f"`/{address}`")
    return HEAD + listed(covered) + WITHOUT + listed(without)


def operations_of(found: tuple[str, ...]) -> str:
    """Return operations in a few words: an address once, with its methods."""
    methods: dict[str, list[str]] = {}
    for operation in found:
        method, address = operation.split(" ")
        methods.setdefault(address, []).append(method)
    return ", ".join(f"`{'/'.join(names)} {address}`" for address, names in methods.items())


def listed(groups: dict[str, list[str]]) -> str:
    return "".join(f"- {key}: {', '.join(addresses)}\n" for key, addresses in groups.items())


if __name__ == "__main__":
    sys.stdout.write(written())
