"""How a transaction begins and ends: isolation, what runs before the statement, commit or rollback."""

from collections.abc import Mapping
from functools import lru_cache

from balai.backend.rest.rules import Rules
from balai.backend.rest.sql import qualified
from balai.database.pipeline import Bound, Step
from balai.database.transaction import literal

_NOTHING = Bound()
COMMIT: Step = ("COMMIT", _NOTHING)
# A violation that would only have shown at COMMIT has to show as well when there will be none.
_UNDO: tuple[Step, ...] = (("SET CONSTRAINTS ALL IMMEDIATE", _NOTHING), ("ROLLBACK", _NOTHING))
_ISOLATION = "default_transaction_isolation"
_LEVELS = frozenset({"read uncommitted", "read committed", "repeatable read", "serializable"})


def begin(settings: Mapping[str, str | bytes], *, is_read_only: bool) -> Step:
    """BEGIN, with the isolation that role or function ask for."""
    level = settings.get(_ISOLATION)
    isolation = f" ISOLATION LEVEL {level.upper()}" if isinstance(level, str) and level.lower() in _LEVELS else ""
    return f"BEGIN{isolation} READ {'ONLY' if is_read_only else 'WRITE'}", _NOTHING


def settle(settings: Mapping[str, str | bytes]) -> Step:
    """The statement that makes settings hold for this transaction."""
    return _settings_statement(tuple(settings)), Bound(tuple(settings.values()))


@lru_cache(maxsize=64)
def _settings_statement(names: tuple[str, ...]) -> str:
    """Gives no row back: what was set would only be sent to us again."""
    calls = [f"set_config({literal(name)}, ${number}, true) IS NULL" for number, name in enumerate(names, 1)]
    return f"SELECT WHERE {' OR '.join(calls)}"


def before(rules: Rules) -> tuple[Step, ...]:
    """What runs with the caller's rights ahead of every statement."""
    return ((f"SELECT {qualified(rules.pre_request)}()", _NOTHING),) if rules.pre_request is not None else ()


def end(rules: Rules, asked: str) -> tuple[Step, ...]:
    """COMMIT, or what leaves no trace."""
    return _UNDO if rules.rolls_back(asked) else (COMMIT,)
