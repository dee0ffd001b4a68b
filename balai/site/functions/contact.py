"""`contact`: accepts a message to the site. `{id, name, email, language, body, captchaToken?}`; responds with 204.

A function and not a plain database call, because the auth service has to verify the CAPTCHA token. The rules of
messages are in `public.send_message`.
"""

import asyncio
import json
import os
import urllib.error
import urllib.request
from typing import Any

from balai.functions import Request, Response

MAX_BODY_BYTES = 64 * 1024
TIMEOUT_S = 8
UNAVAILABLE = "The message could not be stored now"
FIELDS = ("id", "name", "email", "language", "body")


async def handle(request: Request) -> Response:
    """Validate the message, verify the CAPTCHA token, store the message. A busy network needs a bot check, too."""
    raw = await request.body()
    try:
        given = json.loads(raw) if len(raw) <= MAX_BODY_BYTES else None
    except ValueError:
        given = None
    if (
        request.method != "POST"
        or not isinstance(given, dict)
        or not all(isinstance(given.get(name), str) for name in FIELDS)
    ):
        return _error(422, "no_text", "A message needs id, name, email, language and body")
    return await asyncio.to_thread(_send, given, request.claims or {}, request.headers)


def _send(given: dict[str, Any], claims: dict[str, Any], headers: dict[str, str]) -> Response:
    status, said = _post("/auth/v1/captcha", {"captcha_token": given.get("captchaToken") or ""})
    if status >= 502:
        return _error(503, "unavailable", UNAVAILABLE)
    if status != 200:
        return _error(400 if status == 400 else 503, "captcha_failed", "The proof was not accepted")
    values = {name: given[name].replace("\0", "") for name in FIELDS}
    check = {"network": headers.get("x-balai-network"), "bot_check": str(given.get("botCheck") or "")}
    status, said = _post("/rest/v1/rpc/send_message", {**values, **check, "member": claims.get("sub")})
    if status < 300:
        return Response(status=204)
    if status >= 502:
        return _error(503, "unavailable", UNAVAILABLE)
    return Response({**said, "error": said.get("message", "")}, status=status)


def _post(path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    key = os.environ["SUPABASE_SERVICE_ROLE_KEY"]
    headers = {"apikey": key, "Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    call = urllib.request.Request(  # noqa: S310 - the address is of the backend
        os.environ["SUPABASE_URL"] + path, json.dumps(body).encode(), headers, method="POST"
    )
    try:
        with urllib.request.urlopen(call, timeout=TIMEOUT_S) as answer:  # noqa: S310 - as above
            return answer.status, _read(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, _read(error.read())
    except OSError:
        return 503, {"message": "The backend cannot be reached"}


def _read(body: bytes) -> dict[str, Any]:
    try:
        said = json.loads(body) if body else {}
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _error(status: int, detail: str, message: str) -> Response:
    headers = {"retry-after": "1"} if status == 503 else {}
    body = {"code": f"PT{status}", "details": detail, "message": message, "error": message}
    return Response(body, status=status, headers=headers)
