"""Negotiates the format of the response and its content type.

Some formats are built in. A database adds its own with a domain named like a media type: by a function that returns it,
or an aggregate over rows that does.
"""

import re
from collections.abc import Mapping, Sequence

import msgspec

from balai.backend.rest.errors import RestError
from balai.backend.rest.schema.schema_cache import MediaHandler

_OBJECT = "application/vnd.pgrst.object"
_ARRAY = "application/vnd.pgrst.array"
_PLAN = "application/vnd.pgrst.plan"
_GEOJSON = "application/geo+json"
_PART = re.compile(r'(?:[^,"]|"[^"]*")+')
_PARAMETER = re.compile(r';\s*([^=;\s]+)\s*=\s*("[^"]*"|[^;]*)')
_PLAN_OPTIONS = ("analyze", "verbose", "settings", "buffers", "wal")
OPENAPI = "application/openapi+json"
ANY = "*/*"
BYTES = "application/octet-stream"


class ExplainOptions(msgspec.Struct, frozen=True):
    """The client requests the query plan, as `text` or `json`, with these options of EXPLAIN."""

    format: str
    options: tuple[str, ...]


class Media(msgspec.Struct, frozen=True):
    """A response format: `array`, `object`, `csv`, `geojson`, `custom` (made by `handler`) or `openapi`.

    With `plan` the response is PostgreSQL's query plan instead.
    """

    format: str
    content_type: str
    strips_nulls: bool = False
    handler: MediaHandler | None = None
    plan: ExplainOptions | None = None

    @property
    def is_single(self) -> bool:
        """Whether the result must be exactly one row."""
        return self.format == "object" and self.plan is None


JSON = Media("array", "application/json; charset=utf-8")
_KNOWN = {
    ANY: JSON,
    "application/json": JSON,
    _ARRAY: JSON,
    f"{_ARRAY}+json": JSON,
    _OBJECT: Media("object", f"{_OBJECT}+json; charset=utf-8"),
    f"{_OBJECT}+json": Media("object", f"{_OBJECT}+json; charset=utf-8"),
    "text/csv": Media("csv", "text/csv; charset=utf-8"),
    _GEOJSON: Media("geojson", f"{_GEOJSON}; charset=utf-8"),
}
_ROOT = {kind: Media("openapi", f"{OPENAPI}; charset=utf-8") for kind in (ANY, "application/json", OPENAPI)}
_PLANS = {_PLAN: "text", f"{_PLAN}+text": "text", f"{_PLAN}+json": "json"}
# Types of text that PostgREST knows by itself. It adds no charset to other types, not even to text/html.
_TEXT_TYPES = frozenset(
    {"application/json", "application/x-www-form-urlencoded", "text/csv", "text/plain", "text/xml", OPENAPI, _GEOJSON}
)
_MediaRange = tuple[str, Mapping[str, str]]


def choose_root_media(accept: str) -> Media:
    """Chooses the format of the OpenAPI description.

    Raises:
        RestError: PGRST107 if the client does not accept it.
    """
    for name, _ in _parse_accept(accept):
        if name in _ROOT:
            return _ROOT[name]
    raise _not_acceptable(accept)


def choose_media(accept: str, handlers: Sequence[MediaHandler] = (), *, has_plans: bool, has_geojson: bool) -> Media:
    """Chooses the first acceptable format. `handlers` are those for these rows, the most specific first.

    Raises:
        RestError: PGRST107 if no format is acceptable.
    """
    for name, parameters in _parse_accept(accept):
        media = _find_plan(name, parameters, handlers) if has_plans and name in _PLANS else None
        media = media or _find(name, parameters, handlers)
        if media is not None and (media.format != "geojson" or has_geojson):
            return media
    raise _not_acceptable(accept)


def _find(name: str, parameters: Mapping[str, str], handlers: Sequence[MediaHandler]) -> Media | None:
    if name.startswith((_OBJECT, _ARRAY)) and name in _KNOWN:
        return _vendor_media(name, parameters)
    for handler in handlers:
        if handler.media == ANY and (handler.row_of is not None or name == ANY):
            return Media("custom", BYTES, handler=handler)
        if handler.media == name:
            content_type = f"{name}; charset=utf-8" if name in _TEXT_TYPES else name
            return Media("custom", content_type, handler=handler)
    return _KNOWN.get(name)


def _vendor_media(name: str, parameters: Mapping[str, str]) -> Media:
    media = _KNOWN[name]
    if parameters.get("nulls") != "stripped":
        return media
    base = _OBJECT if name.startswith(_OBJECT) else _ARRAY
    return Media(media.format, f"{base}+json;nulls=stripped; charset=utf-8", strips_nulls=True)


def _find_plan(name: str, parameters: Mapping[str, str], handlers: Sequence[MediaHandler]) -> Media | None:
    explained = parameters.get("for") or "application/json"
    base, inner = _parse_accept(explained)[0]
    media = _find(base, inner, handlers)
    if media is None:
        return None
    requested = parameters.get("options", "").split("|")
    options = tuple(option for option in _PLAN_OPTIONS if option in requested)
    shown = f"; options={'|'.join(options)}" if options else ""
    described = media.content_type.removesuffix("; charset=utf-8")
    content_type = f'{_PLAN}+{_PLANS[name]}; for="{described}"{shown}; charset=utf-8'
    return msgspec.structs.replace(media, content_type=content_type, plan=ExplainOptions(_PLANS[name], options))


def _not_acceptable(accept: str) -> RestError:
    names = ", ".join(_normalize(name, parameters) for name, parameters in _parse_accept(accept))
    return RestError(406, "PGRST107", f"None of these media types are available: {names}")


def _normalize(name: str, parameters: Mapping[str, str]) -> str:
    """A media type as the message names it: types of the protocol with their parameters, others without."""
    if name in _PLANS:
        requested = parameters.get("options", "").split("|")
        options = "|".join(option for option in _PLAN_OPTIONS if option in requested)
        explained = parameters.get("for") or "application/json"
        return f'{_PLAN}+{_PLANS[name]}; for="{explained}"' + (f"; options={options}" if options else "")
    if name in _KNOWN and name.startswith((_OBJECT, _ARRAY)):
        return _vendor_media(name, parameters).content_type.removesuffix("; charset=utf-8")
    return name


def _parse_accept(accept: str) -> list[_MediaRange]:
    ranked: list[tuple[float, str, dict[str, str]]] = []
    for part in _PART.findall(accept) or [ANY]:
        name = part.partition(";")[0].strip().lower()
        parameters = {key.lower(): value.strip().strip('"') for key, value in _PARAMETER.findall(part)}
        ranked.append((_quality(parameters.pop("q", "1")), name, parameters))
    ranked.sort(key=lambda entry: -entry[0])
    return [(name, parameters) for _, name, parameters in ranked]


def _quality(text: str) -> float:
    return float(text) if re.fullmatch(r"[01](?:\.[0-9]{0,3})?", text) else 1.0
