"""GET /reauthenticate: a code that proves that the user still reads her mail; PUT /user takes it as `nonce`."""

from balai.backend.auth.audit import note
from balai.backend.auth.callers import get_user_caller
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.mails import check_mail_gap, origin_of, send_reauthentication
from balai.database.transaction import as_owner


async def reauthenticate(auth: Auth, request: Call) -> None:
    """Mail the code."""
    async with as_owner(auth.pool) as conn:
        caller = await get_user_caller(conn, auth, request)
        if not caller.user.email:
            raise invalid("Reauthentication requires the user to have an email or a phone number")
        if caller.user.email_confirmed_at is None:
            raise AuthError(422, Code.EMAIL_NOT_CONFIRMED, "Please verify your email first.")
        check_mail_gap(auth, caller.user.reauthentication_sent_at)
        await send_reauthentication(conn, auth, caller.user, origin_of(auth, request))
        await note(conn, auth, request, "user_reauthenticate_requested", caller.user)
