"""Reads the image options of a request (contract 11)."""

from collections.abc import Mapping
from typing import Literal

import msgspec

MAX_SIDE = 2000
Resize = Literal["cover", "contain", "fill"]
Format = Literal["origin", "avif", "webp", "jpeg"]
GRAVITIES = ("no", "so", "ea", "we", "noea", "nowe", "soea", "sowe", "ce", "sm", "fp")
NUMBERS = ("width", "height", "quality")
OFFSETS = ("x_offset", "y_offset")
# Names of the options in the response header.
RESIZING_TYPE = {"cover": "fill", "contain": "fit", "fill": "force"}


class InvalidOption(Exception):
    """An option that cannot be used; the text goes to the client."""


class ImageOptions(msgspec.Struct, frozen=True, omit_defaults=True):
    """Size in pixels (0: derived from the other side), resize mode and output format. `jpeg` is for internal use."""

    width: int = 0
    height: int = 0
    resize: Resize = "cover"
    quality: int = 80
    format: Format = "origin"
    gravity: str = "ce"
    x_offset: float = 0.5
    y_offset: float = 0.5

    def applied(self, given: Mapping[str, object]) -> str:
        """Lists the requested options, in the form of the response's `X-Transformations`."""
        parts = [f"{name}:{getattr(self, name)}" for name in ("height", "width") if getattr(self, name)]
        if parts:
            parts.append(f"resizing_type:{RESIZING_TYPE[self.resize]}")
        parts += [f"{name}:{given[name]}" for name in ("gravity", "quality") if name in given]
        if "format" in given and given["format"] != "origin":
            parts.append(f"format:{self.format}")
        return ",".join(parts)


def read_options(given: Mapping[str, object], accept: str = "", where: str = "querystring") -> ImageOptions:
    """Reads the options of a query or a body (`where` names it) and selects a format that the client accepts.

    Raises:
        InvalidOption: a value out of bounds, with the message of the contract.
    """
    numbers = {name: _whole(given[name], name, where) for name in NUMBERS if name in given}
    quality = numbers.get("quality", 80)
    if not 20 <= quality <= 100:
        bound = ">= 20" if quality < 20 else "<= 100"
        raise InvalidOption(f"{where}/quality must be {bound}")
    resize = _one_of(given.get("resize", "cover"), ("cover", "contain", "fill"), "resize", where)
    format_ = _one_of(given.get("format", ""), ("origin", "avif", "webp", ""), "format", where)
    gravity = _one_of(given.get("gravity", "ce"), GRAVITIES, "gravity", where)
    offsets = {name: _share(given[name], name, where) for name in OFFSETS if name in given}
    if gravity == "fp" and len(offsets) < len(OFFSETS):
        missing = next(name for name in OFFSETS if name not in offsets)
        raise InvalidOption(f"{where} must have required property '{missing}'")
    facts = {
        "width": min(numbers.get("width", 0), MAX_SIDE),
        "height": min(numbers.get("height", 0), MAX_SIDE),
        "quality": quality,
        "resize": resize,
        "format": format_ or _negotiated(accept),
        "gravity": gravity,
        **offsets,
    }
    return msgspec.convert(facts, ImageOptions)


def _negotiated(accept: str) -> Format:
    kinds = {part.partition(";")[0].strip().lower() for part in accept.split(",")}
    return "avif" if "image/avif" in kinds else "webp" if "image/webp" in kinds else "origin"


def _whole(value: object, name: str, where: str) -> int:
    text = str(value)
    if isinstance(value, bool) or not text.lstrip("-").isascii() or not text.lstrip("-").isdigit() or len(text) > 12:
        raise InvalidOption(f"{where}/{name} must be integer")
    if int(text) < 0:
        raise InvalidOption(f"{where}/{name} must be >= 0")
    return int(text)


def _share(value: object, name: str, where: str) -> float:
    try:
        number = float(str(value))
    except ValueError as error:
        raise InvalidOption(f"{where}/{name} must be number") from error
    if not 0 <= number <= 1:
        raise InvalidOption(f"{where}/{name} must be {'<= 1' if number > 1 else '>= 0'}")
    return number


def _one_of(value: object, allowed: tuple[str, ...], name: str, where: str) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise InvalidOption(f"{where}/{name} must be equal to one of the allowed values")
    return value
