from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0051_directions")]

    operations = [
        migrations.AddField("personallink", "mailed_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("registration", "email_asked_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("registration", "email_confirmed_at", models.DateTimeField(blank=True, null=True)),
    ]
