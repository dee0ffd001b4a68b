"""Which form of answer the client accepts, and what that form is called in the answer."""

import re
from functools import lru_cache

import msgspec

from balai.backend.rest.errors import RestError

_OBJECT = "application/vnd.pgrst.object"
_ARRAY = "application/vnd.pgrst.array"
_PART = re.compile(r'(?:[^,"]|"[^"]*")+')
_PARAMETER = re.compile(r';\s*([^=;\s]+)\s*=\s*("[^"]*"|[^;]*)')
OPENAPI = "application/openapi+json"


class Media(msgspec.Struct, frozen=True):
    """A form: `array`, `object`, `csv`, `geojson` or `openapi`."""

    form: str
    content_type: str
    strips_nulls: bool = False


JSON = Media("array", "application/json; charset=utf-8")
_KNOWN = {
    "*/*": JSON,
    "application/json": JSON,
    _ARRAY: JSON,
    f"{_ARRAY}+json": JSON,
    _OBJECT: Media("object", f"{_OBJECT}+json; charset=utf-8"),
    f"{_OBJECT}+json": Media("object", f"{_OBJECT}+json; charset=utf-8"),
    "text/csv": Media("csv", "text/csv; charset=utf-8"),
    "application/geo+json": Media("geojson", "application/geo+json; charset=utf-8"),
}
_ROOT = {kind: Media("openapi", f"{OPENAPI}; charset=utf-8") for kind in ("*/*", "application/json", OPENAPI)}


@lru_cache(maxsize=256)
def choose_media(accept: str, *, is_root: bool = False) -> Media:
    """The first acceptable form that can be produced.

    Raises:
        RestError: PGRST107 when none can be.
    """
    wanted = _parse_accept(accept)
    for name, parameters in wanted:
        media = _ROOT.get(name) if is_root else _KNOWN.get(name)
        if media is None:
            continue
        if parameters.get("nulls") == "stripped" and name.startswith((_OBJECT, _ARRAY)):
            base = _OBJECT if name.startswith(_OBJECT) else _ARRAY
            return Media(media.form, f"{base}+json;nulls=stripped; charset=utf-8", strips_nulls=True)
        return media
    names = ", ".join(part.strip() for part in _PART.findall(accept))
    raise RestError(406, "PGRST107", f"None of these media types are available: {names}")


def _parse_accept(accept: str) -> list[tuple[str, dict[str, str]]]:
    ranked: list[tuple[float, str, dict[str, str]]] = []
    for part in _PART.findall(accept) or ["*/*"]:
        name = part.partition(";")[0].strip().lower()
        parameters = {key.lower(): value.strip().strip('"') for key, value in _PARAMETER.findall(part)}
        ranked.append((_quality(parameters.pop("q", "1")), name, parameters))
    ranked.sort(key=lambda entry: -entry[0])
    return [(name, parameters) for _, name, parameters in ranked]


def _quality(text: str) -> float:
    return float(text) if re.fullmatch(r"[01](?:\.[0-9]{0,3})?", text) else 1.0
