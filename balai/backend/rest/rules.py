"""What the operator of the data service allows, and how the service behaves where the protocol leaves a choice.

A database can bring its rules along, under the protocol's names, as settings of the role that the service signs in as:
`alter role … set pgrst.db_max_rows = 500`.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

QualifiedName = tuple[str, str]  # schema and name
HOISTED = ("statement_timeout", "plan_filter.statement_cost_limit", "default_transaction_isolation")
_ENDS = ("commit", "commit-allow-override", "rollback", "rollback-allow-override")
_OPENAPI = ("follow-privileges", "ignore-privileges", "disabled")
_HEADER = re.compile(r"[A-Za-z0-9-]*")


class Rules(msgspec.Struct, frozen=True):
    """`schemas` are served, the first by default. `tx_end` says how transactions end, and whether clients may say so.

    `pre_request` is a function that runs before each statement, `root_spec` one that answers at the root. `origins`
    are the pages that may call with credentials; none named means any page, without. `hoisted` are settings of a
    function that hold for its whole transaction.

    `anon_role` is whose rights callers without a token have; where it is empty they are refused. A token has to be for
    `audience`, where one is set, and says its role under `role_claim`, a path of keys and indexes. Where it
    `requires_policies`, tables that nobody guards do not exist for roles that row security binds.
    """

    schemas: tuple[str, ...] = ("public",)
    max_rows: int | None = 1000
    extra_search_path: tuple[str, ...] = ("extensions",)
    has_aggregates: bool = False
    has_plans: bool = False
    tx_end: str = "commit"
    pre_request: QualifiedName | None = None
    root_spec: QualifiedName | None = None
    openapi: str = "follow-privileges"
    has_timing: bool = False
    trace_header: str = ""
    origins: tuple[str, ...] = ()
    anon_role: str = "anon"
    audience: str = ""
    role_claim: tuple[str | int, ...] = ("role",)
    hoisted: tuple[str, ...] = HOISTED
    requires_policies: bool = False

    @property
    def allows_tx_override(self) -> bool:
        """Whether `Prefer: tx=` is listened to."""
        return self.tx_end.endswith("-allow-override")

    def rolls_back(self, asked: str) -> bool:
        """Whether a transaction is undone at its end, given what the client asked."""
        if asked and self.allows_tx_override:
            return asked == "rollback"
        return self.tx_end.startswith("rollback")


def override_rules(rules: Rules, pairs: Iterable[tuple[str, str]]) -> Rules:
    """The rules changed by name.

    Raises:
        ValueError: a name or value that means nothing; the message says which.
    """
    changes = {}
    for name, value in pairs:
        known = _OVERRIDABLE.get(name)
        if known is None:
            raise ValueError(f"{name} is not a rule of the data service")
        try:
            changes[known[0]] = known[1](value)
        except ValueError as error:
            raise ValueError(f"{name}={value!r}: {error}") from error
    return msgspec.structs.replace(rules, **changes)


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _schemas(text: str) -> tuple[str, ...]:
    if not _list(text):
        raise ValueError("name at least one schema")
    return _list(text)


def _count(text: str) -> int | None:
    if text and not text.isdecimal():
        raise ValueError("give a whole number, or nothing for no limit")
    return int(text) if text else None


def _boolean(text: str) -> bool:
    if text.lower() not in ("true", "false", "on", "off"):
        raise ValueError("give true or false")
    return text.lower() in ("true", "on")


def _function(text: str) -> QualifiedName | None:
    schema, _, name = text.rpartition(".")
    return (schema or "public", name) if name else None


def _header(text: str) -> str:
    if not _HEADER.fullmatch(text):
        raise ValueError("give the name of a header")
    return text.lower()


def _one_of(*choices: str) -> Callable[[str], str]:
    def choose(text: str) -> str:
        if text not in choices:
            raise ValueError(f"give one of {', '.join(choices)}")
        return text

    return choose


_OVERRIDABLE: dict[str, tuple[str, Callable[[str], Any]]] = {
    "db_schemas": ("schemas", _schemas),
    "db_extra_search_path": ("extra_search_path", _list),
    "db_max_rows": ("max_rows", _count),
    "db_aggregates_enabled": ("has_aggregates", _boolean),
    "db_plan_enabled": ("has_plans", _boolean),
    "db_tx_end": ("tx_end", _one_of(*_ENDS)),
    "db_pre_request": ("pre_request", _function),
    "db_root_spec": ("root_spec", _function),
    "db_hoisted_tx_settings": ("hoisted", _list),
    "openapi_mode": ("openapi", _one_of(*_OPENAPI)),
    "server_timing_enabled": ("has_timing", _boolean),
    "server_trace_header": ("trace_header", _header),
    "server_cors_allowed_origins": ("origins", _list),
}
