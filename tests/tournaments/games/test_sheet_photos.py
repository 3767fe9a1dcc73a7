"""Photos of score sheets: sent from a player's phone, drawn anew, seen by those who enter results, and deleted."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from tests.tournaments import make
from tests.tournaments.games.test_written_games import at_desk, slip, table  # noqa: F401 (a fixture)
from tournaments.imports.pictures import PHOTO_SIDE
from tournaments.jobs.sweep import throw_away
from tournaments.models import LogEntry, SheetPhoto, Tournament
from tournaments.services.people import erasure

pytestmark = pytest.mark.django_db

PLACE = b"Leiden, 52.16 N"


def photo(size=(3000, 1500), kind="JPEG", orientation=6):
    """A photo that lies on its side, with its place in its EXIF data, as a phone makes it."""
    picture = Image.new("RGB", size, "#dddddd")
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010E] = PLACE.decode()
    out = BytesIO()
    picture.save(out, kind, exif=exif)
    return out.getvalue()


def send(client, table, content, name="sheet.jpg"):  # noqa: F811
    return client.post(slip(table, 1), {"what": "photo", "photo": SimpleUploadedFile(name, content)})


def test_a_photo_is_drawn_anew_and_only_those_who_enter_results_see_it(client, words, signed_in, boss, table):  # noqa: F811
    sent = photo()
    assert PLACE in sent
    assert send(client, table, sent).status_code == 303
    assert "1 photo has been sent" in words(client.get(slip(table, 1)))
    kept = SheetPhoto.objects.get()
    assert PLACE not in bytes(kept.picture)
    drawn = Image.open(BytesIO(bytes(kept.picture)))
    assert drawn.format == "JPEG" and not drawn.getexif()
    assert max(drawn.size) == PHOTO_SIDE and drawn.height > drawn.width
    address = f"{at_desk(table)}?photo={kept.pk}"
    assert client.get(address).status_code == 302
    desk = signed_in(boss)
    assert f"?photo={kept.pk}" in desk.get(at_desk(table)).content.decode()
    # the table's line at the desk says that it has come, and leads to it
    line = words(desk.get(reverse("admin:tournaments_desk", args=[table.round.tournament_id])))
    assert f'<a class="v-record" href="{at_desk(table)}">1 photo of the score sheet</a>' in line
    answer = desk.get(address)
    assert answer.content == bytes(kept.picture)
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in answer["Cache-Control"]
    assert "sandbox" in answer["Content-Security-Policy"]
    for wrong in ("0", "x", "9" * 30, str(kept.pk + 1)):
        assert desk.get(f"{at_desk(table)}?photo={wrong}").status_code == 404
    elsewhere = signed_in(make.arbiter(make.duel(2)))
    assert elsewhere.get(address).status_code == 403


def test_that_a_photo_was_sent_is_told_in_its_open_form(client, table):  # noqa: F811
    answer = send(client, table, photo((40, 30)))
    assert answer["Location"] == f"{slip(table, 1)}?sent=photo#photo-sent"
    page = client.get(answer["Location"]).content.decode()
    assert '<details id="record" open>' in page
    assert '<p id="photo-sent" class="note" role="status" tabindex="-1">1 photo has been sent.' in page
    assert '<details id="record">' in client.get(slip(table, 1)).content.decode()
    refused = send(client, table, b"no photo").content.decode()
    before, box = refused.split('<details id="record" open>')
    assert 'role="alert"' not in before
    assert 'role="alert" tabindex="-1"><p class="note bad" id="photo-problem">' in box
    assert 'aria-describedby="photo-problem"' in box


@pytest.mark.parametrize(
    "content",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"\xff\xd8\xff\xe0 no photo",
        b"%PDF-1.7",
        photo((9, 9), "PNG")[:60],
    ],
    ids=["svg", "broken", "pdf", "cut"],
)
def test_what_is_no_photo_is_refused(client, words, table, content):  # noqa: F811
    answer = send(client, table, content)
    assert answer.status_code == 422
    assert "JPEG, PNG or WebP" in words(answer)
    assert not SheetPhoto.objects.exists()


def test_a_picture_of_far_too_many_points_is_not_unpacked(client, table):  # noqa: F811
    out = BytesIO()
    Image.new("1", (20_000, 20_000)).save(out, "PNG")
    assert send(client, table, out.getvalue(), "large.png").status_code == 422


def test_what_is_far_too_large_is_not_looked_at(client, words, table):  # noqa: F811
    answer = send(client, table, b"x" * (12 * 1024 * 1024 + 100_000))
    assert answer.status_code == 413
    assert "a photo 12 MiB" in words(answer)


def test_no_table_sends_photos_without_end(client, words, table):  # noqa: F811
    small = photo((40, 30))
    assert [send(client, table, small).status_code for _ in range(5)] == [303] * 4 + [422]
    assert SheetPhoto.objects.count() == 4


def test_an_arbiter_deletes_a_photo_and_the_log_says_who(client, signed_in, boss, table):  # noqa: F811
    send(client, table, photo((40, 30)))
    kept = SheetPhoto.objects.get()
    judge = make.arbiter(table.round.tournament, role="judge", tables=[table.number])
    asked = {"what": "delete-photo", "photo": str(kept.pk)}
    page = signed_in(judge).get(at_desk(table)).content.decode()
    assert f"?photo={kept.pk}" in page and "Delete this photo" not in page
    assert signed_in(judge).post(at_desk(table), asked).status_code == 403
    assert SheetPhoto.objects.exists()
    desk = signed_in(boss)
    assert "Delete this photo" in desk.get(at_desk(table)).content.decode()
    assert "The photo has been deleted." in desk.post(at_desk(table), asked, follow=True).content.decode()
    assert not SheetPhoto.objects.exists()
    assert "deleted already" in desk.post(at_desk(table), asked, follow=True).content.decode()
    line = LogEntry.objects.get(kind="sheetphoto", action="delete")
    assert (line.actor_id, line.table_id, line.row_id) == (boss.pk, table.pk, str(kept.pk))
    assert "picture" not in line.old


class TestForPrograms:
    def test_a_player_sends_one_and_arbiters_list_see_and_delete_it(self, client, boss, table):  # noqa: F811
        token = slip(table, 1).split("/")[2]
        head = {"HTTP_AUTHORIZATION": f"Link {token}"}
        sent = client.post("/api/v1/link/photos/?seat=1", photo((40, 30)), content_type="image/jpeg", **head)
        assert sent.status_code == 201, sent.content
        wrong = client.post("/api/v1/link/photos/?seat=1", b"no photo", content_type="image/jpeg", **head)
        assert wrong.status_code == 422
        where = f"/api/v1/tournaments/{table.round.tournament.slug}/rounds/1/tables/{table.number}/photos/"
        assert client.get(where).status_code == 401
        client.force_login(boss)
        (listed,) = client.get(where).json()["photos"]
        assert listed["position"] == 1
        picture = client.get(f"{where}{listed['id']}/")
        assert picture["Content-Type"] == "image/jpeg" and Image.open(BytesIO(picture.content)).size == (30, 40)
        assert "no-store" in picture["Cache-Control"]
        assert client.delete(f"{where}{listed['id']}/").status_code == 204
        assert client.get(f"{where}{listed['id']}/").status_code == 404
        assert client.get(where).json()["photos"] == []


def test_photos_go_with_a_person_and_a_month_after_the_event(client, boss, table):  # noqa: F811
    send(client, table, photo((40, 30)))
    send(client, table, photo((40, 30)))
    tournament = table.round.tournament
    SheetPhoto.objects.update(sent_at=timezone.now() - timedelta(days=31))
    throw_away()
    assert SheetPhoto.objects.count() == 2
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    SheetPhoto.objects.filter(pk=SheetPhoto.objects.first().pk).update(sent_at=timezone.now())
    throw_away()
    assert SheetPhoto.objects.count() == 1
    player = table.seats.first().entry.player
    erasure.erase(player.pk, by=boss, typed=player.name)
    assert not SheetPhoto.objects.exists()
