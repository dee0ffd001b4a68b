"""Measures how long each stage of a request takes, for the `Server-Timing` header."""

from time import perf_counter

STAGES = ("jwt", "parse", "plan", "transaction", "response")


class ServerTiming:
    """A stopwatch that starts with the request; each `lap` ends a stage."""

    __slots__ = ("_laps", "_last")

    def __init__(self) -> None:
        self._laps: list[tuple[str, float]] = []
        self._last = perf_counter()

    def lap(self, stage: str) -> None:
        """Records the end of a stage."""
        now = perf_counter()
        self._laps.append((stage, now - self._last))
        self._last = now

    def stop(self, last: str = "transaction") -> None:
        """Records the stage in which the request has failed; `last` is the latest that it can be."""
        if len(self._laps) <= STAGES.index(last):
            self.lap(STAGES[len(self._laps)])

    def header(self) -> bytes:
        """The stages in milliseconds."""
        return ", ".join(f"{stage};dur={seconds * 1000:.1f}" for stage, seconds in self._laps).encode()


class _Disabled(ServerTiming):
    """Measures nothing, where the header is switched off."""

    __slots__ = ()

    def lap(self, stage: str) -> None:
        """Does nothing."""

    def stop(self, last: str = "") -> None:
        """Does nothing."""


DISABLED = _Disabled()
