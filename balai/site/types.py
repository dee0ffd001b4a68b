"""Generates TypeScript from the route table: screens, paths, pages, the type of every payload, and the named topics.

`balai types` writes the files; a test compares them with a new run. The order follows the route table and the fields of
the structs, so the same source always gives the same text.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from balai.site.loaders.blog.topics import TOPICS
from balai.site.payloads import LANGS, NoData, Payload
from balai.site.pictures.uploads import FILE_TYPES
from balai.site.render.payload import PagePayload
from balai.site.routes import SCREENS
from balai.site.screens import Page, Screen, TextBundle

FIRST_LINE = "// Written by `balai types` from balai/site/routes/. Not edited by hand.\n"
FILE_TYPES_FIRST_LINE = "// Written by `balai types` from balai/site/pictures/uploads.py. Not edited by hand.\n"
TOPICS_FIRST_LINE = "// Written by `balai types` from balai/site/loaders/blog/topics.py. Not edited by hand.\n"
PARAM = re.compile(r"\{(\w+)\}")
WITH_QUERY = """
type Query = Readonly<Record<string, string | null | undefined>>;

function withQuery(path: string, query?: Query): string {
  if (!query) return path;
  const pairs = Object.entries(query).filter(([, value]) => value != null && value !== "");
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`).join("&");
  return text ? `${path}?${text}` : path;
}
"""
SCREEN = """import type { ScreenPayloads } from "./payloads";

export type ScreenName = keyof ScreenPayloads;

export interface Screen {
  name: ScreenName;
  /** For the browser's router: `/:lang/forum/:forumId`. */
  pattern: string;
  layout: "default" | "auth" | "admin";
  texts: readonly TextBundle[];
}
"""
RICH_TEXT = """
export interface RichTextMark {
  type: string;
  attrs?: Record<string, string | number | null>;
}

export interface RichTextNode {
  type: string;
  attrs?: Record<string, string | number | null>;
  content?: RichTextNode[];
  marks?: RichTextMark[];
  text?: string;
  /** Of a line that is a link and nothing else; the site adds it for readers. */
  preview?: Record<string, string>;
}
"""


class TypesError(Exception):
    """A payload without a TypeScript type: an unknown type, or two structs of one name."""


def write_types(folder: Path) -> None:
    """Write each generated file into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in generate_types().items():
        (folder / name).write_text(text, encoding="utf-8")


def generate_types(screens: Iterable[Screen] = SCREENS) -> dict[str, str]:
    """The text of each generated file by its name."""
    screens = tuple(screens)
    return {
        "languages.ts": "".join(_languages()),
        "paths.ts": "".join(_paths(screens)),
        "screens.ts": "".join(_screens(screens)),
        "pages.ts": "".join(_pages(screens)),
        "payloads.ts": "".join(_payloads(screens)),
        "topics.ts": "".join(_topics()),
        "fileTypes.ts": "".join(_file_types()),
    }


def _topics() -> Iterator[str]:
    yield TOPICS_FIRST_LINE
    yield "export const TOPICS = [\n"
    yield from (f'  "{topic}",\n' for topic in TOPICS)
    yield "];\n"


def _file_types() -> Iterator[str]:
    yield FILE_TYPES_FIRST_LINE
    yield "export const FILE_TYPES: Readonly<Record<string, string>> = {\n"
    yield from (f"  {extension}: {_json(mimetype)},\n" for extension, mimetype in FILE_TYPES.items())
    yield "};\n"


def payload_type(screen: Screen) -> type[Payload]:
    """The struct in the return type of a screen's loader."""
    if screen.load is None:
        return NoData
    page = get_type_hints(screen.load)["return"]
    payload = next(iter(get_args(page)), None) if get_origin(page) is Page else None
    if not (isinstance(payload, type) and issubclass(payload, Payload)):
        raise TypesError(f"the loader of {screen.name} must be declared to return Page[SomePayload]")
    return payload


def _languages() -> Iterator[str]:
    yield FIRST_LINE
    yield f"export const LANGS = [{', '.join(map(_json, LANGS))}] as const;\n"
    yield "\nexport type Lang = (typeof LANGS)[number];\n"


def _paths(screens: tuple[Screen, ...]) -> Iterator[str]:
    yield FIRST_LINE
    yield 'import type { Lang } from "./languages";\n'
    yield WITH_QUERY
    yield "\nexport const pathTo = {\n"
    for screen in screens:
        fields = "; ".join(["lang: Lang", *(f"{param}: string" for param in re.findall(PARAM, screen.path))])
        path = "/${to.lang}" + re.sub(PARAM, r"${encodeURIComponent(to.\1)}", screen.path).rstrip("/")
        yield f"  {screen_identifier(screen.name)}: (to: {{ {fields} }}, query?: Query): string =>\n"
        yield f"    withQuery(`{path}`, query),\n"
    yield "};\n"


def _screens(screens: tuple[Screen, ...]) -> Iterator[str]:
    yield FIRST_LINE
    yield SCREEN
    yield f"\nexport type TextBundle = {' | '.join(map(_json, get_args(TextBundle)))};\n"
    yield "\nexport const screens: readonly Screen[] = [\n"
    for screen in screens:
        pattern = "/:lang" + re.sub(PARAM, r":\1", screen.path).rstrip("/")
        facts = f"name: {_json(screen.name)}, pattern: {_json(pattern)}, layout: {_json(screen.layout)}"
        facts += f", texts: [{', '.join(map(_json, screen.texts))}]"
        yield f"  {{ {facts} }},\n"
    yield "];\n"


def _pages(screens: tuple[Screen, ...]) -> Iterator[str]:
    areas = list(dict.fromkeys(screen.page.rsplit("/", 1)[0] for screen in screens))
    yield FIRST_LINE
    yield 'import type { ComponentType } from "react";\n'
    yield 'import type { ScreenName } from "./screens";\n'
    yield "\ntype Load = () => Promise<ComponentType<{ data: never }>>;\n"
    # Once for each area: the bundler lists the files of an area at each import.
    yield "\n"
    yield from (f'const {_area(area)} = () => import("../pages/{area}");\n' for area in areas)
    yield "\n/** Loads a screen's page, by the screen's name. */\n"
    yield "export const pages: Readonly<Record<ScreenName, Load>> = {\n"
    for screen in screens:
        area, component = screen.page.rsplit("/", 1)
        yield f"  {_key(screen.name)}: () => {_area(area)}().then((module) => module.{component}),\n"
    yield "};\n"


def _area(area: str) -> str:
    """booking/list → bookingList."""
    return screen_identifier(area.replace("/", "."))


def screen_identifier(name: str) -> str:
    """forum.post → forumPost, forget-password → forgetPassword."""
    first, *rest = re.split(r"[.-]", name)
    return first + "".join(word.capitalize() for word in rest)


def _payloads(screens: tuple[Screen, ...]) -> Iterator[str]:
    structs: dict[str, inspect.StructType] = {}
    kinds = {screen.name: payload_type(screen) for screen in screens}
    for kind in (PagePayload, *kinds.values()):
        _collect(inspect.type_info(kind), structs)
    yield FIRST_LINE
    yield 'import type { Lang } from "./languages";\n'
    yield RICH_TEXT
    for struct in structs.values():
        yield from _interface(struct)
    yield "\nexport interface ScreenPayloads {\n"
    for name, kind in kinds.items():
        yield f"  {_key(name)}: {kind.__name__};\n"
    yield "}\n"


def _collect(kind: inspect.Type, structs: dict[str, inspect.StructType]) -> None:
    """Collect every struct within a type once, inner ones after the first that contains them."""
    match kind:
        case inspect.StructType():
            known = structs.get(kind.cls.__name__)
            if known is not None:
                if known.cls is not kind.cls:
                    raise TypesError(f"two payload structs are called {kind.cls.__name__}")
                return
            structs[kind.cls.__name__] = kind
            for field in kind.fields:
                _collect(field.type, structs)
        case inspect.UnionType():
            for part in kind.types:
                _collect(part, structs)
        case inspect.Metadata():
            _collect(kind.type, structs)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            _collect(kind.item_type, structs)
        case inspect.TupleType():
            for part in kind.item_types:
                _collect(part, structs)
        case inspect.DictType():
            _collect(kind.value_type, structs)


def _interface(struct: inspect.StructType) -> Iterator[str]:
    is_page = struct.cls is PagePayload
    if not struct.fields:
        yield f"\nexport type {struct.cls.__name__} = Record<string, never>;\n"
        return
    yield f"\nexport interface {struct.cls.__name__}{'<Data = unknown>' if is_page else ''} {{\n"
    for field in struct.fields:
        kind = "Data" if is_page and field.name == "data" else typescript(field.type)
        # inspect does not show UNSET: it is an optional field without a default.
        is_unset = not field.required and field.default is field.default_factory is msgspec.NODEFAULT
        optional = "?" if is_unset else ""
        yield f"  {_key(field.encode_name)}{optional}: {kind};\n"
    yield "}\n"


SIMPLE: dict[type[inspect.Type], str] = {
    inspect.StrType: "string",
    inspect.UUIDType: "string",
    inspect.DateTimeType: "string",
    inspect.DateType: "string",
    inspect.TimeType: "string",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
}


def typescript(kind: inspect.Type) -> str:
    """The TypeScript type of what msgspec writes for a type."""
    simple = SIMPLE.get(type(kind))
    if simple is not None:
        return simple
    match kind:
        case inspect.Metadata(extra={"typescript": str(named)}):
            return named
        case inspect.Metadata():
            return typescript(kind.type)
        case inspect.StructType():
            return kind.cls.__name__
        case inspect.CustomType(cls=builtin) if builtin is object:
            return "unknown"
        case inspect.LiteralType() if set(kind.values) == set(LANGS):
            return "Lang"
        case inspect.LiteralType():
            return " | ".join(_json(value) for value in kind.values)
        case inspect.EnumType():
            return " | ".join(_json(member.value) for member in kind.cls)
        case inspect.UnionType():
            return " | ".join(typescript(part) for part in kind.types)
        case inspect.TupleType():
            return f"[{', '.join(typescript(part) for part in kind.item_types)}]"
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            item = typescript(kind.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case inspect.DictType():
            return f"Record<string, {typescript(kind.value_type)}>"
    raise TypesError(f"no TypeScript for {kind!r}")


def _key(name: str) -> str:
    return name if name.isidentifier() else _json(name)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
