"""Matches paths to screens, and builds paths of screens, from the route table.

The table becomes a tree of path segments at the start. A literal segment wins over a parameter, whatever the order of
the rows. Parameters are validated here, so loaders never see invalid ones.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar
from urllib.parse import quote, urlencode

from balai.site.payloads import Lang
from balai.site.screens import ParamCheck

# The unescaped characters of encodeURIComponent: the server and the browser build the same address.
SAFE = "-_.!~*'()"
PLAIN = re.compile(r"[\w.!~*'()-]*", re.ASCII)
UUID = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
CHECKS: Mapping[str, re.Pattern[str]] = {
    "uuid": re.compile(UUID),
    "uuid-or-new": re.compile(rf"new|{UUID}"),
    "calendar-file": re.compile(rf"{UUID}\.ics"),
    # Any script: Chinese slugs are not transliterated.
    "slug": re.compile(r"[^\s/?#%\x00-\x1f]{1,200}"),
}


class TableError(Exception):
    """The route table is inconsistent. Raised at the start, never while serving."""


class Row(Protocol):
    """The fields of a row that the matcher needs."""

    @property
    def name(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def params(self) -> Mapping[str, ParamCheck]: ...


R = TypeVar("R", bound=Row)


@dataclass(frozen=True, slots=True)
class Match(Generic[R]):
    """A row of the table and the values of its parameters."""

    screen: R
    params: Mapping[str, str]


@dataclass(slots=True)
class _Node(Generic[R]):
    literals: "dict[str, _Node[R]]" = field(default_factory=dict)
    param: "_Node[R] | None" = None
    screen: R | None = None
    names: tuple[str, ...] = ()


class Matcher(Generic[R]):
    """Finds rows by path, and builds their paths."""

    def __init__(self, screens: Iterable[R]) -> None:
        self._root: _Node[R] = _Node()
        self._screens: dict[str, R] = {}
        self._templates: dict[str, str] = {}
        for screen in screens:
            self._add(screen)

    def _add(self, screen: R) -> None:
        if screen.name in self._screens:
            raise TableError(f"two screens are called {screen.name}")
        self._screens[screen.name] = screen
        self._templates[screen.name] = screen.path.rstrip("/")
        node, names = self._root, []
        for segment in _segments(screen.path):
            if segment.startswith("{"):
                names.append(segment[1:-1])
                if node.param is None:
                    node.param = _Node()
                node = node.param
            else:
                node = node.literals.setdefault(segment, _Node())
        if node.screen is not None:
            raise TableError(f"{screen.name} and {node.screen.name} have the same path")
        if set(names) != set(screen.params):
            raise TableError(f"{screen.name} must check exactly the parameters in its path: {names}")
        unknown = set(screen.params.values()) - set(CHECKS)
        if unknown:
            raise TableError(f"{screen.name} names unknown checks: {sorted(unknown)}")
        node.screen, node.names = screen, tuple(names)

    def find(self, path: str) -> Match[R] | None:
        """The screen at a path (decoded, without its language prefix) with valid parameters."""
        segments = _segments(path)
        found = _walk(self._root, segments, 0, ())
        if found is None:
            return None
        node, values = found
        assert node.screen is not None
        params = dict(zip(node.names, values, strict=True))
        checks = node.screen.params
        if all(CHECKS[checks[name]].fullmatch(value) for name, value in params.items()):
            return Match(node.screen, params)
        return None

    def path_to(
        self, screen: str, *, lang: Lang, query: Mapping[str, str] | None = None, params: Mapping[str, str]
    ) -> str:
        """The address of a screen, percent-encoded. KeyError: unknown screen or missing parameter."""
        address = f"/{lang}{self._templates[screen].format_map(_Quoted(params))}"
        return f"{address}?{urlencode(query)}" if query else address


class _Quoted(dict[str, str]):
    """Parameters of a path, percent-encoded when inserted."""

    def __getitem__(self, name: str) -> str:
        value = super().__getitem__(name)
        return value if PLAIN.fullmatch(value) else quote(value, safe=SAFE)


def _segments(path: str) -> list[str]:
    return [] if path in {"", "/"} else path.removeprefix("/").split("/")


def _walk(
    node: _Node[R], segments: list[str], depth: int, values: tuple[str, ...]
) -> tuple[_Node[R], tuple[str, ...]] | None:
    if depth == len(segments):
        return (node, values) if node.screen is not None else None
    segment = segments[depth]
    literal = node.literals.get(segment)
    found = _walk(literal, segments, depth + 1, values) if literal is not None else None
    if found is None and node.param is not None and segment:
        found = _walk(node.param, segments, depth + 1, (*values, segment))
    return found
