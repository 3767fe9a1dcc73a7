from django.contrib.auth.models import AbstractUser
from django.db import models
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

    class Meta(AbstractUser.Meta):
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self) -> str:
        return self.get_full_name() or self.username
