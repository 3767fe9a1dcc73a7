"""Earlier addresses of tournaments, kept by the database itself: the triggers are in ``addresses.sql``."""

from pathlib import Path

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

FORWARD = (Path(__file__).parent / "addresses.sql").read_text(encoding="utf-8")
BACKWARD = """
DROP TRIGGER tournaments_former_address_guard ON tournaments_formeraddress;
DROP TRIGGER tournaments_address_changed ON tournaments_tournament;
DROP TRIGGER tournaments_address_taken ON tournaments_tournament;
DROP FUNCTION tournaments_former_address_guard();
DROP FUNCTION tournaments_address_changed();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0019_swiss_editions'),
    ]

    operations = [
        migrations.CreateModel(
            name='FormerAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=80, unique=True, verbose_name='address')),
                ('since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_addresses', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'earlier address',
                'verbose_name_plural': 'earlier addresses',
                'ordering': ('slug',),
            },
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
