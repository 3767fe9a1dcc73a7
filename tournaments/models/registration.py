from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import by_somebody, visible_text
from tournaments.models.links import new_seed, number_in, sealed
from tournaments.models.player import Player
from tournaments.models.settings import NameShown
from tournaments.models.tournament import Tournament

CODE_LETTERS = "ABCDEFGHJKLMNPQRTUVWXY346789"
"""The letters of a code: none of them is taken for another one on a screen or in handwriting."""
CODE_LENGTH = 8
_ADDRESS = "viertal.registration-address"
_LINK, _CODE, _MARK = "viertal.registration-link", "viertal.registration-code", "viertal.registration-mark"


class RegistrationSettings(models.Model):
    """The terms on which players enter themselves at a tournament. A tournament without a row offers no form.

    ``opens_at`` and ``closes_at`` bound the time in which the form takes entries (null: no bound); it also ends when
    round 1 is paired. ``automatic``: an entry counts at once, unless it could concern somebody who is known already.
    ``moves_up``: the first of the waiting list takes a place that a player gives back.
    ``parent_below``: younger players are entered by a parent. ``notice`` takes the place of the usual words about
    what becomes of the data.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="registration_settings"
    )
    offered = models.BooleanField(_("players can enter themselves"), default=False)
    opens_at = models.DateTimeField(_("opens"), null=True, blank=True, help_text=_("Empty: at once."))
    closes_at = models.DateTimeField(
        _("closes"), null=True, blank=True, help_text=_("Empty: when round 1 is paired. It always closes then.")
    )
    automatic = models.BooleanField(
        _("accept entries automatically"),
        default=False,
        help_text=_("Namesakes of known players still wait for you."),
    )
    moves_up = models.BooleanField(
        _("fill free places from the waiting list"),
        default=True,
        help_text=_("When a player withdraws by their own link, the first on the waiting list takes the place."),
    )
    fee = models.CharField(_("entry fee"), max_length=60, blank=True, help_text=_("Such as “€ 5”. Empty: none."))
    fee_note = models.CharField(
        _("how to pay"), max_length=300, blank=True, help_text=_("Such as “In cash at the desk, before round 1”.")
    )
    sections = ArrayField(
        models.CharField(max_length=60),
        verbose_name=_("sections to choose from"),
        default=list,
        blank=True,
    )
    asks_club = models.BooleanField(_("club"), default=True)
    asks_rating = models.BooleanField(_("rating"), default=False)
    asks_team = models.BooleanField(_("team"), default=False)
    asks_partner = models.BooleanField(_("wished partner"), default=False)
    asks_birth_year = models.BooleanField(_("year of birth"), default=False)
    birth_year_reason = models.CharField(
        _("why the year of birth is needed"), max_length=120, blank=True, help_text=_("Such as “for the youth prizes”.")
    )
    parent_below = models.PositiveSmallIntegerField(
        _("a parent enters players younger than"),
        default=16,
        validators=[MinValueValidator(13), MaxValueValidator(18)],
        help_text=_("16 in the Netherlands and Germany, 18 in South Africa."),
    )
    contact = models.CharField(
        _("contact"), max_length=200, blank=True, help_text=_("For questions: a name with e-mail or telephone.")
    )
    notice = models.TextField(
        _("about the data"),
        max_length=2000,
        blank=True,
        help_text=_("Your own words on what happens to the data. Empty: the usual ones, in the reader’s language."),
    )

    class Meta:
        verbose_name = _("registration settings")
        verbose_name_plural = _("registration settings")
        constraints = [
            models.CheckConstraint(
                name="registration_opens_first",
                condition=Q(opens_at__isnull=True) | Q(closes_at__isnull=True) | Q(opens_at__lt=F("closes_at")),
                violation_error_message=_("It closes before it opens. Change one of the two."),
            ),
            models.CheckConstraint(
                name="registration_year_has_reason",
                condition=Q(asks_birth_year=False) | ~Q(birth_year_reason=""),
                violation_error_message=_("Say why the year of birth is needed, or do not ask for it."),
            ),
            models.CheckConstraint(name="registration_parent_below", condition=Q(parent_below__range=(13, 18))),
        ]

    def __str__(self) -> str:
        return str(self.tournament)


class Registration(models.Model):
    """A player's own entry for a tournament, as it was sent, and what became of it.

    Accepted, it names the ``player``, whose entry or whose row on the waiting list of this tournament says the rest.
    Its data are read by the organisers of this tournament and by whoever holds the link, which is made of the ``seed``
    and the program's key, as the ``code`` is: neither a look at the database nor a backup opens anything.
    ``since``: when it came, by which it stands in every queue: when its address was confirmed, where one is asked.
    ``email_confirmed_at``: its reader confirmed the address; ``email_asked_at``: the player changed it, and until its
    reader confirms the new one nothing else is sent there.
    ``new_person``: the player was made for it, and goes with it. ``wants_out_at``: they ask to be taken out when only
    the organiser can do that. ``form_key`` is the mark of the page it was sent from, so that a page sent twice is one
    registration.
    """

    class State(models.TextChoices):
        UNCONFIRMED = "unconfirmed", _("e-mail address not confirmed")
        PENDING = "pending", _("to be reviewed")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    OPEN = (State.UNCONFIRMED, State.PENDING, State.ACCEPTED)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="registrations")
    state = models.CharField(max_length=11, choices=State, default=State.PENDING)
    name = models.CharField(_("name"), max_length=100, validators=[visible_text])
    club = models.CharField(_("club"), max_length=100, blank=True)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    section = models.CharField(_("section"), max_length=60, blank=True)
    team = models.CharField(_("team"), max_length=100, blank=True)
    partner = models.CharField(_("wished partner"), max_length=100, blank=True)
    remark = models.CharField(_("remark"), max_length=300, blank=True)
    name_shown = models.CharField(max_length=8, choices=NameShown, default=NameShown.FULL)
    minor = models.BooleanField(default=False)
    parent = models.CharField(_("parent or guardian"), max_length=100, blank=True)
    agreed_to = models.TextField(max_length=2200)
    agreed_at = models.DateTimeField()
    language = models.CharField(max_length=8)
    sent_at = models.DateTimeField(auto_now_add=True)
    since = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(null=True, blank=True)
    moved_up_at = models.DateTimeField(null=True, blank=True)
    wants_out_at = models.DateTimeField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = by_somebody()
    reason = models.CharField(max_length=200, blank=True)
    paid = models.BooleanField(_("paid"), default=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="registrations")
    new_person = models.BooleanField(default=False)
    email_confirmed_at = models.DateTimeField(null=True, blank=True)
    email_asked_at = models.DateTimeField(null=True, blank=True)
    seed = models.CharField(max_length=32, unique=True, default=new_seed, editable=False)
    code_mark = models.CharField(max_length=32, editable=False)
    form_key = models.CharField(max_length=32, editable=False)

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        ordering = ("since", "id")
        constraints = [
            models.UniqueConstraint(name="registration_form_once", fields=["tournament", "form_key"]),
            models.UniqueConstraint(name="registration_code_once", fields=["tournament", "code_mark"]),
            models.UniqueConstraint(
                name="registration_player_once", fields=["tournament", "player"], condition=Q(state="accepted")
            ),
            models.CheckConstraint(
                name="registration_state",
                condition=Q(state__in=["unconfirmed", "pending", "accepted", "refused", "withdrawn"]),
            ),
            models.CheckConstraint(name="registration_has_name", condition=~Q(name="")),
            models.CheckConstraint(name="registration_agreed", condition=~Q(agreed_to="")),
            models.CheckConstraint(name="registration_parent", condition=Q(minor=False) | ~Q(parent="")),
            models.CheckConstraint(name="registration_confirms_mail", condition=~Q(state="unconfirmed", email="")),
            models.CheckConstraint(
                name="registration_player",
                condition=Q(player__isnull=False, state="accepted") | Q(player__isnull=True) & ~Q(state="accepted"),
            ),
            models.CheckConstraint(
                name="registration_birth_year", condition=Q(birth_year__isnull=True) | Q(birth_year__range=(1900, 2100))
            ),
            models.CheckConstraint(name="registration_rating", condition=Q(rating__isnull=True) | Q(rating__lte=4000)),
            models.CheckConstraint(name="registration_name_shown", condition=Q(name_shown__in=NameShown.values)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def wish(self) -> str:
        """Return how much of the name may be shown: in full is what minors are not, where nothing else was said."""
        usual = self.name_shown == NameShown.FULL
        return str(NameShown.INITIAL) if self.minor and usual else self.name_shown

    @property
    def token(self) -> str:
        """Return the last part of the address of the player's own page."""
        return sealed(_LINK, self.pk, self.seed)

    @property
    def code(self) -> str:
        """Return the eight letters that lead to the player's own page, without a separator."""
        number = int.from_bytes(salted_hmac(_CODE, self.seed, algorithm="sha256").digest(), "big")
        letters = []
        for _place in range(CODE_LENGTH):
            number, letter = divmod(number, len(CODE_LETTERS))
            letters.append(CODE_LETTERS[letter])
        return "".join(letters)

    @property
    def shown_code(self) -> str:
        """Return the code as it is read: ``K7QM-4RTX``."""
        return f"{self.code[:4]}-{self.code[4:]}"

    @property
    def address_key(self) -> str:
        """Return what only the mail to the address of the moment tells: whoever has it reads that address."""
        return salted_hmac(_ADDRESS, f"{self.pk} {self.seed} {self.email}", algorithm="sha256").hexdigest()[:32]

    @classmethod
    def of(cls, token: str) -> Registration | None:
        """Return the registration of a link; None where there is none."""
        row = cls.objects.select_related("tournament").filter(pk=number_in(token)).first()
        return row if row is not None and constant_time_compare(row.token, token) else None

    @classmethod
    def of_code(cls, tournament_id: int, typed: str) -> Registration | None:
        """Return the registration of a code, however it was typed; None where there is none."""
        code = "".join(letter for letter in typed.upper() if letter.isalnum())[: CODE_LENGTH + 1]
        return cls.objects.filter(tournament=tournament_id, code_mark=mark_of(tournament_id, code)).first()


def mark_of(tournament_id: int, code: str) -> str:
    """Return the column by which a code is found: from it nobody reads the code."""
    return salted_hmac(_MARK, f"{tournament_id} {code}", algorithm="sha256").hexdigest()[:32]
