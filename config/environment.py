"""Settings as a person gives them: environment variables and addresses, read with errors that say what would
be right.

Standard library only, no Django: `make up` reads the same variables before Django is loaded.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parseaddr
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit
from zoneinfo import ZoneInfo

FLAGS = ("DEBUG", "VIERTAL_HTTPS", "VIERTAL_BEHIND_PROXY", "VIERTAL_WEBHOOKS_LOCAL")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOG_FORMATS = ("line", "json")
YES = frozenset({"1", "true", "yes", "on"})
NO = frozenset({"", "0", "false", "no", "off"})
DATABASE_SCHEMES = frozenset({"postgres", "postgresql"})
BROKER_SCHEMES = frozenset({"redis", "rediss", "redis+socket", "unix", "amqp", "amqps", "pyamqp"})
MAIL_PORTS = {"smtp": 587, "smtps": 465}
MAIL_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
# libpq's own parameters that make sense in an address; anything else is more likely a typing error than a
# wish.
DATABASE_OPTIONS = frozenset(
    {
        "application_name",
        "connect_timeout",
        "keepalives",
        "keepalives_idle",
        "options",
        "sslcert",
        "sslkey",
        "sslmode",
        "sslrootcert",
        "target_session_attrs",
    }
)


class BadSetting(ValueError):
    """A setting cannot be used. The message names the variable and says what would be right."""


_DSN = re.compile(r"(https://[^\s/@]+@[^\s/@]+|http://[^\s/@]+@(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?)/\S+")


def flag(env: Mapping[str, str], name: str, default: bool = False) -> bool:
    """Read a yes-or-no variable; `default` where it is not set."""
    if name not in env:
        return default
    value = env[name].strip().lower()
    if value in YES:
        return True
    if value in NO:
        return False
    raise BadSetting(f"{name} is {env[name]!r}; it must be 1 (yes) or 0 (no).")


def second_factor(env: Mapping[str, str]) -> bool:
    """Return whether everybody who signs in must have a second factor."""
    value = env.get("VIERTAL_SECOND_FACTOR", "").strip().lower() or "optional"
    if value not in ("optional", "required"):
        raise BadSetting(f"VIERTAL_SECOND_FACTOR is {value!r}; it must be optional or required.")
    return value == "required"


def whole_number(env: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    """Read a whole number from `low` to `high`; `default` where the variable is not set or empty."""
    text = env.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and low <= int(text[:12]) <= high):
        raise BadSetting(f"{name} is {env[name]!r}; it must be a whole number from {low} to {high}.")
    return int(text)


def time_zone(env: Mapping[str, str], default: str = "Europe/Amsterdam") -> str:
    """Read TIME_ZONE, the name of a time zone; `default` where it is not set or empty."""
    zone = env.get("TIME_ZONE") or default
    try:
        ZoneInfo(zone)
    except (ValueError, OSError, KeyError):  # KeyError where there is none; the others for what is no name
        known = False
    else:
        known = True
    if not known:
        raise BadSetting(f"TIME_ZONE is {zone!r}; it must be the name of a time zone, such as Europe/Amsterdam.")
    return zone


def log_level(env: Mapping[str, str], default: str = "INFO") -> str:
    """Read LOG_LEVEL, in capitals; `default` where it is not set or empty."""
    level = (env.get("LOG_LEVEL") or default).strip().upper()
    if level not in LOG_LEVELS:
        raise BadSetting(f"LOG_LEVEL is {env['LOG_LEVEL']!r}; it must be one of {', '.join(LOG_LEVELS)}.")
    return level


def log_format(env: Mapping[str, str]) -> str:
    """Read LOG_FORMAT: line or json."""
    form = (env.get("LOG_FORMAT") or "line").strip().lower()
    if form not in LOG_FORMATS:
        raise BadSetting(f"LOG_FORMAT is {env['LOG_FORMAT']!r}; it must be line or json.")
    return form


def error_reports(env: Mapping[str, str]) -> str:
    """Read SENTRY_DSN, the address of the Sentry server that is told of errors; empty where there is none."""
    address = env.get("SENTRY_DSN", "").strip()
    if address and not _DSN.fullmatch(address):
        raise BadSetting(
            "SENTRY_DSN must be an https address with a key, such as https://key@sentry.example/1. Over plain http "
            "errors go to a server on this machine only."
        )
    if address and find_spec("sentry_sdk") is None:
        raise BadSetting(
            "SENTRY_DSN is set, but sentry-sdk is not installed. "
            f"Install it: {sys.executable} -m pip install sentry-sdk. Or take SENTRY_DSN away."
        )
    return address


@dataclass(frozen=True, slots=True)
class MailServer:
    """The server that takes e-mail: ``tls`` is ``always`` (from the first byte), ``starttls`` or ``none``."""

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    tls: str


def mail_server(env: Mapping[str, str]) -> MailServer | None:
    """Read EMAIL_URL, MAIL_FROM and SITE_URL, which belong together; None where there is no mail server.

    `smtp://user:password@host:587` (STARTTLS), `smtps://user:password@host:465` (TLS from the first byte),
    `smtp://host:25?tls=none` (in the clear, and then without a password unless the server is this machine).
    """
    address = env.get("EMAIL_URL", "").strip()
    sender, site = mail_sender(env), site_address(env)
    if not address:
        return None
    example = "smtp://user:password@host:587"
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        raise BadSetting(f"EMAIL_URL is no address: {_without_password(address)}") from None
    if parts.scheme not in MAIL_PORTS:
        raise BadSetting(f"EMAIL_URL is {_without_password(address)}; it must look like {example}, or smtps://….")
    if parts.fragment:
        text = _without_password(address.split("#")[0])
        raise BadSetting(f"EMAIL_URL has a '#'; in a password write it as %23: {text}")
    port = _port(address, "EMAIL_URL")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    tls = options.pop("tls", "starttls") if parts.scheme == "smtp" else "always"
    if not host or parts.path not in ("", "/") or options or tls not in ("always", "starttls", "none"):
        raise BadSetting(
            f"EMAIL_URL is {_without_password(address)}; it must look like {example}. Only ?tls=none may follow."
        )
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if bool(user) != bool(password):
        raise BadSetting(f"EMAIL_URL needs a user name and a password, or neither: {_without_password(address)}")
    if tls == "none" and password and not _is_this_machine(host):
        raise BadSetting(
            f"EMAIL_URL would send the password to {host} where others can read it. Take ?tls=none away, or write "
            "smtps://."
        )
    if not sender:
        raise BadSetting("EMAIL_URL is set, but MAIL_FROM is not: it is the address that mails come from.")
    if not site:
        raise BadSetting(
            "EMAIL_URL is set, but SITE_URL is not: it is where links in mails lead, such as https://club.example."
        )
    return MailServer(host, MAIL_PORTS[parts.scheme] if port is None else port, user, password, tls)


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def mail_sender(env: Mapping[str, str]) -> str:
    """Read MAIL_FROM: `name@club.example` or `Club Evening <name@club.example>`; empty where it is not set."""
    text = env.get("MAIL_FROM", "").strip()
    if not text:
        return ""
    _name, address = parseaddr(text)
    if not text.isprintable() or not MAIL_ADDRESS.fullmatch(address) or not text.rstrip(">").endswith(address):
        raise BadSetting(
            f"MAIL_FROM is {text!r}; it must look like evening@club.example or Club <evening@club.example>."
        )
    return text


def site_address(env: Mapping[str, str]) -> str:
    """Read SITE_URL, without a slash at the end; empty where it is not set."""
    text = env.get("SITE_URL", "").strip().rstrip("/")
    try:
        parts = urlsplit(text)
        plain = not (parts.path or parts.query or parts.fragment or parts.username is not None) and bool(parts.hostname)
        _ = parts.port
    except ValueError:
        plain = False
    if text and not (plain and parts.scheme in ("http", "https") and text.isascii() and text.isprintable()):
        raise BadSetting(f"SITE_URL is {text!r}; it must look like https://club.example, with nothing after the host.")
    return text


@dataclass(frozen=True, slots=True)
class OidcProvider:
    """A federation's provider of accounts (OpenID Connect), with what its answers mean here."""

    issuer: str
    client_id: str
    client_secret: str = field(repr=False)
    name: str
    strong: frozenset[str]
    is_always_strong: bool
    makes_accounts: bool


def oidc(env: Mapping[str, str]) -> OidcProvider | None:
    """Read OIDC_ISSUER and what belongs to it; None where people sign in here alone."""
    issuer, client = (env.get(f"OIDC_{name}", "").strip() for name in ("ISSUER", "CLIENT_ID"))
    secret = env.get("OIDC_CLIENT_SECRET", "").strip()
    new_accounts = flag(env, "OIDC_NEW_ACCOUNTS")
    if not issuer:
        if client or secret:
            raise BadSetting("OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is set, but OIDC_ISSUER is not.")
        return None
    try:
        parts = urlsplit(issuer)
        host = parts.hostname or ""
        plain = bool(host) and not (parts.query or parts.fragment or parts.username is not None)
        _ = parts.port
    except ValueError:
        host, plain = "", False
    safe = plain and (parts.scheme == "https" or (parts.scheme == "http" and _is_this_machine(host)))
    if not safe or not issuer.isascii() or not issuer.isprintable():
        raise BadSetting(f"OIDC_ISSUER is {issuer!r}; it must look like https://id.federation.example.")
    for name, value in (("OIDC_CLIENT_ID", client), ("OIDC_CLIENT_SECRET", secret)):
        if not value:
            raise BadSetting(f"OIDC_ISSUER is set, but {name} is not: the provider gives it to each site.")
    strong = (env.get("OIDC_SECOND_FACTOR", "").strip() or "mfa").split()
    return OidcProvider(
        issuer=issuer,
        client_id=client,
        client_secret=secret,
        name=env.get("OIDC_NAME", "").strip()[:40] or host,
        strong=frozenset(strong) - {"always"},
        is_always_strong="always" in strong,
        makes_accounts=new_accounts,
    )


def check(env: Mapping[str, str]) -> None:
    """Read what every part of the program reads for itself, so that a start is refused with one sentence.
    Raises BadSetting."""
    for name in FLAGS:
        flag(env, name)
    whole_number(env, "DATABASE_POOL", 16, 0, 1000)
    whole_number(env, "VIERTAL_CONNECTIONS", 0, 0, 1_000_000)
    time_zone(env)
    log_level(env)
    second_factor(env)
    oidc(env)
    log_format(env)
    error_reports(env)
    mail_server(env)
    listening_database(env)


def names(env: Mapping[str, str], name: str) -> list[str]:
    """Read a list separated by commas; empty where the variable is not set."""
    return [part.strip() for part in env.get(name, "").split(",") if part.strip()]


def _without_password(address: str) -> str:
    """Return the address without its password, for an error message."""
    scheme, separator, rest = address.partition("://")
    if "@" in rest:
        rest = "…@" + rest.rpartition("@")[2]
    return f"{scheme}{separator}{rest}"


def _port(address: str, name: str) -> int | None:
    try:
        return urlsplit(address).port
    except ValueError:
        raise BadSetting(f"{name} has a port that is no number from 0 to 65535: {_without_password(address)}") from None


def database(address: str, name: str = "DATABASE_URL") -> dict[str, Any]:
    """Return a PostgreSQL address as Django's settings for one database.

    `postgresql://user:password@host:5432/database`, or for a Unix socket
    `postgresql://user:password@/database?host=/folder/of/the/socket`; libpq's `sslmode` and the like may
    follow.
    """
    try:
        parts = urlsplit(address)
        _ = parts.hostname
    except ValueError:
        raise BadSetting(f"{name} is no address: {_without_password(address)}") from None
    example = "postgresql://user:password@host:5432/database"
    if parts.scheme not in DATABASE_SCHEMES:
        raise BadSetting(
            f"{name} is {_without_password(address)}; Viertal keeps its data in PostgreSQL, so it "
            f"must look like {example}."
        )
    if parts.fragment:
        raise BadSetting(f"{name} has a '#'; in a password write it as %23: {_without_password(address.split('#')[0])}")
    title = unquote(parts.path.removeprefix("/"))
    if not title or "/" in title:
        raise BadSetting(f"{name} names no database: {_without_password(address)}; it must look like {example}.")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    host = options.pop("host", None) or unquote(parts.hostname or "")
    port = options.pop("port", None) or str(_port(address, name) or "")
    unknown = sorted(set(options) - DATABASE_OPTIONS)
    if unknown:
        raise BadSetting(
            f"{name} has an option that is not known: {unknown[0]!r}. Known are host, port, "
            f"{', '.join(sorted(DATABASE_OPTIONS))}."
        )
    return {
        "ENGINE": "config.database",
        "NAME": title,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": port,
        "OPTIONS": options,
    }


def listening_database(env: Mapping[str, str]) -> dict[str, Any] | None:
    """Read DATABASE_LISTEN_URL, the same database without a pooler in between; None where it is not set."""
    address = env.get("DATABASE_LISTEN_URL", "").strip()
    if not address:
        return None
    if not env.get("DATABASE_URL"):
        raise BadSetting("DATABASE_LISTEN_URL is set, but DATABASE_URL is not: both lead to the same database.")
    return database(address, "DATABASE_LISTEN_URL")


def database_address(user: str, password: str, title: str, socket_folder: str) -> str:
    """Return the address of a database behind a Unix socket, in the form that `database` reads."""
    return (
        f"postgresql://{quote(user, safe='')}:{quote(password, safe='')}@/{quote(title, safe='')}"
        f"?host={quote(socket_folder, safe='/')}"
    )


def broker(address: str, name: str = "BROKER_URL") -> str:
    """Check a Redis or RabbitMQ address and return it in the form that Celery takes.

    `redis://:password@host:6379/0`, `redis+socket:///path/redis.sock`, or `amqp://user:password@host:5672//`.
    """
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        raise BadSetting(f"{name} is no address: {_without_password(address)}") from None
    if parts.scheme not in BROKER_SCHEMES:
        raise BadSetting(
            f"{name} is {_without_password(address)}; it must begin with redis://, rediss:// or "
            "redis+socket:// (Redis), "
            "or with amqp:// or amqps:// (RabbitMQ)."
        )
    if parts.scheme in {"unix", "redis+socket"}:
        if host or not parts.path.startswith("/") or parts.path == "/":
            raise BadSetting(
                f"{name} names no socket: {_without_password(address)}; it must look like redis+socket:///path/redis.sock."
            )
        return "redis+socket" + address[len(parts.scheme) :]
    if not host:
        raise BadSetting(f"{name} names no host: {_without_password(address)}")
    _port(address, name)
    return address
