"""The near miss: what somebody who mistyped a name may have meant.

Only names of exposed schemas come in here, so a hint tells nothing that asking for the name itself would not.
"""

from collections.abc import Iterable
from difflib import get_close_matches

_MIN_SIMILARITY = 0.75
_MAX_NAME_LENGTH = 100
_MAX_NAMES = 2000


def find_similar(name: str, names: Iterable[str]) -> str | None:
    """The most similar of the names, if one is similar enough. Bounded, since anybody may ask for anything."""
    if len(name) > _MAX_NAME_LENGTH:
        return None
    known = [known for known, _ in zip(dict.fromkeys(names), range(_MAX_NAMES), strict=False)]
    return next(iter(get_close_matches(name, known, 1, _MIN_SIMILARITY)), None)
