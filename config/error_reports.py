"""Sends errors to a Sentry server where SENTRY_DSN names one; nothing that names a person goes along."""

from __future__ import annotations

from typing import Any

from config.loglines import masked

KEPT = ("method",)
"""What is told of a request. Its address may hold a player's link, its query a name."""


def begin(address: str) -> None:
    """Have this process send its errors there; nothing where the address is empty."""
    if not address:
        return
    import sentry_sdk

    sentry_sdk.init(
        dsn=address,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        traces_sample_rate=0,
        before_send=without_people,
    )


def without_people(event: Any, _hint: Any) -> Any:
    """Return the event with its place in the program, and without the person to whom it happened."""
    event.pop("user", None)
    event.pop("server_name", None)
    event.pop("breadcrumbs", None)
    event.pop("extra", None)
    request = event.get("request") or {}
    event["request"] = {name: request[name] for name in KEPT if name in request}
    for error in (event.get("exception") or {}).get("values", ()):
        error["value"] = masked(
            str(error.get("value", "")).split("\n")[0]
        )  # PostgreSQL writes the row into a second line
    if "transaction" in event:  # the address itself, where no page was found for it
        event["transaction"] = masked(str(event["transaction"]))
    if "logentry" in event:
        event["logentry"] = {"message": masked(str(event["logentry"].get("message", "")))}
    return event
