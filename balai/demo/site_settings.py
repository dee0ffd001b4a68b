"""The centre itself: name, home and about pages, opening hours."""

from datetime import datetime

from balai.database.pool import Connection
from balai.demo.markup import rich_text
from balai.demo.people import read

FINISH_SETUP = "update public.site_setup set kind = 'centre', finished_at = now()"
SET_FACTS = """
update public.site_settings set time_zone = 'Asia/Kuala_Lumpur', phone = '+60 4-226 1987', has_directory = true
"""
# Monday to Friday 8 am to 9 pm, Saturday 9 am to 6 pm, Sunday 2 pm to 6 pm.
SET_HOURS = """
update public.opening_hours set hours = case
  when weekday < 6 then '{[480,1260)}' when weekday = 6 then '{[540,1080)}' else '{[840,1080)}' end::int4multirange
"""
# The next Christmas, and half a day before the coming new year.
ADD_SPECIAL_DAYS = """
insert into public.opening_exceptions (day, hours, notes) values
  (make_date($1, 12, 25), '{}', '{"en": "Christmas", "zh": "圣诞节", "ms": "Hari Krismas", "vi": "Lễ Giáng sinh"}'),
  (make_date($1, 12, 31), '{[480,840)}',
    '{"en": "New Year’s Eve", "zh": "新年前夕", "ms": "Malam Tahun Baharu", "vi": "Đêm giao thừa"}')
"""
SET_TEXTS = """
update public.site_texts set name = $2, tagline = $3, home = $4, about = $5, opening_hours = $6, address = $7
where language::text = $1
"""


async def add_site_settings(connection: Connection, now: datetime) -> None:
    """Set name, texts, address and opening hours of the site, in four languages."""
    await connection.execute(SET_FACTS)
    await connection.execute(SET_HOURS)
    await connection.execute(ADD_SPECIAL_DAYS, now.year)
    await connection.execute(FINISH_SETUP)
    for language, text in read("site_settings.json").items():
        home, about = rich_text("\n".join(text["home"])), rich_text("\n".join(text["about"]))
        hours = "\n".join(text["opening_hours"])
        await connection.execute(
            SET_TEXTS, language, text["name"], text["tagline"], home, about, hours, text["address"]
        )
