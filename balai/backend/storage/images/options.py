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

    def applied(self, parameters: Mapping[str, object]) -> str:
        """Lists the requested options, in the form of the response's `X-Transformations`."""
        parts = [f"{name}:{getattr(self, name)}" for name in ("height", "width") if getattr(self, name)]
        if parts:
            parts.append(f"resizing_type:{RESIZING_TYPE[self.resize]}")
        parts += [f"{name}:{parameters[name]}" for name in ("gravity", "quality") if name in parameters]
        if "format" in parameters and parameters["format"] != "origin":
            parts.append(f"format:{self.format}")
        return ",".join(parts)


def read_options(parameters: Mapping[str, object], accept: str = "", location: str = "querystring") -> ImageOptions:
    """Reads the options of a query or a body (`location` names it) and selects a format that the client accepts.

    Raises:
        InvalidOption: a value out of bounds, with the message of the contract.
    """
    numbers = {name: _integer(parameters[name], name, location) for name in NUMBERS if name in parameters}
    quality = numbers.get("quality", 80)
    if not 20 <= quality <= 100:
        bound = ">= 20" if quality < 20 else "<= 100"
        raise InvalidOption(f"{location}/quality must be {bound}")
    resize = _one_of(parameters.get("resize", "cover"), ("cover", "contain", "fill"), "resize", location)
    format_ = _one_of(parameters.get("format", ""), ("origin", "avif", "webp", ""), "format", location)
    gravity = _one_of(parameters.get("gravity", "ce"), GRAVITIES, "gravity", location)
    offsets = {name: _fraction(parameters[name], name, location) for name in OFFSETS if name in parameters}
    if gravity == "fp" and len(offsets) < len(OFFSETS):
        missing = next(name for name in OFFSETS if name not in offsets)
        raise InvalidOption(f"{location} must have required property '{missing}'")
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


def _integer(value: object, name: str, location: str) -> int:
    text = str(value)
    if isinstance(value, bool) or not text.lstrip("-").isascii() or not text.lstrip("-").isdigit() or len(text) > 12:
        raise InvalidOption(f"{location}/{name} must be integer")
    if int(text) < 0:
        raise InvalidOption(f"{location}/{name} must be >= 0")
    return int(text)


def _fraction(value: object, name: str, location: str) -> float:
    try:
        number = float(str(value))
    except ValueError as error:
        raise InvalidOption(f"{location}/{name} must be number") from error
    if not 0 <= number <= 1:
        raise InvalidOption(f"{location}/{name} must be {'<= 1' if number > 1 else '>= 0'}")
    return number


def _one_of(value: object, allowed: tuple[str, ...], name: str, location: str) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise InvalidOption(f"{location}/{name} must be equal to one of the allowed values")
    return value
