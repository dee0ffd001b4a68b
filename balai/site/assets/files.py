"""Serves the files of the built front end, and the generated icons. Files with a hash in their name are immutable.

A file is read on first use and stays in memory with its compressed forms: those from the build (`file.br`, `file.gz`),
else compressed here in a thread.
"""

import asyncio
import hashlib
from http import HTTPStatus
from pathlib import Path

from balai.site.assets.generated_images import GeneratedImages
from balai.site.assets.precompress import COMPRESSIBLE
from balai.site.render.compression import MIN_COMPRESSED_BYTES, Encoding, chosen_encoding, compress
from balai.site.request.exchange import Headers, Request, Response

DEMO_PICTURES = Path(__file__).parents[2] / "demo" / "pictures"  # of the sample content's articles
SCREENSHOTS = Path(__file__).parent / "screenshots"  # of the web manifest
SERVICE_WORKER = "/service-worker.js"
# Takes the place of the other one and deletes what it stored.
NO_SERVICE_WORKER = Path(__file__).parent / "no_service_worker.js"
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
SUFFIXES: dict[Encoding, str] = {"br": ".br", "gzip": ".gz", "identity": ""}
ONE_YEAR = (b"cache-control", b"public, max-age=31536000, immutable")
ONE_DAY = (b"cache-control", b"public, max-age=86400")
NEVER = (b"cache-control", b"no-store")


class Assets:
    """Responses for files. The list is made once, so no address can leave the folders."""

    def __init__(self, static: Path, *, images: GeneratedImages | None = None, has_offline: bool = True) -> None:
        self._images = images
        self._files: dict[str, Path] = {}
        for file in sorted((static / "assets").rglob("*")):
            if file.is_file() and file.suffix in TYPES:
                self._files["/" + file.relative_to(static).as_posix()] = file
        for file in sorted(DEMO_PICTURES.iterdir()):
            self._files[f"/demo/{file.name}"] = file
        for file in sorted(SCREENSHOTS.iterdir()):
            self._files[f"/screenshots/{file.name}"] = file
        self._files["/builds/latest.json"] = static / "builds" / "latest.json"
        self._files[SERVICE_WORKER] = static / "service-worker.js" if has_offline else NO_SERVICE_WORKER
        self._responses: dict[tuple[str, Encoding], Response] = {}

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return path in self._files or (self._images is not None and self._images.has(path))

    async def respond(self, request: Request) -> Response:
        """The file at a path that `has` knows."""
        if self._images is not None and self._images.has(request.path):
            return await self._images.respond(request)
        file = self._files[request.path]
        encoding = chosen_encoding(request.accept_encoding) if file.suffix in COMPRESSIBLE else "identity"
        made = self._responses.get((request.path, encoding))
        if made is None:
            made = await asyncio.to_thread(self._make, request.path, file, encoding)
            self._responses[request.path, encoding] = made
        if request.if_none_match and (b"etag", request.if_none_match) in made.headers:
            return Response(int(HTTPStatus.NOT_MODIFIED), made.headers)
        return made

    def _make(self, path: str, file: Path, encoding: Encoding) -> Response:
        plain = file.read_bytes()
        headers: Headers = [(b"content-type", TYPES[file.suffix].encode()), _cache_control(path)]
        if file.suffix in COMPRESSIBLE:
            headers.append((b"vary", b"accept-encoding"))
        etag = b'"' + hashlib.blake2b(plain + encoding.encode(), digest_size=12).hexdigest().encode() + b'"'
        headers.append((b"etag", etag))
        if encoding == "identity" or len(plain) < MIN_COMPRESSED_BYTES:
            return Response(int(HTTPStatus.OK), headers, plain)
        ready = file.with_name(file.name + SUFFIXES[encoding])
        body = ready.read_bytes() if ready.exists() else compress(plain, encoding)
        return Response(int(HTTPStatus.OK), [*headers, (b"content-encoding", encoding.encode())], body)


def _cache_control(path: str) -> tuple[bytes, bytes]:
    if path.startswith("/assets/"):
        return ONE_YEAR
    return NEVER if path.startswith("/builds/") or path == SERVICE_WORKER else ONE_DAY
