"""Tokens, kept answers, imports of event documents, webhooks; the triggers of the outbox are in ``outbox.sql``."""

from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
import tournaments.models.webhook
import uuid
from django.conf import settings
from django.db import migrations, models


FORWARD = (Path(__file__).parent / "outbox.sql").read_text(encoding="utf-8")
BACKWARD = """
DROP TRIGGER tournaments_finish_told ON tournaments_tournament;
DROP TRIGGER tournaments_standings_told ON tournaments_standings;
DROP TRIGGER tournaments_result_told ON tournaments_result;
DROP TRIGGER tournaments_round_told ON tournaments_round;
DROP FUNCTION tournaments_finish_told();
DROP FUNCTION tournaments_standings_told();
DROP FUNCTION tournaments_result_told();
DROP FUNCTION tournaments_round_told();
DROP FUNCTION tournaments_tell(text, bigint, jsonb);
"""


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0006_reports_and_games'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='has_own_rating',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name='entry',
            name='own_rating',
            field=models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.CreateModel(
            name='KeptAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('owner', models.CharField(max_length=40)),
                ('key', models.CharField(max_length=200)),
                ('fingerprint', models.CharField(max_length=64)),
                ('status', models.PositiveSmallIntegerField(null=True)),
                ('headers', models.JSONField(default=dict)),
                ('body', models.BinaryField(default=b'')),
                ('created_at', models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
            options={
                'verbose_name': 'kept answer',
                'verbose_name_plural': 'kept answers',
                'constraints': [models.UniqueConstraint(fields=('owner', 'key'), name='kept_answer_once')],
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=500, verbose_name='address')),
                ('events', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('round.published', 'a round is published'), ('result.entered', 'a result is entered'), ('result.corrected', 'a result is corrected'), ('standings.changed', 'the standings are computed anew'), ('tournament.finished', 'a tournament is finished')], max_length=20), default=tournaments.models.webhook.every_event, size=None, verbose_name='events')),
                ('secret', models.CharField(default=tournaments.models.webhook.new_secret, editable=False, max_length=80)),
                ('active', models.BooleanField(default=True, verbose_name='active')),
                ('stopped_because', models.CharField(blank=True, editable=False, max_length=200, verbose_name='stopped because')),
                ('busy_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('last_success_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='last success')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(blank=True, help_text='Empty: all tournaments of this installation.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='tournaments.tournament', verbose_name='tournament')),
            ],
            options={
                'verbose_name': 'webhook',
                'verbose_name_plural': 'webhooks',
                'ordering': ('id',),
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('event', models.CharField(choices=[('round.published', 'a round is published'), ('result.entered', 'a result is entered'), ('result.corrected', 'a result is corrected'), ('standings.changed', 'the standings are computed anew'), ('tournament.finished', 'a tournament is finished')], max_length=20, verbose_name='event')),
                ('payload', models.JSONField(verbose_name='message')),
                ('happened_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='happened')),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('delivered', 'delivered'), ('failed', 'given up')], default='waiting', max_length=9, verbose_name='state')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
                ('next_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='next try')),
                ('tries', models.JSONField(default=list, verbose_name='log')),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tournaments.webhook')),
            ],
            options={
                'verbose_name': 'delivery',
                'verbose_name_plural': 'deliveries',
                'ordering': ('-id',),
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='what it is for')),
                ('scope', models.CharField(choices=[('read', 'read: what the person sees'), ('report', 'report: results and game records too'), ('arbitrate', 'arbitrate: pair, publish and close rounds too'), ('organise', 'organise: everything the person may do')], default='read', max_length=10, verbose_name='scope')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('hint', models.CharField(editable=False, max_length=12, verbose_name='begins with')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='made')),
                ('expires_at', models.DateTimeField(blank=True, help_text='Empty: until it is revoked.', null=True, verbose_name='ends')),
                ('revoked_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='revoked')),
                ('last_used_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='last used')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'API token',
                'verbose_name_plural': 'API tokens',
                'ordering': ('-id',),
                'constraints': [models.CheckConstraint(condition=models.Q(('scope__in', ['read', 'report', 'arbitrate', 'organise'])), name='api_token_scope'), models.CheckConstraint(condition=models.Q(('digest__regex', '^[0-9a-f]{64}$')), name='api_token_digest')],
            },
        ),
        migrations.CreateModel(
            name='EventImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uploaded_at', models.DateTimeField(auto_now_add=True)),
                ('filename', models.CharField(blank=True, max_length=200)),
                ('content', models.BinaryField(default=b'')),
                ('slug', models.SlugField(blank=True, max_length=80)),
                ('state', models.CharField(choices=[('waiting', 'waiting for a worker'), ('running', 'being imported'), ('done', 'imported'), ('refused', 'refused'), ('cancelled', 'cancelled')], default='waiting', max_length=9)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('cancel_asked', models.BooleanField(default=False)),
                ('problem', models.TextField(blank=True)),
                ('place', models.CharField(blank=True, max_length=300)),
                ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.tournament')),
                ('uploaded_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'import of an event document',
                'verbose_name_plural': 'imports of event documents',
                'ordering': ('-id',),
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'refused', 'cancelled'])), name='event_import_state')],
            },
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.UniqueConstraint(fields=('tournament', 'url'), name='webhook_once', nulls_distinct=False, violation_error_message='This address is told already.'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(('events__contained_by', ['round.published', 'result.entered', 'result.corrected', 'standings.changed', 'tournament.finished'])), name='webhook_events'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['next_at'], name='delivery_due'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'delivered', 'failed'])), name='delivery_state'),
        ),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
