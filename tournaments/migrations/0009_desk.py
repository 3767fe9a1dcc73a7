"""What the desk keeps: check-in, who waits, manual pairing, confirmations. The triggers are in ``desk.sql``."""

from pathlib import Path

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


FORWARD = (Path(__file__).parent / "desk.sql").read_text(encoding="utf-8")
BACKWARD = """
DROP TRIGGER tournaments_archive_guard ON tournaments_result;
DROP TRIGGER tournaments_archive_guard ON tournaments_entry;
DROP TRIGGER tournaments_archive_guard ON tournaments_round;
DROP TRIGGER tournaments_pairingchange_guard ON tournaments_pairingchange;
DROP TRIGGER tournaments_confirmation_guard ON tournaments_confirmation;
DROP TRIGGER tournaments_seat_guard ON tournaments_seat;
DROP FUNCTION tournaments_archive_guard();
DROP FUNCTION tournaments_pairingchange_guard();
DROP FUNCTION tournaments_confirmation_guard();
DROP FUNCTION tournaments_seat_guard();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0008_sheets'),
    ]

    operations = [
        migrations.CreateModel(
            name='CheckedIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'check-in',
                'verbose_name_plural': 'check-ins',
            },
        ),
        migrations.CreateModel(
            name='Confirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'confirmation',
                'verbose_name_plural': 'confirmations',
            },
        ),
        migrations.CreateModel(
            name='Editing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'somebody typing',
                'verbose_name_plural': 'people typing',
            },
        ),
        migrations.CreateModel(
            name='ManualPairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made', models.JSONField()),
                ('begun_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'manual pairing',
                'verbose_name_plural': 'manual pairings',
            },
        ),
        migrations.CreateModel(
            name='PairingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('what', models.CharField(choices=[('exchange', 'two places exchanged'), ('move', 'a player moved'), ('anew', 'tables paired anew'), ('reset', "back to the system's pairing"), ('life', 'a player came or went')], max_length=8)),
                ('grade', models.CharField(choices=[('free', 'free'), ('warned', 'warned'), ('confirm', 'confirmed')], max_length=7)),
                ('moves', models.JSONField(default=list)),
                ('findings', models.JSONField(default=list)),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'change of a pairing',
                'verbose_name_plural': 'changes of pairings',
                'ordering': ('manual', 'number'),
            },
        ),
        migrations.CreateModel(
            name='Waiting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('here', models.BooleanField(default=False, verbose_name='is here')),
                ('since', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'player who waits',
                'verbose_name_plural': 'players who wait',
                'ordering': ('id',),
            },
        ),
        migrations.AddField(
            model_name='tournament',
            name='archived_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='archived_by',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tournament',
            name='check_in',
            field=models.BooleanField(default=False, help_text='Whether players are checked in at the desk before round 1 is paired.', verbose_name='check-in'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='check_in_closed_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='places',
            field=models.PositiveSmallIntegerField(blank=True, help_text='Who comes after these wait for a place. Empty: everybody can play.', null=True, validators=[django.core.validators.MinValueValidator(2)], verbose_name='places'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='two_person',
            field=models.BooleanField(default=False, help_text='A second arbiter confirms each result; until then it is provisional.', verbose_name='two-person check'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('places__isnull', True), ('places__gte', 2), _connector='OR'), name='tournament_places'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('archived_at__isnull', True), ('state', 'finished'), _connector='OR'), name='tournament_archived_finished'),
        ),
        migrations.AddField(
            model_name='checkedin',
            name='by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='checkedin',
            name='entry',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='checked_in', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='confirmation',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='confirmation',
            name='result',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='confirmation', to='tournaments.result'),
        ),
        migrations.AddField(
            model_name='editing',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='editing',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.table'),
        ),
        migrations.AddField(
            model_name='manualpairing',
            name='begun_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='manualpairing',
            name='ended_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='manualpairing',
            name='round',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='manual', to='tournaments.round'),
        ),
        migrations.AddField(
            model_name='pairingchange',
            name='by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='pairingchange',
            name='manual',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='tournaments.manualpairing'),
        ),
        migrations.AddField(
            model_name='waiting',
            name='by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='waiting',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player'),
        ),
        migrations.AddField(
            model_name='waiting',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='waiting', to='tournaments.tournament'),
        ),
        migrations.AddConstraint(
            model_name='editing',
            constraint=models.UniqueConstraint(fields=('table', 'by'), name='editing_once'),
        ),
        migrations.AddConstraint(
            model_name='manualpairing',
            constraint=models.CheckConstraint(condition=models.Q(('ended_at__isnull', True), ('ended_at__gte', models.F('begun_at')), _connector='OR'), name='manual_ended_after_begun'),
        ),
        migrations.AddConstraint(
            model_name='pairingchange',
            constraint=models.UniqueConstraint(fields=('manual', 'number'), name='pairing_change_number_once'),
        ),
        migrations.AddConstraint(
            model_name='pairingchange',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='pairing_change_from_one'),
        ),
        migrations.AddConstraint(
            model_name='pairingchange',
            constraint=models.CheckConstraint(condition=models.Q(('what__in', ['exchange', 'move', 'anew', 'reset', 'life'])), name='pairing_change_what'),
        ),
        migrations.AddConstraint(
            model_name='pairingchange',
            constraint=models.CheckConstraint(condition=models.Q(('grade__in', ['free', 'warned', 'confirm'])), name='pairing_change_grade'),
        ),
        migrations.AddConstraint(
            model_name='waiting',
            constraint=models.UniqueConstraint(fields=('tournament', 'player'), name='waiting_once'),
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
