"""Web Push: a message encrypted for one browser (RFC 8291, RFC 8188) and signed as ours (VAPID, RFC 8292).

The key with which push services know us is made of the program's key, so it is kept nowhere.
"""

from __future__ import annotations

import base64
import json
import os
import time
from dataclasses import dataclass
from email.utils import parseaddr
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD = 4096
MOST_TEXT = 2000
VALID = 12 * 3600
"""Seconds for which a signature holds; push services take at most a day."""

_SALT = "viertal.web-push"


@dataclass(frozen=True, slots=True)
class Target:
    """A browser as it introduces itself: ``endpoint`` at its push service, its public key and secret in base64url."""

    endpoint: str
    p256dh: str
    auth: str


def refuse_keys(target: Target) -> None:
    """Raise Refused for keys for which nothing can be encrypted."""
    try:
        good = len(_bytes(target.auth)) == AUTH_BYTES and len(_bytes(target.p256dh)) == POINT_BYTES
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _bytes(target.p256dh))
    except (ValueError, UnsupportedAlgorithm):
        good = False
    if not good:
        raise Refused(_("The browser’s keys cannot be read."))


def public_key() -> str:
    """Return the key that browsers tell their push service to take messages from, in base64url."""
    return _text(_point(_key().public_key()))


def headers(endpoint: str, seconds: int) -> dict[str, str]:
    """Return the headers of a message that is of use for so many seconds."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + VALID, **_contact()}
    head = _text(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
    signed = f"{head}.{_text(json.dumps(claims).encode())}"
    r, s = decode_dss_signature(_key().sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{signed}.{_text(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return {
        "Authorization": f"vapid t={token}, k={public_key()}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(seconds),
        "Urgency": "high",
    }


def encrypted(target: Target, text: bytes) -> bytes:
    """Return the body of a message that only this browser can read."""
    return _sealed(target, text, ec.generate_private_key(CURVE), os.urandom(SALT_BYTES))


def _sealed(target: Target, text: bytes, own: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """Make a message as RFC 8291, section 3.4, in one record of RFC 8188."""
    if len(text) > MOST_TEXT:
        raise ValueError("A message has at most 2000 bytes.")
    theirs = _bytes(target.p256dh)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    ours = _point(own.public_key())
    secret = _derived(shared, _bytes(target.auth), b"WebPush: info\0" + theirs + ours, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    body = AESGCM(key).encrypt(nonce, text + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours + body


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _key() -> ec.EllipticCurvePrivateKey:
    digest = salted_hmac(_SALT, "vapid", algorithm="sha256").digest()
    return ec.derive_private_key(int.from_bytes(digest, "big") % (ORDER - 1) + 1, CURVE)


def _contact() -> dict[str, str]:
    """Return where a push service can reach whoever runs this site, as far as the settings say it."""
    address = parseaddr(settings.MAIL_FROM)[1]
    if address:
        return {"sub": f"mailto:{address}"}
    return {"sub": settings.SITE_URL} if settings.SITE_URL.startswith("https://") else {}


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
