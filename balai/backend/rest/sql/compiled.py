"""The compiled form of a request."""

import msgspec

from balai.backend.rest.sql.writer import Template


class CompiledQuery(msgspec.Struct, frozen=True):
    """A statement, and what is needed to run it and to build the response."""

    template: Template
    kind: str
    is_read_only: bool
    is_single: bool
    applied_preferences: str
    limit: int | None = None
    content_type: str = ""
    estimate: Template | None = None
    affects: bool = False
    is_void: bool = False
    settings: tuple[tuple[str, str], ...] = ()
    is_binary: bool = False
