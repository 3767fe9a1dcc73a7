"""Labels before a value, as each language writes them."""

from django.utils.translation import pgettext


def labelled(label: object) -> str:
    """Return the label with its colon: French leaves a space before it."""
    return pgettext("before a value", "%(label)s:") % {"label": label}
