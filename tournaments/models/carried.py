from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.models.fields import NoticeField


class Carried(models.Model):
    """A file that somebody sent in and that a worker carries out: waited for, watched, cancelled, begun again.

    Its content is kept until it is known what became of it. ``done`` of ``total`` rows are told while the work goes
    on, by a connection of their own. ``language`` is that of who sent it: what a list would do is said in it. The
    ``problem`` is a code with parameters, said in the language of whoever looks.
    """

    WAITING, RUNNING, DONE, REFUSED, CANCELLED = "waiting", "running", "done", "refused", "cancelled"
    OPEN = (WAITING, RUNNING)

    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    uploaded_at = models.DateTimeField(auto_now_add=True)
    filename = models.CharField(max_length=200, blank=True)
    content = models.BinaryField(default=b"")
    language = models.CharField(max_length=10, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    cancel_asked = models.BooleanField(default=False)
    problem = NoticeField(null=True, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.filename or str(self.pk)

    @property
    def is_open(self) -> bool:
        """Return whether a worker has it, or is to get it."""
        return getattr(self, "state", "") in self.OPEN

    @property
    def percent(self) -> int:
        """Return how far it is, 0 to 100."""
        if getattr(self, "state", "") == self.DONE:
            return 100
        return min(99, self.done * 100 // self.total) if self.total else 0
