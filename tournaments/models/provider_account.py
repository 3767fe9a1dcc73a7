"""The accounts at a federation's provider with which people sign in here."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class ProviderAccount(models.Model):
    """A user's account at a provider, known by the name that the provider never gives to anybody else (``sub``)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="provider_accounts")
    issuer = models.CharField(max_length=255)
    subject = models.CharField(max_length=255)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("provider account")
        verbose_name_plural = _("provider accounts")
        ordering = ("pk",)
        constraints = [
            models.UniqueConstraint(name="provider_account_once", fields=["issuer", "subject"]),
            models.CheckConstraint(name="provider_account_named", condition=~Q(issuer="") & ~Q(subject="")),
        ]

    def __str__(self) -> str:
        return self.issuer
