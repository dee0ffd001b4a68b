"""Stores replies that arrived by email, as their authors: with the rights, rules and limits of the reply form.

An email counts if it was sent to a reply address (a secret of one member and one topic) from the member's own confirmed
address. Notifications of servers that an email came back are counted for its recipient. Absence notes and mailing lists
are ignored. Each Message-ID is stored once, in the transaction of its reply, and the email is marked as seen after it:
a worker that is killed in between repeats nothing.
"""

import asyncio
import re
import time
from collections.abc import Mapping, Sequence
from email.utils import parseaddr
from typing import Any, Literal
from uuid import uuid4

import asyncpg
import msgspec
import structlog

from balai.database.pool import Connection, Pool
from balai.database.transaction import Caller, as_owner
from balai.messaging.bounces.reading import Bounce, read_bounce
from balai.messaging.bounces.tokens import BounceTokens
from balai.messaging.checks.probe import read_probe
from balai.messaging.checks.store import take_probe
from balai.messaging.email_sender import Mailer
from balai.messaging.inbound.mailbox import BATCH, ImapMailbox, MailboxError
from balai.messaging.inbound.reading import Attachment, ReplyEmail, UnreadableEmail, read_reply
from balai.messaging.queue import OutgoingMessage
from balai.security.tokens import sign
from balai.settings import Settings
from balai.site.pictures.uploads import UploadRefused, Uploads, clean_name

# A node of a rich text.
Node = Mapping[str, Any]
Outcome = Literal[
    "posted", "repeated", "automatic", "unknown", "other_sender", "empty", "refused", "unreadable", "bounce", "probe"
]
# One transaction: the email is noted, and its reply is stored with the role of its author.
NOTE = "insert into public.received_emails (message_id) values (left($1, 500)) on conflict do nothing returning true"
SET_OUTCOME = "update public.received_emails set outcome = $2 where message_id = left($1, 500)"
FIND = """
select l.member_id, l.post_id, lower(u.email) as email, u.email_confirmed_at is not null as is_confirmed,
  coalesce(u.banned_until > now(), false) as is_blocked, p.language::text as language,
  topic.language::text as topic_language,
  coalesce(mailed.title, '') as title,
  public.path_to_text(forum.slug, topic.id, topic.article_id, null, p.language) as path
from public.notice_links as l
join auth.users as u on u.id = l.member_id
join public.profiles as p on p.id = l.member_id
join public.posts as topic on topic.id = l.post_id
join public.forums as forum on forum.id = topic.forum_id
left join texts.posts_to_mail as mailed on mailed.id = topic.id
where l.id = $1
"""
COUNT_BOUNCE = "select public.record_bounce($1, $2, $3, $4)"
# Long enough for the attachments of one email.
TOKEN_LIFE_S = 300
ACT_AS = "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)"
ADD_REPLY = "insert into public.replies (id, post_id, language, body) values ($1, $2, $3::public.language, $4)"
VIETNAMESE = re.compile(r"[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]", re.IGNORECASE)
CHINESE = re.compile(r"[\u3400-\u9fff]")

log = structlog.get_logger("balai.jobs.replies")


def reply_pattern(settings: Settings) -> str:
    """The reply address with `{}` for its secret; empty where replies by email are off."""
    if not settings.inbound_imap_url or not settings.inbound_address:
        return ""
    local, _, domain = settings.inbound_address.partition("@")
    return f"{local}+{{}}@{domain}"


class ReplyReceiver:
    """Reads the mailbox. One per process; two at a time store nothing twice."""

    def __init__(self, pool: Pool, mailer: Mailer, settings: Settings, uploads: Uploads | None) -> None:
        self._pool = pool
        self._mailer = mailer
        self._settings = settings
        self._uploads = uploads
        self._mailbox = ImapMailbox(settings.inbound_imap_url)
        self._tokens = BounceTokens(settings.jwt_secret, settings.inbound_address)
        self._own = tuple({parseaddr(settings.email_from)[1], parseaddr(settings.inbound_address)[1]} - {""})

    async def receive(self) -> bool:
        """Store the replies that wait. True when more may."""
        try:
            arrived = await self._mailbox.read_unseen()
            for email in arrived:
                outcome = await self._take(email.raw) if email.raw else "refused"
                log.info("email_received", uid=email.uid, outcome=outcome)
                await self._mailbox.mark_seen([email.uid])
        except MailboxError as error:
            log.warning("inbound_mailbox_unavailable", error=str(error))
            return False
        return len(arrived) == BATCH

    async def _take(self, raw: bytes) -> Outcome:
        probe = await asyncio.to_thread(read_probe, raw, self._tokens, self._settings.inbound_address)
        if probe is not None:
            await take_probe(self._pool, self._settings, probe)
            return "probe"
        bounce = await asyncio.to_thread(read_bounce, raw, self._tokens)
        if bounce is not None:
            await self._count(bounce)
            return "bounce"
        try:
            reply = await asyncio.to_thread(read_reply, raw, self._settings.inbound_address.lower(), self._own)
        except UnreadableEmail:
            # Marked as seen: it would keep all later emails waiting.
            return "unreadable"
        if reply.is_automatic:
            return "automatic"
        if reply.link is None:
            return "unknown"
        async with as_owner(self._pool) as conn:
            known = await conn.fetchrow(FIND, reply.link)
            if known is None:
                return "unknown"
            if known["email"] != reply.sender or not known["is_confirmed"]:
                # The secret may have been forwarded: alone it posts nothing.
                return "other_sender"
            if not await conn.fetchval(NOTE, reply.message_id):
                return "repeated"
            outcome = await self._post(conn, known, reply)
            await conn.execute(SET_OUTCOME, reply.message_id, outcome)
            if outcome in ("empty", "refused"):
                await self._tell_author(conn, known, "reply_refused")
        return outcome

    async def _count(self, bounce: Bounce) -> None:
        refusal, counted = bounce.refusal, "not_about_recipient"
        if refusal is not None:
            async with as_owner(self._pool) as conn:
                counted = await conn.fetchval(
                    COUNT_BOUNCE, bounce.message, refusal.points, refusal.reason, refusal.status
                )
        status = refusal.status if refusal is not None else ""
        log.info("bounce_received", message=str(bounce.message), status=status, counted=counted)

    async def _post(self, conn: Connection, known: asyncpg.Record, reply: ReplyEmail) -> Outcome:
        if known["is_blocked"]:
            return "refused"
        attached, refused = await self._store_attached(known, reply)
        if not reply.text and not attached:
            return "empty"
        language = language_of(reply.text, known["language"], known["topic_language"])
        body = msgspec.json.encode(document_of(reply.text, attached)).decode()
        await conn.execute("savepoint reply")
        try:
            await conn.execute(ACT_AS, "authenticated", Caller.from_claims(_claims(known)).claims)
            await conn.execute(ADD_REPLY, uuid4(), known["post_id"], language, body)
            await conn.execute("reset role")
        except asyncpg.PostgresError as error:
            # A closed topic, a limit, a text that is too long: what the form would say as well.
            # Not the detail: it has the text of the reply.
            log.info("reply_refused", sqlstate=error.sqlstate, error=error.args[0] if error.args else "")
            await conn.execute("rollback to savepoint reply")
            return "refused"
        if refused:
            await self._tell_author(conn, known, "attachments_refused", files=", ".join(refused))
        return "posted"

    async def _store_attached(self, known: asyncpg.Record, reply: ReplyEmail) -> tuple[list[Node], list[str]]:
        """The blocks of attached pictures and files, and the names of those that the storage service rejects.

        They are uploads of the member, with their rights and their limit of uploads in an hour.
        """
        blocks: list[Node] = []
        refused: list[str] = []
        if self._uploads is None:
            return blocks, refused
        expiry = {"exp": int(time.time()) + TOKEN_LIFE_S}
        token = sign({**_claims(known), **expiry}, self._settings.jwt_secret)
        folder = str(known["member_id"])
        for attachment in reply.attachments:
            try:
                blocks.append(await _store(self._uploads, attachment, folder, token))
            except UploadRefused as error:
                log.info("attachment_not_stored", reason=error.reason)
                refused.append(clean_name(attachment.name))
        return blocks, refused

    async def _tell_author(self, conn: Connection, known: asyncpg.Record, kind: str, **more: str) -> None:
        url = f"{self._settings.site_url}/{known['language']}{known['path']}"
        variables = {"title": known["title"], "url": url, **more}
        email = OutgoingMessage(kind, known["email"], known["language"], variables, user_id=known["member_id"])
        await self._mailer.queue(conn, email)


def _claims(known: asyncpg.Record) -> dict[str, str]:
    return {"role": "authenticated", "sub": str(known["member_id"]), "email": known["email"], "aal": "aal1"}


async def _store(uploads: Uploads, attachment: Attachment, folder: str, token: str) -> Node:
    """Store an attachment and return its block. Raises UploadRefused."""
    if attachment.is_picture:
        path = await uploads.store_picture(attachment.body, folder=folder, token=token, bucket="text-pictures")
        return {"type": "image", "attrs": {"src": path, "alt": ""}}
    name = clean_name(attachment.name)
    path = await uploads.store_file(name, attachment.body, folder=folder, token=token)
    return {"type": "file", "attrs": {"src": path, "name": name, "size": len(attachment.body)}}


def document_of(text: str, attached: Sequence[Node]) -> Node:
    """The text as a document: a paragraph for each block of lines, then the blocks of what is attached."""
    content: list[Node] = []
    for block in re.split(r"\n\s*\n", text):
        nodes: list[Node] = []
        for line in filter(None, (line.strip() for line in block.split("\n"))):
            nodes += [{"type": "hardBreak"}] if nodes else []
            nodes.append({"type": "text", "text": line})
        if nodes:
            content.append({"type": "paragraph", "content": nodes})
    return {"type": "doc", "content": [*content, *attached]}


def language_of(text: str, own: str, topic: str) -> str:
    """The language of a reply: by its script, else the member's own or that of the topic, where they fit it."""
    if CHINESE.search(text):
        return "zh"
    if VIETNAMESE.search(text):
        return "vi"
    return next((language for language in (topic, own) if language in ("en", "ms")), "en")
