"""JSON Web Tokens (RFC 7519) of all services: session tokens and the two API keys. Claims: auth contract, 3.1.

Sessions are signed with a key pair (ES256 or RS256), so that holders of the public key can verify them. API keys are
signed with the shared secret (HS256) and change only with it. During a key rotation several pairs are valid: new tokens
are signed with the newest, and older tokens stay valid until they expire.
"""

import base64
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from joserfc import jws, jwt
from joserfc.errors import BadSignatureError, JoseError
from joserfc.jwk import ECKey, OctKey, RSAKey

from balai.cache import BoundedCache

Reason = Literal["malformed", "signature", "algorithm", "key", "expired", "expiry", "early", "start", "claims", "ended"]
Algorithm = Literal["ES256", "RS256"]
# Accepted difference between the clocks of an issuer and this machine, for the start (`nbf`) of a token.
CLOCK_SKEW_S = 30
# Algorithms that a verifier may have keys for (RFC 7518, 3.1).
KNOWN_ALGORITHMS = frozenset(f"{kind}{size}" for kind in ("HS", "RS", "ES", "PS") for size in (256, 384, 512))
# A token that names no key is compared with so many.
MAX_TRIED_KEYS = 10
API_KEY_TTL_S = 10 * 365 * 24 * 3600
CACHE_SIZE = 4096
# Users control part of their claims, so long tokens are verified each time instead of cached.
MAX_CACHED_TOKEN = 4096
# Expired entries of ended sessions are removed each time their number has doubled from this.
PRUNE_ABOVE = 1024


class TokenError(Exception):
    """An invalid token. `reason` selects the exact error of the protocol."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class ApiKeys(msgspec.Struct, frozen=True):
    """The keys that clients send as `apikey`: `anon` is public, `service_role` bypasses row-level security."""

    anon: str
    service_role: str


class KeyPair(msgspec.Struct, frozen=True, kw_only=True):
    """Signs from `signs_from` and verifies until `verifies_until` (Unix seconds). `private`: None if it is unknown."""

    kid: str
    algorithm: Algorithm
    public: ECKey | RSAKey
    private: ECKey | RSAKey | None = None
    signs_from: float = 0.0
    verifies_until: float = float("inf")


class KeyRing:
    """Signs and verifies all tokens of a process. `KeyRingListener` updates it through `replace`."""

    def __init__(self, secret: str, pairs: Iterable[KeyPair] = (), *, tries_all: bool = False) -> None:
        """`tries_all`: a token that names no key is compared with every key of its algorithm."""
        self._tries_all = tries_all
        self._shared = OctKey.import_key(secret)
        self._pairs: dict[str, KeyPair] = {}
        self._cache: BoundedCache[str, dict[str, Any]] = BoundedCache(CACHE_SIZE)
        # Ended sessions whose tokens have not expired, and sessions of blocked users: id and the end of the entry (Unix
        # seconds). It is the expiry of the last token, or the end of the block.
        self._ended: dict[str, float] = {}
        self._prune_above = PRUNE_ABOVE
        # Called with ended sessions, for services that trust a token for longer than one request.
        self.on_end: Callable[[frozenset[str]], None] = lambda _: None
        self.replace(pairs)

    def replace(self, pairs: Iterable[KeyPair]) -> None:
        """Use these pairs from now on and clear the cache of verified tokens."""
        self._pairs = {pair.kid: pair for pair in pairs}
        self._cache.clear()

    def end_sessions(self, ends: Mapping[str, float]) -> None:
        """Reject the tokens of these sessions until the given times (Unix seconds). A past time accepts them again."""
        self._ended.update(ends)
        if len(self._ended) > self._prune_above:
            now = time.time()
            self._ended = {session: until for session, until in self._ended.items() if until > now}
            self._prune_above = max(PRUNE_ABOVE, 2 * len(self._ended))
        self.on_end(frozenset(ends))

    def replace_ended_sessions(self, ends: Mapping[str, float]) -> None:
        """Reject the tokens of exactly these sessions: a block may have been lifted while the connection was lost."""
        self._ended.clear()
        self.end_sessions(ends)

    def public_keys(self) -> list[dict[str, Any]]:
        """The public half of each pair as a JSON Web Key, for `/.well-known/jwks.json`."""
        return [
            {**pair.public.as_dict(private=False), "kid": pair.kid, "alg": pair.algorithm, "use": "sig"}
            | {"key_ops": ["verify"]}
            for pair in self._pairs.values()
            if pair.verifies_until > time.time()
        ]

    def sign(self, claims: Mapping[str, Any]) -> str:
        """Sign the claims unchanged (times included). Returns the compact serialization."""
        now = time.time()
        usable = [pair for pair in self._pairs.values() if pair.private is not None and pair.signs_from <= now]
        newest = max(usable, key=lambda pair: pair.signs_from, default=None)
        if newest is None or newest.private is None:
            return jwt.encode({"alg": "HS256", "typ": "JWT"}, dict(claims), self._shared, algorithms=["HS256"])
        header = {"alg": newest.algorithm, "typ": "JWT", "kid": newest.kid}
        return jwt.encode(header, dict(claims), newest.private, algorithms=[newest.algorithm])

    def verify(self, token: str, *, now: float | None = None) -> Mapping[str, Any]:
        """The claims of a valid token: signed by us, not expired, session not ended.

        Raises:
            TokenError: as for `read`, or the session has ended.
        """
        claims = self.read(token, now=now)
        if self._ended and self._ended.get(str(claims.get("session_id")), 0.0) > time.time():
            raise TokenError("ended")
        return claims

    def read(self, token: str, *, now: float | None = None) -> Mapping[str, Any]:
        """The claims of a token with our signature that has not expired. The caller checks the session.

        A verified token is cached; its expiry and start are checked each time.

        Raises:
            TokenError: malformed, foreign signature, another algorithm, an unknown or retired key, expired, early, or
                claims of the wrong type.
        """
        claims = self._cache.get(token)
        if claims is None:
            claims = self._read(token)
            if len(token) <= MAX_CACHED_TOKEN:
                self._cache[token] = claims
        expiry = claims.get("exp")
        if expiry is not None and expiry <= (time.time() if now is None else now):
            raise TokenError("expired")
        start = claims.get("nbf")
        if start is not None and start > max(now or 0, time.time()) + CLOCK_SKEW_S:
            raise TokenError("early")
        return claims

    def _read(self, token: str) -> dict[str, Any]:
        keys, algorithm = self._keys_of(_header_of(token))
        claims = _claims_of(token, keys, algorithm)
        if not isinstance(claims, dict):
            raise TokenError("claims")
        expiry = claims.get("exp")
        if expiry is not None and (isinstance(expiry, bool) or not isinstance(expiry, int | float)):
            raise TokenError("expiry")
        start = claims.get("nbf")
        if start is not None and (isinstance(start, bool) or not isinstance(start, int | float)):
            raise TokenError("start")
        return claims

    def _keys_of(self, header: dict[str, Any]) -> tuple[list[OctKey | ECKey | RSAKey], str]:
        """The key named by the header, or those to try, and the only algorithm of these keys.

        The header never chooses the algorithm of a key.
        """
        algorithm, kid = header.get("alg"), header.get("kid")
        pair = self._pairs.get(kid) if isinstance(kid, str) else None
        if pair is not None and pair.verifies_until > time.time():
            if algorithm != pair.algorithm:
                raise TokenError("algorithm")
            return [pair.public], pair.algorithm
        if algorithm == "HS256":
            return [self._shared], "HS256"
        if self._tries_all and kid is None and algorithm in ("ES256", "RS256"):
            fitting = [
                pair.public
                for pair in self._pairs.values()
                if pair.algorithm == algorithm and pair.verifies_until > time.time()
            ]
            if fitting:
                return list(fitting[:MAX_TRIED_KEYS]), algorithm
        raise TokenError("key" if algorithm in KNOWN_ALGORITHMS else "algorithm")


def _claims_of(token: str, keys: Sequence[OctKey | ECKey | RSAKey], algorithm: str) -> Any:
    """The claims of a token that one of these keys has signed. Raises TokenError."""
    failed: TokenError = TokenError("key")
    for key in keys:
        try:
            return msgspec.json.decode(jws.deserialize_compact(token, key, algorithms=[algorithm]).payload)
        except BadSignatureError:
            failed = TokenError("signature")
        except (JoseError, ValueError, TypeError, RecursionError):
            failed = TokenError("malformed")
    raise failed


def _header_of(token: str) -> dict[str, Any]:
    first, *others = token.split(".")
    if len(others) != 2:
        raise TokenError("malformed")
    try:
        header = msgspec.json.decode(base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)))
    except (ValueError, RecursionError) as error:
        raise TokenError("malformed") from error
    if not isinstance(header, dict):
        raise TokenError("malformed")
    return header


def sign(claims: Mapping[str, Any], secret: str) -> str:
    """Sign claims with the shared secret."""
    return KeyRing(secret).sign(claims)


def verify(token: str, secret: str, *, now: float | None = None) -> Mapping[str, Any]:
    """Verify a token that was signed with the shared secret. Raises TokenError."""
    return KeyRing(secret).verify(token, now=now)


def api_keys(secret: str) -> ApiKeys:
    """The API keys of a secret: the same on every node and after every start."""
    return ApiKeys(anon=_api_key("anon", secret), service_role=_api_key("service_role", secret))


def _api_key(role: str, secret: str) -> str:
    # A fixed `iat` keeps the key the same on every node, so that it can be copied into a client.
    issued = 1767225600
    return sign({"iss": "balai", "role": role, "iat": issued, "exp": issued + API_KEY_TTL_S}, secret)
