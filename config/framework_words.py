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
