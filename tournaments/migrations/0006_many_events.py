"""Many events: the orders of the lists as indexes, and an index of the words that find an event."""

from pathlib import Path

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0005_demonstration'),
    ]

    operations = [
        migrations.CreateModel(
            name='EventIndex',
            fields=[
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='index', serialize=False, to='tournaments.tournament')),
                ('words', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), blank=True, default=list, size=None)),
            ],
        ),
        migrations.CreateModel(
            name='EventWord',
            fields=[
                ('word', models.TextField(primary_key=True, serialize=False)),
                ('words', models.TextField()),
            ],
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(fields=['-starts', 'name', 'id'], include=('published', 'state', 'game', 'club'), name='tournament_newest'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(fields=['name', 'id'], include=('published',), name='tournament_named'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(fields=['-created_at', '-id'], include=('published',), name='tournament_made'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(condition=models.Q(('state', 'finished'), _negated=True), fields=['state', 'starts'], include=('published',), name='tournament_not_over'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(fields=['game'], include=('published',), name='tournament_game'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.indexes.OpClass(django.db.models.functions.text.Upper('name'), name='gin_trgm_ops'), name='tournament_name_parts'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.indexes.OpClass(django.db.models.functions.text.Upper('venue'), name='gin_trgm_ops'), name='tournament_venue_parts'),
        ),
        migrations.AddIndex(
            model_name='eventindex',
            index=django.contrib.postgres.indexes.GinIndex(fields=['words'], name='event_index_words'),
        ),
        migrations.AddIndex(
            model_name='eventindex',
            index=models.Index(condition=models.Q(('words', [])), fields=['tournament'], name='event_index_unread'),
        ),
        migrations.AddIndex(
            model_name='eventword',
            index=django.contrib.postgres.indexes.GinIndex(fields=['words'], name='event_word_words', opclasses=['gin_trgm_ops']),
        ),
        migrations.RunSQL((Path(__file__).parent / "event_words.sql").read_text(encoding="utf-8")),
    ]
