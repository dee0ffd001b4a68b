"""A request, and its shape."""

import msgspec

from balai.backend.request_headers import Headers
from balai.backend.rest.request.payload import Payload
from balai.backend.rest.request.preferences import Preferences
from balai.backend.rest.request.query_string import Token
from balai.backend.rest.rules import QualifiedName
from balai.database.pipeline.spool import Spool

_WORD_OVERHEAD = 16


class RestRequest(msgspec.Struct, frozen=True):
    """A request with its path parsed. A body too large for memory is in `spool`."""

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
    """Everything in a request that determines its statement, without its values."""

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
        """Whether the response has no body."""
        return self.method == "HEAD"

    @property
    def is_read(self) -> bool:
        """Whether the method is read-only."""
        return self.method in ("GET", "HEAD")

    @property
    def body_slot(self) -> int:
        """The slot of the body: the one after those of the query string."""
        return 1 + max((token.slot for token in self.tokens), default=-1)

    @property
    def size(self) -> int:
        """Memory needed to cache it, in characters; each word costs a fixed overhead."""
        words = [self.accept, self.preferences.time_zone, *self.preferences.unknown, *(self.payload_keys or ())]
        words += [part for token in self.tokens for part in (token.key, token.text)]
        return sum(_WORD_OVERHEAD + len(word) for word in words)

    @property
    def payload(self) -> Payload:
        """The payload's keys and kind, without its text."""
        return Payload("", self.payload_is_array, self.payload_keys or (), self.payload_is_staged)
