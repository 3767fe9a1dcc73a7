"""Scores of declared games may be below zero."""

from pathlib import Path

import django.contrib.postgres.fields
import tournaments.models.fields
from django.db import migrations


HERE = Path(__file__).parent
FORWARD = (HERE / "signed_points.sql").read_text(encoding="utf-8")
FIRST = (HERE / "guards.sql").read_text(encoding="utf-8")
BACKWARD = (
    FIRST[FIRST.index("CREATE FUNCTION tournaments_result_guard") : FIRST.index("CREATE TRIGGER tournaments_result_guard")]
).replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0065_larger_tables'),
    ]

    operations = [
        migrations.RunSQL(FORWARD, BACKWARD),
        migrations.AlterField(
            model_name='gamerecord',
            name='points',
            field=django.contrib.postgres.fields.ArrayField(base_field=tournaments.models.fields.SignedFractionField(max_length=16, null=True), blank=True, null=True, size=None),
        ),
        migrations.AlterField(
            model_name='reportevent',
            name='points',
            field=django.contrib.postgres.fields.ArrayField(base_field=tournaments.models.fields.SignedFractionField(max_length=16, null=True), blank=True, null=True, size=None),
        ),
        migrations.AlterField(
            model_name='result',
            name='game_points',
            field=django.contrib.postgres.fields.ArrayField(base_field=tournaments.models.fields.SignedFractionField(max_length=16, null=True), blank=True, null=True, size=None),
        ),
        migrations.AlterField(
            model_name='result',
            name='points',
            field=django.contrib.postgres.fields.ArrayField(base_field=tournaments.models.fields.SignedFractionField(max_length=16, null=True), size=None),
        ),
        migrations.AlterField(
            model_name='tablereport',
            name='points',
            field=django.contrib.postgres.fields.ArrayField(base_field=tournaments.models.fields.SignedFractionField(max_length=16, null=True), blank=True, null=True, size=None),
        ),
    ]
