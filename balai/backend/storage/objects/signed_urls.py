"""Creates signed addresses of objects (storage contract, section 10)."""

from typing import Any

from balai.backend.storage.context import StorageRequest, StorageResponse, json_response
from balai.backend.storage.errors import StorageError
from balai.backend.storage.objects.find import find_as
from balai.backend.storage.rows import as_caller
from balai.backend.storage.url_tokens import make_token
from balai.backend.storage.validation import Field, array, check_fields, check_key, fields_of, integer, one_of, string

_GRAVITY = ("no", "so", "ea", "we", "noea", "nowe", "soea", "sowe", "ce", "sm", "fp")
_TRANSFORM = {
    "width": Field(integer(minimum=0)),
    "height": Field(integer(minimum=0)),
    "resize": Field(one_of("cover", "contain", "fill")),
    "format": Field(one_of("origin", "avif", "webp")),
    "quality": Field(integer(minimum=20, maximum=100)),
    "gravity": Field(one_of(*_GRAVITY)),
    "x_offset": Field(string()),
    "y_offset": Field(string()),
}
_TTL = Field(integer(minimum=1, maximum=2**40), is_required=True)
_ONE = {"expiresIn": _TTL, "transform": Field(fields_of(_TRANSFORM), is_nullable=True)}
_MANY = {"expiresIn": _TTL, "paths": Field(array(string(), minimum=1, maximum=1000), is_required=True)}
_READABLE = "select name from storage.objects where bucket_id = $1 and name = any($2::text[])"
_NOT_READABLE = "Either the object does not exist or you do not have access to it"


async def sign_one(request: StorageRequest) -> StorageResponse:
    """`POST /object/sign/{bucket}/{key}`."""
    caller = request.caller()
    options = check_fields(await request.json(), _ONE)
    check_key(request.key)
    await find_as(request, caller)
    sizes = {name: value for name, value in (options["transform"] or {}).items() if value is not None}
    extra: dict[str, Any] = {}
    where = "object"
    if sizes and request.storage.images is not None:
        where = "render/image"
        extra["transformations"] = ",".join(f"{name}:{value}" for name, value in sizes.items())
        extra |= {"format": sizes["format"]} if "format" in sizes else {}
    token = make_token(request, "download", options["expiresIn"], **extra)
    return json_response({"signedURL": f"/{where}/sign/{request.bucket}/{request.key}?token={token}"})


async def sign_many(request: StorageRequest) -> StorageResponse:
    """`POST /object/sign/{bucket}`."""
    caller = request.caller()
    options = check_fields(await request.json(), _MANY)
    names: list[str] = options["paths"]
    async with as_caller(request, caller) as connection:
        rows = await connection.fetch(_READABLE, request.bucket, [name for name in names if _is_key(name)])
    readable = {row["name"] for row in rows}
    answers: list[dict[str, str | None]] = []
    for name in names:
        request.key = name
        token = make_token(request, "download", options["expiresIn"]) if name in readable else None
        address = f"/object/sign/{request.bucket}/{name}?token={token}" if token else None
        answers.append({"error": None if token else _NOT_READABLE, "path": name, "signedURL": address})
    return json_response(answers)


def _is_key(name: str) -> bool:
    try:
        check_key(name)
    except StorageError:
        return False
    return True
