"""Sentences that were stored in English become codes with parameters; what is not recognised stays, as it was said."""

import json
from functools import lru_cache
from itertools import islice

from django.db import migrations, models

import tournaments.models.fields
from tournaments.migrations import old_sentences

LOGGED = ("tournaments_round", "tournaments_table", "tournaments_gamerecord", "tournaments_manualpairing")

# The log tells what people did; that a column has another shape is none of that.
QUIET = """
DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT tgrelid::regclass AS target, tgname FROM pg_trigger
        WHERE tgname = 'viertal_log_update' AND tgrelid::regclass::text = ANY ('{%s}') LOOP
        EXECUTE format('ALTER TABLE %%s %s TRIGGER %%I', one.target, one.tgname);
    END LOOP;
END $$
"""
# A table is not altered while checks of its new rows wait for the transaction's end.
SETTLED = "SET CONSTRAINTS ALL IMMEDIATE"
QUIETEN, SPEAK = (QUIET % (",".join(LOGGED), word) for word in ("DISABLE", "ENABLE"))


@lru_cache(maxsize=20_000)
def as_notice(text):
    """A stored sentence as the JSON of a notice; None for an empty one."""
    return json.dumps(old_sentences.read(text), ensure_ascii=False) if text else None


def as_text(kept):
    """The English of a notice's JSON."""
    return old_sentences.words(json.loads(kept)) if kept else ""


def forward(apps, schema_editor):
    of_rounds(apps, lambda note: json.loads(as_notice(note)))
    of_made(apps, lambda reason: json.loads(as_notice(reason)) if reason else None)
    of_columns(apps, as_notice)
    schema_editor.execute(SETTLED)


def backward(apps, schema_editor):
    of_rounds(apps, old_sentences.words)
    of_made(apps, lambda reason: old_sentences.words(reason) if reason else "")
    of_columns(apps, as_text)
    schema_editor.execute(SETTLED)


def of_columns(apps, change):
    """Rewrite each sentence that stands in a column of text."""
    for model, name in (("Round", "problem"), ("Table", "reason"), ("GameRecord", "verdict")):
        rows = apps.get_model("tournaments", model).objects
        found = rows.only(name).iterator(chunk_size=2000)
        while page := list(islice(found, 2000)):
            for row in page:
                setattr(row, name, change(getattr(row, name)))
            rows.bulk_update(page, [name])


def of_rounds(apps, change):
    """Rewrite the notes on rounds."""
    rounds = apps.get_model("tournaments", "Round").objects
    for pk, notes in rounds.exclude(notes=[]).values_list("pk", "notes"):
        rounds.filter(pk=pk).update(notes=[change(note) for note in notes])


def of_made(apps, change):
    """Rewrite the reasons in rounds as the system made them, before somebody changed them by hand."""
    for manual in apps.get_model("tournaments", "ManualPairing").objects.iterator():
        for table in manual.made.get("tables", ()):
            table["reason"] = change(table.get("reason"))
        manual.save(update_fields=["made"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0027_second_factor'),
    ]

    operations = [
        migrations.RunSQL(QUIETEN, SPEAK),
        migrations.AlterField("round", "problem", models.TextField(null=True, blank=True)),
        migrations.AlterField("table", "reason", models.TextField(null=True, blank=True)),
        migrations.AlterField("gamerecord", "verdict", models.TextField(null=True, blank=True)),
        migrations.RunPython(forward, backward),
        migrations.AlterField("round", "problem", tournaments.models.fields.NoticeField(null=True, blank=True)),
        migrations.AlterField("round", "notes", tournaments.models.fields.NoticesField(default=tuple, blank=True)),
        migrations.AlterField("table", "reason", tournaments.models.fields.NoticeField(null=True, blank=True)),
        migrations.AlterField("gamerecord", "verdict", tournaments.models.fields.NoticeField(null=True, blank=True)),
        migrations.RunSQL(SPEAK, QUIETEN),
    ]
