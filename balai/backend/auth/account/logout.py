"""POST /logout: end this session, the others, or all. Contract 1.7."""

from balai.backend.auth.audit import note
from balai.backend.auth.authentication import get_user_caller
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.errors import invalid
from balai.database.transaction import as_owner

END_ALL = "delete from auth.sessions where user_id = $1"
END_THIS = "delete from auth.sessions where user_id = $1 and id = $2"
END_OTHERS = "delete from auth.sessions where user_id = $1 and id <> $2"


async def sign_out(auth: Auth, request: Call) -> None:
    """End sessions by scope; their refresh tokens go with them."""
    async with as_owner(auth.pool) as conn:
        caller = await get_user_caller(conn, auth, request)
        scope = request.query_params.get("scope") or "global"
        if scope not in {"global", "local", "others"}:
            raise invalid(f'Unsupported logout scope "{scope}"')
        if scope == "global" or caller.session_id is None:
            await conn.execute(END_ALL, caller.user.id)
        else:
            await conn.execute(END_THIS if scope == "local" else END_OTHERS, caller.user.id, caller.session_id)
        await note(conn, auth, request, "logout", caller.user)
