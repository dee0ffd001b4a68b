"""Makes signed addresses for objects: storage contract, section 10."""

from typing import Any

from balai.backend.storage.context import Answer, Call, json_answer
from balai.backend.storage.errors import StorageError
from balai.backend.storage.objects.find import find_as
from balai.backend.storage.rows import as_visitor
from balai.backend.storage.url_tokens import make_token
from balai.backend.storage.validation import Field, check_fields, check_key, fields_of, many, one_of, text, whole

_GRAVITY = ("no", "so", "ea", "we", "noea", "nowe", "soea", "sowe", "ce", "sm", "fp")
_TRANSFORM = {
    "width": Field(whole(least=0)),
    "height": Field(whole(least=0)),
    "resize": Field(one_of("cover", "contain", "fill")),
    "format": Field(one_of("origin", "avif", "webp")),
    "quality": Field(whole(least=20, most=100)),
    "gravity": Field(one_of(*_GRAVITY)),
    "x_offset": Field(text()),
    "y_offset": Field(text()),
}
_LIFE = Field(whole(least=1, most=2**40), is_required=True)
_ONE = {"expiresIn": _LIFE, "transform": Field(fields_of(_TRANSFORM), is_nullable=True)}
_MANY = {"expiresIn": _LIFE, "paths": Field(many(text(), least=1, most=1000), is_required=True)}
_SEEN = "select name from storage.objects where bucket_id = $1 and name = any($2::text[])"
_UNSEEN = "Either the object does not exist or you do not have access to it"


async def sign_one(call: Call) -> Answer:
    """`POST /object/sign/{bucket}/{key}`."""
    visitor = call.visitor()
    asked = check_fields(await call.json(), _ONE)
    check_key(call.key)
    await find_as(call, visitor)
    sizes = {name: value for name, value in (asked["transform"] or {}).items() if value is not None}
    more: dict[str, Any] = {}
    where = "object"
    if sizes and call.storage.images is not None:
        where = "render/image"
        more["transformations"] = ",".join(f"{name}:{value}" for name, value in sizes.items())
        more |= {"format": sizes["format"]} if "format" in sizes else {}
    token = make_token(call, "download", asked["expiresIn"], **more)
    return json_answer({"signedURL": f"/{where}/sign/{call.bucket}/{call.key}?token={token}"})


async def sign_many(call: Call) -> Answer:
    """`POST /object/sign/{bucket}`."""
    visitor = call.visitor()
    asked = check_fields(await call.json(), _MANY)
    names: list[str] = asked["paths"]
    async with as_visitor(call, visitor) as connection:
        rows = await connection.fetch(_SEEN, call.bucket, [name for name in names if _is_key(name)])
    seen = {row["name"] for row in rows}
    answers: list[dict[str, str | None]] = []
    for name in names:
        call.key = name
        token = make_token(call, "download", asked["expiresIn"]) if name in seen else None
        address = f"/object/sign/{call.bucket}/{name}?token={token}" if token else None
        answers.append({"error": None if token else _UNSEEN, "path": name, "signedURL": address})
    return json_answer(answers)


def _is_key(name: str) -> bool:
    try:
        check_key(name)
    except StorageError:
        return False
    return True
