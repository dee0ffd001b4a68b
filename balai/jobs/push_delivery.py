"""Sends notifications to the devices whose members allowed it, by the Web Push protocol.

A message is claimed for two minutes in its own transaction and sent outside of any: delivery is at least once, and a
repeat replaces the first on the device (`tag`). A notification that was read meanwhile sends nothing. A device that is
gone (404, 410) is deleted; other failures are retried for a day.
"""

import asyncio
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import asyncpg
import msgspec
import structlog
from joserfc.jwk import ECKey

from balai.database.pool import Pool
from balai.database.transaction import advisory_lock, as_owner
from balai.http.client import OutgoingHttpClient, RequestFailed
from balai.messaging.web_push import Subscription, authorization, encrypt, public_key
from balai.security.stored_secrets import KEYS, decrypt
from balai.security.stored_secrets import encrypt as encrypt_stored
from balai.settings import Settings
from balai.site.payloads import Lang
from balai.site.texts import Texts

BATCH = 20
CLAIM_TTL = timedelta(minutes=2)
MIN_BACKOFF_S = 30
MAX_BACKOFF_S = 3 * 3600
LIFETIME = timedelta(days=1)
GONE = {404, 410}
# The push service cannot deliver this message, ever.
REFUSED = {400, 413}
OK_BELOW = 300
READ_KEY = "select private_key from public.push_keys"
# Subscriptions are bound to the key they were made with.
REPLACE_KEY = """
with old as (delete from public.push_subscriptions where exists (select from public.push_keys))
insert into public.push_keys (public_key, private_key) values ($1, $2)
on conflict (id) do update set public_key = excluded.public_key, private_key = excluded.private_key, created_at = now()
"""
DROP_OLD = """
delete from public.push_messages as m where m.created_at < now() - $1::interval
  or exists (select from public.notifications as n where n.id = m.notification_id and n.read_at is not null)
"""
CLAIM = """
with due as (
  select id from public.push_messages where next_attempt_at <= clock_timestamp()
  order by next_attempt_at, id limit $1 for update skip locked
), claimed as (
  update public.push_messages as m set attempts = m.attempts + 1, next_attempt_at = clock_timestamp() + $2
  from due where m.id = due.id returning m.*
)
select c.id, c.attempts, s.id as device, s.endpoint, s.public_key, s.auth_secret, s.has_details,
  n.id as notification, n.kind, n.booking_id, n.post_id, n.path, n.subject, p.language::text as language,
  coalesce(actor.display_name, '') as actor,
  coalesce(public.name_in_message(post, public.offered_language(p.language)), '') as title,
  public.path_to_text(f.slug, post.id, post.article_id, r.number, public.offered_language(p.language)) as text_path,
  coalesce((select t.name from public.service_texts t where t.service_id = b.service_id
    order by t.language = p.language desc, t.language limit 1), '') as service
from claimed c
join public.push_subscriptions s on s.id = c.subscription_id
join public.profiles p on p.id = s.member_id
left join public.notifications n on n.id = c.notification_id
left join public.profiles actor on actor.id = n.actor_id
left join public.posts post on post.id = n.post_id
left join public.forums f on f.id = post.forum_id
left join public.replies r on r.id = n.reply_id
left join public.bookings b on b.id = n.booking_id
"""
READ_SITE_NAME = "select name from public.site_names where language::text = $1"
DONE = "delete from public.push_messages where id = $1"
DROP_DEVICE = "delete from public.push_subscriptions where id = $1"
RETRY = "update public.push_messages set next_attempt_at = clock_timestamp() + $2 where id = $1"

log = structlog.get_logger("balai.jobs.push_delivery")


class PushText(msgspec.Struct, frozen=True):
    """The message as the service worker shows it: web/entries/serviceWorker.ts."""

    title: str
    body: str
    url: str
    tag: str
    lang: Lang


class PushSender:
    """Sends due messages. One per process."""

    def __init__(self, pool: Pool, settings: Settings, outgoing: OutgoingHttpClient, locales: Path) -> None:
        self._pool = pool
        self._settings = settings
        self._outgoing = outgoing
        self._texts = Texts.read(locales)
        self._key: ECKey | None = None

    async def deliver(self) -> bool:
        """Send what is due. True when more may be due."""
        key = self._key = self._key or await ensure_push_key(self._pool, self._settings.jwt_secret)
        async with as_owner(self._pool) as conn:
            await conn.execute(DROP_OLD, LIFETIME)
            rows = await conn.fetch(CLAIM, BATCH, CLAIM_TTL)
        await asyncio.gather(*(self._send(row, key) for row in rows))
        return len(rows) == BATCH

    async def _send(self, row: asyncpg.Record, key: ECKey) -> None:
        device = Subscription(row["endpoint"], row["public_key"], row["auth_secret"])
        try:
            text = msgspec.json.encode(await self._text(row))
            body = encrypt(text, device)
        except ValueError:
            log.warning("push_message_impossible", device=str(row["device"]))
            await self._execute(DROP_DEVICE, row["device"])
            return
        headers = {
            "authorization": authorization(device.endpoint, key, self._settings.site_url),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(int(LIFETIME.total_seconds())),
            "urgency": "normal",
        }
        try:
            status, _ = await self._outgoing.fetch(
                "POST", device.endpoint, trusted=False, headers=headers, content=body
            )
        except RequestFailed as error:
            log.info("push_message_rescheduled", device=str(row["device"]), error=str(error))
            status = 503
        await self._settle(row, status)

    async def _settle(self, row: asyncpg.Record, status: int) -> None:
        if status in GONE:
            log.info("push_device_removed", device=str(row["device"]))
            await self._execute(DROP_DEVICE, row["device"])
        elif status < OK_BELOW or status in REFUSED:
            await self._execute(DONE, row["id"])
        else:
            backoff = min(MIN_BACKOFF_S * 2 ** min(row["attempts"], 10), MAX_BACKOFF_S)
            await self._execute(RETRY, row["id"], timedelta(seconds=backoff))

    async def _execute(self, statement: str, *values: UUID | int | timedelta) -> None:
        async with as_owner(self._pool) as conn:
            await conn.execute(statement, *values)

    async def _text(self, row: asyncpg.Record) -> PushText:
        lang: Lang = row["language"] or "en"
        async with as_owner(self._pool) as conn:
            site_name = await conn.fetchval(READ_SITE_NAME, lang)
        if row["notification"] is None:
            body = self._texts.text(lang, "push.test")
            return PushText(site_name or "", body, f"/{lang}/notifications", "test", lang)
        is_booking = row["booking_id"] is not None
        if not row["has_details"]:
            is_reply = row["kind"] in ("reply", "quote")
            body = self._texts.text(lang, "push.booking" if is_booking else "push.reply" if is_reply else "push.news")
        else:
            about = row["service"] if is_booking else row["title"] or row["subject"]
            what = self._texts.text(lang, f"notifications.kind.{row['kind']}", name=row["actor"], count=1)
            body = f"{what}: {about}" if about else what
        path = f"/book/view/{row['booking_id']}" if is_booking else row["path"] or row["text_path"]
        return PushText(site_name or "", body[:200], f"/{lang}{path}", str(row["notification"]), lang)


async def ensure_push_key(pool: Pool, secret: str) -> ECKey:
    """The site's key pair for push services, created at the first start or if the secret has changed."""
    async with as_owner(pool) as conn:
        await advisory_lock(conn, "push_keys")
        sealed = await conn.fetchval(READ_KEY)
        plain = decrypt(sealed, secret, KEYS) if sealed is not None else None
        if plain is not None:
            return ECKey.import_key(msgspec.json.decode(plain))
        key = ECKey.generate_key("P-256")
        private = encrypt_stored(msgspec.json.encode(key.as_dict(private=True)), secret, KEYS)
        await conn.execute(REPLACE_KEY, public_key(key), private)
        return key
