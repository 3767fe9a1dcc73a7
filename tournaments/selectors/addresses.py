"""The addresses under which tournaments and series are found: which are free."""

from __future__ import annotations

from django.utils.text import slugify

from tournaments.models import Series, Tournament


def free_slug(name: str, of: type[Tournament | Series] = Tournament) -> str:
    """An address made from a name that nobody has."""
    base = slugify(name)[:70] or "event"
    taken = set(of._default_manager.filter(slug__startswith=base).order_by().values_list("slug", flat=True))
    return next(
        slug for slug in (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken
    )
