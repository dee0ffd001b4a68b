"""How a transaction begins and ends: isolation, what runs before the statement, commit or rollback."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from balai.backend.rest.rules import Rules
from balai.backend.rest.sql.writer import qualified
from balai.database.pipeline.connection import Bound, BoundStep
from balai.database.transaction import literal


def _step_of(text: str) -> BoundStep:
    return text, Bound(text)


COMMIT = _step_of("COMMIT")
# A violation that would only have shown at COMMIT has to show as well when there will be none.
_ROLLBACK = (_step_of("SET CONSTRAINTS ALL IMMEDIATE"), _step_of("ROLLBACK"))
_ISOLATION = "default_transaction_isolation"
_LEVELS = frozenset({"read uncommitted", "read committed", "repeatable read", "serializable"})


def begin_step(settings: Mapping[str, str | bytes], *, is_read_only: bool) -> BoundStep:
    """BEGIN, with the isolation that role or function ask for."""
    level = _level_of(settings)
    isolation = f" ISOLATION LEVEL {level}" if level else ""
    return _step_of(f"BEGIN{isolation} READ {'ONLY' if is_read_only else 'WRITE'}")


def settings_step(settings: Mapping[str, str | bytes]) -> BoundStep:
    """The statement that makes settings hold for this transaction."""
    text = _settings_statement(tuple(settings))
    return text, Bound(text, tuple(settings.values()))


class TransactionSetup(msgspec.Struct, frozen=True):
    """How a transaction begins: with BEGIN and settings, or with `combined` alone.

    PostgreSQL takes what comes before a Sync for one transaction, so one that leaves in a single message needs neither
    BEGIN nor COMMIT. `combined` is None where it has to begin with more than settings can say.
    """

    begin: BoundStep
    settings: BoundStep
    combined: BoundStep | None

    @classmethod
    def of(cls, settings: Mapping[str, str | bytes], *, is_read_only: bool) -> "TransactionSetup":
        """With these settings."""
        all_settings = {**settings, "transaction_read_only": "on"} if is_read_only else settings
        combined = None if _level_of(settings) else settings_step(all_settings)
        return cls(begin_step(settings, is_read_only=is_read_only), settings_step(settings), combined)


def _level_of(settings: Mapping[str, str | bytes]) -> str:
    level = settings.get(_ISOLATION)
    return level.upper() if isinstance(level, str) and level.lower() in _LEVELS else ""


@lru_cache(maxsize=64)
def _settings_statement(names: tuple[str, ...]) -> str:
    """Gives no row back: what was set would only be sent to us again."""
    calls = [f"set_config({literal(name)}, ${number}, true) IS NULL" for number, name in enumerate(names, 1)]
    return f"SELECT WHERE {' OR '.join(calls)}"


def pre_request_steps(rules: Rules) -> tuple[BoundStep, ...]:
    """What runs with the caller's rights ahead of every statement."""
    return (_step_of(f"SELECT {qualified(rules.pre_request)}()"),) if rules.pre_request is not None else ()


def end_steps(rules: Rules, asked: str) -> tuple[BoundStep, ...]:
    """COMMIT, or what leaves no trace."""
    return _ROLLBACK if rules.rolls_back(asked) else (COMMIT,)
