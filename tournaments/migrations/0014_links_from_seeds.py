"""A personal link's token is made from a seed from now on. The column stays as it is, so nothing is done to the database;
links that are out have their token as their seed, and stay good."""

import django.db.models
from django.db import migrations, models

import tournaments.models.links

CONDITION = "^[-_A-Za-z0-9]{22,32}$"


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_requested_byes")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("personallink", "personal_link_token"),
                migrations.RenameField("personallink", "token", "seed"),
                migrations.AlterField(
                    "personallink",
                    "seed",
                    models.CharField(
                        db_column="token",
                        default=tournaments.models.links.new_seed,
                        max_length=32,
                        unique=True,
                    ),
                ),
                migrations.AddConstraint(
                    "personallink",
                    models.CheckConstraint(
                        condition=django.db.models.Q(("seed__regex", CONDITION)), name="personal_link_token"
                    ),
                ),
            ]
        )
    ]
