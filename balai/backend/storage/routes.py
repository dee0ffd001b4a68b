"""Which address does what. The first pattern that fits answers; the operation's name is what policies see of it."""

import re
from collections.abc import Awaitable, Callable

import msgspec

from balai.backend.storage import (
    buckets,
    downloads,
    housekeeping,
    listing,
    listing_pages,
    relocating,
    removing,
    resumable,
    signed_addresses,
    uploads,
)
from balai.backend.storage.calls import Answer, Call
from balai.backend.storage.images import serving

Handler = Callable[[Call], Awaitable[Answer]]
READ = ("GET", "HEAD")
BUCKET = r"(?P<bucket>[^/]+)"
OBJECT = rf"{BUCKET}/(?P<key>.*)"


class Route(msgspec.Struct, frozen=True):
    """An address of the service."""

    methods: tuple[str, ...]
    pattern: re.Pattern[str]
    handler: Handler
    operation: str


def route(methods: tuple[str, ...], pattern: str, handler: Handler, operation: str) -> Route:
    """An address: a pattern over the path below the base, percent-encoded as it came."""
    return Route(methods, re.compile(pattern, re.DOTALL), handler, operation)


def _resumable(base: str, suffix: str) -> tuple[Route, ...]:
    one = f"{base}/(?P<key>[A-Za-z0-9_=-]+)"
    return (
        route(("POST",), f"{base}/?", resumable.create, f"storage.tus.upload.create{suffix}"),
        route(("HEAD",), one, resumable.head, f"storage.tus.upload.get{suffix}"),
        route(("PATCH",), one, resumable.patch, f"storage.tus.upload.part{suffix}"),
        route(("DELETE",), one, resumable.remove, f"storage.tus.upload.delete{suffix}"),
    )


ROUTES: tuple[Route, ...] = (
    route(READ, f"/object/public/{OBJECT}", downloads.download_public, "storage.object.get_public"),
    route(READ, f"/object/sign/{OBJECT}", downloads.download_signed, "storage.object.get_signed"),
    route(READ, f"/object/info/public/{OBJECT}", downloads.info_public, "storage.object.info_public"),
    route(READ, f"/object/info/authenticated/{OBJECT}", downloads.info_authenticated, "object.get_authenticated_info"),
    route(READ, f"/object/info/{OBJECT}", downloads.info, "object.get_authenticated_info"),
    route(
        ("GET",),
        f"/object/authenticated/{OBJECT}",
        downloads.download_authenticated,
        "storage.object.get_authenticated",
    ),
    route(
        ("HEAD",), f"/object/authenticated/{OBJECT}", downloads.download_authenticated, "object.head_authenticated_info"
    ),
    route(("GET",), f"/object/{OBJECT}", downloads.download, "storage.object.get_authenticated"),
    route(("HEAD",), f"/object/{OBJECT}", downloads.download, "object.head_authenticated_info"),
    route(("POST",), f"/object/list/{BUCKET}", listing.list_objects, "storage.object.list"),
    route(("POST",), f"/object/list-v2/{BUCKET}", listing_pages.list_pages, "storage.object.list_v2"),
    route(("POST",), f"/object/upload/sign/{OBJECT}", uploads.sign_upload, "storage.object.sign_upload_url"),
    route(("PUT",), f"/object/upload/sign/{OBJECT}", uploads.upload_signed, "storage.object.upload_signed"),
    route(("POST",), "/object/move", relocating.move, "storage.object.move"),
    route(("POST",), "/object/copy", relocating.copy, "storage.object.copy"),
    route(("POST",), f"/object/sign/{OBJECT}", signed_addresses.sign_one, "storage.object.sign"),
    route(("POST",), f"/object/sign/{BUCKET}", signed_addresses.sign_many, "storage.object.sign_many"),
    route(("POST",), f"/object/{OBJECT}", uploads.upload, "storage.object.upload"),
    route(("PUT",), f"/object/{OBJECT}", uploads.update, "storage.object.upload_update"),
    route(("DELETE",), f"/object/{BUCKET}", removing.remove_many, "storage.object.delete_many"),
    route(("DELETE",), f"/object/{OBJECT}", removing.remove, "storage.object.delete"),
    route(READ, f"/render/image/public/{OBJECT}", serving.render_public, "storage.render.image_public"),
    route(
        READ,
        f"/render/image/authenticated/{OBJECT}",
        serving.render_authenticated,
        "storage.render.image_authenticated",
    ),
    route(READ, f"/render/image/sign/{OBJECT}", serving.render_signed, "storage.render.image_sign"),
    route(READ, "/bucket/?", buckets.list_buckets, "storage.bucket.list"),
    route(("POST",), "/bucket/?", buckets.create_bucket, "storage.bucket.create"),
    route(("POST",), f"/bucket/{BUCKET}/empty", buckets.empty_bucket, "storage.bucket.empty"),
    route(READ, f"/bucket/{BUCKET}", buckets.show_bucket, "storage.bucket.get"),
    route(("PUT",), f"/bucket/{BUCKET}", buckets.update_bucket, "storage.bucket.update"),
    route(("DELETE",), f"/bucket/{BUCKET}", buckets.delete_bucket, "storage.bucket.delete"),
    route(("OPTIONS",), "/upload/resumable(?:/.*)?", resumable.options, "storage.tus.options"),
    *_resumable("/upload/resumable/sign", "_signed"),
    *_resumable("/upload/resumable", ""),
    route(READ, "/status", housekeeping.status, ""),
    route(READ, "/version", housekeeping.version, ""),
    route(READ, "/health", housekeeping.health, ""),
    route(("DELETE",), "/cdn(?:/.*)?", housekeeping.purge, ""),
    route(("GET", "HEAD", "PUT", "POST", "DELETE"), "/s3(?:/.*)?", housekeeping.no_s3, ""),
)
