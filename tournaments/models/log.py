"""The log: who changed what, when and through which door. PostgreSQL's triggers write it, nobody else can."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

NOT_LOGGED = frozenset(
    {
        "logentry",
        "standings",
        "possiblepoints",
        "rating",
        "pairingprogress",
        "editing",
        "atdesk",
        "reporttries",
        "keptanswer",
        "delivery",
        "printjob",
        "historyline",
        "nameindex",
        "eventindex",
        "eventword",
        "passkey",
        "recoverycode",
        "provideraccount",
        "mail",
        "nomail",
        "tablemail",
        "pushdevice",
        "reportwish",
        "demonstration",
        "work",
    }
)
"""Models without a trigger: the log itself, and what an archive brought along of another; what the program works out
anew from what is logged; what people sign in with, of which the security log tells; and mails, which are a log of
their own and are to be forgotten."""

LEFT_OUT: dict[str, tuple[str, ...]] = {
    "tournament": ("version", "results_version", "club_id"),
    "player": ("register_id",),
    "entry": ("since",),
    "round": ("touched",),
    "user": ("last_login",),
    "gamerecord": ("text", "answer", "figures"),
    # the hands, which nobody else may know while the game runs; the record has them in the end
    "livegame": ("setup",),
    "apitoken": ("last_used_at",),
    "webhook": ("busy_until", "last_success_at"),
    "eventimport": ("attempts", "done", "club_id"),
    "playerimport": ("attempts", "done", "total", "plan", "stamp"),
    "reportrule": ("key",),
    "ratinglist": ("computed_from", "computed_at", "club_id"),
    # names of people that nobody could find again to erase them; the change itself is logged with the person
    "proposal": ("name", "club", "birth_year"),
    # of people who are not known yet, and could not be found again to erase them
    "registration": (
        "name",
        "club",
        "rating",
        "birth_year",
        "email",
        "team",
        "partner",
        "remark",
        "parent",
        "agreed_to",
        "reason",
        "code_mark",
        "form_key",
        "since",
    ),
    "invitation": ("name", "email"),
    # of people who may be erased: the log has the change of their entries
    "merge": ("taken",),
    "series": ("computed_from", "computed_at", "body", "club_id"),
}
"""Columns that are counted up all the time, large, or the same for ever (whose a row is). Passwords, tokens, secrets,
hashes, keys of sessions and binary contents are left out of every table by ``viertal_log`` itself, keys that the
program makes up by ``made_up``."""


def made_up(field: models.Field[Any, Any]) -> bool:
    """Return whether a column holds a key that nobody types and that opens something: it is never in the log."""
    generated = field.has_default() and callable(field.default)
    return isinstance(field, models.CharField) and not field.editable and (field.unique or generated)


class LogEntry(models.Model):
    """One row that was made, changed or deleted. ``old`` and ``new`` hold the changed columns only.

    Nothing is a foreign key: an entry outlives what it tells of. The table is made in ``log.sql`` and takes rows
    from its triggers alone.
    """

    class Made(models.TextChoices):
        INSERT = "insert", _("created")
        UPDATE = "update", _("changed")
        DELETE = "delete", _("deleted")

    class Door(models.TextChoices):
        ADMIN = "admin", _("desk and admin")
        WEB = "web", _("public pages")
        API = "api", _("API")
        WORKER = "worker", _("worker")
        COMMAND = "command", _("command line")
        IMPORT = "import", _("import")
        SYSTEM = "system", _("system")

    at = models.DateTimeField()
    transaction = models.BigIntegerField()
    actor_id = models.BigIntegerField(null=True)
    actor = models.CharField(max_length=200)
    role = models.CharField(max_length=20)
    door = models.CharField(max_length=10, choices=Door)
    tournament_id = models.BigIntegerField(null=True)
    round_id = models.BigIntegerField(null=True)
    table_id = models.BigIntegerField(null=True)
    entry_id = models.BigIntegerField(null=True)
    player_id = models.BigIntegerField(null=True)
    kind = models.CharField(max_length=40)
    row_id = models.CharField(max_length=40)
    action = models.CharField(max_length=6, choices=Made)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    reason = models.CharField(max_length=400)

    class Meta:
        managed = False
        db_table = "tournaments_logentry"
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor}: {self.action} {self.kind} {self.row_id}"
