"""Zalo messages to a phone number, by the notification service of an official account.

Access tokens last for about a day and are renewed with a refresh token that each renewal replaces. Both are stored,
encrypted with a key from the operator's secret; one process renews them while the others wait for the row's lock.
"""

import hashlib
import hmac
from uuid import UUID

import httpx
import msgspec

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.messaging.channels.message import SmsMessage
from balai.messaging.hook_delivery import PermanentFailure
from balai.security.stored_secrets import decrypt, encrypt
from balai.settings import Settings

PURPOSE = "provider tokens"
LOCK = "select pg_advisory_xact_lock(hashtextextended('balai.zalo', 0))"
READ = """
select sealed_access, sealed_refresh, expires_at > clock_timestamp() + interval '5 minutes' as is_fresh
from mailbox.provider_tokens where provider = 'zalo' and origin = $1
"""
STORE = """
insert into mailbox.provider_tokens (provider, origin, sealed_access, sealed_refresh, expires_at)
values ('zalo', $1, $2, $3, clock_timestamp() + make_interval(secs => $4))
on conflict (provider) do update set (origin, sealed_access, sealed_refresh, expires_at)
  = (excluded.origin, excluded.sealed_access, excluded.sealed_refresh, excluded.expires_at)
"""
FORGET = "update mailbox.provider_tokens set expires_at = '-infinity' where provider = 'zalo' and origin = $1"
# The number is not valid, has no Zalo account, or does not want or cannot get messages.
LASTING = frozenset({-108, -114, -115, -118, -119, -139, -140, -141})
TOKEN_REFUSED = frozenset({-124, -216})


class _Answer(msgspec.Struct, frozen=True):
    error: int
    message: str = ""


class _Tokens(msgspec.Struct, frozen=True):
    access_token: str
    refresh_token: str
    # As the service writes it: a number in a string.
    expires_in: int | str


class ZaloNotifications:
    """One official account."""

    def __init__(self, client: httpx.AsyncClient, pool: Pool, settings: Settings) -> None:
        self._client, self._pool, self._settings = client, pool, settings
        self._origin = hashlib.sha256(settings.zalo_refresh_token.encode()).hexdigest()

    async def send(self, id: UUID, text: SmsMessage) -> None:
        """Send one message. Raises PermanentFailure where no retry helps."""
        token = await self._token()
        body = {
            "phone": text.phone,
            "template_id": self._settings.zalo_template,
            "template_data": {"text": " ".join(text.content.split())},
            "tracking_id": str(id),
        }
        proof = hmac.new(self._settings.zalo_app_secret.encode(), token.encode(), hashlib.sha256).hexdigest()
        headers = {"access_token": token, "appsecret_proof": proof}
        response = await self._client.post(self._settings.zalo_url, json=body, headers=headers)
        response.raise_for_status()
        # Errors have status 200, too.
        answer = msgspec.json.decode(response.content, type=_Answer)
        if answer.error in LASTING:
            raise PermanentFailure(f"Zalo {answer.error}: {answer.message}"[:300])
        if answer.error in TOKEN_REFUSED:
            async with as_owner(self._pool) as conn:
                await conn.execute(FORGET, self._origin)
        if answer.error != 0:
            raise ConnectionError(f"Zalo {answer.error}: {answer.message}"[:300])

    async def _token(self) -> str:
        """A valid access token. A renewal is committed before the token is used: its predecessor is worth nothing."""
        secret = self._settings.jwt_secret
        async with as_owner(self._pool) as conn:
            await conn.execute(LOCK)
            row = await conn.fetchrow(READ, self._origin)
            access = decrypt(row["sealed_access"], secret, PURPOSE) if row and row["is_fresh"] else None
            if access is not None:
                return access.decode()
            refresh = decrypt(row["sealed_refresh"], secret, PURPOSE) if row else None
            tokens = await self._renew(refresh.decode() if refresh else self._settings.zalo_refresh_token)
            sealed = (encrypt(token.encode(), secret, PURPOSE) for token in (tokens.access_token, tokens.refresh_token))
            await conn.execute(STORE, self._origin, *sealed, float(tokens.expires_in))
        return tokens.access_token

    async def _renew(self, refresh_token: str) -> _Tokens:
        form = {"app_id": self._settings.zalo_app_id, "grant_type": "refresh_token", "refresh_token": refresh_token}
        headers = {"secret_key": self._settings.zalo_app_secret}
        response = await self._client.post(self._settings.zalo_token_url, data=form, headers=headers)
        response.raise_for_status()
        try:
            return msgspec.json.decode(response.content, type=_Tokens)
        except msgspec.MsgspecError as error:
            # Not the body: it may have a token in it.
            raise ConnectionError(f"Zalo renewed no token: status {response.status_code}") from error
