from pathlib import Path
from typing import Literal
from uuid import UUID

import msgspec
import pytest

from balai.site.payloads import Payload, RichText
from balai.site.screens import Page, PageRequest, Screen
from balai.site.types import TypesError, generate_types, screen_identifier, typescript

GENERATED = Path(__file__).parents[2] / "web/generated"


def test_generated_files_are_current() -> None:
    for name, text in generate_types().items():
        assert (GENERATED / name).read_text() == text, f"{name} is old: run `balai types`"


class Dish(Payload, frozen=True):
    dish_id: UUID
    kind: Literal["soup", "rice"]
    notes: tuple[str | None, ...]
    recipe: RichText
    prices: dict[str, float]


class MenuPayload(Payload, frozen=True):
    dishes: tuple[Dish, ...]
    best: Dish | None
    next: str | msgspec.UnsetType | None = msgspec.UNSET


async def load_menu(request: PageRequest) -> Page[MenuPayload]:
    return Page(MenuPayload(dishes=(), best=None))


async def load_nothing(request: PageRequest) -> dict[str, str]:
    return {}


def screen(load: object) -> Screen:
    return Screen(name="menu.day", path="/menu/{day}", page="menu/Day", title="t", load=load)  # type: ignore[arg-type]


def test_payloads_become_interfaces() -> None:
    text = generate_types([screen(load_menu)])["payloads.ts"]
    assert (
        "export interface MenuPayload {\n  dishes: Dish[];\n  best: Dish | null;\n  next?: string | null;\n}\n" in text
    )
    assert (
        'export interface Dish {\n  dishId: string;\n  kind: "rice" | "soup";\n  notes: (string | null)[];\n'
        "  recipe: RichTextNode;\n  prices: Record<string, number>;\n}\n" in text
    )
    assert '  "menu.day": MenuPayload;\n' in text


def test_screens_become_routes_and_paths() -> None:
    files = generate_types([screen(load_menu)])
    assert '{ name: "menu.day", pattern: "/:lang/menu/:day", layout: "default", texts: [] }' in files["screens.ts"]
    assert 'const menu = () => import("../pages/menu");' in files["pages.ts"]
    assert '"menu.day": () => menu().then((module) => module.Day)' in files["pages.ts"]
    assert "menuDay: (to: { lang: Lang; day: string }, query?: Query): string =>" in files["paths.ts"]
    assert "`/${to.lang}/menu/${encodeURIComponent(to.day)}`" in files["paths.ts"]


def test_loader_must_declare_a_payload() -> None:
    with pytest.raises(TypesError, match=r"menu\.day"):
        generate_types([screen(load_nothing)])


def test_two_structs_of_one_name_are_rejected() -> None:
    other = msgspec.defstruct("Dish", [("x", int)], bases=(Payload,), frozen=True)
    payload = msgspec.defstruct("BothPayload", [("a", Dish), ("b", other)], bases=(Payload,), frozen=True)

    async def load_both(request: PageRequest) -> None: ...

    load_both.__annotations__["return"] = Page[payload]  # type: ignore[valid-type]
    with pytest.raises(TypesError, match="Dish"):
        generate_types([screen(load_both)])


def test_types_unknown_to_typescript_are_rejected() -> None:
    with pytest.raises(TypesError):
        typescript(msgspec.inspect.type_info(bytes))


def test_names_of_screens_become_identifiers() -> None:
    assert [screen_identifier(name) for name in ("home", "forum.post", "forget-password")] == [
        "home",
        "forumPost",
        "forgetPassword",
    ]
