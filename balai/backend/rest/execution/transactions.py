"""Begins and ends transactions: isolation, settings, pre-request function, commit or rollback."""

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
# A deferred constraint that COMMIT would check must also be checked when the transaction rolls back.
_ROLLBACK = (_step_of("SET CONSTRAINTS ALL IMMEDIATE"), _step_of("ROLLBACK"))
_ISOLATION = "default_transaction_isolation"
_LEVELS = frozenset({"read uncommitted", "read committed", "repeatable read", "serializable"})


def begin_step(settings: Mapping[str, str | bytes], *, is_read_only: bool) -> BoundStep:
    """BEGIN, with the isolation level set for the role or function."""
    level = _level_of(settings)
    isolation = f" ISOLATION LEVEL {level}" if level else ""
    return _step_of(f"BEGIN{isolation} READ {'ONLY' if is_read_only else 'WRITE'}")


def settings_step(settings: Mapping[str, str | bytes]) -> BoundStep:
    """The statement that applies settings for this transaction."""
    text = _settings_statement(tuple(settings))
    return text, Bound(text, tuple(settings.values()))


class TransactionSetup(msgspec.Struct, frozen=True):
    """How a transaction begins: with BEGIN and settings, or with `combined` alone.

    PostgreSQL treats everything before a Sync as one transaction, so a transaction sent in a single message needs
    neither BEGIN nor COMMIT. `combined` is None if it needs an isolation level, which settings cannot express.
    """

    begin: BoundStep
    settings: BoundStep
    combined: BoundStep | None

    @classmethod
    def of(cls, settings: Mapping[str, str | bytes], *, is_read_only: bool) -> "TransactionSetup":
        """The setup with these settings."""
        all_settings = {**settings, "transaction_read_only": "on"} if is_read_only else settings
        combined = None if _level_of(settings) else settings_step(all_settings)
        return cls(begin_step(settings, is_read_only=is_read_only), settings_step(settings), combined)


def _level_of(settings: Mapping[str, str | bytes]) -> str:
    level = settings.get(_ISOLATION)
    return level.upper() if isinstance(level, str) and level.lower() in _LEVELS else ""


@lru_cache(maxsize=64)
def _settings_statement(names: tuple[str, ...]) -> str:
    """Returns no row: the server would only send back what was set."""
    calls = [f"set_config({literal(name)}, ${number}, true) IS NULL" for number, name in enumerate(names, 1)]
    return f"SELECT WHERE {' OR '.join(calls)}"


def pre_request_steps(rules: Rules) -> tuple[BoundStep, ...]:
    """The configured function, which runs with the caller's rights before every statement."""
    return (_step_of(f"SELECT {qualified(rules.pre_request)}()"),) if rules.pre_request is not None else ()


def end_steps(rules: Rules, preference: str) -> tuple[BoundStep, ...]:
    """COMMIT, or a rollback."""
    return _ROLLBACK if rules.rolls_back(preference) else (COMMIT,)
