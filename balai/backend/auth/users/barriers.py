"""Email domains and networks from which no account is created. The site's database decides."""

from balai.backend.auth.errors import AuthError, Code, signup_disabled
from balai.database.pool import Connection

FUNCTION_EXISTS = "select to_regprocedure('public.barrier_of_sign_up(text,text)') is not null"
FIND_BARRIER = "select public.barrier_of_sign_up($1, $2)"


async def check_sign_up_barriers(conn: Connection, email: str, address: str | None) -> None:
    """Raises AuthError 400 for a blocked email domain, 422 for a blocked network."""
    if not await conn.fetchval(FUNCTION_EXISTS):
        return
    barrier = await conn.fetchval(FIND_BARRIER, email, address or "")
    if barrier == "mail":
        text = f'Email address "{email}" cannot be used as it is not authorized'
        raise AuthError(400, Code.EMAIL_ADDRESS_NOT_AUTHORIZED, text)
    if barrier:
        raise signup_disabled()
