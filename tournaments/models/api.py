from __future__ import annotations

import hashlib
import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

PREFIX = "vt_"
SECRET_BYTES = 32


def digest_of(secret: str) -> str:
    """Return a token's stored digest. Its secret has 256 random bits, so a quick hash is as good as a slow one."""
    return hashlib.sha256(secret.encode()).hexdigest()


class ApiToken(models.Model):
    """A program's key to act for a person. The secret is shown once; only its hash is kept.

    ``scope`` is the most that it may be used for, each scope holding those before it; what the person may not do
    themselves, no token lets them do.
    """

    class Scope(models.TextChoices):
        READ = "read", _("read: what the person sees")
        REPORT = "report", _("report: results and game records too")
        ARBITRATE = "arbitrate", _("arbitrate: pair, publish and close rounds too")
        ORGANISE = "organise", _("organise: everything the person may do")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("purpose"), max_length=80)
    scope = models.CharField(_("scope"), max_length=10, choices=Scope, default=Scope.READ)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    hint = models.CharField(_("begins with"), max_length=12, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True, help_text=_("Empty: until it is revoked."))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True, editable=False)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ("-id",)
        constraints = [
            models.CheckConstraint(
                name="api_token_scope", condition=Q(scope__in=["read", "report", "arbitrate", "organise"])
            ),
            models.CheckConstraint(name="api_token_digest", condition=Q(digest__regex=r"^[0-9a-f]{64}$")),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"

    def give_secret(self) -> str:
        """Make the secret; the caller shows it once and forgets it."""
        secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
        self.digest, self.hint = digest_of(secret), secret[:8]
        return secret

    @property
    def works(self) -> bool:
        """Return whether it is neither revoked nor over."""
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > timezone.now())


class KeptAnswer(models.Model):
    """The answer to a write that came with an idempotency key, for whoever sends the same again.

    The row is written in the transaction of the write itself, so that both are there or neither is; two at once
    wait for each other at the unique constraint.
    """

    owner = models.CharField(max_length=40)
    key = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body = models.BinaryField(default=b"")
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("stored answer")
        verbose_name_plural = _("stored answers")
        constraints = [models.UniqueConstraint(name="kept_answer_once", fields=["owner", "key"])]

    def __str__(self) -> str:
        return f"{self.owner} {self.key}"
