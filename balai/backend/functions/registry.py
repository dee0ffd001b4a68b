"""Finds functions: files in the operator's directory, entry points of packages, and functions that ship with the
program.

A file `hello.py` is the function `hello` as soon as it exists; `_shared.py` is not a function and holds shared code.
`functions.toml` beside them contains options of single functions (docs/guides/functions.md).
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path

import msgspec

from balai.errors import StartError
from balai.functions import Function

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
GROUP = "balai.functions"
OPTIONS = "functions.toml"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a function in `functions.toml`; a missing one leaves the default."""

    verify_jwt: bool | None = None
    time_limit_s: float | None = None
    memory_mb: int | None = None

    def applied_to(self, function: Function) -> Function:
        """Returns the function with these options."""
        return replace(
            function, **{name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not None}
        )


class Registry:
    """The functions of this worker."""

    def __init__(self, folder: Path | None = None, own: Mapping[str, Function] | None = None) -> None:
        """Reads the options and the entry points; files are looked up on each request.

        Raises:
            StartError: the directory or its options cannot be used.
        """
        if folder is not None and not folder.is_dir():
            raise StartError(f"BALAI_FUNCTIONS_DIR is not a directory: {folder}")
        self._folder = folder
        self._options = _read_options(folder / OPTIONS) if folder is not None else {}
        installed = {point.name: Function(f"module:{point.value}") for point in entry_points(group=GROUP)}
        self._installed = {**(own or {}), **installed}

    def find(self, name: str) -> Function | None:
        """Returns the function of this name in its current version."""
        if not NAME.fullmatch(name):
            return None
        found = self._find_file(name) or self._installed.get(name)
        options = self._options.get(name)
        return options.applied_to(found) if found is not None and options is not None else found

    def _find_file(self, name: str) -> Function | None:
        if self._folder is None:
            return None
        file = self._folder / f"{name}.py"
        try:
            return Function(f"file:{file}", version=file.stat().st_mtime_ns)
        except OSError:
            return None


def _read_options(file: Path) -> dict[str, Options]:
    try:
        return msgspec.convert(tomllib.loads(file.read_text()), dict[str, Options]) if file.exists() else {}
    except (OSError, ValueError) as error:
        raise StartError(f"{file} cannot be used: {error}") from error
