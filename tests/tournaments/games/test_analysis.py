"""Other moves than those that were played: what may be played, the analysis board, and a game in a frame."""

from __future__ import annotations

import json
import re
from html import unescape
from io import BytesIO
from urllib.parse import quote

import pytest
from django.urls import reverse
from PIL import Image, ImageChops

from games.core.game import Start
from games.core.positions import read
from games.core.record import decode, shape
from games.core.registry import get
from games.core.replay import prepare
from games.core.surface import layout, surface
from games.quarto.picture import CELL, LEFT, TOP
from tests.tournaments.games.conftest import WHOLE, golden, hand_in, table_for
from tests.tournaments.games.test_films import at
from tests.tournaments.public.reading import Page
from tournaments.models import Player
from tournaments.selectors import labels
from tournaments.services.games import live_games
from tournaments.web.games import pictures

pytestmark = pytest.mark.django_db


def test_other_moves_are_touched_on_the_surface_that_a_game_is_entered_by(client, recorded):
    table, record = recorded
    answer = client.get(at(table, "table_options", ply=6)).json()
    engine, state = read(answer["state"]["at"])
    assert engine.info.key == record["game"]
    seat = engine.to_act(state)[0]
    shown = surface(engine, state, seat).plain() | {"turn": [seat]}
    trays = answer["state"]["position"].pop("trays")
    own = json.loads(json.dumps(shown))
    assert all(tray in trays for tray in own.pop("trays"))
    assert answer["state"]["position"] == own and own["ways"]
    # a game that is over hides nothing
    assert record["game"] != "kwartet" or [tray["seat"] for tray in trays] == [1, 2, 3, 4]
    assert {cell for cell, _column, _row in answer["board"]["cells"]} == {
        cell.key for cell in layout(engine, record["options"]).cells
    }
    assert client.get(at(table, "table_options", ply=99_999)).status_code == 404
    # the last position of a game that is over has no ways, and says how it ended
    last = client.get(at(table, "table_options", ply=len(record["moves"]))).json()["state"]
    assert last["position"]["ways"] == [] and last["over"]


def test_a_move_leads_to_the_next_position_and_back_to_what_was_played(client, recorded):
    table, record = recorded
    here = client.get(at(table, "table_options", ply=6)).json()["state"]
    move = record["moves"][6]
    after = client.get(f"/analysis/{here['at']}/after/{quote(move, safe='')}/")
    told = after.json()
    assert told["state"] == client.get(at(table, "table_options", ply=7)).json()["state"]
    assert record["game"] == "quatro-chess" or told["entry"][0] == " ".join(move.split())
    assert told["entry"][2]
    assert "max-age" in after["Cache-Control"]
    refused = client.get(f"/analysis/{here['at']}/after/nonsense/", {"lang": "nl"})
    assert refused.status_code == 404 and "nonsense" in refused.json()["problem"]


@pytest.mark.parametrize(
    ("language", "knight", "pawn"), [("en", "♞\ufe0eNe3", "c4"), ("af", "♞\ufe0eRe3", "c4"), ("nl", "♞\ufe0ePe3", "c4")]
)
def test_a_move_of_chess_is_written_as_in_the_list_of_moves(client, language, knight, pawn):
    engine = get("quatro-chess")
    here = engine.write_position(engine.run(Start(4), ()))
    for move, text in (("d1e3", knight), ("c2c4", pawn)):
        told = client.get(f"/analysis/{here}/after/{move}/", {"lang": language}).json()
        assert told["entry"][0] == text


def test_a_turn_of_quaro_is_tried_whole(client, boss):
    """A second stone after a scoring one (QU 2.3) and the draw (QU 2.4) are one entry, as at the table."""
    name, size = WHOLE["quaro"]
    record = golden(name)
    table = table_for(record, boss, size)
    hand_in(table, boss, record)
    here = client.get(at(table, "table_options", ply=20)).json()["state"]
    engine, state = read(here["at"])
    moves = (engine.write(move) for move in engine.legal_moves(state))
    second = next(text for text in moves if text[0] == "B" and text[1:] != "e5")
    told = client.get(f"/analysis/{here['at']}/after/{quote(f'Ge5 {second} +RG', safe='')}/")
    assert told.status_code == 200, told.content
    _engine, after = read(told.json()["state"]["at"])
    assert after.points[0] > state.points[0] and after.turn == 2
    assert engine.view(after, None)["hands"][0] == "RGYY"
    # without script the same turn is put together by links, and only what is whole leads to the next position
    page = reverse("analysis", args=[here["at"]])
    begun = {"begun": "Ge5", "lang": "nl"}
    for lead in ("Ge5", f"Ge5 {second}"):
        shown = client.get(page, {} if lead == "Ge5" else begun).content.decode()
        assert f'href="?begun={quote(lead)}' in shown and f'name="move" value="{lead}"' not in shown
    assert f'href="?begun={quote(lead)}&amp;lang=nl"' in shown
    shown = client.get(page, {"begun": lead}).content.decode()
    assert f'value="{lead} +RG"' in shown and f'value="{lead} +RRRR"' not in shown
    assert f'<button name="move" value="{lead}">{lead} (Forgot to draw)</button>' in shown
    assert "begun=Y" in client.get(page, {"begun": "nonsense"}).content.decode()
    chosen = client.get(page, {"move": f"{lead} +RG"})
    assert chosen["Location"] == reverse("analysis", args=[told.json()["state"]["at"]])


def test_nobody_who_tries_other_moves_sees_a_hand_of_a_game_that_runs(client, boss):
    record = golden(WHOLE["kwartet"][0])
    table = table_for(record, boss, 4)
    live_games.begin(table.pk, by=boss, setup=record["setup"])
    for reader in ("spectator", "organiser"):
        for name in ("table_options", "table_analysis"):
            assert client.get(at(table, name, ply=0)).status_code == 404, reader
        page = client.get(at(table, "table")).content.decode()
        assert "data-options" not in page and "tap_trial" not in page, reader
        client.force_login(boss)
    hand_in(table, boss, record)
    assert client.get(at(table, "table_options", ply=0)).status_code == 200


class TestBoard:
    def test_it_plays_on_without_script(self, client, recorded):
        table, _record = recorded
        lead = client.get(at(table, "table_analysis", ply=4), {"lang": "nl"})
        here = at(table, "table_ply", ply=4)
        assert lead.status_code == 302 and lead["Location"].endswith(f"/?back={here}&lang=nl")
        position = lead["Location"].partition("?")[0]
        page = client.get(lead["Location"].partition("&")[0])
        assert f'<a href="{here}">Back to the game</a>' in page.content.decode()
        assert page["X-Robots-Tag"] == "noindex"
        assert Page(page.content.decode()).faults == []
        # a turn of Quaro has parts, each by a link
        while not (move := re.search(r'<button name="move" value="([^"]+)"', page.content.decode())):
            part = re.search(r'href="(\?begun=[^"]+)"', page.content.decode())
            page = client.get(position + unescape(part[1]))
        assert f'<a href="{here}">Back to the game</a>' in page.content.decode()
        sent = {"move": unescape(move[1]), "back": here}
        following = client.get(position, sent)
        assert following.status_code == 302 and following["Location"] != lead["Location"]
        assert f'<a href="{here}">' in client.get(following["Location"]).content.decode()
        for elsewhere in ("https://example.org/", "//example.org" + here, "/privacy/nonsense/"):
            assert f'href="{elsewhere}"' not in client.get(position, {"back": elsewhere}).content.decode()

    def test_it_speaks_the_readers_language(self, client):
        text = get("quatro-chess").write_position(get("quatro-chess").start(Start(4)))
        page = client.get(reverse("analysis", args=[text]), {"lang": "nl"}).content.decode()
        assert "Wit is aan zet" in page and ">aan zet</text>" in page
        assert "to move" not in page and "on turn" not in page

    def test_what_is_no_position_is_not_there(self, client):
        for text in ("nonsense", "q.f", "qc." + "x" * 2000):
            for name in ("analysis", "analysis_picture"):
                answer = client.get(reverse(name, args=[text]))
                assert answer.status_code == 404
                assert name != "analysis" or "This is not a position of any of the games." in answer.content.decode()

    def test_it_begins_with_statues_and_who_is_out(self, client, boss):
        record = golden(WHOLE["quatro-chess"][0])
        table = table_for(record, boss, 4)
        hand_in(table, boss, record)
        here = client.get(at(table, "table_options", ply=400)).json()["state"]
        text, shown = here["at"], here["position"]
        state = read(text)[1]
        assert set(shown["out"]) == {str(fallen.colour + 1) for fallen in state.out} != set()
        assert any(look.endswith("#") for look in shown["pieces"].values())
        picture = client.get(reverse("analysis_picture", args=[text]))
        assert picture["Content-Type"] == "image/svg+xml"


class TestPictures:
    """PNG of positions, for chats that show no SVG."""

    @staticmethod
    def drawn(answer):
        assert answer.status_code == 200 and answer["Content-Type"] == "image/png"
        picture = Image.open(BytesIO(answer.content))
        assert picture.format == "PNG" and picture.width == pictures.WIDTH
        assert len(answer.content) < 60_000
        return picture.convert("RGB")

    def test_a_position_of_each_game_is_a_picture_that_follows_the_moves(self, client, recorded):
        table, _record = recorded
        pictures = [self.drawn(client.get(at(table, "table_picture", ply=ply))) for ply in (0, 9)]
        assert ImageChops.difference(*pictures).getbbox() is not None
        again = client.get(at(table, "table_picture", ply=9))
        assert (
            client.get(at(table, "table_picture", ply=9), headers={"if-none-match": again["ETag"]}).status_code == 304
        )
        assert client.get(at(table, "table_picture", ply=99_999)).status_code == 404

    def test_its_pieces_stand_where_the_board_has_them(self, client):
        start = "q.f.----_----_----_----.-.-.-"
        engine, state = read(start)
        for move in ("give DSSH", "place a1"):
            state = engine.play(state, engine.read(move))
        one = engine.write_position(state)
        empty = self.drawn(client.get(reverse("analysis_png", args=[start])))
        assert client.get(reverse("analysis_png", args=["nonsense"])).status_code == 404
        filled = self.drawn(client.get(reverse("analysis_png", args=[one])))
        scale = empty.width / float(re.search(r'viewBox="0 0 (\d+)', engine.diagram(state)).group(1))
        side = 4 * CELL
        board = tuple(round(edge * scale) for edge in (LEFT, TOP, LEFT + side, TOP + side))
        # each picture chooses its colours, so that its ground may differ by a shade
        changed = (
            ImageChops.difference(empty.crop(board), filled.crop(board)).convert("L").point(lambda by: by > 60 and 255)
        )
        _left, top, right, bottom = changed.getbbox()
        # a1 is the square below at the left
        assert right <= CELL * scale + 1 and top >= 3 * CELL * scale - 1 and bottom - top > 80

    def test_it_knows_every_element_that_the_engines_draw(self, recorded):
        _table, record = recorded
        engine, start = prepare(shape(decode(json.dumps(record))))
        state, shapes = engine.start(start), set()
        for move in record["moves"][:40]:
            state = engine.play(state, engine.read(move))
            shapes |= set(re.findall(r"<(\w+)", engine.diagram(state, None, labels.letters())))
        assert shapes <= {*pictures._SHAPES, "svg", "g", "text", "title", "desc"}
        assert pictures.drawn(engine.diagram(state, None, labels.letters())).startswith(b"\x89PNG")

    def test_what_it_cannot_draw_is_an_error(self):
        for drawing in ('<g transform="rotate(9)"/>', '<path d="M0 0 S 1 1 2 2"/>', '<g transform="scale(1 2)"/>'):
            with pytest.raises(ValueError, match="cannot be drawn"):
                pictures.drawn(f'<svg viewBox="0 0 9 9">{drawing}</svg>')


class TestFrame:
    def test_a_game_may_stand_in_a_frame_and_can_do_nothing_there(self, client, recorded):
        table, _record = recorded
        answer = client.get(at(table, "table_embed"))
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "unsafe" not in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        again = client.get(at(table, "table_embed"), headers={"if-none-match": answer["ETag"]})
        assert again.status_code == 304 and "frame-ancestors *" in again["Content-Security-Policy"]
        assert client.get(at(table, "table"))["X-Frame-Options"] == "DENY"
        page = Page(answer.content.decode())
        assert page.faults == []
        links = [attributes for tag, attributes in page.tags if tag == "a"]
        assert links and all(a["target"] == "_blank" and a["rel"] == "noopener" for a in links)

    def test_it_names_people_as_the_page_does(self, client, recorded):
        table, _record = recorded
        hidden = Player.objects.filter(entries__seats__table=table).first()
        Player.objects.filter(pk=hidden.pk).update(name="Qvintøx Wendelmoet", name_shown="number")
        for name in ("table", "table_embed"):
            assert "Qvint" not in client.get(at(table, name)).content.decode()

    def test_without_a_game_there_is_no_frame(self, client, boss):
        table = table_for(golden(WHOLE["quarto"][0]), boss, 2)
        assert client.get(at(table, "table_embed")).status_code == 404
