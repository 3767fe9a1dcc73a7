"""The words of Unfold, the theme of the desk, that our pages show. Unfold brings no translations, so they are ours."""

from __future__ import annotations

from django.utils.translation import gettext_noop

WORDS = (
    gettext_noop("Welcome back to"),
    gettext_noop("Return to site"),
    gettext_noop("You have been successfully logged out from the administration"),
    gettext_noop("After you've created a user, you’ll be able to edit more user options."),
    gettext_noop("Choose file to upload"),
    gettext_noop("Image preview"),
    gettext_noop("Select value"),
    gettext_noop("Select action"),
    gettext_noop("Select action to run"),
    gettext_noop("Type to search"),
    gettext_noop("Search apps and models..."),
    gettext_noop("Loading more results..."),
    gettext_noop("No results matching your query"),
    gettext_noop("Apply Filters"),
    gettext_noop("Reset filters"),
)

DAYS = (
    gettext_noop("Monday"),
    gettext_noop("Tuesday"),
    gettext_noop("Wednesday"),
    gettext_noop("Thursday"),
    gettext_noop("Friday"),
    gettext_noop("Saturday"),
    gettext_noop("Sunday"),
)
MONTHS = (
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
)
"""The days and months of Django's dates: Django writes the Italian ones with a capital, which Italian does not."""

ADMIN = (
    gettext_noop("Add another %(verbose_name)s"),
    gettext_noop("Select %s to change"),
)
"""What Django's admin says of a kind of record: ours fit a name with a capital, and a name of any gender."""
