"""The sentences about mails that were not sent, by their codes."""

from __future__ import annotations

from games.core.notices import declare
from games.core.notices import gettext_noop as _

declare(
    {
        "mail-certificate": _("The certificate of the mail server is not trusted: %(error)s."),
        "mail-expired": _("It was not sent in time, so it is no longer useful."),
        "mail-login-refused": _("The mail server refuses the user name or the password in EMAIL_URL: %(answer)s"),
        "mail-many-to-address": _("This address got too many e-mails within an hour."),
        "mail-many-of-event": _("This event sent too many e-mails within an hour."),
        "mail-outdated": _("The round was changed or withdrawn before it was sent."),
        "mail-refused": _("The mail server refuses this e-mail: %(answer)s"),
        "mail-sender-refused": _("The mail server refuses the sender in MAIL_FROM: %(answer)s"),
        "mail-server-refused": _("The mail server refuses to accept e-mails: %(answer)s"),
        "mail-silent": _("The mail server does not answer."),
        "mail-not-made": _(
            "The e-mail could not be created because of an error in the program. The program's log has the details."
        ),
        "mail-unreachable": _("The mail server cannot be reached: %(error)s."),
        "mail-unwanted": _("The recipient has unsubscribed from these e-mails."),
    }
)
