"""Passkeys: what a browser is asked, and whether its answer is right; ``webauthn`` does the cryptography."""

from __future__ import annotations

import time
from ipaddress import ip_address
from typing import Any

import webauthn
from django.http import HttpRequest
from django.utils import timezone
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import PublicKeyCredentialDescriptor

from tournaments.accounts.sessions import host_of, origin
from tournaments.models import Passkey

CHALLENGE = "passkey_challenge"
PATIENCE = 300
"""Seconds for which a browser's answer is waited for."""

SITE = "Viertal"
ALGORITHMS = [
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
]
"""The signatures that a passkey may make: what every authenticator has, and none with SHA-1."""


def possible(request: HttpRequest) -> bool:
    """Return whether browsers make passkeys here: by https or on this machine, and never for an address in numbers."""
    host = host_of(request)
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return request.is_secure() or host == "localhost"
    return False


def wanted(request: HttpRequest, user: Any) -> str:
    """Return the request to a browser for a new key of a user, as JSON; the session remembers the challenge."""
    options = webauthn.generate_registration_options(
        rp_id=host_of(request),
        rp_name=SITE,
        user_name=user.get_username(),
        user_display_name=str(user),
        user_id=f"viertal-{user.pk}".encode(),
        exclude_credentials=_known(user, host_of(request)),
        supported_pub_key_algs=ALGORITHMS,
    )
    return _asked(request, options)


def made(request: HttpRequest, user: Any, answer: dict[str, Any]) -> Passkey | None:
    """Return the key that a browser made, unsaved; None where the answer is not right."""
    challenge = _challenge(request)
    try:
        verified = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=host_of(request),
            expected_origin=origin(request),
            supported_pub_key_algs=ALGORITHMS,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        return None
    return Passkey(
        user=user,
        host=host_of(request),
        credential=verified.credential_id,
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
    )


def asked(request: HttpRequest, user: Any) -> str:
    """Return the request to a browser for the signature of a user's key, as JSON."""
    host = host_of(request)
    return _asked(request, webauthn.generate_authentication_options(rp_id=host, allow_credentials=_known(user, host)))


def signed(request: HttpRequest, user: Any, answer: dict[str, Any]) -> bool:
    """Return whether a browser signed with a key of a user. Must be called inside a transaction."""
    challenge = _challenge(request)
    try:
        credential = base64url_to_bytes(str(answer["id"]))
        key = Passkey.objects.select_for_update().filter(user=user, host=host_of(request), credential=credential).get()
        verified = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=key.host,
            expected_origin=origin(request),
            credential_public_key=bytes(key.public_key),
            credential_current_sign_count=key.sign_count,
        )
    except (Passkey.DoesNotExist, WebAuthnException, ValueError, KeyError, TypeError):
        return False
    key.sign_count, key.used_at = verified.new_sign_count, timezone.now()
    key.save(update_fields=["sign_count", "used_at"])
    return True


def _known(user: Any, host: str) -> list[PublicKeyCredentialDescriptor]:
    keys = Passkey.objects.filter(user=user, host=host).values_list("credential", flat=True)
    return [PublicKeyCredentialDescriptor(id=bytes(key)) for key in keys]


def _asked(request: HttpRequest, options: Any) -> str:
    request.session[CHALLENGE] = [bytes_to_base64url(options.challenge), int(time.time())]
    return webauthn.options_to_json(options)


def _challenge(request: HttpRequest) -> bytes:
    """Take this session's challenge, which is answered once; empty, and so answered by nobody, where there is none."""
    kept = request.session.pop(CHALLENGE, None)
    if not kept or not 0 <= time.time() - kept[1] <= PATIENCE:
        return b""
    return base64url_to_bytes(kept[0])
