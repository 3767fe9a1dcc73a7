"""Signing in by a federation's own accounts (OpenID Connect): the code flow with PKCE, state and nonce.

Three requests to a provider that the operator named: what it offers (discovery), its keys, and the exchange of the code
for a token. ``joserfc`` reads the token; what must be true of it is said here: signed by the provider's key in a way
that this program chose, made by this issuer, for this client, for this sign-in, and not too old.
"""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import secrets
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from django.conf import settings
from django.utils.crypto import constant_time_compare
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"]
"""Signatures with a key pair. ``none``, and a secret that both sides know, are not among them."""

KEPT_FOR = 600
"""Seconds for which the provider's offer and keys are remembered, and within which a sign-in is finished."""

PATIENCE = 5.0
MOST_READ = 500_000
LEEWAY = 60
"""Seconds by which the clocks may differ."""

STATE = "oidc"
_remembered: dict[str, tuple[float, dict[str, Any]]] = {}


class OidcTrouble(Exception):
    """The sign-in failed; the text is for the security log and tells no secret."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody whom the provider vouches for. ``strong``: with a second factor, as the settings read it."""

    issuer: str
    subject: str
    name: str
    email: str
    strong: bool


@dataclass(frozen=True, slots=True)
class Begun:
    """A sign-in that was begun in this browser: where it leads, and whether it links an account."""

    there: str
    links: bool


def forget() -> None:
    """Forget what providers offer, and their keys."""
    _remembered.clear()


def begin(session: Any, back: str, *, there: str, links: bool = False, anew: bool = False) -> str:
    """Return the provider's address for a new sign-in; the session remembers what it must answer. ``back`` is this
    site's address for the answer; ``anew`` asks for the password even of somebody who is signed in there. Raises
    OidcTrouble."""
    provider = _provider()
    verifier = secrets.token_urlsafe(48)
    kept = {"state": secrets.token_urlsafe(24), "nonce": secrets.token_urlsafe(24), "verifier": verifier}
    session[STATE] = kept | {"back": back, "there": there, "links": links, "at": int(time.time())}
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    asked = {
        "response_type": "code",
        "client_id": provider.client_id,
        "redirect_uri": back,
        "scope": "openid profile email",
        "state": kept["state"],
        "nonce": kept["nonce"],
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    address = _endpoint(_offer(provider), "authorization_endpoint")
    joint = "&" if urlsplit(address).query else "?"
    return f"{address}{joint}{urlencode(asked | ({'prompt': 'login'} if anew else {}))}"


def finish(session: Any, answer: Mapping[str, str]) -> tuple[Identity, Begun]:
    """Read the provider's answer to a sign-in that was begun in this browser. Each is read once. Raises OidcTrouble."""
    provider = _provider()
    kept = session.pop(STATE, None)
    if not isinstance(kept, dict) or not 0 <= time.time() - kept["at"] <= KEPT_FOR:
        raise OidcTrouble("no sign-in was begun here lately")
    if not constant_time_compare(str(answer.get("state", "")), kept["state"]):
        raise OidcTrouble("the state is another one")
    if answer.get("iss", provider.issuer) != provider.issuer:
        raise OidcTrouble("the answer is another provider's")
    code = answer.get("code", "")
    if not code:
        raise OidcTrouble("the provider refused: " + str(answer.get("error", ""))[:60])
    return _read(provider, _exchange(provider, code, kept), kept["nonce"]), Begun(kept["there"], kept["links"])


def _exchange(provider: Any, code: str, kept: Mapping[str, Any]) -> str:
    sent = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": kept["back"],
        "client_id": provider.client_id,
        "code_verifier": kept["verifier"],
    }
    offer = _offer(provider)
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    methods = offer.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
    if "client_secret_basic" in methods:
        pair = f"{quote(provider.client_id, safe='')}:{quote(provider.client_secret, safe='')}"
        headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
    else:
        sent["client_secret"] = provider.client_secret
    answer = _ask(_endpoint(offer, "token_endpoint"), urlencode(sent).encode(), headers)
    token = answer.get("id_token")
    if not isinstance(token, str):
        raise OidcTrouble("the provider gave no token")
    return token


def _read(provider: Any, token: str, nonce: str) -> Identity:
    claims = _verified(provider, token).claims
    rules = jwt.JWTClaimsRegistry(
        leeway=LEEWAY,
        iss={"essential": True, "value": provider.issuer},
        aud={"essential": True, "value": provider.client_id},
        sub={"essential": True},
        exp={"essential": True},
        iat={"essential": True},
        nonce={"essential": True, "value": nonce},
    )
    try:
        rules.validate(claims)
    except JoseError as error:
        raise OidcTrouble(f"the token does not count: {error}") from None
    audience = claims["aud"]
    party = claims.get("azp")
    if party not in (None, provider.client_id) or (isinstance(audience, list) and len(audience) > 1 and party is None):
        raise OidcTrouble("the token is another program's")
    subject = claims["sub"]
    if not isinstance(subject, str) or not 0 < len(subject) <= 255 or not subject.isprintable():
        raise OidcTrouble("the token names nobody")
    return Identity(provider.issuer, subject, _text(claims, "name"), _email(claims), _is_strong(provider, claims))


def _verified(provider: Any, token: str) -> Any:
    """Read a token whose signature is the provider's; its keys are asked for anew where they may have changed."""
    for fresh in (False, True):
        try:
            keys = KeySet.import_key_set(_remember("keys", _endpoint(_offer(provider), "jwks_uri"), fresh=fresh))  # type: ignore[arg-type]
            return jwt.decode(token, keys, algorithms=ALGORITHMS)
        except (JoseError, ValueError, KeyError, TypeError) as error:
            problem = f"the token cannot be read: {type(error).__name__}"
    raise OidcTrouble(problem)


def _is_strong(provider: Any, claims: Mapping[str, Any]) -> bool:
    if provider.is_always_strong:
        return True
    methods = claims.get("amr")
    ways = {value for value in (*(methods if isinstance(methods, list) else ()), claims.get("acr")) if value}
    return any(isinstance(way, str) and way in provider.strong for way in ways)


def _text(claims: Mapping[str, Any], name: str) -> str:
    value = claims.get(name)
    return " ".join(value.split())[:60] if isinstance(value, str) and value.isprintable() else ""


def _email(claims: Mapping[str, Any]) -> str:
    return _text(claims, "email") if claims.get("email_verified") is True else ""


def _provider() -> Any:
    provider = settings.OIDC
    if provider is None:
        raise OidcTrouble("no provider is set")
    return provider


def _offer(provider: Any) -> dict[str, Any]:
    offer = _remember("offer", f"{provider.issuer.rstrip('/')}/.well-known/openid-configuration")
    if offer.get("issuer") != provider.issuer:
        raise OidcTrouble("the provider calls itself otherwise than OIDC_ISSUER does")
    return offer


def _endpoint(offer: Mapping[str, Any], name: str) -> str:
    address = offer.get(name)
    if not isinstance(address, str):
        raise OidcTrouble(f"the provider has no {name}")
    parts = urlsplit(address)
    # http is for a provider on this machine, as the issuer's own address is
    if parts.scheme != urlsplit(_provider().issuer).scheme and parts.scheme != "https":
        raise OidcTrouble(f"the provider's {name} is not https")
    return address


def _remember(kind: str, address: str, *, fresh: bool = False) -> dict[str, Any]:
    key = f"{kind} {address}"
    at, kept = _remembered.get(key, (0.0, {}))
    if kept and not fresh and time.monotonic() - at < KEPT_FOR:
        return kept
    kept = _ask(address)
    _remembered[key] = (time.monotonic(), kept)
    return kept


def _ask(address: str, body: bytes | None = None, headers: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the JSON object at an address. Redirects are not followed. Raises OidcTrouble."""
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port
    if parts.scheme == "https":
        tls = ssl.create_default_context()
        tls.minimum_version = ssl.TLSVersion.TLSv1_2  # which Debian's Python leaves to the system
        connection: http.client.HTTPConnection = http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=tls)
    else:
        connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        sent = {**(headers or {}), "Accept": "application/json"}
        connection.request("GET" if body is None else "POST", target, body, sent)
        answer = connection.getresponse()
        text = answer.read(MOST_READ)
    except (OSError, http.client.HTTPException) as error:
        raise OidcTrouble(f"{host} does not answer: {type(error).__name__}") from None
    finally:
        connection.close()
    if answer.status != 200:
        raise OidcTrouble(f"{host} answers {answer.status}")
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        raise OidcTrouble(f"{host} answers no JSON") from None
    if not isinstance(read, dict):
        raise OidcTrouble(f"{host} answers no JSON object")
    return read
