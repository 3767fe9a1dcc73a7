"""The log, penalties, more roles, and rounds that can be brought back. Triggers and table are in ``log.sql``."""

from pathlib import Path

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import tournaments.models.fields
from django.conf import settings
from django.db import migrations, models

FORWARD = (Path(__file__).parent / "log.sql").read_text(encoding="utf-8")
BACKWARD = """
ALTER TABLE tournaments_penalty DROP CONSTRAINT penalty_points_exact;
ALTER TABLE tournaments_penalty DROP CONSTRAINT penalty_team_is_its_tournaments;
ALTER TABLE tournaments_penalty DROP CONSTRAINT penalty_entry_is_its_tournaments;
ALTER TABLE tournaments_entry DROP CONSTRAINT entry_in_tournament;
DROP FUNCTION viertal_logged() CASCADE;
DROP FUNCTION viertal_log(regclass, text, text[]);
DROP FUNCTION viertal_short(jsonb);
DROP TABLE tournaments_logentry;
DROP FUNCTION viertal_log_guard();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0002_guards'),
    ]

    operations = [
        migrations.CreateModel(
            name='LogEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('transaction', models.BigIntegerField()),
                ('actor_id', models.BigIntegerField(null=True)),
                ('actor', models.CharField(max_length=200)),
                ('role', models.CharField(max_length=20)),
                ('door', models.CharField(choices=[('admin', 'desk and admin'), ('web', 'public pages'), ('api', 'API'), ('worker', 'worker'), ('command', 'command line'), ('import', 'import'), ('system', 'system')], max_length=10)),
                ('tournament_id', models.BigIntegerField(null=True)),
                ('round_id', models.BigIntegerField(null=True)),
                ('table_id', models.BigIntegerField(null=True)),
                ('entry_id', models.BigIntegerField(null=True)),
                ('player_id', models.BigIntegerField(null=True)),
                ('kind', models.CharField(max_length=40)),
                ('row_id', models.CharField(max_length=40)),
                ('action', models.CharField(choices=[('insert', 'made'), ('update', 'changed'), ('delete', 'deleted')], max_length=6)),
                ('old', models.JSONField(null=True)),
                ('new', models.JSONField(null=True)),
                ('reason', models.CharField(max_length=400)),
            ],
            options={
                'verbose_name': 'log entry',
                'verbose_name_plural': 'log entries',
                'db_table': 'tournaments_logentry',
                'ordering': ('-id',),
                'managed': False,
            },
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField(verbose_name='from round')),
                ('points', tournaments.models.fields.FractionField(max_length=16, verbose_name='points')),
                ('reason', models.CharField(max_length=200, validators=[tournaments.models.fields.visible_text], verbose_name='reason')),
                ('decided_at', models.DateTimeField(auto_now_add=True)),
                ('lifted', models.BooleanField(default=False, verbose_name='lifted')),
            ],
            options={
                'verbose_name': 'penalty',
                'verbose_name_plural': 'penalties',
                'ordering': ('round', 'id'),
            },
        ),
        migrations.RemoveConstraint(
            model_name='appointment',
            name='appointment_role',
        ),
        migrations.AddField(
            model_name='appointment',
            name='tables',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)]), blank=True, default=list, help_text='Of a table judge: the numbers of his tables, with commas.', size=None, verbose_name='his tables'),
        ),
        migrations.AddField(
            model_name='round',
            name='discarded_from',
            field=models.CharField(blank=True, choices=[('pairing', 'being paired'), ('failed', 'could not be paired'), ('draft', 'draft'), ('published', 'published'), ('closed', 'closed'), ('discarded', 'discarded')], editable=False, max_length=10, null=True),
        ),
        migrations.AlterField(
            model_name='appointment',
            name='role',
            field=models.CharField(choices=[('organiser', 'organiser'), ('chief', 'chief arbiter'), ('arbiter', 'arbiter'), ('judge', 'table judge'), ('helper', 'helper')], default='arbiter', help_text='Organiser: everything. Chief arbiter: everything but settings and appointments. Arbiter: rounds and results. Table judge: results of his tables. Helper: check-in and printing.', max_length=12, verbose_name='role'),
        ),
        migrations.AddConstraint(
            model_name='appointment',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['organiser', 'chief', 'arbiter', 'judge', 'helper'])), name='appointment_role'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('discarded_from__isnull', True), models.Q(('discarded_from__in', ['draft', 'published', 'closed']), ('state', 'discarded')), _connector='OR'), name='round_discarded_from'),
        ),
        migrations.AddField(
            model_name='penalty',
            name='decided_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='penalty',
            name='entry',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='penalty',
            name='team',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='tournaments.team'),
        ),
        migrations.AddField(
            model_name='penalty',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournaments.tournament'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('entry__isnull', False), ('team__isnull', True)), models.Q(('entry__isnull', True), ('team__isnull', False)), _connector='OR'), name='penalty_player_or_team'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(('round__gte', 1)), name='penalty_round_from_one'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='penalty_has_reason'),
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
