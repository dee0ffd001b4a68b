"""Suggests the name that a misspelled name may stand for.

As in PostgREST: names that share three characters in a row with the misspelled one, else two, are compared by their
edit distance. Only names of exposed schemas are considered, and names of tables and functions must be very similar. So
a hint reveals nothing that a request for the name itself would not.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import sqrt

# The minimum part of a name that is right: for names of tables and functions, and for those that are no secret.
MIN_SIMILARITY = 0.75
MIN_SIMILARITY_OF_KNOWN = 0.33
_MAX_NAME_LENGTH = 100
_MAX_NAMES = 2000
_MAX_COMPARED = 50
_GROUP_SIZES = (3, 2)


def find_similar(name: str, names: Iterable[str], min_similarity: float = MIN_SIMILARITY) -> str | None:
    """Returns the most similar name, if it is similar enough. The work is bounded, because any client can cause it."""
    if len(name) > _MAX_NAME_LENGTH:
        return None
    known = [known for known, _ in zip(dict.fromkeys(names), range(_MAX_NAMES), strict=False)]
    for size in _GROUP_SIZES:
        scored = [(_similarity(name, other), other) for other in _share_groups(name, known, size)]
        best = max((entry for entry in scored if entry[0] >= min_similarity), default=None, key=lambda entry: entry[0])
        if best is not None:
            return best[1]
    return None


def _share_groups(name: str, known: list[str], size: int) -> list[str]:
    """Names that share a group of characters, those with the most in common first."""
    groups, length = _groups(name, size)
    found: list[tuple[float, str]] = []
    for other in known:
        theirs, their_length = _groups(other, size)
        shared = sum(count * theirs[group] for group, count in groups.items() if group in theirs)
        if shared:
            found.append((-shared / (length * their_length), other))
    return [other for _, other in sorted(found)[:_MAX_COMPARED]]


@lru_cache(maxsize=2 * _MAX_NAMES)
def _groups(name: str, size: int) -> tuple[Counter[str], float]:
    """How often each group of characters occurs, and the length of these numbers as a vector."""
    simple = "".join(character for character in name.lower() if character.isalnum() or character in " ,")
    text = f"-{simple}-"
    groups = Counter(text[i : i + size] for i in range(len(text) - size + 1))
    return groups, sqrt(sum(count * count for count in groups.values()))


def _similarity(name: str, other: str) -> float:
    name, other = name.lower(), other.lower()
    distances = list(range(len(other) + 1))
    for row, character in enumerate(name, 1):
        previous, distances[0] = distances[0], row
        for column, theirs in enumerate(other, 1):
            substituted = previous + (character != theirs)
            previous = distances[column]
            distances[column] = min(substituted, previous + 1, distances[column - 1] + 1)
    return 1 - distances[-1] / max(len(name), len(other), 1)
