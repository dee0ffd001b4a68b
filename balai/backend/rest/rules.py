"""The operator's rules of the data service, and its behaviour where the protocol leaves a choice.

A database can override them, under the protocol's names, as settings of the service's login role: `alter role … set
pgrst.db_max_rows = 500`.
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
    """The operator's choices.

    - `schemas` are served, the first by default.
    - `tx_end` says how transactions end, and whether clients may override it.
    - `pre_request` is a function that runs before each statement, `root_spec` one that answers at the root.
    - `origins` are the pages that may send credentials; if empty, any page may call, without credentials.
    - `hoisted` are settings of a function that apply to its whole transaction.
    - `anon_role` is the role of callers without a token; if empty, they are rejected.
    - `audience`, if set, must be among a token's audiences.
    - `role_claim` is the path of keys and indexes to a token's role.
    - `max_bytes` limits the rows of a response, and the embeds of all its levels together.
    - `max_embeds` limits the embeds of a request: PostgreSQL plans 100 in about 50 ms, 800 in 2.4 s.
    - `requires_policies` hides tables that are not guarded from roles that row security applies to.
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
    max_bytes: int | None = 16 * 2**20
    max_embeds: int | None = 100

    @property
    def allows_tx_override(self) -> bool:
        """Whether `Prefer: tx=` is honoured."""
        return self.tx_end.endswith("-allow-override")

    def rolls_back(self, preference: str) -> bool:
        """Whether a transaction is rolled back at its end, given the client's preference."""
        if preference and self.allows_tx_override:
            return preference == "rollback"
        return self.tx_end.startswith("rollback")


def override_rules(rules: Rules, pairs: Iterable[tuple[str, str]]) -> Rules:
    """Returns the rules with some overridden by name.

    Raises:
        ValueError: an unknown name or invalid value; the message says which.
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
        raise ValueError("give an integer, or nothing for no limit")
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
