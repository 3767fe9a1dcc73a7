"""The form in which passwords are kept: Argon2id, with the memory that OWASP's cheat sheet asks for.

Django's own setting takes 100 MiB for each try; on a laptop that also pairs and serves a hall, a few people who sign
in at once would take a gigabyte.
"""

from __future__ import annotations

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2id with 46 MiB, two passes and one lane: raised here, everybody's hash follows at their next sign-in."""

    time_cost = 2
    memory_cost = 47_104
    parallelism = 1
