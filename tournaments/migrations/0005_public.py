"""How names are shown, personal links to the tables, the clock of the hall, and an event's schedule."""

import django.core.validators
import django.db.models.deletion
import tournaments.models.links
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0004_seasons'),
    ]

    operations = [
        migrations.CreateModel(
            name='Clock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('round', 'time of the round'), ('move', 'sand-glass for a move')], default='round', max_length=5, verbose_name='kind')),
                ('seconds', models.PositiveIntegerField(default=3600, validators=[django.core.validators.MinValueValidator(10), django.core.validators.MaxValueValidator(86400)], verbose_name='seconds')),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('left_ms', models.PositiveIntegerField(default=3600000)),
                ('round', models.PositiveSmallIntegerField(default=0, verbose_name='round')),
            ],
            options={
                'verbose_name': 'clock',
                'verbose_name_plural': 'clocks',
            },
        ),
        migrations.CreateModel(
            name='PersonalLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=tournaments.models.links.new_seed, max_length=32, unique=True)),
                ('made_at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'verbose_name': 'personal link',
                'verbose_name_plural': 'personal links',
            },
        ),
        migrations.AddField(
            model_name='player',
            name='name_shown',
            field=models.CharField(blank=True, choices=[('', 'as usual: minors by first name and initial'), ('full', 'full name'), ('initial', 'first name and initial'), ('number', 'pairing number only')], default='', help_text='A tournament may show less of it, never more.', max_length=8, verbose_name='name on public pages'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='names_shown',
            field=models.CharField(choices=[('full', 'full name'), ('initial', 'first name and initial'), ('number', 'pairing number only')], default='full', help_text='At most this is shown of anybody; a player may ask for less.', max_length=8, verbose_name='names on public pages'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='schedule',
            field=models.TextField(blank=True, help_text='One line each, such as “19:30 Round 1”. It stands on the public page.', max_length=2000, verbose_name='schedule'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('name_shown__in', ['', 'full', 'initial', 'number'])), name='player_name_shown'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('names_shown__in', ['full', 'initial', 'number'])), name='tournament_names_shown'),
        ),
        migrations.AddField(
            model_name='clock',
            name='tournament',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clock', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='personallink',
            name='entry',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='personal_link', to='tournaments.entry'),
        ),
        migrations.AddConstraint(
            model_name='clock',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['round', 'move'])), name='clock_kind'),
        ),
        migrations.AddConstraint(
            model_name='clock',
            constraint=models.CheckConstraint(condition=models.Q(('seconds__range', (10, 86400))), name='clock_seconds'),
        ),
        migrations.AddConstraint(
            model_name='clock',
            constraint=models.CheckConstraint(condition=models.Q(('left_ms__lte', 86400000)), name='clock_left'),
        ),
        migrations.AddConstraint(
            model_name='personallink',
            constraint=models.CheckConstraint(condition=models.Q(('token__regex', '^[-_A-Za-z0-9]{22,32}$')), name='personal_link_token'),
        ),
    ]
