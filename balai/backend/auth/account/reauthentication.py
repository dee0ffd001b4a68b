"""GET /reauthenticate: sends a code that proves access to the mailbox or phone. PUT /user takes it as `nonce`."""

from balai.backend.auth.audit import record
from balai.backend.auth.authentication import get_authenticated_user
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.notifications.emails import check_email_interval, origin_of, send_reauthentication
from balai.backend.auth.notifications.one_time_tokens import TokenKind
from balai.backend.auth.notifications.sms_codes import check_sms_interval, message_id_body, send_phone_code
from balai.backend.auth.users.rows import get_user
from balai.database.transaction import as_owner


async def reauthenticate(auth: AuthService, request: AuthRequest) -> dict[str, str]:
    """Sends the code by email, or by SMS to users without an email."""
    async with as_owner(auth.pool) as conn:
        # Locked, so that the second of two concurrent requests sees that the first sent a code.
        user = await get_user(conn, (await get_authenticated_user(conn, auth, request)).user.id, lock=True)
        if not user.email and not user.phone:
            raise invalid("Reauthentication requires the user to have an email or a phone number")
        if user.email and user.email_confirmed_at is None:
            raise AuthError(422, Code.EMAIL_NOT_CONFIRMED, "Please verify your email first.")
        if not user.email and user.phone_confirmed_at is None:
            raise AuthError(422, Code.PHONE_NOT_CONFIRMED, "Please verify your phone first.")
        await record(conn, auth, request, "user_reauthenticate_requested", user)
        origin = origin_of(auth, request)
        if user.email:
            check_email_interval(auth, user.reauthentication_sent_at)
            await send_reauthentication(conn, auth, user, origin)
            return {}
        check_sms_interval(auth, user.reauthentication_sent_at)
        return message_id_body(
            await send_phone_code(conn, auth, user, TokenKind.REAUTHENTICATION, user.phone or "", origin)
        )
