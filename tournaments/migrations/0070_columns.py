"""A result keeps the columns that made its scores, and so does a player's report."""

from pathlib import Path

from django.db import migrations, models


HERE = Path(__file__).parent


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0069_tables_of_six'),
    ]

    operations = [
        migrations.AddField(
            model_name='result',
            name='columns',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tablereport',
            name='columns',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.RunSQL(
            (HERE / "columns.sql").read_text(encoding="utf-8"),
            (HERE / "signed_points.sql").read_text(encoding="utf-8"),
        ),
    ]
