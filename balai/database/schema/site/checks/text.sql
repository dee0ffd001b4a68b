-- Checks of names and texts. A check constraint calls its functions as the role that writes the row, so members need
-- them.
-- Visitors write nothing and must not be able to keep the database busy.

-- Removes characters that can hide in a name or reverse it: controls, soft hyphen, zero-width and invisible characters,
-- joiners, line separators, direction marks and overrides, tag characters.
create or replace function public.strip_hidden_characters(line text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(
    line,
    '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E'
    || '\u2060-\u206F\u2800\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF0-\uFFFB\U000E0000-\U000E0FFF]',
    '', 'g')
$$;

create or replace function public.is_clean_line(line text, longest int) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select char_length(line) <= longest
    and line = public.strip_hidden_characters(line)
    and line ~ '[^ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]'
$$;

-- Whether a text is long enough. The minimum follows the script of the text, not the page's language: a Chinese
-- character carries about as much as half a word. The browser counts the same way in web/pages/forum/write/drafts/textLength.ts.
create or replace function public.is_long_enough(content text, han_minimum integer, minimum integer) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select char_length(trimmed) >= case when han * 2 >= char_length(regexp_replace(trimmed, '\s', '', 'g'))
                                      then han_minimum else minimum end
  from (
    select btrim(regexp_replace(bounded, '\s+', ' ', 'g')) as trimmed,
           char_length(regexp_replace(
             bounded, '[^\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]', '', 'g')) as han
    -- No valid text is longer; the limit bounds the work of direct calls.
    from left(content, 60000) as bounded
  ) as counted
$$;

-- Creating an account never fails because of its name: hidden characters are removed, and a user without a name gets a
-- neutral one instead of a part of their address.
create or replace function public.initial_display_name(facts jsonb, id uuid) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when public.is_clean_line(name, 80) then name else 'Member ' || left(id::text, 4) end
  from (select btrim(left(public.strip_hidden_characters(btrim(
    coalesce(facts ->> 'display_name', facts ->> 'full_name', facts ->> 'name', ''))), 80)) as name) as given
$$;

revoke execute on function
  public.strip_hidden_characters(text), public.is_clean_line(text, integer),
  public.is_long_enough(text, integer, integer), public.initial_display_name(jsonb, uuid)
from public, anon, authenticated;

grant execute on function
  public.strip_hidden_characters(text), public.is_clean_line(text, integer),
  public.is_long_enough(text, integer, integer)
to authenticated, service_role;

comment on function public.strip_hidden_characters(text) is 'internal';
comment on function public.is_clean_line(text, integer) is 'internal';
comment on function public.is_long_enough(text, integer, integer) is 'internal';

-- Whether a document holds one line for some languages: {"en": "Deepavali", "zh": "屠妖节"}.
create or replace function public.is_note_in_languages(notes jsonb, longest int) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select jsonb_typeof(notes) = 'object' and not exists (
    select from jsonb_each(case jsonb_typeof(notes) when 'object' then notes else '{}' end) as note
    where note.key not in ('en', 'zh', 'ms', 'vi') or jsonb_typeof(note.value) <> 'string'
      or not public.is_clean_line(note.value #>> '{}', longest))
$$;

revoke execute on function public.is_note_in_languages(jsonb, int) from public, anon, authenticated;
grant execute on function public.is_note_in_languages(jsonb, int) to authenticated, service_role;
comment on function public.is_note_in_languages(jsonb, int) is 'internal';
