from __future__ import annotations

import os
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tournaments.models import User

LOGIN = "organiser"


class Command(BaseCommand):
    help = "Create the first organiser's login if there is no organiser yet (password: VIERTAL_ORGANISER_PASSWORD)."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        if User.objects.filter(is_superuser=True).exists():
            self.stdout.write("There is already an organiser.")
            return
        password = os.environ.get("VIERTAL_ORGANISER_PASSWORD", "")
        if not password:
            raise CommandError("Set VIERTAL_ORGANISER_PASSWORD to a password of at least 12 characters.")
        try:
            validate_password(password, User(username=LOGIN))
        except ValidationError as error:
            raise CommandError(f"VIERTAL_ORGANISER_PASSWORD: {' '.join(error.messages)}") from None
        User.objects.create_superuser(LOGIN, password=password)
        self.stdout.write(f"Created the login {LOGIN}.")
