"""Byes for points can be asked for, as often as a tournament allows."""

import django.contrib.postgres.fields
import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0012_imports_in_the_worker'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='full_byes',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), blank=True, default=list, editable=False, size=None, verbose_name='full-point byes'),
        ),
        migrations.AddField(
            model_name='entry',
            name='half_byes',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), blank=True, default=list, editable=False, size=None, verbose_name='half-point byes'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='half_byes',
            field=models.PositiveSmallIntegerField(default=1, help_text='How many a player may ask for, each before the round is paired. 0: none.', validators=[django.core.validators.MaxValueValidator(400)], verbose_name='half-point byes'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='half_byes_not_last',
            field=models.PositiveSmallIntegerField(default=1, help_text='In so many rounds at the end nobody has one.', validators=[django.core.validators.MaxValueValidator(400)], verbose_name='last rounds without half-point byes'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('full_byes__contained_by', models.F('absent')), ('half_byes__contained_by', models.F('absent'))), name='entry_byes_asked_off'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('half_byes__overlap', models.F('full_byes')), _negated=True), name='entry_one_bye_a_round'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('half_byes__lte', 400), ('half_byes_not_last__lte', 400)), name='tournament_half_byes'),
        ),
    ]
