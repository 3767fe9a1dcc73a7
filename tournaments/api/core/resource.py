"""The base of the API's resources: sign-in, tokens, the size of a body, pages; and the limits of one asker.

The limits are buckets that fill up again, one a token or person, one an address for everybody else. Public reading is
cheap and a whole hall may stand behind one address, so an address has a large bucket.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, ClassVar, TypeVar

from django.conf import settings
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import APIException, AuthenticationFailed, ParseError, ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tournaments.accounts.signin import Buckets, address
from tournaments.api.core.answers import Answer, AnswerRenderer
from tournaments.api.core.problems import answer_error
from tournaments.domain.access import Action, may, require
from tournaments.domain.locks import lock, snapshot
from tournaments.models import Tournament
from tournaments.services.accounts import accounts
from tournaments.services.results.report_links import Sitting

A = TypeVar("A", bound=Answer)
Row = TypeVar("Row")
M = TypeVar("M", bound=Model)
DEEPEST = 32
USUAL_BODY = 1024 * 1024
READING = ("GET", "HEAD", "OPTIONS")
PAGE, LARGEST_PAGE = 100, 1000
buckets = Buckets()


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer vt_…``."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        parts = get_authorization_header(request).split()
        if not parts:
            return None
        if len(parts) != 2 or parts[0].lower() != b"bearer":
            raise AuthenticationFailed(
                _("Send the header “Authorization: Bearer”, followed by the token."), "invalid_token"
            )
        token = accounts.note_use(parts[1].decode("ascii", "replace"))
        if token is None:
            raise AuthenticationFailed(_("This token is unknown, revoked or expired."), "invalid_token")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Viertal"'


@dataclass(frozen=True, slots=True)
class RateLimit:
    """An asker's bucket: ``size`` requests, ``rate`` more a second, ``left`` now."""

    kind: str
    size: float
    rate: float
    left: float

    def headers(self) -> dict[str, str]:
        """Return the two fields of the IETF's draft on rate limits (draft-ietf-httpapi-ratelimit-headers-10).

        ``q`` requests in ``w`` seconds; ``r`` are left, and all of them again in ``t`` seconds.
        """
        window = ceil(self.size / self.rate)
        until_full = ceil((self.size - self.left) / self.rate)
        return {
            "RateLimit-Policy": f'"{self.kind}";q={int(self.size)};w={window}',
            "RateLimit": f'"{self.kind}";r={int(self.left)};t={until_full}',
        }


def with_limits(request: Any, response: Response) -> Response:
    """Add to an answer what is left of its asker's bucket, where one was asked."""
    limit = getattr(getattr(request, "_request", request), "rate_limit", None)
    if limit is not None:
        for name, value in limit.headers().items():
            response[name] = value
    return response


class Rates(BaseThrottle):
    """One bucket a token, person or address: ``settings.API_RATES`` has (size, a second) for each kind."""

    def allow_request(self, request: Request, view: Any) -> bool:
        kind, who = asker(request, view)
        size, rate = settings.API_RATES[kind]
        name, now = f"{kind} {who}", time.monotonic()
        self._wait = buckets.take(name, size, rate, now)
        plain: Any = request._request
        plain.rate_limit = RateLimit(kind, size, rate, buckets.left(name))
        return not self._wait

    def wait(self) -> float:
        return self._wait


def asker(request: Request, view: Any) -> tuple[str, str]:
    """Return the kind of an asker, and which one it is."""
    token = getattr(request, "auth", None) or getattr(view, "token", None)
    if isinstance(token, Sitting):
        return "person", f"link {token.link}"
    if token is not None:
        return "token", str(token.pk)
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return "person", str(user.pk)
    return "address", address(request)


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"


class StrictJSON(JSONParser):
    """Numbers that JSON does not have (NaN, Infinity) are no numbers here either; nothing is nested for ever."""

    strict = True

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        too_deep = _("The JSON is nested deeper than %(levels)s levels.") % {"levels": DEEPEST}
        try:
            data = super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError(too_deep) from None
        level, depth = [data], 0
        while level := [item for item in level if isinstance(item, dict | list)]:
            depth += 1
            if depth > DEEPEST:
                raise ParseError(too_deep)
            level = [inner for item in level for inner in (item.values() if isinstance(item, dict) else item)]
        return data


class KnownQuery:
    """Mixed into every resource: a name in the query that its schema does not have is refused, not overlooked."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)  # type: ignore[misc]
        names = getattr(getattr(self, (request.method or "").lower(), None), "query_names", None)
        if names is None:
            return
        unknown = sorted(set(request.query_params) - names)
        if unknown:
            message = _("is unknown; use one of: %s") % ", ".join(sorted(names))
            raise ValidationError({unknown[0][:80]: [message]})


class Resource(KnownQuery, APIView):
    """For programs with a token, and for the site's own pages (session and CSRF token)."""

    authentication_classes: ClassVar[list[Any]] = [TokenAuthentication, SessionAuthentication]
    permission_classes: Any = (IsAuthenticated,)
    renderer_classes: Any = (AnswerRenderer,)
    parser_classes: Any = (StrictJSON,)
    throttle_classes: Any = (Rates,)
    most_body = USUAL_BODY

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], Response]:
        return answer_error

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method not in READING:
            take_body(request._request, self.most_body)

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return with_limits(request, response)


class OpenReading:
    """Mixed into a public resource that is written to as well: reading needs nobody's name."""

    def get_authenticators(self) -> list[Any]:
        return [] if self._reads() else [TokenAuthentication(), SessionAuthentication()]

    def get_permissions(self) -> list[Any]:
        return [AllowAny() if self._reads() else IsAuthenticated()]

    def _reads(self) -> bool:
        # while the schema is made there is no request
        return getattr(getattr(self, "request", None), "method", "GET") in READING

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)  # type: ignore[misc]
        if request.method not in READING:
            take_body(request._request, USUAL_BODY)


class TournamentResource:
    """Mixed into a resource of one tournament: it is there for whoever may see it, else it is not (404)."""

    asks = Action.WORK
    asks_to_write: Action | None = None

    def tournament(self, request: Request, slug: str) -> Tournament:
        """Return the tournament, for users who may do what this resource ``asks``: for writing its
        ``asks_to_write``, where it has one.
        Raises Http404, PermissionDenied."""
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None or not may(request.user, Action.VIEW, tournament):
            raise Http404(_("There is no tournament “%s” that you may see.") % slug)
        reads = request.method in READING
        require(request.user, self.asks if reads else self.asks_to_write or self.asks, tournament)
        return tournament

    def held(self, request: Request, slug: str) -> Tournament:
        """Return the tournament as ``tournament`` does, locked until the transaction ends."""
        return lock(self.tournament(request, slug).pk)


def found(rows: QuerySet[M], missing: str) -> M:
    """Return the first of some rows. Raises Http404, which says what is ``missing``, where there is none."""
    row = rows.first()
    if row is None:
        raise Http404(missing)
    return row


def checked(shape: type[Serializer[Any]], request: Request, *, partial: bool = False) -> dict[str, Any]:
    """Check what was sent against its shape. Raises ValidationError."""
    sent = shape(data=request.data, partial=partial)
    sent.is_valid(raise_exception=True)
    return dict(sent.validated_data)


def take_body(request: HttpRequest, most: int) -> bytes:
    """Read the body at once. Raises TooLarge (413)."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not hasattr(request, "_body"):
        body = b"" if length.isdecimal() and int(length) > most else request.read(most + 1)
        if len(body) > most or (length.isdecimal() and int(length) > most):
            raise TooLarge(_("This is too large. Send at most %(most)d kB.") % {"most": most // 1024})
        request._body = body  # type: ignore[attr-defined]
    return request.body


def by_version(request: Request, tournament: Tournament, make: Callable[[], Answer]) -> Response:
    """Answer what is made of a tournament as it is, with a tag; 304 if the program has that already.

    For answers in which nothing changes without the tournament's version.
    """
    asked = hashlib.blake2b(request.build_absolute_uri().encode(), digest_size=6).hexdigest()
    tag = f'W/"{tournament.pk}-{tournament.version}-{asked}-{request.LANGUAGE_CODE}"'
    if tag in request.headers.get("If-None-Match", ""):
        return Response(status=304, headers={"ETag": tag})
    with snapshot():
        return Response(make(), headers={"ETag": tag})


def in_slices(
    shape: Callable[..., A], request: Request, rows: Sequence[Row], write: Callable[[Row], Answer], **more: Any
) -> A:
    """Answer a page of rows that are in their order already, with the address of the next one."""
    size = whole(request, "page_size", PAGE, 1, LARGEST_PAGE)
    cursor = request.query_params.get("cursor", "")
    first = decoded(cursor) if cursor else 0
    following = None
    if len(rows) > first + size:
        following = next_page(request, encoded(first + size), size)
    return shape(next=following, results=[write(row) for row in rows[first : first + size]], **more)


def by_cursor(shape: Callable[..., A], request: Request, rows: QuerySet[Any], write: Callable[[Any], Answer]) -> A:
    """Answer a page of rows, the newest first, with the address of the next one."""
    size = whole(request, "page_size", PAGE, 1, LARGEST_PAGE)
    cursor = request.query_params.get("cursor", "")
    if cursor:
        rows = rows.filter(pk__lt=decoded(cursor))
    page = list(rows.order_by("-pk")[: size + 1])
    following = None
    if len(page) > size:
        following = next_page(request, encoded(page[size - 1].pk), size)
    return shape(next=following, results=[write(row) for row in page[:size]])


def next_page(request: Request, cursor: str, size: int) -> str:
    """Return the address of the page that begins after a cursor, with whatever else was asked for."""
    query = request.query_params.copy()
    query["cursor"], query["page_size"] = cursor, str(size)
    return f"{request.build_absolute_uri(request.path)}?{query.urlencode()}"


def encoded(pk: int) -> str:
    return base64.urlsafe_b64encode(str(pk).encode()).decode().rstrip("=")


def decoded(text: str) -> int:
    try:
        digits = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True).decode("ascii")
        if not (digits.isdecimal() and len(digits) < 19):
            raise ValueError
        return int(digits)
    except (ValueError, binascii.Error):
        raise ValidationError({"cursor": [_("This cursor is not valid.")]}) from None


def whole(request: Request, name: str, default: int, low: int, high: int) -> int:
    """Read a whole number from the query. Raises ValidationError."""
    text = request.query_params.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and low <= int(text) <= high):
        raise ValidationError(
            {name: [_("must be a whole number from %(low)d to %(high)d") % {"low": low, "high": high}]}
        )
    return int(text)


def flag(request: Request, name: str) -> bool:
    """Read a yes or no from the query: 1 or 0. Raises ValidationError."""
    return bool(whole(request, name, 0, 0, 1))
