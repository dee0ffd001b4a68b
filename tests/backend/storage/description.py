"""Describes the storage service in OpenAPI, from its own list of routes, so that requests can be generated.

The JSON is as the contract has it (section 2): the service validates bodies by hand. No field is required, since the
service itself reports missing ones.
"""

import re
from typing import Any

from balai.backend.storage.routes import ROUTES

Json = dict[str, Any]
TEXT, NUMBER, SWITCH = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
TEXTS = {"type": "array", "items": TEXT}
SORTED = {"column": {"enum": ["name", "created_at"]}, "order": {"enum": ["asc", "desc"]}}
LIST = {"prefix": TEXT, "limit": NUMBER, "sortBy": {"type": "object", "properties": SORTED}, "search": TEXT}
SIZE = {"type": ["integer", "string", "null"]}
BUCKET = {"public": SWITCH, "file_size_limit": SIZE, "allowed_mime_types": TEXTS}
MOVE = {"bucketId": {"enum": ["hall"]}, "sourceKey": TEXT, "destinationKey": TEXT, "destinationBucket": TEXT}
PICTURE = {"type": "object", "properties": {"width": NUMBER, "resize": TEXT}}
STORED: dict[str, Json] = {
    "storage.object.list": {**LIST, "offset": NUMBER},
    "storage.object.list_v2": {**LIST, "cursor": TEXT, "with_delimiter": SWITCH},
    "storage.object.move": MOVE,
    "storage.object.copy": {**MOVE, "metadata": {"type": "object"}, "copyMetadata": SWITCH},
    "storage.object.sign": {"expiresIn": NUMBER, "transform": PICTURE},
    "storage.object.sign_many": {"expiresIn": NUMBER, "paths": TEXTS},
    "storage.object.delete_many": {"prefixes": TEXTS},
    "storage.bucket.create": {**BUCKET, "name": TEXT, "id": TEXT},
    "storage.bucket.update": BUCKET,
}
STORED_QUERIES = {
    "storage.bucket.list": ("limit", "offset", "sortColumn", "sortOrder", "search"),
    "storage.object.get_public": ("download",),
    "storage.object.get_signed": ("token", "download"),
    "storage.object.upload_signed": ("token",),
    "storage.render.image_public": ("width", "height", "quality", "resize", "format"),
    "storage.render.image_sign": ("token",),
}
TUS = ("Upload-Length", "Upload-Offset", "Upload-Metadata", "Upload-Defer-Length", "Tus-Resumable")
PLACE = re.compile(r"\{(\w+)[^}]*\}")


def describe() -> Json:
    """Returns the service as an OpenAPI document. Its bucket is called hall."""
    paths: Json = {}
    for route in ROUTES:
        if "/s3" in route.pattern.pattern:
            # Responds 501 by its contract, to any request.
            continue
        path = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"{\1}", route.pattern.pattern)
        path = path.replace("(?:/.*)?", "/x").removesuffix("/?")
        for method in route.methods:
            operation = _operation(path, STORED_QUERIES.get(route.operation, ()))
            if fields := STORED.get(route.operation):
                operation["requestBody"] = _body("application/json", {"type": "object", "properties": fields})
            elif "upload" in route.operation and method in ("POST", "PUT", "PATCH"):
                operation["requestBody"] = _body("application/octet-stream", {"type": "string", "format": "binary"})
            if "tus" in route.operation:
                operation["parameters"] += [_parameter("header", name) for name in TUS]
            paths.setdefault(path, {}).setdefault(method.lower(), operation)
    return {"openapi": "3.1.0", "info": {"title": "storage", "version": "1"}, "paths": paths}


def _operation(path: str, query: tuple[str, ...]) -> Json:
    places = [{**_parameter("path", name), "required": True} for name in PLACE.findall(path)]
    parameters = places + [_parameter("query", name) for name in query]
    return {"parameters": parameters, "responses": {"default": {"description": ""}}}


def _parameter(place: str, name: str) -> Json:
    schema = {"anyOf": [{"enum": ["hall"]}, TEXT]} if name == "bucket" else TEXT
    return {"in": place, "name": name, "schema": schema}


def _body(media_type: str, schema: Json) -> Json:
    return {"content": {media_type: {"schema": schema}}}
