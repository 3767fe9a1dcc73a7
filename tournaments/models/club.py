from __future__ import annotations

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Func, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.colours import HEX
from tournaments.models.fields import visible_text


class OnlyClub(Func):
    """The club of a row that names none: the only one there is. With two of them such a row is refused."""

    function = "viertal_only_club"
    arity = 0
    output_field = models.BigIntegerField()


class Club(models.Model):
    """A club: it keeps people, its register (``people``), and runs events.

    There is always one; while there is no second one nobody notices it. ``accent`` is a colour such as ``#1f6632``,
    empty for the site's own, shown as ``tournaments.colours`` makes it readable. ``logo`` is a small PNG that the
    program drew anew, ``defaults`` the values of a new event's fields. ``demonstration``: the club is invented, and all
    that is its own with it.
    """

    name = models.CharField(pgettext_lazy("club", "name"), max_length=100, validators=[visible_text], unique=True)
    slug = models.SlugField(
        _("address"),
        max_length=80,
        unique=True,
        help_text=_("The last part of the public page's address. Empty: made from the name."),
    )
    shares_people = models.BooleanField(
        _("shares its players"),
        default=False,
        help_text=_("Organisers of this installation look for doubles among the players of all clubs that share them."),
    )
    accent = models.CharField(
        pgettext_lazy("club", "colour"),
        max_length=7,
        blank=True,
        default="",
        validators=[RegexValidator(rf"^{HEX.pattern}$")],
        help_text=_(
            "Of the links and buttons on the pages of the club and of its tournaments, and on paper. "
            "Where it could not be read it is made darker by day and lighter by night."
        ),
    )
    logo = models.BinaryField(default=b"", blank=True, editable=False)
    defaults = models.JSONField(default=dict, blank=True, editable=False)
    demonstration = models.BooleanField(default=False, db_default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("name", "id")
        constraints = [
            models.CheckConstraint(name="club_has_name", condition=~Q(name="")),
            models.CheckConstraint(name="club_accent", condition=Q(accent="") | Q(accent__regex=f"^{HEX.pattern}$")),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])


class ClubMember(models.Model):
    """A user's place in a club: organisers do everything in it; staff can be appointed at its events."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        STAFF = "staff", pgettext_lazy("people", "staff")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="clubs")
    role = models.CharField(
        _("role"),
        max_length=12,
        choices=Role,
        default=Role.ORGANISER,
        help_text=_("Organiser: everything in this club. Staff: what they are appointed for at each of its events."),
    )

    class Meta:
        verbose_name = _("member of the club")
        verbose_name_plural = _("organisers and staff of the club")
        constraints = [
            models.UniqueConstraint(name="club_member_once", fields=["club", "user"]),
            models.CheckConstraint(name="club_member_role", condition=Q(role__in=["organiser", "staff"])),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


def of_a_club(related_name: str) -> models.ForeignKey[Club, Club]:
    """Return the field that says whose a row is."""
    return models.ForeignKey(
        Club,
        on_delete=models.PROTECT,
        db_default=OnlyClub(),
        related_name=related_name,
        verbose_name=_("club"),
    )
