"""The routes of the service. The first matching pattern wins; policies see the name of the operation."""

import re
from collections.abc import Awaitable, Callable

import msgspec

from balai.backend.storage import status
from balai.backend.storage.buckets import operations
from balai.backend.storage.context import StorageRequest, StorageResponse
from balai.backend.storage.objects import delete as removing
from balai.backend.storage.objects import download, list_v2, move_copy, render_image, signed_urls
from balai.backend.storage.objects import list as listing
from balai.backend.storage.uploads import tus, upload

Handler = Callable[[StorageRequest], Awaitable[StorageResponse]]
READ = ("GET", "HEAD")
BUCKET = r"(?P<bucket>[^/]+)"
OBJECT = rf"{BUCKET}/(?P<key>.*)"


class Route(msgspec.Struct, frozen=True):
    """One route."""

    methods: tuple[str, ...]
    pattern: re.Pattern[str]
    handler: Handler
    operation: str


def route(methods: tuple[str, ...], pattern: str, handler: Handler, operation: str) -> Route:
    """Compiles a route. The pattern matches the path below the base, still percent-encoded."""
    return Route(methods, re.compile(pattern, re.DOTALL), handler, operation)


def _resumable(base: str, suffix: str) -> tuple[Route, ...]:
    one = f"{base}/(?P<key>[A-Za-z0-9_=-]+)"
    return (
        route(("POST",), f"{base}/?", tus.create, f"storage.tus.upload.create{suffix}"),
        route(("HEAD",), one, tus.head, f"storage.tus.upload.get{suffix}"),
        route(("PATCH",), one, tus.patch, f"storage.tus.upload.part{suffix}"),
        route(("DELETE",), one, tus.remove, f"storage.tus.upload.delete{suffix}"),
    )


ROUTES: tuple[Route, ...] = (
    route(READ, f"/object/public/{OBJECT}", download.download_public, "storage.object.get_public"),
    route(READ, f"/object/sign/{OBJECT}", download.download_signed, "storage.object.get_signed"),
    route(READ, f"/object/info/public/{OBJECT}", download.info_public, "storage.object.info_public"),
    route(READ, f"/object/info/authenticated/{OBJECT}", download.info_authenticated, "object.get_authenticated_info"),
    route(READ, f"/object/info/{OBJECT}", download.info, "object.get_authenticated_info"),
    route(
        ("GET",),
        f"/object/authenticated/{OBJECT}",
        download.download_authenticated,
        "storage.object.get_authenticated",
    ),
    route(
        ("HEAD",), f"/object/authenticated/{OBJECT}", download.download_authenticated, "object.head_authenticated_info"
    ),
    route(("GET",), f"/object/{OBJECT}", download.download, "storage.object.get_authenticated"),
    route(("HEAD",), f"/object/{OBJECT}", download.download, "object.head_authenticated_info"),
    route(("POST",), f"/object/list/{BUCKET}", listing.list_objects, "storage.object.list"),
    route(("POST",), f"/object/list-v2/{BUCKET}", list_v2.list_pages, "storage.object.list_v2"),
    route(("POST",), f"/object/upload/sign/{OBJECT}", upload.sign_upload, "storage.object.sign_upload_url"),
    route(("PUT",), f"/object/upload/sign/{OBJECT}", upload.upload_signed, "storage.object.upload_signed"),
    route(("POST",), "/object/move", move_copy.move, "storage.object.move"),
    route(("POST",), "/object/copy", move_copy.copy, "storage.object.copy"),
    route(("POST",), f"/object/sign/{OBJECT}", signed_urls.sign_one, "storage.object.sign"),
    route(("POST",), f"/object/sign/{BUCKET}", signed_urls.sign_many, "storage.object.sign_many"),
    route(("POST",), f"/object/{OBJECT}", upload.upload, "storage.object.upload"),
    route(("PUT",), f"/object/{OBJECT}", upload.update, "storage.object.upload_update"),
    route(("DELETE",), f"/object/{BUCKET}", removing.remove_many, "storage.object.delete_many"),
    route(("DELETE",), f"/object/{OBJECT}", removing.remove, "storage.object.delete"),
    route(READ, f"/render/image/public/{OBJECT}", render_image.render_public, "storage.render.image_public"),
    route(
        READ,
        f"/render/image/authenticated/{OBJECT}",
        render_image.render_authenticated,
        "storage.render.image_authenticated",
    ),
    route(READ, f"/render/image/sign/{OBJECT}", render_image.render_signed, "storage.render.image_sign"),
    route(READ, "/bucket/?", operations.list_buckets, "storage.bucket.list"),
    route(("POST",), "/bucket/?", operations.create_bucket, "storage.bucket.create"),
    route(("POST",), f"/bucket/{BUCKET}/empty", operations.empty_bucket, "storage.bucket.empty"),
    route(READ, f"/bucket/{BUCKET}", operations.show_bucket, "storage.bucket.get"),
    route(("PUT",), f"/bucket/{BUCKET}", operations.update_bucket, "storage.bucket.update"),
    route(("DELETE",), f"/bucket/{BUCKET}", operations.delete_bucket, "storage.bucket.delete"),
    route(("OPTIONS",), "/upload/resumable(?:/.*)?", tus.options, "storage.tus.options"),
    *_resumable("/upload/resumable/sign", "_signed"),
    *_resumable("/upload/resumable", ""),
    route(READ, "/status", status.status, ""),
    route(READ, "/version", status.version, ""),
    route(READ, "/health", status.health, ""),
    route(("DELETE",), "/cdn(?:/.*)?", status.purge, ""),
    route(("GET", "HEAD", "PUT", "POST", "DELETE"), "/s3(?:/.*)?", status.no_s3, ""),
)
