"""The one place that talks to the mail server: a connection for several mails, cut off when its time is over."""

from __future__ import annotations

import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.smtp import EmailBackend

from games.core.notices import Notice
from tournaments.text import shown

PATIENCE = 10.0
"""Seconds for each step of the conversation."""

AT_MOST = 30.0
"""Seconds after which a connection is cut, whatever it waits for."""

MOST_SAID = 200
NOT_ASCII = "a host, user name or password in EMAIL_URL that mail servers cannot read"
REFUSED_FOR_GOOD = 500


class NotTaken(Exception):
    """The server did not take this mail: ``for_good``, or for now. ``notice`` says why."""

    def __init__(self, notice: Notice, *, for_good: bool) -> None:
        super().__init__(notice.code)
        self.notice = notice
        self.for_good = for_good


class NoServer(Exception):
    """The server takes no mail at all at the moment; ``notice`` says why."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice.code)
        self.notice = notice


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as it is sent. ``headers`` besides those that every mail has."""

    to: str
    subject: str
    text: str
    html: str
    message_id: str
    headers: dict[str, str]


class Line:
    """An open connection to the mail server."""

    def __init__(self, backend: EmailBackend) -> None:
        self._backend = backend

    def greet(self) -> None:
        """Say who is there (EHLO), and nothing more. Raises NoServer where the server wants nobody."""
        try:
            self._backend.connection.ehlo_or_helo_if_needed()
        except (smtplib.SMTPException, OSError) as error:
            raise _away(error) from error

    def send(self, letter: Letter) -> None:
        """Hand a mail over. Raises NotTaken where the server refuses this one, NoServer where it breaks off."""
        message = EmailMultiAlternatives(
            letter.subject,
            letter.text,
            settings.MAIL_FROM,
            [letter.to],
            headers={
                "Message-ID": letter.message_id,
                "Auto-Submitted": "auto-generated",
                "X-Auto-Response-Suppress": "All",
                **letter.headers,
            },
            connection=self._backend,
        )
        message.attach_alternative(letter.html, "text/html")
        try:
            message.send()
        except smtplib.SMTPRecipientsRefused as error:
            code, text = next(iter(error.recipients.values()))
            raise _not_taken(code, text) from error
        except smtplib.SMTPSenderRefused as error:
            raise NoServer(Notice("mail-sender-refused", answer=_answer(error.smtp_code, error.smtp_error))) from error
        except smtplib.SMTPResponseException as error:
            raise _not_taken(error.smtp_code, error.smtp_error) from error
        except (smtplib.SMTPException, OSError) as error:
            raise _away(error) from error


@contextmanager
def line(server: Any = None) -> Iterator[Line]:
    """Open a connection to a mail server, that of the settings. Raises NoServer where there is none."""
    server = server or settings.MAIL_SERVER
    backend = EmailBackend(
        host=server.host,
        port=server.port,
        username=server.user,
        password=server.password,
        use_tls=server.tls == "starttls",
        use_ssl=server.tls == "always",
        timeout=PATIENCE,
    )
    watch = threading.Timer(AT_MOST, _cut, [backend])
    watch.daemon = True
    watch.start()
    try:
        try:
            backend.open()
        except smtplib.SMTPAuthenticationError as error:
            raise NoServer(Notice("mail-login-refused", answer=_answer(error.smtp_code, error.smtp_error))) from error
        except (smtplib.SMTPException, OSError) as error:
            raise _away(error) from error
        except UnicodeError:  # it says a letter of the password, and where that stands
            raise NoServer(Notice("mail-unreachable", error=NOT_ASCII)) from None
        yield Line(backend)
    finally:
        watch.cancel()
        with suppress(smtplib.SMTPException, OSError):
            backend.close()


def trouble(server: Any = None) -> Notice | None:
    """Return why the server would take no mail: it is greeted and signed in to as before one, and none is sent."""
    try:
        with line(server) as opened:
            opened.greet()
    except NoServer as error:
        return error.notice
    return None


def _cut(backend: EmailBackend) -> None:
    connection = getattr(backend, "connection", None)
    sock = getattr(connection, "sock", None)
    if sock is not None:
        with suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)


def _not_taken(code: int, text: bytes | str) -> NotTaken:
    return NotTaken(Notice("mail-refused", answer=_answer(code, text)), for_good=code >= REFUSED_FOR_GOOD)


def _away(error: Exception) -> NoServer:
    if isinstance(error, ssl.SSLCertVerificationError):
        return NoServer(Notice("mail-certificate", error=shown(error.verify_message, MOST_SAID)))
    if isinstance(error, TimeoutError | smtplib.SMTPServerDisconnected):
        return NoServer(Notice("mail-silent"))
    if isinstance(error, smtplib.SMTPResponseException):
        return NoServer(Notice("mail-server-refused", answer=_answer(error.smtp_code, error.smtp_error)))
    return NoServer(Notice("mail-unreachable", error=shown(str(error) or type(error).__name__, MOST_SAID)))


def _answer(code: int, text: bytes | str) -> str:
    """Return what the server answered as one line that can be shown."""
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return shown(f"{code} {words}", MOST_SAID)


def sender_domain() -> str:
    """Return the domain that mails come from, for their Message-ID."""
    return parseaddr(settings.MAIL_FROM)[1].rpartition("@")[2] or "localhost"
