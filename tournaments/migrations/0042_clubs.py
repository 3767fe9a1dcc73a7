"""Clubs: whose an event and a person is. Everything that is there moves to the first club, which nobody notices while
there is no second one. The functions and triggers are in ``clubs.sql`` and ``registers.sql``."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournaments.models.club
import tournaments.models.fields

HERE = Path(__file__).parent
FIRST = (HERE / "clubs.sql").read_text(encoding="utf-8")
NO_FIRST = "DELETE FROM tournaments_club; DROP FUNCTION viertal_only_club();"
KEPT_APART = (HERE / "registers.sql").read_text(encoding="utf-8")
NOT_APART = """
DROP TRIGGER last_club_stays ON tournaments_club;
DROP TRIGGER stays_with_its_club ON tournaments_player;
DROP TRIGGER stays_with_its_club ON tournaments_tournament;
DROP TRIGGER person_of_the_register ON tournaments_waiting;
DROP TRIGGER person_of_the_register ON tournaments_entry;
DROP FUNCTION viertal_last_club();
DROP FUNCTION viertal_stays_with_its_club();
DROP FUNCTION viertal_of_the_register();
"""


def of_a_club(related_name):
    return models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT,
        db_default=tournaments.models.club.OnlyClub(),
        related_name=related_name,
        to="tournaments.club",
        verbose_name="club",
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0041_invitations")]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "name",
                    models.CharField(
                        max_length=100,
                        unique=True,
                        validators=[tournaments.models.fields.visible_text],
                        verbose_name="name",
                    ),
                ),
                (
                    "slug",
                    models.SlugField(
                        help_text="The last part of the public page's address. Empty: made from the name.",
                        max_length=80,
                        unique=True,
                        verbose_name="address",
                    ),
                ),
                (
                    "shares_people",
                    models.BooleanField(
                        default=False,
                        help_text="Organisers of this installation look for doubles among the players of all clubs that"
                        " share them.",
                        verbose_name="shares its players",
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={"verbose_name": "club", "verbose_name_plural": "clubs", "ordering": ("name", "id")},
        ),
        migrations.AddConstraint(
            "club",
            models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="club_has_name"),
        ),
        migrations.CreateModel(
            name="ClubMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("organiser", "organiser"), ("staff", "staff")],
                        default="organiser",
                        help_text="Organiser: everything in this club. Staff: what they are appointed for at each of"
                        " its events.",
                        max_length=12,
                        verbose_name="role",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="members", to="tournaments.club"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clubs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "member of the club",
                "verbose_name_plural": "organisers and staff of the club",
            },
        ),
        migrations.AddConstraint(
            "clubmember", models.UniqueConstraint(fields=("club", "user"), name="club_member_once")
        ),
        migrations.AddConstraint(
            "clubmember",
            models.CheckConstraint(condition=models.Q(("role__in", ["organiser", "staff"])), name="club_member_role"),
        ),
        migrations.RunSQL(FIRST, NO_FIRST),
        migrations.AddField("tournament", "club", of_a_club("tournaments")),
        migrations.AddField("player", "register", of_a_club("people")),
        migrations.AddField("ratinglist", "club", of_a_club("%(class)s_set")),
        migrations.AddField("series", "club", of_a_club("%(class)s_set")),
        migrations.AddField("eventimport", "club", of_a_club("+")),
        migrations.RemoveConstraint("player", "player_once"),
        migrations.AddConstraint(
            "player",
            models.UniqueConstraint(
                fields=("register", "name", "club", "birth_year"),
                name="player_once",
                nulls_distinct=False,
                violation_error_message="There is already a player with this name, club and year of birth.",
            ),
        ),
        migrations.RunSQL(KEPT_APART, NOT_APART),
    ]
