"""The second factors that people sign in with, besides their password. Codes of an app are kept by ``django_otp``."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class RecoveryCode(models.Model):
    """A code for who lost the rest: only its SHA-256 is kept, which is enough for 79 bits by chance. It works
    once."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("recovery code")
        verbose_name_plural = _("recovery codes")
        ordering = ("id",)
        constraints = [models.UniqueConstraint(name="recovery_code_once", fields=["user", "digest"])]

    def __str__(self) -> str:
        return str(self.pk)


class Passkey(models.Model):
    """A key that a phone, a computer or a stick keeps for one host; here is its public half."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(_("name"), max_length=60)
    host = models.CharField(max_length=253)
    credential = models.BinaryField(unique=True, max_length=1023)
    public_key = models.BinaryField()
    sign_count = models.BigIntegerField(default=0)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("passkey")
        verbose_name_plural = _("passkeys")
        ordering = ("id",)
        constraints = [
            models.CheckConstraint(name="passkey_has_name", condition=~Q(name="") & ~Q(host="")),
            models.CheckConstraint(name="passkey_sign_count", condition=Q(sign_count__gte=0)),
        ]

    def __str__(self) -> str:
        return self.name
