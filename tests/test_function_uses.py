"""Functions and arguments that clients may call have a screen: otherwise a rule is offered that no page knows."""

import re
from pathlib import Path

from tests.database.schema.reachable.functions import (
    FOR_ALL,
    FOR_MEMBERS,
    INTERNAL_FOR_ALL,
    INTERNAL_FOR_MEMBERS,
)
from tests.database.schema.reachable.functions_of_administrators import FOR_ADMINISTRATORS

ROOT = Path(__file__).parent.parent
ALL_ARGUMENTS = re.compile(r"^      (\w+):\s*\{\s*Args:\s*\{([^}]*)\}", re.MULTILINE)
# Called by other functions of the schema with the caller's rights, which check them again.
BY_FUNCTIONS = {
    "add_poll",
    "decide_held_text",
    "handle_private_report",
    "handle_report",
    "reopen_held_text",
    "reopen_report",
}
# For clients of the API: the page offers the same as a file.
FOR_CLIENTS = {"my_data"}
# For clients of the API: pages search all languages, the reader's first.
WITHOUT_A_SCREEN = {("search", "content_language")}


def _read(folder: str, *endings: str) -> str:
    files = (path for path in (ROOT / folder).rglob("*") if path.suffix in endings)
    skipped = {"node_modules", "generated", "static"}
    return "\n".join(path.read_text() for path in files if not skipped & set(path.parts) and ".test." not in path.name)


def _arguments() -> dict[str, set[str]]:
    types = (ROOT / "web/generated/database.ts").read_text()
    found: dict[str, set[str]] = {}
    for name, arguments in ALL_ARGUMENTS.findall(types[types.index("Functions: {") :]):
        found.setdefault(name, set()).update(re.findall(r"(\w+)\??:", arguments))
    return found


def _names(signatures: set[str]) -> set[str]:
    return {signature.partition("(")[0] for signature in signatures}


def test_functions_have_a_screen() -> None:
    offered = _names(FOR_ALL | FOR_MEMBERS | FOR_ADMINISTRATORS) - _names(INTERNAL_FOR_ALL | INTERNAL_FOR_MEMBERS)
    used = set(re.findall(r"\w+", _read("web", ".ts", ".tsx") + _read("balai/site", ".py")))
    assert offered - used == BY_FUNCTIONS | FOR_CLIENTS


def test_arguments_have_a_screen() -> None:
    """By name alone, anywhere in the browser's code: an argument that no screen names is found, each use is not."""
    offered = _names(FOR_ALL | FOR_MEMBERS | FOR_ADMINISTRATORS) - _names(INTERNAL_FOR_ALL | INTERNAL_FOR_MEMBERS)
    scripts = _read("web", ".ts", ".tsx")
    used = set(re.findall(r"\w+", scripts))
    called = {name for name in offered if f'"{name}"' in scripts}
    assert len(called) > 100
    arguments = _arguments()
    unused = {(name, argument) for name in called for argument in arguments.get(name, set()) - used}
    assert unused == WITHOUT_A_SCREEN
