"""One row of the benchmark table."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Row:
    """A measured value and its target; `detail` holds the absolute values behind it."""

    name: str
    value: float
    target: float
    better: Literal["higher", "lower"]
    detail: str = ""

    @property
    def ok(self) -> bool:
        return self.value >= self.target if self.better == "higher" else self.value <= self.target

    def as_json(self) -> dict[str, object]:
        """The form of build/bench.json."""
        return {
            "name": self.name,
            "value": self.value,
            "target": self.target,
            "better": self.better,
            "ok": self.ok,
            "detail": self.detail,
        }
