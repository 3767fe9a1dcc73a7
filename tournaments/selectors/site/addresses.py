"""The addresses under which tournaments and series are found: those of today, those kept from before, free ones."""

from __future__ import annotations

from django.utils.text import slugify

from tournaments.models import FormerAddress, Series, Tournament


def taken(base: str, model: type[Tournament | Series] = Tournament) -> set[str]:
    """Return the addresses beginning with ``base`` that somebody has, or keeps."""
    slugs = set(model._default_manager.filter(slug__startswith=base).order_by().values_list("slug", flat=True))
    if model is Tournament:
        slugs |= set(FormerAddress.objects.filter(slug__startswith=base).order_by().values_list("slug", flat=True))
    return slugs


def free_slug(name: str, model: type[Tournament | Series] = Tournament) -> str:
    """Make an address from a name that nobody has or keeps."""
    return first_free(slugify(name)[:70] or "event", model)


def first_free(base: str, model: type[Tournament | Series] = Tournament) -> str:
    """Return ``base``, or the first free address of ``base`` and a number."""
    others = taken(base, model)
    return next(slug for slug in (base, *(f"{base}-{n}" for n in range(2, len(others) + 3))) if slug not in others)


def is_kept(slug: str, by_others_than: int | None = None) -> bool:
    """Return whether a tournament had this address before and keeps it."""
    return FormerAddress.objects.filter(slug=slug).exclude(tournament=by_others_than).exists()


def find(slug: str) -> Tournament | None:
    """Return the tournament that has this address, or had it before."""
    return Tournament.objects.filter(slug=slug).first() or moved(slug)


def moved(slug: str) -> Tournament | None:
    """Return the tournament that had this address before."""
    return Tournament.objects.filter(former_addresses__slug=slug).first()
