"""The style and the defaults of a club; columns of lists are remembered for the club; merged people."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournaments.models.club

HERE = Path(__file__).parent
MERGED = (HERE / "merges.sql").read_text(encoding="utf-8")
NOT_MERGED = (
    (HERE / "registers.sql").read_text(encoding="utf-8").partition("CREATE TRIGGER")[0].replace("CREATE", "CREATE OR REPLACE")
)

# Two organisers may have assigned the columns under one heading: the club goes on with the newest.
ONCE = """
DELETE FROM tournaments_listlayout older USING tournaments_listlayout newer
WHERE older.heading = newer.heading AND (older.used_at, older.id) < (newer.used_at, newer.id)
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0045_elo_lists")]

    operations = [
        migrations.AddField(
            "club",
            "accent",
            models.CharField(
                blank=True,
                choices=[
                    ("", "as the site"),
                    ("blue", "blue"),
                    ("green", "green"),
                    ("red", "red"),
                    ("purple", "purple"),
                    ("brown", "brown"),
                ],
                default="",
                help_text="Of the links and buttons on the club's own page.",
                max_length=8,
                verbose_name="colour",
            ),
        ),
        migrations.AddField("club", "logo", models.BinaryField(blank=True, default=b"", editable=False)),
        migrations.AddField("club", "defaults", models.JSONField(blank=True, default=dict, editable=False)),
        migrations.AddConstraint(
            "club",
            models.CheckConstraint(
                condition=models.Q(("accent__in", ["", "blue", "green", "red", "purple", "brown"])), name="club_accent"
            ),
        ),
        migrations.RunSQL(ONCE, migrations.RunSQL.noop),
        migrations.RemoveConstraint("listlayout", "layout_heading_once"),
        migrations.AddField(
            "listlayout",
            "club",
            models.ForeignKey(
                db_default=tournaments.models.club.OnlyClub(),
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.club",
                verbose_name="club",
            ),
        ),
        migrations.AddConstraint(
            "listlayout", models.UniqueConstraint(fields=("club", "heading"), name="layout_heading_once")
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("taken", models.JSONField(null=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "kept",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="merges", to="tournaments.player"
                    ),
                ),
                (
                    "register",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.club"
                    ),
                ),
            ],
            options={
                "verbose_name": "merged players",
                "verbose_name_plural": "merged players",
                "ordering": ("-at", "-id"),
            },
        ),
        migrations.RunSQL(MERGED, NOT_MERGED),
    ]
