"""Work for the workers: a row each, committed with what caused it."""

import datetime
from pathlib import Path

import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0006_many_events'),
    ]

    operations = [
        migrations.CreateModel(
            name='Work',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('task', models.CharField(max_length=32)),
                ('subject', models.BigIntegerField(db_default=0)),
                ('asked_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('due_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('pause', models.DurationField(db_default=datetime.timedelta(0))),
                ('attempts', models.PositiveIntegerField(db_default=0)),
                ('problem', models.CharField(blank=True, db_default='', max_length=100)),
            ],
            options={
                'indexes': [models.Index(fields=['due_at', 'id'], name='work_in_order'), models.Index(fields=['task', 'subject'], name='work_of_a_subject')],
            },
        ),
        migrations.RunSQL((Path(__file__).parent / "work.sql").read_text(encoding="utf-8")),
    ]
