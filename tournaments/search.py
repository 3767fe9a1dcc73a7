"""Finding a name half remembered: accents and scripts do not matter, a slip of the finger is forgiven. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from tournaments.transliteration import latin, sound

LONGEST_QUERY = 60
MOST_COMPARED = 20_000
"""Words that one search compares letter by letter: more than a hall has, and a bound where a whole site is searched."""
MISHEARD = 0.15
"""Added to the cost of a word that fits by its sound only: after what begins as it was typed, before any slip."""
LEAST_HEARD = 3
"""Letters that a word must have to be compared by its sound: fewer are the beginning of too much."""


def fold(text: str) -> str:
    """Return a text in Latin letters without accents and case, words apart by single spaces."""
    return " ".join("".join(c if c.isalnum() else " " for c in latin(text)).split())


def sounds(text: str) -> tuple[str, ...]:
    """Return the words of a text by their sound, in their order: Wladimir, Владимир and Vladimir have the same."""
    return tuple(sound(word) for word in fold(text).split())


def indexed(name: str) -> str:
    """Return the words of a name and their sounds, each with a space before it: what a search in a database reads."""
    return f" {fold(name)} | {' '.join(sounds(name))} "


class Names:
    """Names that can be searched, made once and asked often."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self._names = {number: fold(name) for number, name in names.items()}
        self._with: dict[str, list[int]] = defaultdict(list)
        for number, name in self._names.items():
            for word in set(name.split()):
                self._with[word].append(number)
        self._letters = {word: _letters(word) for word in self._with}
        self._sounds = {word: sound(word) for word in self._with}

    def find(self, query: str, most: int = 12) -> list[int]:
        """Return the numbers of the names that fit best, the best first. Every word of the query must fit one of the
        name's, as it is, as its beginning, by its sound, or with one slip (two from six letters on).
        Where there are very many words, slips are looked for in the first ``MOST_COMPARED`` that can be meant."""
        costs = self.costs(query)
        return sorted(costs, key=lambda n: (costs[n], self._names[n], n))[:most]

    def costs(self, query: str) -> dict[int, float]:
        """Return how badly each of the names fits that does: 0 where each word is one of its words."""
        words = fold(query[:LONGEST_QUERY]).split()[:5]
        costs: dict[int, float] = {}
        budget = MOST_COMPARED
        for at, asked in enumerate(words):
            word_costs: dict[int, float] = {}
            mask, heard = _letters(asked), sound(asked)
            for word, letters in self._letters.items():
                cost = _written(asked, word)
                if cost is None or cost > MISHEARD:
                    heard_cost = _heard(heard, self._sounds[word])
                    cost = heard_cost if cost is None else min(cost, heard_cost or cost)
                if cost is None and budget and _may_be_meant(asked, mask, word, letters):
                    budget -= 1
                    cost = _misspelt(asked, word)
                if cost is not None:
                    for number in self._with[word]:
                        word_costs[number] = min(cost, word_costs.get(number, cost))
            costs = {n: costs.get(n, 0) + cost for n, cost in word_costs.items() if not at or n in costs}
            if not costs:
                break
        return costs


def slips(length: int) -> int:
    """Return how many typing errors are forgiven in a word of this length."""
    return 0 if length < 3 else 1 if length < 6 else 2


def _written(asked: str, word: str) -> float | None:
    """Return how badly a word fits that holds what was typed; None where it does not hold it."""
    if word.startswith(asked):
        return 0.0 if len(word) == len(asked) else 0.1
    return 0.6 if len(asked) >= 3 and asked in word else None


def _heard(asked: str, word: str) -> float | None:
    """Return how badly a word fits that sounds or begins to sound like what was typed; None where it does not."""
    if len(asked) < LEAST_HEARD or not word.startswith(asked):
        return None
    return MISHEARD if len(word) == len(asked) else MISHEARD + 0.1


def _may_be_meant(asked: str, letters: int, word: str, has: int) -> bool:
    """Tell in a moment whether a word can be what was typed with a few slips."""
    allowed = slips(len(asked))
    return bool(allowed) and len(asked) <= len(word) + allowed and (letters & ~has).bit_count() <= allowed


def _misspelt(asked: str, word: str) -> float | None:
    """Return how badly a word fits that was typed with slips; None where there are too many."""
    allowed = slips(len(asked))
    distance = prefix_distance(asked, word, allowed)
    return None if distance > allowed else distance + (0.0 if abs(len(word) - len(asked)) <= allowed else 0.2)


def _letters(word: str) -> int:
    mask = 0
    for c in word:
        mask |= 1 << (ord(c) % 61)
    return mask


def prefix_distance(asked: str, word: str, allowed: int) -> int:
    """Count the fewest slips (a letter too many, too few, another one, or two changed about) between what was asked and
    a beginning of the word; more than ``allowed`` where it would be more."""
    width = min(len(word), len(asked) + allowed)
    before: list[int] = []
    row = list(range(width + 1))
    for i, letter in enumerate(asked, 1):
        earlier, before, row = before, row, [i]
        for j in range(1, width + 1):
            same = letter == word[j - 1]
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (not same))
            if i > 1 and j > 1 and letter == word[j - 2] and asked[i - 2] == word[j - 1]:
                best = min(best, earlier[j - 2] + 1)
            row.append(best)
        if min(row) > allowed:
            return allowed + 1
    return min(row)


def best(numbers: Iterable[int], query: str) -> list[int]:
    """Return the number that the query is, if it is one of ``numbers``; else nothing."""
    asked = query.strip().lstrip("#")
    return [n for n in numbers if asked.isascii() and asked.isdigit() and str(n) == asked.lstrip("0")]
