"""Reads the built front end: the files that each page needs, the inline script, the build's identifier."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from balai.errors import StartError

STATIC = Path(__file__).parent.parent / "static"
ENTRY = "entries/browser.tsx"
# Parts that a page loads only where the server has rendered them, by their `data-part` attribute: see
# web/lib/parts/lazyPart.ts. Their styles would else arrive after the first paint.
PARTS = {
    "booking": "pages/booking/slots/BookingForm.tsx",
    "change": "pages/booking/slots/ChangeForm.tsx",
    "dates": "pages/booking/course/DatesPanel.tsx",
    "intake": "components/intake/Intake.tsx",
}
RANGES = ("latin", "vi")
# The files of each font pair, as web/theme/fonts.css and tokens.css use them: headings, text, bold text.
FONT_PAIRS = {
    "serambi": ("bricolage-700", "bevietnam-400", "bevietnam-600"),
    "pustaka": ("literata-600", "bevietnam-400", "bevietnam-600"),
    "kota": ("jakarta-400", "jakarta-700"),
    "ringan": (),
}


class Chunk(msgspec.Struct, frozen=True, rename="camel"):
    """One entry of Vite's manifest."""

    file: str
    css: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()


class Build(msgspec.Struct, frozen=True):
    """builds/latest.json."""

    id: str


class PageFiles(msgspec.Struct, frozen=True):
    """The files in a page's document: style sheets, and modules to preload."""

    css: tuple[str, ...]
    modules: tuple[str, ...]


class FrontEnd:
    """The folder that `vite build` writes."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder
        try:
            self._chunks = msgspec.json.decode((folder / "manifest.json").read_bytes(), type=dict[str, Chunk])
            self.build = msgspec.json.decode((folder / "builds" / "latest.json").read_bytes(), type=Build).id
            # The content hash covers what is sent: without the source map's address and surrounding white space.
            script = re.sub(r"//# sourceMappingURL=.*", "", (folder / "before-paint.js").read_text()).strip()
        except (OSError, msgspec.MsgspecError) as error:
            raise StartError(
                f"The front end is not built: {error}", hint="Run `make build`, or install the wheel."
            ) from error
        # Wrapped in a function: the scripts of a page share one global scope.
        self.inline_script = f"(()=>{{{script}}})()"
        self.entry = "/" + self._chunks[ENTRY].file

    def files_of(
        self, page: str | None, lang: str, texts: tuple[str, ...] = (), parts: tuple[str, ...] = ()
    ) -> PageFiles:
        """Files of a page in a language, with its texts and parts: `web/pages/forum/index.ts` exports `forum/Post`.

        One that is not built has the entry's files alone.
        """
        area = [f"pages/{page.rpartition('/')[0]}/index.ts"] if page else []
        bundles = [f"locales/{lang}.json?{bundle}" for bundle in texts]
        wanted = [ENTRY, f"locales/{lang}.json", *bundles, *area, *(PARTS[name] for name in parts if name in PARTS)]
        chunks = list(self._with_imports(name for name in wanted if name in self._chunks))
        css = dict.fromkeys("/" + file for chunk in chunks for file in chunk.css)
        modules = dict.fromkeys("/" + chunk.file for chunk in chunks if chunk.file.endswith(".js"))
        modules.pop(self.entry, None)
        return PageFiles(tuple(css), tuple(modules))

    def fonts_of(self, pair: str, lang: str) -> tuple[str, ...]:
        """The fonts that a page's first lines need: the browser would else find them only after the style sheets."""
        ranges = ("latin", "vi") if lang == "vi" else ("latin",)
        wanted = (f"../build/fonts/{name}-{part}.woff2" for part in ranges for name in FONT_PAIRS[pair])
        return tuple("/" + self._chunks[name].file for name in wanted if name in self._chunks)

    def fonts_by_use(self) -> Mapping[str, Path]:
        """Files of the default fonts for generated images: `head-latin`, `head-vi`, `text-latin`, `text-vi`."""
        head, text, _ = FONT_PAIRS["serambi"]
        uses = [(use, name, part) for use, name in (("head", head), ("text", text)) for part in RANGES]
        wanted = {f"{use}-{part}": f"../build/fonts/{name}-{part}.woff2" for use, name, part in uses}
        return {use: self.folder / self._chunks[name].file for use, name in wanted.items() if name in self._chunks}

    def _with_imports(self, names: Iterator[str]) -> Iterator[Chunk]:
        seen: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop(0)
            if name not in seen and name in self._chunks:
                seen.add(name)
                yield self._chunks[name]
                waiting += self._chunks[name].imports
