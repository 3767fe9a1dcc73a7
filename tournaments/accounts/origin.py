"""The site as the browser that asks addresses it."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.request import split_domain_port


def host_of(request: HttpRequest) -> str:
    """Return the host's name, without its port."""
    return split_domain_port(request.get_host())[0]


def origin(request: HttpRequest) -> str:
    """Return scheme, host and port, without a slash at the end."""
    return f"{request.scheme}://{request.get_host()}"
