"""The site's name, settings and menu in every language, cached until one of their tables changes."""

import msgspec

from balai.database.pool import Connection
from balai.site.languages import find_lang
from balai.site.loaders.rows import read_row
from balai.site.payloads import LANGS, Lang, MenuLink, PageSettings, WeekHours
from balai.site.render.table_versions import Snapshot, TableVersions
from balai.site.texts import Texts

TABLES = (
    *("site_settings", "site_texts", "opening_hours", "menu_items", "wordings", "pages", "page_versions"),
    "page_version_texts",
)
# One row per language.
LIST_SETTINGS = """
select n.language::text, s.time_zone, s.logo_url, s.default_language::text, n.name, n.tagline, s.languages::text[],
  s.preset, s.accent, s.font_pair, s.cover_url, s.cover_focus_x, s.cover_focus_y,
  coalesce((
    select t.address from public.site_texts t where t.address <> ''
    order by t.language = n.language desc, t.language = s.default_language desc, t.language limit 1), '') as address,
  (select jsonb_agg(
      (select coalesce(jsonb_agg(jsonb_build_array(lower(span), upper(span))), '[]') from unnest(h.hours) as span)
      order by h.weekday)
    from public.opening_hours h having bool_or(h.hours <> '{}')) as hours
from public.site_settings as s cross join public.site_names as n
"""
# A label that is missing in a language is shown in the default one, else in the first that exists.
LIST_MENU = """
select wanted.language::text as shown_in, m.place,
  case when m.screen is not null then 'screen' when m.page_id is not null then 'page' else 'link' end as kind,
  coalesce(m.screen, page.slug, m.url) as target,
  coalesce(label.text, page.title) as name, coalesce(label.language, page.title_language)::text as lang
from public.menu_items as m
cross join public.site_settings as s
cross join unnest(enum_range(null::public.language)) as wanted (language)
left join public.page_names as page on page.page_id = m.page_id and page.language = wanted.language
left join lateral (
  select l.text, l.language from (values
    ('en'::public.language, m.label_en), ('zh', m.label_zh), ('ms', m.label_ms), ('vi', m.label_vi)
  ) as l (language, text)
  where l.text <> ''
  order by l.language = wanted.language desc, l.language = s.default_language desc, l.language limit 1) as label on true
where m.page_id is null or page.page_id is not null
order by m.place desc, m.position
"""
LIST_WORDINGS = "select language::text, key, text from public.wordings order by key"


class SiteIdentity:
    """Name, tagline, logo and time zone in every language."""

    def __init__(self, versions: TableVersions, texts: Texts) -> None:
        self._texts = texts
        self._versions = versions
        self._snapshot: Snapshot | None = None
        self._settings: dict[Lang, PageSettings] = {}
        self._default: Lang = "en"

    @property
    def is_fresh(self) -> bool:
        """Whether the cached settings are current."""
        return self._snapshot is not None and self._versions.is_current(self._snapshot)

    async def refresh(self, conn: Connection, *, always: bool = False) -> None:
        """Read the settings if they have changed. `always`: also while no notification of a change has arrived."""
        if self.is_fresh and not always:
            return
        snapshot = self._versions.snapshot(TABLES)
        rows = await conn.fetch(LIST_SETTINGS)
        links = await conn.fetch(LIST_MENU)
        wordings = await conn.fetch(LIST_WORDINGS)
        if self.is_fresh and not always:
            # Another request has read them meanwhile, possibly after a commit that these rows predate.
            return
        for row in rows:
            lang = find_lang(row["language"])
            if lang is not None:
                # In a fixed order, whatever the order in the database.
                offered = tuple(one for one in LANGS if one in row["languages"])
                menu = tuple(read_row(MenuLink, link) for link in links if link["shown_in"] == lang)
                own = {
                    wording["key"]: wording["text"]
                    for wording in wordings
                    if wording["language"] == lang and self._texts.admits(lang, wording["key"], wording["text"])
                }
                hours = msgspec.json.decode(row["hours"], type=WeekHours) if row["hours"] else None
                parts = {"languages": offered, "menu": menu, "wordings": own, "hours": hours}
                self._settings[lang] = read_row(PageSettings, {**dict(row), **parts})
            self._default = find_lang(row["default_language"]) or "en"
        self._snapshot = snapshot

    def settings(self, lang: Lang) -> PageSettings:
        """The last known settings. Before the first read: defaults, so that error pages can be rendered."""
        return self._settings.get(lang) or PageSettings(name="Balai", tagline="", logo_url=None, time_zone="UTC")

    def offers(self, lang: Lang) -> bool:
        """Whether the site offers a language."""
        return lang in self.settings(lang).languages

    @property
    def default_lang(self) -> Lang:
        """The language of visitors without a preference."""
        return self._default if self._default in LANGS else "en"
