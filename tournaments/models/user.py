from django.contrib.auth.models import AbstractUser
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Someone who signs in: organisers and arbiters. Players need no account.

    An organiser of the whole installation is a superuser; an arbiter is staff and appointed per tournament
    (``Appointment``).
    """

    class Meta(AbstractUser.Meta):
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self) -> str:
        return self.get_full_name() or self.username
