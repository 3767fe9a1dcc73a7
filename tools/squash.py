"""Write the migration that makes today's schema in one go: `python -m tools.squash`.

Django can squash migrations itself, but keeps most of what they did one after the other. In an empty database only the
end counts: each model as it is, then the files of SQL. `docs/howto/change-the-schema.md` says when to run it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

MIGRATIONS = Path(__file__).resolve().parents[1] / "tournaments" / "migrations"
APP = "tournaments"
DOCSTRING = '''"""The schema after {newest}, made in one go in an empty database.

Written by `python -m tools.squash`. A database that has some of the replaced migrations goes on with them.
"""

from pathlib import Path

'''
SQL = """        *(migrations.RunSQL((FOLDER / name).read_text(encoding="utf-8")) for name in FILES),
    ]
"""


def ordered(models: dict[str, Any]) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the models' names, each after those that it points to; and the many-to-many fields, for the end."""
    late = [
        (name, field_name)
        for name, model in models.items()
        for field_name, field in model.fields.items()
        if field.many_to_many and _target(field) in models
    ]
    waiting, names = list(models), []
    while waiting:
        ready = next((name for name in waiting if not _needs(name, models, late) - {*names, name}), None)
        if ready is None:
            raise SystemExit(f"These models point to each other in a circle: {', '.join(waiting)}.")
        waiting.remove(ready)
        names.append(ready)
    return names, late


def _needs(name: str, models: dict[str, Any], late: list[tuple[str, str]]) -> set[str]:
    fields = models[name].fields.items()
    return {_target(field) for field_name, field in fields if (name, field_name) not in late} & set(models)


def _target(field: Any) -> str:
    """Return the name of the model that a field points to, if that is one of the app; else an empty string."""
    from django.conf import settings

    if not field.is_relation:
        return ""
    label = field.remote_field.model.lower()
    app, _, name = (settings.AUTH_USER_MODEL.lower() if label.startswith("__setting__") else label).partition(".")
    return name if app == APP else ""


def files(replaced: list[Any]) -> list[str]:
    """Return the names of the files of SQL in the order in which the migrations run them."""
    from django.db.migrations import RunSQL

    names = {path.read_text(encoding="utf-8"): path.name for path in MIGRATIONS.glob("*.sql")}
    return [
        names[operation.sql]
        for migration in replaced
        for operation in migration.operations
        if isinstance(operation, RunSQL) and operation.sql in names
    ]


def text() -> tuple[str, str]:
    """Return the name of the migration and its Python."""
    from django.apps import apps
    from django.contrib.postgres.operations import BtreeGistExtension
    from django.db import migrations
    from django.db.migrations.loader import MigrationLoader
    from django.db.migrations.state import ProjectState
    from django.db.migrations.writer import MigrationWriter

    loader = MigrationLoader(None, replace_migrations=False)
    replaced = [m for (app, _), m in sorted(loader.disk_migrations.items()) if app == APP and not m.replaces]
    models = {name: model for (app, name), model in ProjectState.from_apps(apps).models.items() if app == APP}
    names, late = ordered(models)
    operations: list[Any] = [BtreeGistExtension()]
    for name in names:
        model = models[name]
        fields = [(key, field) for key, field in model.fields.items() if (name, key) not in late]
        options = {key: value for key, value in model.options.items() if value or key not in ("indexes", "constraints")}
        operations.append(migrations.CreateModel(model.name, fields, options, model.bases, model.managers))
    operations += [migrations.AddField(name, key, models[name].fields[key]) for name, key in late]
    newest = replaced[-1].name
    # Other apps depend on the first migration of this app by the alphabet. Were the squashed one before 0001_initial,
    # they would depend on all that it replaces, in databases too that have only a part of it, and those stood still.
    migration = migrations.Migration(f"0001s_squashed_{newest}", APP)
    migration.initial, migration.operations = True, operations
    migration.replaces = [(APP, m.name) for m in replaced]
    migration.dependencies = sorted({d for m in replaced for d in m.dependencies if d[0] not in (APP, "__setting__")})
    code = re.sub(r"\A# Generated .*\n\n", DOCSTRING.format(newest=newest), MigrationWriter(migration).as_string())
    constants = f"FOLDER = Path(__file__).parent\nFILES = {tuple(files(replaced))!r}\n"
    code = code.replace("\n\nclass Migration", f"\n{constants}\n\nclass Migration")
    listed = "".join(f"        {pair!r},\n" for pair in migration.replaces)
    code = re.sub(r"replaces = \[.*\]", f"replaces = [\n{listed}    ]", code).removesuffix("    ]\n") + SQL
    return migration.name, code


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    name, code = text()
    for former in MIGRATIONS.glob("*_squashed_*.py"):
        former.unlink()
    path = MIGRATIONS / f"{name}.py"
    path.write_text(code, encoding="utf-8")
    print(path)


if __name__ == "__main__":
    main()
