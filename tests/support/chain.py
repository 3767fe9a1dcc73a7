"""The app's migrations one after the other, as an old database goes through them, without the squashed one."""

from __future__ import annotations

from typing import Any

from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


class ChainLoader(MigrationLoader):
    """Loads the replaced migrations, never what replaces them."""

    def build_graph(self) -> None:
        """Take the squashed migrations out of the graph again."""
        self.replace_migrations = False
        super().build_graph()
        for name, migration in self.replacements.items():
            self.graph.remove_replacement_node(name, migration.replaces)


class ChainExecutor(MigrationExecutor):
    """Goes to any migration, forwards or back, also in a database that the squashed one made."""

    def __init__(self, connection: Any, progress_callback: Any = None) -> None:
        super().__init__(connection, progress_callback)
        self.loader = ChainLoader(connection)


def main(*target: str) -> None:
    """In the database at DATABASE_URL: the chain up to the target, then on with all that is missing."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    ChainExecutor(connection).migrate([target])
    call_command("migrate", verbosity=0, interactive=False)
    call_command("migrate", check_unapplied=True, verbosity=0)


if __name__ == "__main__":
    import sys

    main(*sys.argv[1:])
