"""How long each stage of a request took, for the `Server-Timing` header."""

from time import perf_counter


class ServerTiming:
    """Started with the request; each `lap` ends a stage."""

    __slots__ = ("_laps", "_last")

    def __init__(self) -> None:
        self._laps: list[tuple[str, float]] = []
        self._last = perf_counter()

    def lap(self, stage: str) -> None:
        """The stage is over."""
        now = perf_counter()
        self._laps.append((stage, now - self._last))
        self._last = now

    def header(self) -> bytes:
        """The stages in milliseconds."""
        return ", ".join(f"{stage};dur={seconds * 1000:.1f}" for stage, seconds in self._laps).encode()


class _Disabled(ServerTiming):
    """For where nobody reads the times."""

    __slots__ = ()

    def lap(self, stage: str) -> None:
        """Note nothing."""


DISABLED = _Disabled()
