"""Served are the files that pages use, with their licences, and none that merely lies in the same package."""

from __future__ import annotations

from django.contrib.staticfiles.finders import get_finders


def test_of_the_reference_pages_package_only_what_it_uses_is_served():
    files = {path for finder in get_finders() for path, _storage in finder.list(None)}
    theirs = {path.removeprefix("drf_spectacular_sidecar/") for path in files if path.startswith("drf_spectacular_sid")}
    ui = "swagger-ui-dist/"
    assert {f"{ui}swagger-ui.css", f"{ui}swagger-ui-bundle.js", f"{ui}LICENSE"} <= theirs
    assert not [
        path for path in theirs if not path.startswith((f"{ui}swagger-ui.", f"{ui}swagger-ui-bundle", f"{ui}LIC"))
    ]
    assert "tournaments/live.js" in files
