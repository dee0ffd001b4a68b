"""The list of the site's settings: value, default, and the last change."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from balai.site.loaders.forum.names import FORUM_TEXT
from balai.site.payloads import LANGS, Payload
from balai.site.screens import Page, PageRequest

# Settings that are shown, with their defaults; a test compares both with the columns of site_settings.
DEFAULTS: dict[str, Any] = {
    "default_language": "en",
    "languages": ["en", "zh", "ms", "vi"],
    "time_zone": "Asia/Singapore",
    "preset": "teduh",
    "accent": None,
    "font_pair": "serambi",
    "logo_url": None,
    "cover_url": None,
    "home_sections": ["ways", "talk", "week", "articles", "resources", "welcome"],
    "phone": "",
    "map_url": None,
    "requires_bot_check": False,
    "bot_check_after": 20,
    "administrators_need_factor": False,
    "has_directory": False,
    "has_messages": True,
    "comments_forum_id": None,
    "holds_first_posts": False,
    "limits_newcomers": True,
    "post_gap_seconds": 10,
    "hides_after_reports": 3,
    "embed_hosts": [],
    "notice_days": 90,
    "search_days": 90,
    "file_days": 30,
    "draft_days": 0,
    "message_days": 0,
    "privacy_days": 21,
}
# Parts of another setting, without a meaning of their own.
PARTS = {"cover_focus_x", "cover_focus_y"}
LIST = """
select setting.key as name, setting.value::text as value, change.id as change_id, change.changed_at,
  change.before::text as before, author.display_name as changed_by
from jsonb_each((select to_jsonb(s) from public.site_settings as s)) as setting
left join lateral (
  select c.id, c.changed_at, c.before, c.changed_by from public.setting_changes as c
  where c.setting = setting.key and c.language is null order by c.id desc limit 1) as change on true
left join public.profiles as author on author.id = change.changed_by
where setting.key = any ($1)
"""

LIST_AREAS = f"""
select forum.id::text, text.name from public.forums as forum {FORUM_TEXT} where forum.slot_id is null
"""  # noqa: S608 - our own fragment

SettingValue = str | int | bool | tuple[str, ...] | None


class AdminSetting(Payload, frozen=True):
    """One setting. `change_id`: of the last change, whose `before` can be restored. `words`: its name and its effect in
    the other languages, in which it is found, too.
    """

    name: str
    words: str
    value: SettingValue
    default: SettingValue
    change_id: int | None
    before: SettingValue
    changed_at: datetime | None
    changed_by: str | None


class AdminSettingsPayload(Payload, frozen=True):
    """All settings, in the order of the page."""

    settings: tuple[AdminSetting, ...]


async def load_settings(request: PageRequest) -> Page[AdminSettingsPayload]:
    """Every setting of the site."""
    rows = {row["name"]: row for row in await request.conn.fetch(LIST, list(DEFAULTS))}
    areas = {row["id"]: row["name"] for row in await request.conn.fetch(LIST_AREAS, request.lang)}
    settings = tuple(
        AdminSetting(
            name=name,
            words=" ".join(
                request.text(f"admin.settings.{name}{part}", lang=lang)
                for lang in LANGS
                if lang != request.lang
                for part in ("", ".effect")
            ),
            value=_show(name, rows[name]["value"], areas),
            default=tuple(default) if isinstance(default, list) else default,
            change_id=rows[name]["change_id"],
            before=_show(name, rows[name]["before"], areas),
            changed_at=rows[name]["changed_at"],
            changed_by=rows[name]["changed_by"],
        )
        for name, default in DEFAULTS.items()
        if name in rows
    )
    return Page(AdminSettingsPayload(settings))


def _show(name: str, value: str | None, areas: Mapping[str, str]) -> SettingValue:
    """A value as the page shows it: an area by its name."""
    if value is None:
        return None
    decoded = msgspec.json.decode(value)
    if name == "comments_forum_id":
        return areas.get(decoded)
    return tuple(decoded) if isinstance(decoded, list) else decoded
