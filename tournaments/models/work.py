from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models.functions import Now


class Work(models.Model):
    """Something that a worker is to do, written down in the transaction that caused it, and gone when it is done.

    ``task`` is the name of a task, ``subject`` the id that it is given (0: it needs none). A worker holds the row's
    lock while it is at it: one that dies lets go of it at once. What failed waits for ``pause`` until ``due_at``; a row
    that seems to wait for longer than that is due, too, for somebody set the clock back.
    """

    task = models.CharField(max_length=32)
    subject = models.BigIntegerField(db_default=0)
    asked_at = models.DateTimeField(db_default=Now())
    due_at = models.DateTimeField(db_default=Now())
    pause = models.DurationField(db_default=timedelta())
    attempts = models.PositiveIntegerField(db_default=0)
    problem = models.CharField(max_length=100, blank=True, db_default="")

    class Meta:
        indexes = [
            models.Index(name="work_in_order", fields=["due_at", "id"]),
            models.Index(name="work_of_a_subject", fields=["task", "subject"]),
        ]

    def __str__(self) -> str:
        return f"{self.task} {self.subject}"
