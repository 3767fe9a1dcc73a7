"""The people who sign in, with their second factors and their accounts at a federation's provider. Codes of an app are
kept by ``django_otp``."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Someone who signs in: organisers and arbiters. Players need no account.

    An organiser of the whole installation is a superuser; an arbiter is staff and appointed per tournament
    (``Appointment``).
    """

    is_active = models.BooleanField(
        _("may log in"),
        default=True,
        help_text=_("Untick this instead of deleting somebody who has worked here."),
    )
    is_superuser = models.BooleanField(
        _("organiser of everything"),
        default=False,
        help_text=_("May do everything at every tournament, and appoint others."),
    )

    is_temporary = models.BooleanField(_("by code"), default=False, editable=False)
    """Whether somebody has no account and came in by a code that a desk showed (``StaffCode``)."""

    language = models.CharField(_("language of the desk"), max_length=10, blank=True, editable=False)
    """A code of ``settings.LANGUAGES``, or empty: then the browser's."""

    class Meta(AbstractUser.Meta):
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.CheckConstraint(
                name="user_by_code_organises_nothing", condition=~models.Q(is_temporary=True, is_superuser=True)
            ),
        ]

    def __str__(self) -> str:
        name = self.get_full_name() or self.username
        return gettext("%(name)s (by code)") % {"name": name} if self.is_temporary else name


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
