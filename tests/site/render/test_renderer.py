"""The V8 renderer with working and failing bundles."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from structlog.typing import EventDict

from balai.site.render import renderer as module
from balai.site.render.renderer import Limits, Renderer, _Context

BUNDLE = """
let drawn = 0;
globalThis.renderPage = (text) => {
  const page = JSON.parse(text);
  drawn += 1;
  if (page.act === "throw") throw new Error("no such colour");
  if (page.act === "spin") for (;;);
  if (page.act === "number") return 7;
  if (page.act === "eat") { const kept = []; for (;;) kept.push(new Array(1000).fill({})); }
  return `<p>${page.words} ${drawn}</p>`;
};
"""
Open = Callable[..., AbstractAsyncContextManager[Renderer]]


@pytest.fixture
def open_renderer(tmp_path: Path) -> Open:
    @asynccontextmanager
    async def opened(bundle: str = BUNDLE, *, size: int = 1, limits: Limits | None = None) -> AsyncIterator[Renderer]:
        file = tmp_path / "server.js"
        file.write_text(bundle)
        renderer = Renderer(file, size=size, limits=limits or Limits(render_timeout_s=0.2, acquire_timeout_s=0.3))
        await renderer.start()
        yield renderer
        await renderer.stop()

    return opened


async def test_page_with_any_text_is_rendered(open_renderer: Open) -> None:
    async with open_renderer() as renderer:
        words = 'x"\\\u2028</script>诊所 ${drawn} `'
        payload = json.dumps({"words": words}, ensure_ascii=False).encode()
        assert await renderer.find_html(payload, "/en") == f"<p>{words} 1</p>"


@pytest.mark.parametrize(
    ("act", "cause"),
    [
        ("throw", "no such colour"),
        ("spin", "timed out after 0.2 s"),
        ("eat", "memory limit"),
        ("number", "not text"),
    ],
)
async def test_failing_page_is_abandoned_and_the_next_one_works(
    open_renderer: Open, logs: list[EventDict], act: str, cause: str
) -> None:
    limits = Limits(render_timeout_s=0.2 if act == "spin" else 5, max_memory_bytes=60 * 1024 * 1024)
    async with open_renderer(limits=limits) as renderer:
        assert await renderer.find_html(f'{{"act":"{act}"}}'.encode(), "/en/odd") is None
        assert cause in str(logs) and "/en/odd" in str(logs)
        html = await renderer.find_html(b'{"words":"again"}', "/en")
        assert html is not None and "again" in html


async def test_rendering_does_not_block_the_event_loop(open_renderer: Open) -> None:
    async with open_renderer() as renderer:
        drawing = asyncio.create_task(renderer.find_html(b'{"act":"spin"}', "/en"))
        turns = 0
        while not drawing.done():
            await asyncio.sleep(0.005)
            turns += 1
        assert turns > 5


async def test_request_without_a_free_context_does_not_wait(open_renderer: Open, logs: list[EventDict]) -> None:
    async with open_renderer(limits=Limits(render_timeout_s=1.0, acquire_timeout_s=0.1)) as renderer:
        busy = asyncio.create_task(renderer.find_html(b'{"act":"spin"}', "/en"))
        await asyncio.sleep(0.02)
        assert await renderer.find_html(b'{"words":"x"}', "/en/late") is None
        assert "no context was free" in str(logs)
        busy.cancel()


async def test_cancelled_request_returns_its_context(open_renderer: Open) -> None:
    async with open_renderer(limits=Limits(render_timeout_s=5, acquire_timeout_s=2)) as renderer:
        drawing = asyncio.create_task(renderer.find_html(b'{"act":"spin"}', "/en"))
        await asyncio.sleep(0.02)
        drawing.cancel()
        await asyncio.gather(drawing, return_exceptions=True)
        await asyncio.sleep(0.1)
        assert await renderer.find_html(b'{"words":"still"}', "/en") == "<p>still 1</p>"


async def test_context_is_replaced_after_a_number_of_pages(open_renderer: Open) -> None:
    async with open_renderer(limits=Limits(max_pages=2)) as renderer:
        drawn = [await renderer.find_html(b'{"words":"n"}', "/en") for _ in range(5)]
        assert drawn == ["<p>n 1</p>", "<p>n 2</p>", "<p>n 1</p>", "<p>n 2</p>", "<p>n 1</p>"]


async def test_failed_replacement_is_retried(open_renderer: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RETRY_DELAY_S", 1)
    refusals, is_refused = [MemoryError("no room"), RuntimeError("can't start new thread")], asyncio.Event()

    class Refused(_Context):
        def __init__(self, limits: Limits) -> None:
            is_refused.set()
            if refusals:
                raise refusals.pop()
            super().__init__(limits)

    async with open_renderer(limits=Limits(max_pages=1, acquire_timeout_s=60)) as renderer:
        monkeypatch.setattr(module, "_Context", Refused)
        assert await renderer.find_html(b'{"words":"n"}', "/en") == "<p>n 1</p>"
        await is_refused.wait()
        # No request waits for a renderer that is not starting.
        assert await renderer.find_html(b'{"words":"n"}', "/en") is None
        async with asyncio.timeout(60):
            while (drawn := await renderer.find_html(b'{"words":"n"}', "/en")) is None:  # noqa: ASYNC110 - polls like visitors
                await asyncio.sleep(0.01)
        assert drawn == "<p>n 1</p>"
        assert not refusals


@pytest.mark.parametrize("bundle", ["this is no script", "throw new Error('at once')"])
async def test_failing_bundle_leaves_pages_without_server_rendering(
    open_renderer: Open, logs: list[EventDict], bundle: str
) -> None:
    async with open_renderer(bundle) as renderer:
        assert await renderer.find_html(b"{}", "/en") is None
    assert "server_bundle_failed" in str(logs)


async def test_missing_bundle_leaves_pages_without_server_rendering(tmp_path: Path) -> None:
    renderer = Renderer(tmp_path / "none.js", size=1)
    await renderer.start()
    assert await renderer.find_html(b"{}", "/en") is None
    await renderer.stop()


async def test_browser_globals_exist(open_renderer: Open) -> None:
    bundle = """
      globalThis.renderPage = () => {
        console.log("x");
        return `${crypto.randomUUID().length} ${[...new TextEncoder().encode("aé诊😀\\ud800")].join(" ")}`;
      };
    """
    expected = " ".join(str(octet) for octet in "aé诊😀\ufffd".encode())
    async with open_renderer(bundle) as renderer:
        assert await renderer.find_html(b"{}", "/en") == f"36 {expected}"
