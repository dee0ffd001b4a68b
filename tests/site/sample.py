"""Screens for tests of the site: they count their reads, and behave as the path says."""

import asyncio
import re
from datetime import datetime

import httpx
import msgspec

from balai.site.payloads import Head, Lang, Payload
from balai.site.screens import Moved, NotFound, Page, PageRequest, Screen

RENAME = "update public.site_texts set name = $1"


class SamplePayload(Payload, frozen=True):
    words: str
    reads: int


class SampleScreens:
    """A test screen: counts its reads, and behaves as the path says."""

    def __init__(self) -> None:
        self.reads = 0
        self.valid_until: datetime | None = None

    async def load(self, request: PageRequest) -> Page[SamplePayload]:
        self.reads += 1
        match request.params["act"]:
            case "missing":
                raise NotFound
            case "moved":
                raise Moved(request.path_to("sample", act="here"))
            case "broken":
                raise ZeroDivisionError("no cause for visitors")
            case "translated":
                alternates: dict[Lang, str] = {"en": "/en/sample/hello", "zh": "/zh/sample/%E4%BD%A0"}
                return Page(self._data(request), Head(title="T"), alternates=alternates)
        return Page(self._data(request), Head(title="Sample <1>"), valid_until=self.valid_until)

    def _data(self, request: PageRequest) -> SamplePayload:
        return SamplePayload(words=request.query.get("words", "none"), reads=self.reads)

    @property
    def screens(self) -> tuple[Screen, ...]:
        def row(name: str, path: str, **more: object) -> Screen:
            return Screen(name=name, path=path, page="a/A", title="signin.title", **more)  # type: ignore[arg-type]

        return (
            row("home", "/"),
            row("signin", "/signin", query=("next",)),
            row(
                "sample",
                "/sample/{act}",
                load=self.load,
                params={"act": "slug"},
                query=("words",),
                tables=("profiles",),
            ),
            row("mine", "/mine", guards=("auth",)),
            row("office", "/office", guards=("auth", "is-admin")),
        )


async def read(client: httpx.AsyncClient, path: str, **headers: str) -> dict[str, object]:
    """Return the payload in the document at a path."""
    response = await client.get(path, headers=headers)
    found = re.search(r'id="payload">(.*?)</script>', response.text, re.DOTALL)
    assert found, response.text
    payload: dict[str, object] = msgspec.json.decode(found[1])
    return payload


async def shows(site: httpx.AsyncClient, path: str, words: str) -> bool:
    """Whether the response contains the words within a second, in which a change arrives."""
    for _ in range(100):
        if words in (await site.get(path)).text:
            return True
        await asyncio.sleep(0.01)
    return False
