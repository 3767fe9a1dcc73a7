"""The actor of a change, told to the database: the one place where the log's names come from.

PostgreSQL's triggers write the log (``migrations/log.sql``). They read who acts from the setting ``viertal.actor``,
which holds for one transaction only. It is set here, before the first statement that writes: whoever acts is said
once, by ``acting`` (the middleware for a request, Celery's signals for a task, ``audited`` for a service), and nobody
else thinks of it. So nothing of one request can stay behind on a connection that the next one gets.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import wraps
from inspect import Parameter, iscoroutinefunction, isgeneratorfunction, signature
from typing import Any, ParamSpec, TypeVar

from celery.signals import task_postrun, task_prerun
from django.apps import AppConfig
from django.db import connection, transaction
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from psycopg.pq import TransactionStatus

from tournaments.middleware import Middleware
from tournaments.models import log

P = ParamSpec("P")
R = TypeVar("R")

WHOLE, SIGNED = "whole", "signed"
"""The two kinds of audit: a transaction with its actor, or the actor alone."""

_WRITES = re.compile(r"\s*(?:INSERT|UPDATE|DELETE|MERGE|WITH\b.*?\b(?:INSERT|UPDATE|DELETE|MERGE))\b", re.I | re.S)
_BACK = re.compile(r"\s*ROLLBACK", re.I)
_NOT_LOGGED = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM) \"django_", re.I)


@dataclass(frozen=True, slots=True)
class Actor:
    """The person who acts, through which door (``LogEntry.Door``), and the reason if there is one.

    ``who`` gives the person when something is written, so that a request that writes nothing loads nobody.
    """

    who: Callable[[], Any] = lambda: None
    door: str = "system"
    name: str = ""
    reason: str = ""
    tournament: int | None = None

    def told(self) -> str:
        """Return the text for the triggers; empty for the system itself."""
        user = self.who()
        person = {}
        if user is not None and getattr(user, "pk", None):
            person = {"id": user.pk, "name": _kept_name(user), "super": user.is_superuser}
        name = person.get("name") or self.name
        if not (person or name or self.reason or self.tournament or self.door != "system"):
            return ""
        facts = {
            "door": self.door,
            "name": name or self.door,
            "reason": self.reason,
            "tournament": self.tournament,
        }
        return json.dumps({k: v for k, v in {**facts, **person}.items() if v not in ("", None)})


def _kept_name(user: Any) -> str:
    """Return a name as the log keeps it: in one language, whatever the reader of the page speaks."""
    if not getattr(user, "is_temporary", False):
        return str(user)
    with translation.override("en"):
        return str(user)


_actor: ContextVar[Actor | None] = ContextVar("actor", default=None)


def _now() -> Actor:
    return _actor.get() or Actor(door=os.environ.get("VIERTAL_DOOR", "system"))


@contextmanager
def acting(by: Any = None, **more: Any) -> Iterator[None]:
    """Log the writes inside as done by ``by`` (None: by the current actor).

    ``more``: ``door``, ``name`` (of what acts without a person), ``reason``, ``tournament`` (for rows that belong to
    none by themselves, such as people in a list). What is not said stays as it was.
    """
    actor = replace(_now(), **{name: value for name, value in more.items() if value})
    if getattr(by, "pk", None):
        actor = replace(actor, who=lambda: by)
    token = _actor.set(actor)
    try:
        yield
    finally:
        _actor.reset(token)


def person(by: Any) -> Any:
    """Return ``by`` as a row keeps who did it: None for a visitor and for the program itself."""
    return by if getattr(by, "pk", None) else None


def audited(service: Callable[P, R]) -> Callable[P, R]:
    """Make a function a service: one transaction, logged as done by its ``by`` for its ``reason``, whoever calls it.

    A service that calls another one stays one transaction; a reason that the inner one does not give is the outer
    one's. What runs on commit is logged under the same person. Raises TypeError, when the module is loaded, for a
    function whose ``by`` could be missed.
    """
    _refuse_unaccountable(service)

    @wraps(service)
    def whole(*args: P.args, **kwargs: P.kwargs) -> R:
        with acting(kwargs.get("by"), reason=kwargs.get("reason")), transaction.atomic():
            return service(*args, **kwargs)

    vars(whole)["audited"] = WHOLE
    return whole


def signed(service: Callable[P, R]) -> Callable[P, R]:
    """Make a function a service that is logged alike, in transactions of its own or of its caller."""
    _refuse_unaccountable(service)

    @wraps(service)
    def by_name(*args: P.args, **kwargs: P.kwargs) -> R:
        with acting(kwargs.get("by"), reason=kwargs.get("reason")):
            return service(*args, **kwargs)

    vars(by_name)["audited"] = SIGNED
    return by_name


def _refuse_unaccountable(service: Callable[..., Any]) -> None:
    """Raise TypeError for a function whose work, person or reason the decorator would not see."""
    if isgeneratorfunction(service) or iscoroutinefunction(service):
        raise TypeError(f"{service.__qualname__} works after it has returned, so no transaction holds it.")
    for name in ("by", "reason"):
        parameter = signature(service).parameters.get(name)
        if parameter is not None and parameter.kind is not Parameter.KEYWORD_ONLY:
            raise TypeError(f"{service.__qualname__} takes {name} by position; put it after the *.")


class ActorMiddleware(Middleware):
    """Middleware: what a request writes is written by who is signed in. After authentication."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        door = "admin" if path.startswith("/admin/") else "api" if path.startswith("/api/") else "web"
        token = _actor.set(Actor(who=lambda: request.user, door=door))
        try:
            return self.get_response(request)
        finally:
            _actor.reset(token)


def tell(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Tell the database who acts, before a statement that writes, if this transaction has not been told yet."""
    database = context["connection"]
    if database.connection is None:  # lost while somebody kept this cursor: the statement itself says so
        return execute(sql, params, many, context)
    if database.connection.info.transaction_status == TransactionStatus.IDLE:
        database.viertal_told = ""
    text = sql if isinstance(sql, str) else ""
    if _BACK.match(text):
        database.viertal_told = None  # a savepoint's rollback takes the setting back, too
    if not _WRITES.match(text) or _NOT_LOGGED.match(text):
        return execute(sql, params, many, context)
    facts = _now().told()
    if not database.in_atomic_block and facts:
        # by itself such a statement is a transaction of its own, so what is said before it would be forgotten
        with transaction.atomic(using=database.alias):
            _say(database, facts)
            return execute(sql, params, many, context)
    if facts != database.viertal_told:
        _say(database, facts)
    return execute(sql, params, many, context)


def _say(database: Any, text: str) -> None:
    with database.cursor() as cursor:
        cursor.execute("SELECT set_config('viertal.actor', %s, true)", [text])
    database.viertal_told = text


def begin(app: AppConfig) -> None:
    """Connect the log to connections, migrations and tasks. Called once, when Django is ready."""
    connection_created.connect(_connected, dispatch_uid="viertal_log")
    post_migrate.connect(attach, sender=app, dispatch_uid="viertal_log")
    task_prerun.connect(_task_begins, dispatch_uid="viertal_log")
    task_postrun.connect(_task_ends, dispatch_uid="viertal_log")


def _connected(connection: Any, **_: Any) -> None:
    if connection.vendor == "postgresql" and tell not in connection.execute_wrappers:
        connection.viertal_told = ""
        connection.execute_wrappers.append(tell)


def _task_begins(task: Any, **_: Any) -> None:
    task.request.viertal_acting = _actor.set(Actor(door="worker", name=task.name.rpartition(".")[2]))


def _task_ends(task: Any, **_: Any) -> None:
    token = getattr(task.request, "viertal_acting", None)
    if token is not None:
        _actor.reset(token)


def attach(sender: AppConfig, **_: Any) -> None:
    """Have every table of the app logged but those that are declared not to be. After every migration."""
    tables = [(model._meta.db_table, model._meta.model_name, left_out(model)) for model in logged_models(sender)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regprocedure('viertal_log(regclass, text, text[])') IS NOT NULL")
        if cursor.fetchone()[0]:
            there = set(connection.introspection.table_names(cursor))
            for table in tables:
                if table[0] in there:
                    cursor.execute("SELECT viertal_log(%s::regclass, %s, %s::text[])", table)


def left_out(model: Any) -> list[str]:
    """Return the columns of a model that are not logged: those that are declared, and keys that the program makes
    up."""
    keys = [field.column for field in model._meta.concrete_fields if log.made_up(field)]
    return [*log.LEFT_OUT.get(model._meta.model_name, ()), *keys]


def logged_models(app: AppConfig) -> list[Any]:
    """Return the models whose every change is logged."""
    models = app.get_models(include_auto_created=True)
    return [m for m in models if m._meta.model_name not in log.NOT_LOGGED and not m._meta.proxy]
