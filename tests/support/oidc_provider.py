"""A small OpenID Connect provider on this machine: real HTTP, real keys, tokens signed as asked."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, unquote, urlencode, urlsplit

from joserfc import jws, jwt
from joserfc.jwk import OctKey, RSAKey

CLIENT, SECRET = "viertal", "kept: by/both sides"


class Provider:
    """Signs in whomever ``subject`` names, and lies where a test tells it to.

    ``claims`` are changed in the token (None: left out); ``key``, ``algorithm`` and ``header`` sign it; ``offer`` is
    changed in the discovery.
    """

    def __init__(self) -> None:
        self.key = RSAKey.generate_key(2048, {"kid": "first", "use": "sig", "alg": "RS256"})
        self.public = [self.key]
        self.algorithm = "RS256"
        self.kid = "first"
        self.subject = "anna-at-the-federation"
        self.claims: dict[str, Any] = {}
        self.offer: dict[str, Any] = {}
        self.refuses = ""
        self.asked: list[dict[str, str]] = []
        self.exchanges = 0
        self._codes: dict[str, dict[str, str]] = {}
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.get(self)

            def do_POST(self) -> None:
                provider.post(self)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def get(self, asked: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(asked.path)
        if parts.path == "/.well-known/openid-configuration":
            self._send(asked, 200, self._discovery())
        elif parts.path == "/keys":
            self._send(asked, 200, {"keys": [key.as_dict(private=False) for key in self.public]})
        elif parts.path == "/authorize":
            self._authorise(asked, dict(parse_qsl(parts.query)))
        else:
            self._send(asked, 404, {})

    def post(self, asked: BaseHTTPRequestHandler) -> None:
        body = asked.rfile.read(int(asked.headers["Content-Length"])).decode()
        sent = {name: values[0] for name, values in parse_qs(body).items()}
        self.exchanges += 1
        begun = self._codes.pop(sent.get("code", ""), None)
        pair = base64.b64decode(asked.headers.get("Authorization", "").removeprefix("Basic ")).decode()
        client, _colon, secret = pair.partition(":")
        challenge = base64.urlsafe_b64encode(hashlib.sha256(sent.get("code_verifier", "").encode()).digest())
        right = (
            begun is not None
            and (unquote(client), unquote(secret)) == (CLIENT, SECRET)
            and begun["redirect_uri"] == sent.get("redirect_uri")
            and begun["code_challenge"] == challenge.decode().rstrip("=")
        )
        if not right:
            self._send(asked, 400, {"error": "invalid_grant"})
            return
        self._send(asked, 200, {"access_token": "x", "token_type": "Bearer", "id_token": self.token(begun["nonce"])})

    def token(self, nonce: str) -> str:
        now = int(time.time())
        claims = {
            "iss": self.issuer, "sub": self.subject, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": nonce,
            "name": "Anna Smit", "email": "anna@federation.example",
        }  # fmt: skip
        claims = {name: value for name, value in (claims | self.claims).items() if value is not None}
        header = {"alg": self.algorithm, "kid": self.kid}
        if self.algorithm == "none":
            parts = [json.dumps(part).encode() for part in ({"alg": "none"}, claims)]
            return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts) + "."
        if self.algorithm == "HS256":
            # the trick of old: the public key, which everybody has, as the secret of both sides
            shared = OctKey.import_key(self.key.as_pem(private=False))
            return jws.serialize_compact(header, json.dumps(claims), shared, algorithms=["HS256"])
        return jwt.encode(header, claims, self.key, algorithms=[self.algorithm])

    def _discovery(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
        } | self.offer

    def _authorise(self, asked: BaseHTTPRequestHandler, query: dict[str, str]) -> None:
        self.asked.append(query)
        code = secrets.token_urlsafe(16)
        self._codes[code] = query
        answer = {"error": self.refuses} if self.refuses else {"code": code}
        asked.send_response(302)
        asked.send_header("Location", f"{query['redirect_uri']}?{urlencode(answer | {'state': query['state']})}")
        asked.end_headers()

    def _send(self, asked: BaseHTTPRequestHandler, status: int, answer: dict[str, Any]) -> None:
        body = json.dumps(answer).encode()
        asked.send_response(status)
        asked.send_header("Content-Type", "application/json")
        asked.send_header("Content-Length", str(len(body)))
        asked.end_headers()
        asked.wfile.write(body)
