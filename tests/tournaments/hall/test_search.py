"""Finding a name: accents, scripts, slips of the finger, half a name. Pure."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import pace
from tests.support.examples import examples
from tests.tournaments.public.build import names
from tournaments.search import Names, best, fold, prefix_distance, sounds

CLUB = {
    1: "Anna de Wit",
    2: "Óscar Núñez",
    3: "Elżbieta Nowak",
    4: "Jürgen Weiß",
    5: "Øyvind Dahl",
    6: "Hanneke van 't Veer",
    7: "Anneke Wit",
    8: "Łukasz Ångström",
    9: "Jean-Luc O’Brien",
    10: "山田 太郎",
}


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("anna", 1), ("ANNA DE WIT", 1), ("wit anna", 1), ("oscar", 2), ("Óscar", 2), ("nunez", 2), ("nuñes", 2),
        ("elzbieta", 3), ("elsbieta", 3), ("eblzieta", 3), ("weiss", 4), ("jurgen weis", 4), ("oyvind", 5),
        ("veer", 6), ("haneke", 6), ("hanneke veer", 6), ("lukas", 8), ("angstrom", 8), ("angstrm", 8),
        ("jean luc", 9), ("obrien", 9), ("brien", 9), ("山田", 10), ("dhal", 5),
    ],
)  # fmt: skip
def test_what_was_typed_finds_who_was_meant(asked: str, found: int) -> None:
    assert Names(CLUB).find(asked)[0] == found


SPELLINGS = {
    "Vladimir": "Wladimir Владимир Vladimír Wladimír",
    "Ozturk": "Öztürk Oztuerk Oeztuerk ÖZTÜRK",
    "Giorgos": "Γιώργος ΓΙΏΡΓΟΣ გიორგოს",
    "Papadopoulos": "Παπαδόπουλος Papadopulos",
    "Tchaikovsky": "Чайковский Tschaikowski Tsjaikovski Chaykovskiy Czajkowski",
    "Yuri": "Юрий Juri Jurij Yuriy Iouri",
    "Shcherbakov": "Щербаков Schtscherbakow Sjtsjerbakov",
    "Natalia": "Наталья Natalja Nataliya Natalʹja",
    "Mikhail": "Михаил Michail",
    "Dmitri": "Дмитрий Dmitrij Dmitry Dmitriy",
    "Alexandros": "Αλέξανδρος Aleksandros",
    "Filippos": "Φίλιππος Philippos",
    "Evangelos": "Ευάγγελος",
    "Djordje": "Ђорђе Đorđe",
    "Mueller": "Müller Muller MÜLLER",
    "Dijkstra": "Dykstra",
    "Wang": "王",
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_every_spelling_of_a_name_in_any_script_finds_all_the_others(name: str) -> None:
    spellings = [name, *SPELLINGS[name].split()]
    people = Names(dict(enumerate([*spellings, "Anna", "Hanneke"])))
    for spelling in spellings:
        assert set(people.find(spelling)) == {*range(len(spellings))}, spelling


def test_what_is_written_as_typed_stands_before_what_sounds_so() -> None:
    people = Names({1: "Владимир Петров", 2: "Wladimir Smit", 3: "Vladimir Smit", 4: "Wladimirski Smit"})
    assert people.find("wladimir") == [2, 4, 1, 3]
    assert people.find("Владимир") == [1, 3, 2, 4]


def test_two_letters_are_not_compared_by_their_sound() -> None:
    assert Names({1: "Wu", 2: "Ford"}).find("w") == [1] and Names({1: "Ue Wolf", 2: "Vu Ulf"}).find("vu") == [2]


def test_another_name_has_another_sound() -> None:
    different = "Anna Hanna Bert Berta Jan Jana Maria Marta Wim Tim Karin Katrin Peter Petra Lars Lasse"
    assert len(set(sounds(different))) == len(different.split())


@settings(max_examples=examples(300))
@given(st.text(max_size=40))
def test_folding_is_plain_and_folded_again_the_same(text: str) -> None:
    folded = fold(text)
    assert folded.isascii() and folded == folded.lower() == fold(folded)
    assert sounds(text) == sounds(folded) == sounds(text.upper().lower()) or text.lower() != text.upper().lower()


def test_raised_capitals_are_small_letters_too() -> None:
    assert fold("ᴬnna ᴮᴱᴿᵀ") == "anna bert"


CYRILLIC = dict(zip("абвгдежзиклмнопрстуфхцчшюя", (
    "a", "b", "v", "g", "d", "e", "zh", "z", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "kh", "ts",
    "ch", "sh", "yu", "ya",
), strict=True))  # fmt: skip
"""BGN/PCGN 1947 without its marks, as passports and most lists of players have it."""


@settings(max_examples=examples(300))
@given(st.text("".join(CYRILLIC), min_size=3, max_size=12))
def test_a_russian_name_sounds_as_its_romanisation(name: str) -> None:
    assert sounds(name) == sounds("".join(CYRILLIC[letter] for letter in name))


def test_who_fits_better_stands_first() -> None:
    assert Names(CLUB).find("anna")[:2] == [1, 7]
    assert Names({1: "Annabel Smit", 2: "Anna Smit", 3: "Hanna Smit"}).find("anna") == [2, 1, 3]


@pytest.mark.parametrize("asked", ["", "   ", "'", "zzzz", "xq", "anna zzzz", "\0", "‏", "a" * 500])
def test_what_fits_nobody_finds_nobody(asked: str) -> None:
    assert Names(CLUB).find(asked) == []


def test_two_letters_are_a_beginning_and_nothing_else() -> None:
    assert set(Names(CLUB).find("an")) == {1, 7, 8}


def test_a_number_finds_who_bears_it() -> None:
    assert best(CLUB, " 7 ") == [7] and best(CLUB, "#007") == [7]
    assert best(CLUB, "70") == [] and best(CLUB, "٧") == [] and best(CLUB, "") == []


def test_distance_counts_each_kind_of_slip_as_one() -> None:
    for asked in ("anna", "ana", "anan", "annna", "amna"):
        assert prefix_distance(asked, "anna", 2) == (asked != "anna")
    assert prefix_distance("xyzw", "anna", 2) == 3


@settings(max_examples=examples(200))
@given(st.text(max_size=70), st.dictionaries(st.integers(1, 50), st.text(min_size=1, max_size=30), max_size=10))
def test_any_text_is_survived_and_every_name_finds_itself(asked: str, people: dict[int, str]) -> None:
    found = Names(people)
    assert set(found.find(asked)) <= set(people)
    for number, name in people.items():
        words = fold(name[:60]).split()
        if words and len(words) <= 5 and len(name) <= 60:
            assert number in found.find(name, most=100)


def test_a_thousand_names_are_searched_in_a_moment() -> None:
    people = Names(dict(enumerate(names(1000), 1)))
    people.find("warm")
    asked = ("elzbieta botah", "mulelr", "pretorius x", "van den berg")
    taken, _found = pace.timed(lambda: [people.find(text) for text in asked])
    assert taken / 4 < 0.02
