"""Renders React pages in V8, in this process: payload in, HTML of the body out.

Each V8 context has its own thread and renders one page at a time; the event loop only waits for it. A page that
throws, or exceeds its time or memory, is sent without server rendering: the browser renders it from the payload. A
context that has exceeded a limit is replaced, because its state is unknown.
"""

import asyncio
from contextlib import AbstractContextManager
from pathlib import Path
from typing import cast

import msgspec
import structlog
from py_mini_racer import JSEvalException, JSMappedObject, MiniRacer, mini_racer

log = structlog.get_logger("balai.site.render")

# V8 provides Intl and no web APIs.
PRELUDE = Path(__file__).with_name("prelude.js")
# The payload is set on an object, and the script is always the same: V8 retains 20 KB for each new script and never
# frees it. This is also the fastest way to pass a string.
CREATE_INPUT = "globalThis.input = {}"
CALL = "renderPage(input.payload)"
MAX_CAUSE_LENGTH = 300
MAX_TRACE_LINES = 6
RETRY_DELAY_S = 5.0


class Limits(msgspec.Struct, frozen=True):
    """Timeouts for getting a free context and for rendering, memory per context, and pages until it is replaced.

    Replacement bounds what accumulates outside V8's heap.
    """

    acquire_timeout_s: float = 3.0
    render_timeout_s: float = 2.0
    max_memory_bytes: int = 256 * 1024 * 1024
    max_pages: int = 20_000


class RenderError(Exception):
    """The page could not be rendered. `is_fatal`: the context must be replaced."""

    def __init__(self, reason: str, *, is_fatal: bool) -> None:
        super().__init__(reason)
        self.is_fatal = is_fatal


class _Context:
    """One V8 context with the bundle in it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._owner: AbstractContextManager[MiniRacer] = mini_racer(asyncio.get_running_loop())
        self._v8 = self._owner.__enter__()
        self._v8.set_hard_memory_limit(limits.max_memory_bytes)
        self.pages = 0

    async def load(self, *scripts: str) -> None:
        for script in scripts:
            await self._v8.eval_cancelable(script)
        self._input = cast(JSMappedObject, await self._v8.eval_cancelable(CREATE_INPUT))

    async def render(self, payload: bytes) -> str:
        self.pages += 1
        try:
            self._input["payload"] = payload.decode()
            async with asyncio.timeout(self._limits.render_timeout_s):
                html = await self._v8.eval_cancelable(CALL)
        except TimeoutError:
            raise RenderError(f"rendering timed out after {self._limits.render_timeout_s} s", is_fatal=True) from None
        except JSEvalException as error:
            raise RenderError(_cause(error), is_fatal=self._v8.was_hard_memory_limit_reached()) from error
        if not isinstance(html, str):
            raise RenderError(f"renderPage returned {type(html).__name__}, not text", is_fatal=False)
        return html

    def close(self) -> None:
        self._owner.__exit__(None, None, None)


class Renderer:
    """A fixed number of contexts, each used by one page at a time."""

    def __init__(self, bundle: Path, *, size: int, limits: Limits | None = None) -> None:
        self._file = bundle
        self._scripts: tuple[str, ...] = ()
        self._size = size
        self._limits = limits or Limits()
        self._free: asyncio.Queue[_Context] = asyncio.Queue()
        self._replacing: set[asyncio.Task[None]] = set()
        self._all: set[_Context] = set()
        # How many of the replacement tasks wait for their next attempt.
        self._waiting_to_retry = 0

    async def start(self) -> None:
        """Start every context. A failure is logged: pages are then sent without server rendering."""
        try:
            self._scripts = (PRELUDE.read_text(encoding="utf-8"), self._file.read_text(encoding="utf-8"))
        except OSError as error:
            log.error("server_bundle_unreadable", error=str(error))
            return
        await asyncio.gather(*(self._add() for _ in range(self._size)))

    async def stop(self) -> None:
        """Close every context."""
        for task in self._replacing:
            task.cancel()
        await asyncio.gather(*self._replacing, return_exceptions=True)
        for context in self._all:
            context.close()
        self._all.clear()

    async def find_html(self, payload: bytes, page: str) -> str | None:
        """The HTML of a page's body, or None if it could not be rendered. The cause is logged."""
        try:
            return await self._render(payload)
        except RenderError as error:
            log.error("page_not_rendered", page=page, error=str(error))
            return None

    async def _render(self, payload: bytes) -> str:
        if not self._all and len(self._replacing) == self._waiting_to_retry:
            raise RenderError("no V8 context is running", is_fatal=False)
        try:
            async with asyncio.timeout(self._limits.acquire_timeout_s):
                context = await self._free.get()
        except TimeoutError:
            reason = f"no context was free within {self._limits.acquire_timeout_s} s"
            raise RenderError(reason, is_fatal=False) from None
        is_usable = False
        try:
            html = await context.render(payload)
            is_usable = context.pages < self._limits.max_pages
            return html
        except RenderError as error:
            is_usable = not error.is_fatal
            raise
        finally:
            # Also when the request was cancelled: the page may still be rendering.
            if is_usable:
                self._free.put_nowait(context)
            else:
                self._replace(context)

    async def _add(self) -> bool:
        """Start one more context. Returns whether it started."""
        context = None
        try:
            context = _Context(self._limits)
            self._all.add(context)
            await context.load(*self._scripts)
        except Exception as error:  # noqa: BLE001 - pages can be sent without rendering, whatever the error
            cause = _cause(error) if isinstance(error, JSEvalException) else repr(error)
            log.error("server_bundle_failed", error=cause)
            if context is not None:
                self._all.discard(context)
                context.close()
            return False
        self._free.put_nowait(context)
        return True

    async def _add_with_retries(self) -> None:
        """The bundle has run before, so a failure to start (no memory, no thread) is temporary: retry."""
        while not await self._add():
            self._waiting_to_retry += 1
            try:
                await asyncio.sleep(RETRY_DELAY_S)
            finally:
                self._waiting_to_retry -= 1

    def _replace(self, context: _Context) -> None:
        self._all.discard(context)
        context.close()
        task = asyncio.get_running_loop().create_task(self._add_with_retries(), name="site renderer replacement")
        self._replacing.add(task)
        task.add_done_callback(self._replacing.discard)


def _cause(error: JSEvalException) -> str:
    """Message and stack, shortened: V8 quotes the line of code, and a bundle has lines of a megabyte."""
    lines = str(error).splitlines()
    trace = [line.strip() for line in lines if line.lstrip().startswith("at ")][:MAX_TRACE_LINES]
    messages = [line[:MAX_CAUSE_LENGTH] for line in lines if "Error" in line and not line.lstrip().startswith("at ")]
    return "; ".join([messages[-1] if messages else lines[0][:MAX_CAUSE_LENGTH], *trace])
