"""No page of the desk falls back into English where Unfold, its theme, speaks: we list its words and translate them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import unfold
from django.contrib import admin
from django.utils import dates
from django.utils.translation import gettext, override

from config.framework_words import ADMIN, DAYS, MONTHS, WORDS

UNFOLD = Path(unfold.__file__).parent
MARKED = re.compile(r"""\{% trans(?:late)? (["'])(.+?)\1""")

SHOWN = [
    "templates/admin/auth/user/add_form.html",
    "templates/admin/login.html",
    "templates/registration/logged_out.html",
    "templates/unfold/helpers/unauthenticated_header.html",
    "templates/unfold/widgets/clearable_file_input.html",
]


@pytest.mark.parametrize("template", SHOWN)
def test_each_word_of_a_page_is_listed_or_translated_by_django(template):
    text = (UNFOLD / template).read_text()
    marked = [match[1] for match in MARKED.findall(text)]
    assert marked
    with override("nl"):
        assert [word for word in marked if word not in WORDS and gettext(word) == word] == []


def test_no_word_is_listed_that_unfold_does_not_say():
    sources = [*UNFOLD.rglob("*.html"), *UNFOLD.rglob("*.py")]
    said = "\n".join(path.read_text() for path in sources)
    assert [word for word in WORDS if word not in said] == []


def test_the_words_of_a_date_are_those_that_django_asks_for():
    with override("en"):
        assert list(DAYS) == [str(day) for day in dates.WEEKDAYS.values()]
        assert list(MONTHS) == [str(month) for month in dates.MONTHS.values()]


def test_the_sentences_of_the_admin_are_those_that_django_says():
    said = "\n".join(path.read_text() for path in Path(admin.__file__).parent.rglob("*.py"))
    assert [text for text in ADMIN if f'gettext("{text}")' not in said] == []
