"""A request as the stages after the wire see it."""

import msgspec

from balai.backend.request_headers import Headers
from balai.backend.rest.request.payload import Payload
from balai.backend.rest.request.preferences import Preferences
from balai.backend.rest.request.query_string import Token
from balai.backend.rest.rules import QualifiedName
from balai.database.pipeline.spool import Spool

_WORD_OVERHEAD = 16


class RestRequest(msgspec.Struct, frozen=True):
    """A request off the wire, its path already taken apart. A body too large for memory is in `spool`."""

    method: str
    path: str
    schema: str
    name: str
    is_call: bool
    query: bytes
    headers: Headers
    body: bytes
    spool: Spool | None = None


class QueryShape(msgspec.Struct, frozen=True):
    """Everything of a request that decides on its statement, and nothing of its values."""

    method: str
    schema: str
    name: str
    is_call: bool
    tokens: tuple[Token, ...]
    preferences: Preferences
    accept: str
    body_media: str = ""
    payload_keys: tuple[str, ...] | None = None
    payload_is_array: bool = False
    payload_is_staged: bool = False

    @property
    def key(self) -> QualifiedName:
        """Schema and name of the relation or function."""
        return self.schema, self.name

    @property
    def is_head(self) -> bool:
        """Whether the answer has no body."""
        return self.method == "HEAD"

    @property
    def is_read(self) -> bool:
        """Whether the method promises to change nothing."""
        return self.method in ("GET", "HEAD")

    @property
    def body_slot(self) -> int:
        """The slot after those of the query string: the body's."""
        return 1 + max((token.slot for token in self.tokens), default=-1)

    @property
    def size(self) -> int:
        """What it takes to keep it, in characters: a word has its own cost, however short."""
        words = [self.accept, self.preferences.time_zone, *self.preferences.unknown, *(self.payload_keys or ())]
        words += [part for token in self.tokens for part in (token.key, token.text)]
        return sum(_WORD_OVERHEAD + len(word) for word in words)

    @property
    def payload(self) -> Payload:
        """The payload's form, without its text."""
        return Payload("", self.payload_is_array, self.payload_keys or (), self.payload_is_staged)
