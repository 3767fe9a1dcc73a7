"""Lists can wait for a worker, as event documents do; archives bring the log of another place along."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0011_forget'),
    ]

    operations = [
        migrations.CreateModel(
            name='HistoryLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('who', models.CharField(blank=True, max_length=200)),
                ('role', models.CharField(blank=True, max_length=20)),
                ('door', models.CharField(blank=True, max_length=10)),
                ('kind', models.CharField(max_length=40)),
                ('row', models.CharField(blank=True, max_length=40)),
                ('action', models.CharField(max_length=6)),
                ('old', models.JSONField(null=True)),
                ('new', models.JSONField(null=True)),
                ('reason', models.CharField(blank=True, max_length=400)),
            ],
            options={
                'verbose_name': 'line that was brought along',
                'verbose_name_plural': 'lines that were brought along',
                'ordering': ('tournament', 'position'),
            },
        ),
        migrations.AddField(
            model_name='eventimport',
            name='language',
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddField(
            model_name='playerimport',
            name='agreed_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='playerimport',
            name='attempts',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='playerimport',
            name='cancel_asked',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='playerimport',
            name='done',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='playerimport',
            name='language',
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddField(
            model_name='playerimport',
            name='plan',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='playerimport',
            name='problem',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='playerimport',
            name='stamp',
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name='playerimport',
            name='state',
            field=models.CharField(choices=[('waiting', 'waiting for a worker'), ('running', 'being worked on'), ('looked', 'waiting for a yes'), ('done', 'imported'), ('refused', 'refused'), ('cancelled', 'cancelled')], default='looked', max_length=9),
        ),
        migrations.AddField(
            model_name='playerimport',
            name='total',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='playerimport',
            name='content',
            field=models.BinaryField(default=b''),
        ),
        migrations.AddConstraint(
            model_name='playerimport',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'looked', 'done', 'refused', 'cancelled'])), name='import_state'),
        ),
        migrations.AddConstraint(
            model_name='playerimport',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'done'), _negated=True), ('agreed_by__isnull', False), _connector='OR'), name='import_done_was_agreed'),
        ),
        migrations.AddConstraint(
            model_name='playerimport',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'looked'), _negated=True), ('agreed_by__isnull', True), _connector='OR'), name='import_looked_is_not_agreed'),
        ),
        migrations.AddField(
            model_name='historyline',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='history', to='tournaments.tournament'),
        ),
        migrations.AddConstraint(
            model_name='historyline',
            constraint=models.UniqueConstraint(fields=('tournament', 'position'), name='history_position_once'),
        ),
        migrations.AddConstraint(
            model_name='historyline',
            constraint=models.CheckConstraint(condition=models.Q(('action__in', ['insert', 'update', 'delete'])), name='history_action'),
        ),
    ]
