"""The site's addresses: the admin, the choice of language, and everything that tournaments serve."""

from typing import NoReturn

from django.contrib import admin
from django.http import Http404, HttpRequest
from django.urls import include, path

from config.http.middleware import server_error
from config.metrics import metrics
from tournaments.views.accounts.health import act_on_mails, installation_health, installation_mails
from tournaments.views.accounts.invitations import accept, come_in_by_code
from tournaments.views.accounts.oidc import begin, done
from tournaments.views.accounts.passwords import forgotten, new_password
from tournaments.views.accounts.second_factor import second, second_by_passkey, sign_in
from tournaments.views.accounts.sessions import change_password


def nowhere(request: HttpRequest, **_: object) -> NoReturn:
    """Answer 404: the admin's way to any object's page would tell everyone who signs in the names of hidden
    tournaments."""
    raise Http404


handler500 = server_error

urlpatterns = [
    path("admin/r/<path:rest>", nowhere),
    path("admin/login/", sign_in),
    path("admin/login/second/", second, name="second_factor"),
    path("admin/login/second/passkey/", second_by_passkey, name="second_factor_passkey"),
    path("admin/login/code/<str:token>/", come_in_by_code, name="staff_code"),
    path("admin/login/invitation/<str:token>/", accept, name="invitation"),
    path("admin/login/oidc/", begin, name="oidc"),
    path("admin/login/oidc/done/", done, name="oidc_done"),
    path("admin/login/forgotten/", forgotten, name="forgotten"),
    path("admin/login/password/<str:uid>/<str:token>/", new_password, name="new_password"),
    path("admin/password_change/", admin.site.admin_view(change_password)),
    path("admin/well/", admin.site.admin_view(installation_health), name="installation_health"),
    path("admin/mail/", admin.site.admin_view(installation_mails), name="installation_mails"),
    path("admin/mail/act/", admin.site.admin_view(act_on_mails), name="installation_mails_act"),
    path("admin/", admin.site.urls),
    path("metrics", metrics, name="metrics"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("tournaments.urls")),
]
