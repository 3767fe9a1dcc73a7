"""The rules as they are played here: a page a game, with anchors that error messages point to."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils.text import slugify

from games.core import registry

GAMES = [game.info for game in registry.every()]


@pytest.fixture(params=GAMES, ids=lambda info: info.key)
def info(request):
    return request.param


def page(client, key):
    return client.get(reverse("rules", args=[key]))


def test_every_game_has_its_rules_page(client, info):
    response = page(client, info.key)
    assert response.status_code == 200
    assert info.name in response.content.decode()
    assert not response.cookies


def test_the_options_rules_can_be_pointed_at(client, info):
    text = page(client, info.key).content.decode()
    for option in info.options:
        assert f'id="{slugify(option.rule)}"' in text, option.rule


def test_rules_are_anchors_each_once(client, info):
    anchors = re.findall(r'id="([a-z]+-\d+)"', page(client, info.key).content.decode())
    assert len(anchors) > 15
    assert len(anchors) == len(set(anchors))


def test_diagrams_are_drawn_by_the_engine(client, info):
    text = page(client, info.key).content.decode()
    assert "<figure" in text
    assert "<svg" in text
    assert "viertal-diagram" not in text
    assert "style=" not in text
    assert "<script" not in text


def test_a_game_that_is_not_there_is_not_found(client):
    assert page(client, "chess").status_code == 404
    assert page(client, "core").status_code == 404
