#!/usr/bin/env python
"""Django's commands for Viertal: `.venv/bin/python manage.py help`."""

import os
import sys


def main() -> None:
    """Run one command; without a database to be found, say how to get one."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["VIERTAL_DOOR"] = "command"  # where the log says that changes came from
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        from django.conf import settings

        from config.commands import command

        if "supply the ENGINE" in str(error) and not settings.DATABASE_IS_KNOWN:
            raise SystemExit(
                f"No database is running in {settings.DATA_FOLDER}. Start `{command('up')}` in another "
                "window, or set DATABASE_URL."
            ) from None
        raise


if __name__ == "__main__":
    main()
