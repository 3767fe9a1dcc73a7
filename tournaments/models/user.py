from django.contrib.auth.models import AbstractUser
from django.db import models
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
