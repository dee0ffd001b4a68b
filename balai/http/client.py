"""Outgoing HTTP requests with a maximum time and size, protected against server-side request forgery.

A URL from the operator's settings is trusted, internal hosts included. A URL from a document of a third party must lead
to the public internet. Its host is resolved here and the connection goes to the address that was checked, so a second
DNS lookup cannot return another one (DNS rebinding).
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import httpx

from balai.http.public_address import is_public, resolve

MAX_RESPONSE_BYTES = 1_048_576
# Stays within the 10 seconds that an auth request may take.
TOTAL_TIMEOUT_S = 6.0
TIMEOUT = httpx.Timeout(TOTAL_TIMEOUT_S, connect=3.0)
DOWNLOAD_TIMEOUT_S = 15.0
MAX_REDIRECTS = 3
HTTPS_PORT = 443
# Of a third party: 455 bytes of Brotli are 300 MB when decompressed, before any limit is checked.
UNCOMPRESSED = {"accept-encoding": "identity"}
T = TypeVar("T")
Resolve = Callable[[str, int], Awaitable[list[str]]]


class RequestFailed(Exception):
    """The remote host sent no usable response; the text is for the log. `timed_out`: it sent none in time."""

    def __init__(self, text: str, *, timed_out: bool = False) -> None:
        super().__init__(text)
        self.timed_out = timed_out


class ResponseTooLarge(RequestFailed):
    """The response has more bytes than allowed."""


class Download(NamedTuple):
    """A file, and by what its host recognises it."""

    body: bytes
    etag: str | None
    last_modified: str | None


class OutgoingHttpClient:
    """HTTP client shared by all outgoing requests of a service."""

    def __init__(self, transport: httpx.AsyncBaseTransport | None = None, *, resolve: Resolve = resolve) -> None:
        self._transport = transport
        self._resolve = resolve
        self._client: httpx.AsyncClient | None = None

    async def close(self) -> None:
        """Close the open connections."""
        if self._client is not None:
            await self._client.aclose()

    async def fetch(
        self,
        method: str,
        url: str,
        *,
        trusted: bool,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
        data: Mapping[str, str] | None = None,
        content: bytes | None = None,
    ) -> tuple[int, bytes]:
        """Send a request and return the status and body of the response.

        Raises:
            RequestFailed: the host is unreachable, too slow or not allowed, or the response is too large.
        """
        try:
            async with asyncio.timeout(TOTAL_TIMEOUT_S):
                target, pinned_headers, extensions = (url, {}, {}) if trusted else await self._pin_address(url)
                if not trusted:
                    pinned_headers |= UNCOMPRESSED
                request = self._get_client().build_request(
                    method,
                    target,
                    headers={"accept": "application/json", **(headers or {}), **pinned_headers},
                    params=params,
                    data=data,
                    content=content,
                    extensions=extensions,
                )
                return await self._send(request, trusted=trusted)
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, OSError, ValueError) as error:
            text = f"{method} {urlsplit(url).hostname}: {type(error).__name__} {error}"
            raise RequestFailed(text, timed_out=isinstance(error, httpx.TimeoutException | TimeoutError)) from error

    async def download(
        self, url: str, *, max_bytes: int, accept: str, is_cut: bool = False, user_agent: str = "Balai"
    ) -> bytes:
        """Return the bytes at a third party's URL. Each redirect is checked like the URL itself.

        Only port 443: other ports would let a member find out which services a host runs.

        `is_cut`: the first `max_bytes` of a longer response are enough.

        Raises:
            ResponseTooLarge: more than `max_bytes`.
            RequestFailed: the host is unreachable, too slow or not allowed, or has no such file.
        """
        headers = {"accept": accept, "user-agent": user_agent}
        return await self._follow(url, headers, lambda response: _read_download(response, max_bytes, is_cut=is_cut))

    async def download_newer(
        self, url: str, *, max_bytes: int, accept: str, etag: str | None, last_modified: str | None
    ) -> Download | None:
        """Like `download`, unless the file is that of an earlier download: None.

        Raises what `download` does.
        """
        known = {"if-none-match": etag, "if-modified-since": last_modified}
        headers = {"accept": accept, "user-agent": "Balai"}
        headers |= {name: value for name, value in known.items() if value is not None}

        async def read(response: httpx.Response) -> Download | None:
            if response.status_code == httpx.codes.NOT_MODIFIED and (etag or last_modified):
                return None
            body = await _read_download(response, max_bytes, is_cut=False)
            return Download(body, response.headers.get("etag"), response.headers.get("last-modified"))

        return await self._follow(url, headers, read)

    async def _follow(self, url: str, headers: Mapping[str, str], read: Callable[[httpx.Response], Awaitable[T]]) -> T:
        try:
            async with asyncio.timeout(DOWNLOAD_TIMEOUT_S):
                for _ in range(MAX_REDIRECTS + 1):
                    response = await self._open_download(url, headers)
                    try:
                        if not response.has_redirect_location:
                            return await read(response)
                        url = str(httpx.URL(url).join(response.headers["location"]))
                    finally:
                        await response.aclose()
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, OSError, ValueError) as error:
            raise RequestFailed(f"GET {url[:200]!r}: {type(error).__name__} {error}") from error
        raise RequestFailed(f"GET {url[:200]!r}: too many redirects")

    async def _open_download(self, url: str, wanted: Mapping[str, str]) -> httpx.Response:
        if httpx.URL(url).port not in (None, HTTPS_PORT):
            raise ValueError("only port 443 is allowed")
        target, headers, extensions = await self._pin_address(url)
        headers |= {**wanted, **UNCOMPRESSED}
        request = self._get_client().build_request("GET", target, headers=headers, extensions=extensions)
        return await self._get_client().send(request, stream=True)

    def _get_client(self) -> httpx.AsyncClient:
        if self._client is None:
            # No proxy and no certificates from the environment: only the settings configure the program. No cookies:
            # all hosts would fill one jar.
            cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
            self._client = httpx.AsyncClient(
                transport=self._transport, timeout=TIMEOUT, trust_env=False, cookies=cookies
            )
        return self._client

    async def _send(self, request: httpx.Request, *, trusted: bool) -> tuple[int, bytes]:
        response = await self._get_client().send(request, stream=True)
        try:
            if not trusted and _is_compressed(response):
                # Not an error: a push service that compresses its thanks would get the message again.
                return response.status_code, b""
            body = b""
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > MAX_RESPONSE_BYTES:
                    raise RequestFailed(f"{request.url.host}: the response is too large")
            return response.status_code, body
        finally:
            await response.aclose()

    async def _pin_address(self, url: str) -> tuple[str, dict[str, str], dict[str, Any]]:
        parts = httpx.URL(url)
        if parts.scheme != "https" or not parts.host or parts.userinfo:
            raise ValueError("only https:// URLs are allowed")
        addresses = await self._resolve(parts.host, parts.port or 443)
        if not addresses or not all(is_public(address) for address in addresses):
            raise ValueError("the host is not on the public internet")
        host = parts.netloc.decode("ascii")
        # The pool knows a connection by its IP address. Another host there would be sent through one whose certificate
        # was checked for this host.
        headers = {"host": host, "connection": "close"}
        return str(parts.copy_with(host=addresses[0])), headers, {"sni_hostname": parts.host}


def _is_compressed(response: httpx.Response) -> bool:
    return bool(response.headers.get("content-encoding", "identity") != "identity")


async def _read_download(response: httpx.Response, max_bytes: int, *, is_cut: bool) -> bytes:
    if response.status_code != httpx.codes.OK or _is_compressed(response):
        raise RequestFailed(f"status {response.status_code}")
    declared = response.headers.get("content-length", "")
    body = bytearray()
    if is_cut or not (declared.isdecimal() and int(declared) > max_bytes):
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > max_bytes:
                break
        else:
            return bytes(body)
    if is_cut:
        return bytes(body[:max_bytes])
    raise ResponseTooLarge(f"more than {max_bytes} bytes")
