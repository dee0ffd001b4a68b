"""Defines one setting and validates values for it."""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, get_type_hints

NO_LIMIT = 10**9
YES = {"1", "true", "yes", "on"}
NO = {"", "0", "false", "no", "off"}


@dataclass(frozen=True)
class Setting:
    """How a setting is read. Name and type come from its field in `Settings`.

    `default` is a text, as in the environment. A number is between `minimum` and `maximum`, or empty if its default is.
    An address begins with one of `schemes`. `parse` raises ValueError for a value that is not of the `form`.
    """

    default: str
    meaning: str
    secret: bool = False
    minimum: int | None = None
    maximum: int | None = None
    choices: Sequence[str] = ()
    schemes: Sequence[str] = ()
    parse: Callable[[str], object] | None = None
    form: str = ""
    field: str = ""
    kind: type = str

    @property
    def name(self) -> str:
        return f"BALAI_{self.field.upper()}"

    @property
    def is_switch(self) -> bool:
        return self.kind is bool

    def find_error(self, text: str) -> str:
        """Return why the text is invalid, in one line; empty if it is valid."""
        if self.minimum is not None and not self._is_number(text):
            return f"{self.name}={text!r}: give a whole number from {self.minimum} to {self.maximum}"
        if self.is_switch and text.lower() not in YES | NO:
            return f"{self.name}={text!r}: give true or false"
        if self.choices and text not in self.choices:
            return f"{self.name}={text!r}: give one of {', '.join(self.choices)}"
        if self.schemes and text and text.partition("://")[0] not in self.schemes:
            starts = " or ".join(f"{scheme}://" for scheme in self.schemes)
            return f"{self.name}: give an address that starts with {starts}"
        if self.parse is not None and text and not self._is_parsed(text):
            shown = "" if self.secret else f"={text!r}"
            return f"{self.name}{shown}: give {self.form}"
        return ""

    def _is_parsed(self, text: str) -> bool:
        try:
            return self.parse is not None and self.parse(text) is not None
        except ValueError:
            return False

    def _is_number(self, text: str) -> bool:
        if text == "" == self.default:
            return True
        return text.isdecimal() and self.minimum is not None and self.minimum <= int(text) <= (self.maximum or 0)


def setting(default: str, meaning: str, **bounds: Any) -> Any:
    """Declare a field of `Settings`; `settings_of` adds the field's name and type."""
    return dataclasses.field(metadata={"setting": Setting(default, meaning, **bounds)})


def settings_of(declared: type) -> tuple[Setting, ...]:
    """Return the settings declared by a dataclass's fields, in order."""
    kinds = get_type_hints(declared)
    return tuple(
        dataclasses.replace(field.metadata["setting"], field=field.name, kind=kinds[field.name])
        for field in dataclasses.fields(declared)
    )
