"""How many SMS a text costs: 160 characters of the GSM alphabet, or 70 of UCS-2, in one; less in each of several."""

from typing import Literal

import msgspec

# GSM 03.38. Those of the extension table take two.
BASIC = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
    "¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
EXTENSION = frozenset("\f^{}\\[~]|€")
GSM_SINGLE, GSM_PART = 160, 153
UCS_SINGLE, UCS_PART = 70, 67


class SmsCost(msgspec.Struct, frozen=True):
    """`units`: septets or UTF-16 code units, as networks count them. `single`: those that one SMS holds."""

    encoding: Literal["GSM-7", "UCS-2"]
    units: int
    segments: int
    single: int


def count_segments(text: str) -> SmsCost:
    """The cost of a text. One character outside of the GSM alphabet makes the whole text UCS-2."""
    if all(character in BASIC or character in EXTENSION for character in text):
        widths = [2 if character in EXTENSION else 1 for character in text]
        return SmsCost("GSM-7", sum(widths), _parts(widths, GSM_SINGLE, GSM_PART), GSM_SINGLE)
    widths = [2 if ord(character) > 0xFFFF else 1 for character in text]
    return SmsCost("UCS-2", sum(widths), _parts(widths, UCS_SINGLE, UCS_PART), UCS_SINGLE)


def _parts(widths: list[int], single: int, part: int) -> int:
    if sum(widths) <= single:
        return 1
    count, filled = 1, 0
    for width in widths:
        # A character of two units is not cut in half.
        if filled + width > part:
            count, filled = count + 1, 0
        filled += width
    return count
