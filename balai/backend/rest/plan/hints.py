"""Suggests the name that a misspelled name may stand for.

Only names of exposed schemas are considered, so a hint reveals nothing that a request for the name itself would not.
"""

from collections.abc import Iterable
from difflib import get_close_matches

_MIN_SIMILARITY = 0.75
_MAX_NAME_LENGTH = 100
_MAX_NAMES = 2000


def find_similar(name: str, names: Iterable[str]) -> str | None:
    """Returns the most similar name, if it is similar enough. The work is bounded, because any client can cause it."""
    if len(name) > _MAX_NAME_LENGTH:
        return None
    known = [known for known, _ in zip(dict.fromkeys(names), range(_MAX_NAMES), strict=False)]
    return next(iter(get_close_matches(name, known, 1, _MIN_SIMILARITY)), None)
