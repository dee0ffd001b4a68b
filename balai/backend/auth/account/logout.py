"""POST /logout: ends this session, the others, or all. Contract 1.7."""

from balai.backend.auth.audit import record
from balai.backend.auth.authentication import get_authenticated_user
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import invalid
from balai.database.transaction import as_owner

END_ALL = "delete from auth.sessions where user_id = $1"
END_THIS = "delete from auth.sessions where user_id = $1 and id = $2"
END_OTHERS = "delete from auth.sessions where user_id = $1 and id <> $2"


async def sign_out(auth: AuthService, request: AuthRequest) -> None:
    """Ends sessions by scope, and their refresh tokens with them."""
    async with as_owner(auth.pool) as conn:
        caller = await get_authenticated_user(conn, auth, request)
        scope = request.query_params.get("scope") or "global"
        if scope not in {"global", "local", "others"}:
            raise invalid(f'Unsupported logout scope "{scope}"')
        if scope == "global" or caller.session_id is None:
            await conn.execute(END_ALL, caller.user.id)
        else:
            await conn.execute(END_THIS if scope == "local" else END_OTHERS, caller.user.id, caller.session_id)
        await record(conn, auth, request, "logout", caller.user)
