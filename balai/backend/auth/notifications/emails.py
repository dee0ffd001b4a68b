"""Account emails: the code and link that each contains, and the minimum interval between them.

A link leads to a page of the site with a button; the page then posts the token. A mail scanner that follows links with
GET therefore uses up no token. Without a site, links lead to this service's own GET /verify.
"""

from datetime import datetime, timedelta
from enum import Enum
from urllib.parse import quote
from uuid import UUID

import msgspec

from balai.backend.auth.config import AuthConfig
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.hooks.call import has_hook
from balai.backend.auth.hooks.send_message import with_email_hook_payload
from balai.backend.auth.notifications.email_policy import check_recipient_allowed
from balai.backend.auth.notifications.one_time_tokens import NewCode, TokenKind, create_code, new_digits
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.redirects import choose_redirect
from balai.backend.auth.sessions.pkce import CodeChallenge, start_flow
from balai.backend.auth.users.contact_details import choose_language
from balai.backend.auth.users.rows import User, get_user
from balai.database.pool import Connection
from balai.messaging.queue import OutgoingMessage

SET_CONFIRMATION_SENT_AT = "update auth.users set confirmation_sent_at = $2, updated_at = $2 where id = $1"
SET_RECOVERY_SENT_AT = "update auth.users set recovery_sent_at = $2, updated_at = $2 where id = $1"
SET_EMAIL_CHANGE_SENT_AT = "update auth.users set email_change_sent_at = $2, updated_at = $2 where id = $1"
SET_REAUTHENTICATION_SENT_AT = "update auth.users set reauthentication_sent_at = $2, updated_at = $2 where id = $1"
RECORD_ADDRESS_REQUEST = """
  insert into auth.address_requests (address_hash, sent_at) values (sha224(convert_to($1, 'UTF8')), $2)
  on conflict (address_hash) do update set sent_at = excluded.sent_at
  where auth.address_requests.sent_at <= $2::timestamptz - $3::interval
  returning true
"""
GET_ADDRESS_REQUEST = "select sent_at from auth.address_requests where address_hash = sha224(convert_to($1, 'UTF8'))"


class EmailKind(Enum):
    """An email: its `type` in links, PKCE flow, kind of token, and the statement that stores its time."""

    CONFIRMATION = ("signup", "email/signup", TokenKind.CONFIRMATION, SET_CONFIRMATION_SENT_AT)
    INVITE = ("invite", "invite", TokenKind.CONFIRMATION, SET_CONFIRMATION_SENT_AT)
    MAGIC_LINK = ("magiclink", "magiclink", TokenKind.RECOVERY, SET_RECOVERY_SENT_AT)
    RECOVERY = ("recovery", "recovery", TokenKind.RECOVERY, SET_RECOVERY_SENT_AT)
    EMAIL_CHANGE = ("email_change", "email_change", TokenKind.EMAIL_CHANGE_NEW, SET_EMAIL_CHANGE_SENT_AT)

    @property
    def type(self) -> str:
        return self.value[0]

    @property
    def flow(self) -> str:
        return self.value[1]

    @property
    def token_kind(self) -> TokenKind:
        return self.value[2]


class MessageOrigin(msgspec.Struct, frozen=True):
    """Origin of a message request: redirect target of its link, the browser's languages, PKCE challenge."""

    redirect_to: str
    accept_language: str
    challenge: CodeChallenge | None = None


def origin_of(auth: AuthService, request: AuthRequest, challenge: CodeChallenge | None = None) -> MessageOrigin:
    """Returns the origin of a request."""
    return MessageOrigin(choose_redirect(auth.config, request), request.headers.get("accept-language", ""), challenge)


def check_email_interval(auth: AuthService, last_sent: datetime | None) -> None:
    """Raises AuthError 429 if the same kind of email was sent to this user less than a minute ago."""
    check_interval(auth, last_sent, auth.config.email_min_interval, Code.OVER_EMAIL_SEND_RATE_LIMIT)


def check_interval(auth: AuthService, last_sent: datetime | None, interval: timedelta, code: Code) -> None:
    """Raises AuthError 429 if less than the interval has passed."""
    left = (last_sent + interval - auth.now()).total_seconds() if last_sent else 0
    if left > 0:
        text = f"For security purposes, you can only request this after {int(left) or 1} seconds."
        raise AuthError(429, code, text, retry_after=int(left) + 1 if auth.config.sends_retry_after else None)


async def check_requested_email(
    conn: Connection, auth: AuthService, purpose: str, email: str, last_sent: datetime | None
) -> None:
    """Applies the interval to an email that is sent on request: by `last_sent` where accounts may be revealed."""
    if auth.config.reveals_unknown_addresses:
        check_email_interval(auth, last_sent)
    else:
        await _check_email_request(conn, auth, purpose, email)


async def check_unsent_email(conn: Connection, auth: AuthService, purpose: str, email: str) -> None:
    """Applies the interval and the email quota to a request that is answered without sending anything."""
    if not auth.config.email_autoconfirm:
        await auth.limits.check_quota(conn, Limit.EMAIL_SENT)
    await _check_email_request(conn, auth, purpose, email)


async def _check_email_request(conn: Connection, auth: AuthService, purpose: str, email: str) -> None:
    await check_address_interval(
        conn, auth, purpose, email, auth.config.email_min_interval, Code.OVER_EMAIL_SEND_RATE_LIMIT
    )


async def check_address_interval(
    conn: Connection, auth: AuthService, purpose: str, address: str, interval: timedelta, code: Code
) -> None:
    """Raises AuthError 429 if a request with this purpose and address came within the interval already.

    It counts requests instead of messages, so a 429 reveals neither whether the address has an account nor the state of
    the account. The protocol counts the messages of each kind to a user.
    """
    key, now = f"{purpose}:{address}", auth.now()
    if not await conn.fetchval(RECORD_ADDRESS_REQUEST, key, now, interval):
        check_interval(auth, await conn.fetchval(GET_ADDRESS_REQUEST, key), interval, code)


async def create_email_code(
    conn: Connection, auth: AuthService, user_id: UUID, kind: TokenKind, email: str, *, pkce: bool = False
) -> NewCode:
    """Stores a new code of this kind for an email in place of the previous one."""
    digits = new_digits(auth.config.email_code_length)
    return await create_code(conn, user_id, kind, email, digits, pkce=pkce, now=auth.now())


async def send_email(conn: Connection, auth: AuthService, kind: EmailKind, user: User, origin: MessageOrigin) -> None:
    """Queues an email with a new code to the user's address."""
    now = auth.now()
    if origin.challenge is not None:
        await start_flow(conn, user.id, origin.challenge, kind.flow, now)
    email = user.email or ""
    code = await create_email_code(conn, auth, user.id, kind.token_kind, email, pkce=origin.challenge is not None)
    await conn.execute(kind.value[3], user.id, now)
    await _enqueue_email(conn, auth, kind.type, user, email, code, origin)


async def send_email_change(
    conn: Connection, auth: AuthService, user: User, new_email: str, origin: MessageOrigin
) -> None:
    """Queues an email to the new address and, with secure change, one with a separate code to the current address."""
    now = auth.now()
    pkce = origin.challenge is not None
    if origin.challenge is not None:
        await start_flow(conn, user.id, origin.challenge, EmailKind.EMAIL_CHANGE.flow, now)
    code = await create_email_code(conn, auth, user.id, TokenKind.EMAIL_CHANGE_NEW, new_email, pkce=pkce)
    current = None
    if user.email and auth.config.secure_email_change and not auth.config.email_autoconfirm:
        current = await create_email_code(conn, auth, user.id, TokenKind.EMAIL_CHANGE_CURRENT, user.email, pkce=pkce)
    if has_hook(auth, "send_email"):
        # One call for both emails. As in GoTrue, `token` and `token_hash_new` prove the current address, the two others
        # the new one. Swapped hashes would send the current address's proof to the new address:
        # an attacker with a stolen session would complete the change alone.
        hashes = {"token_hash": code.token_hash}
        other = {"token_new": code.digits, "token_hash_new": current.token_hash} if current else {}
        first = current or code
        changing = await get_user(conn, user.id)
        await _enqueue_email(
            conn, auth, "email_change", changing, user.email or new_email, first, origin, hook_data=hashes | other
        )
    else:
        await _enqueue_email(conn, auth, "email_change", user, new_email, code, origin, new_email=new_email)
        if current is not None:
            await _enqueue_email(
                conn, auth, "email_change", user, user.email or "", current, origin, new_email=new_email
            )
    await conn.execute(SET_EMAIL_CHANGE_SENT_AT, user.id, now)


async def send_reauthentication(conn: Connection, auth: AuthService, user: User, origin: MessageOrigin) -> None:
    """Queues a code without a link, which proves that the user still receives email at this address."""
    now = auth.now()
    code = await create_email_code(conn, auth, user.id, TokenKind.REAUTHENTICATION, user.email or "")
    await conn.execute(SET_REAUTHENTICATION_SENT_AT, user.id, now)
    language = choose_language(user.metadata, origin.redirect_to, origin.accept_language)
    message = OutgoingMessage("reauthentication", user.email or "", language, {"code": code.digits}, user_id=user.id)
    data = {"token": code.digits, "token_hash": code.token_hash, "redirect_to": origin.redirect_to}
    await _enqueue(conn, auth, await with_email_hook_payload(conn, auth, message, user, "reauthentication", data))


async def _enqueue_email(
    conn: Connection,
    auth: AuthService,
    type_: str,
    user: User,
    to: str,
    code: NewCode,
    origin: MessageOrigin,
    *,
    hook_data: dict[str, str] | None = None,
    **variables: str,
) -> None:
    language = choose_language(user.metadata, origin.redirect_to, origin.accept_language)
    url = email_link(auth, type_, language, code.token_hash, origin.redirect_to)
    content = {
        "url": url,
        "code": code.digits,
        "email": user.email or "",
        "code_minutes": str(auth.config.typed_code_ttl // timedelta(minutes=1) or 1),
        "link_minutes": str(auth.config.code_ttl // timedelta(minutes=1) or 1),
        **variables,
    }
    # Recovery and invitation lead to a screen that sets a password.
    if user.password_removed_at is not None and type_ == "signup":
        content["password_removed"] = "yes"  # noqa: S105 - a mark
    message = OutgoingMessage(type_, to, language, content, user_id=user.id)
    data = {"token": code.digits, "token_hash": code.token_hash, "redirect_to": origin.redirect_to}
    message = await with_email_hook_payload(conn, auth, message, user, type_, data | (hook_data or {}))
    await _enqueue(conn, auth, message)


async def _enqueue(conn: Connection, auth: AuthService, message: OutgoingMessage) -> None:
    check_recipient_allowed(auth, message.recipient)
    if not auth.config.email_autoconfirm:
        await auth.limits.take_quota(conn, Limit.EMAIL_SENT)
    await auth.mailer.queue(conn, message)


def email_link(auth: AuthService, type_: str, language: str, token_hash: str, redirect_to: str) -> str:
    """Returns the link for an email."""
    config = auth.config
    if config.email_link_pages is None:
        return verify_link(config, type_, token_hash, redirect_to)
    url = f"{config.site_url}/{language}/{config.email_link_pages[type_]}?token_hash={token_hash}&type={type_}"
    return url if redirect_to == config.site_url else f"{url}&redirect_to={quote(redirect_to, safe='')}"


def verify_link(config: AuthConfig, type_: str, token_hash: str, redirect_to: str) -> str:
    """Returns the URL of this service's GET /verify. Contract 4.3."""
    target = quote(redirect_to, safe=":/?,;@!$'()*+~%") if set("&=#") & set(redirect_to) else redirect_to
    return f"{config.external_url}/verify?token={token_hash}&type={type_}&redirect_to={target}"
