"""The centre itself: name, home and about pages, opening hours."""

from balai.database.pool import Connection
from balai.demo.markup import rich_text
from balai.demo.people import read

SET_ZONE = "update public.site_settings set time_zone = 'Asia/Kuala_Lumpur'"
FINISH_SETUP = "update public.site_setup set kind = 'centre', finished_at = now()"
SET_TEXTS = """
update public.site_texts set name = $2, tagline = $3, home = $4, about = $5, opening_hours = $6
where language::text = $1
"""


async def add_site_settings(connection: Connection) -> None:
    """Set name and texts of the site, in four languages."""
    await connection.execute(SET_ZONE)
    await connection.execute(FINISH_SETUP)
    for language, text in read("site_settings.json").items():
        home, about = rich_text("\n".join(text["home"])), rich_text("\n".join(text["about"]))
        hours = "\n".join(text["opening_hours"])
        await connection.execute(SET_TEXTS, language, text["name"], text["tagline"], home, about, hours)
