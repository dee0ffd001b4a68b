"""The menu in the payload of every page: names in the page's language, with those that exist for missing ones."""

import asyncio
import json
from typing import Any

import httpx

from balai.database.pool import Pool

SAVE = "select public.save_menu('header', $1)"


async def _menu(site: httpx.AsyncClient, lang: str) -> list[dict[str, Any]]:
    page = (await site.get(f"/{lang}/about/_payload.json")).json()
    return [link for link in page["site"]["menu"] if link["place"] == "header"]


async def test_names_fall_back_to_a_language_that_exists(site: httpx.AsyncClient, pool: Pool) -> None:
    assert [link["name"] for link in await _menu(site, "vi")] == [None] * 4, "the interface names the areas"
    items = [
        {"screen": "forum", "labels": {"zh": "街坊", "vi": "Xóm"}},
        {"screen": "blog"},
        {"url": "https://radio.example", "labels": {"ms": "Radio"}},
    ]
    await pool.execute("update public.site_settings set default_language = 'zh'")
    await pool.execute(SAVE, json.dumps(items))
    await asyncio.sleep(0.05)
    shown = {lang: [(link["name"], link["lang"]) for link in await _menu(site, lang)] for lang in ("vi", "en")}
    assert shown["vi"] == [("Xóm", "vi"), (None, None), ("Radio", "ms")]
    assert shown["en"] == [("街坊", "zh"), (None, None), ("Radio", "ms")]


async def test_a_page_is_linked_while_it_is_published(site: httpx.AsyncClient, pool: Pool) -> None:
    page = await pool.fetchval("insert into public.pages (slug, source_language) values ('rules', 'vi') returning id")
    await pool.execute(SAVE, json.dumps([{"pageId": str(page)}]))
    await asyncio.sleep(0.05)
    assert await _menu(site, "en") == []
    version = await pool.fetchval(
        "insert into public.page_versions (page_id, number) values ($1, 1) returning id", page
    )
    await pool.execute(
        "insert into public.page_version_texts (version_id, language, title, body) values ($1, 'vi', 'Nội quy', $2)",
        version,
        '{"type": "doc", "content": []}',
    )
    await pool.execute("update public.pages set published_version = 1 where id = $1", page)
    await asyncio.sleep(0.05)
    (link,) = await _menu(site, "en")
    assert link == {"place": "header", "kind": "page", "target": "rules", "name": "Nội quy", "lang": "vi"}
