"""The presence that members have in threads and in the article editor: their own id and the name of their profile."""

from typing import Final

# With the caller's role and claims. `key` is the presence key, `fields` the JSON object that others receive.
QUERY: Final = """
select p.id::text as key, jsonb_build_object('name', p.display_name)::text as fields
from public.profiles as p where p.id = auth.uid()
"""
# The pages show these names beside texts of members, where a free text would read as a sentence of the site.
MEMBER_PRESENCE: Final = (r"(thread|article):[0-9a-f-]{36}", QUERY)
