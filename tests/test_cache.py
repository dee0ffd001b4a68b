"""Caches stay within their maximum size, and long keys are not cached."""

from balai.cache import BoundedCache, cached_if_short


def test_the_oldest_entry_is_evicted() -> None:
    evicted: list[str] = []
    cache: BoundedCache[str, int] = BoundedCache(2, evicted.append)
    cache["a"], cache["b"] = 1, 2
    cache["b"] = 3
    assert dict(cache) == {"a": 1, "b": 3}
    cache.move_to_end("a")
    cache["c"] = 4
    assert (dict(cache), evicted) == ({"a": 1, "c": 4}, ["b"])


def test_only_short_arguments_are_cached() -> None:
    calls: list[str] = []

    @cached_if_short(3, maxsize=2)
    def shout(text: str) -> str:
        calls.append(text)
        return text.upper()

    @cached_if_short(3, maxsize=2)
    def repeat(text: str, times: int) -> str:
        calls.append(text)
        return text * times

    assert [shout("abc"), shout("abc"), shout("abcd"), shout("abcd")] == ["ABC", "ABC", "ABCD", "ABCD"]
    assert [repeat("abc", 2), repeat("abc", 2), repeat("abc", 3), repeat("abcd", 1)] == ["abcabc"] * 2 + [
        "abcabcabc",
        "abcd",
    ]
    assert calls == ["abc", "abcd", "abcd", "abc", "abc", "abcd"]
    assert repeat.__name__ == "repeat"
