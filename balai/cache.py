"""Caches with a maximum size, for values that requests bring again and again."""

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache, wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar, cast

K = TypeVar("K")
V = TypeVar("V")
P = ParamSpec("P")
R = TypeVar("R")


class BoundedCache(OrderedDict[K, V]):
    """A dict that evicts its oldest entry when it grows beyond `maxsize`.

    Reads are those of the dict, in C. The oldest entry is the one stored first; `move_to_end` marks one as just used.
    """

    def __init__(self, maxsize: int, on_evict: Callable[[K], None] | None = None) -> None:
        super().__init__()
        self._maxsize = maxsize
        self._on_evict = on_evict

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        if len(self) > self._maxsize:
            evicted, _ = self.popitem(last=False)
            if self._on_evict is not None:
                self._on_evict(evicted)


def cached_if_short(max_length: int, maxsize: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Caches results by `lru_cache`, unless the first argument is longer than `max_length`.

    The bound keeps clients from filling memory with long keys. The function takes one or two positional arguments:
    with `*args` a cached call would take twice as long.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        compute = cast(Callable[..., R], function)
        cached = cast(Callable[..., R], lru_cache(maxsize)(function))

        @wraps(function)
        def call_with_one(text: Any, /) -> R:
            return (cached if len(text) <= max_length else compute)(text)

        @wraps(function)
        def call_with_two(text: Any, other: Any, /) -> R:
            return (cached if len(text) <= max_length else compute)(text, other)

        call = call_with_one if len(signature(function).parameters) == 1 else call_with_two
        return cast(Callable[P, R], call)

    return decorate
