-- What every other table of the site stands on: the four languages, the rules for names and for rich text, and the
-- notice that a table has changed. It needs only the names that a hosted project has too: the schema auth with
-- auth.users and auth.uid(), and the roles anon, authenticated and service_role.
--
-- Hosted projects grant new functions and tables to everyone by default, ours to no one. So each migration says both
-- what it takes away and what it gives.
create type public.language as enum ('en', 'zh', 'ms', 'vi');

-- Characters that can hide in a name or turn it around: controls, soft hyphen, zero-width and invisible letters,
-- joiners, line separators, direction marks and overrides, tag characters.
create function public.strip_hidden_characters(line text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(
    line,
    '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E'
    || '\u2060-\u206F\u2800\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF0-\uFFFB\U000E0000-\U000E0FFF]',
    '', 'g')
$$;

create function public.is_clean_line(line text, longest int) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select char_length(line) <= longest
    and line = public.strip_hidden_characters(line)
    and line ~ '[^ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]'
$$;

-- Time zones by their place name, because that is what every browser understands too. PostgreSQL itself would also take
-- abbreviations and made-up offsets such as FOO+3.
create function public.is_time_zone(name text) returns boolean
language plpgsql stable strict parallel safe set search_path = '' as $$
begin
  if name !~ '^(UTC|[A-Z][A-Za-z]+(/[A-Z][A-Za-z0-9_+-]*){1,2})$' then
    return false;
  end if;
  perform pg_catalog.timezone(name, pg_catalog.now());
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;

-- Rich text -----------------------------------------------------------------------------------------------------------
-- ProseMirror JSON, and only what the page renderer knows how to draw: web/lib/richText holds the same list. Whatever
-- is not named here is refused, so a document that passed needs no cleaning when it is shown.

-- Browsers drop tabs and line ends inside an address and read a backslash as a slash: any of them could turn a site
-- path into somebody else's host.
create function public.is_link_address(address text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select char_length(address) <= 2048
    and address !~ '[\u0001-\u0020\u007F-\u00A0\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\\]'
    and (address ~* '^https?://[^/?#]' or address ~* '^mailto:[^/]' or address ~* '^tel:\+?[0-9]' or address ~ '^/($|[^/])')
$$;

create function public.is_image_address(address text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select public.is_link_address(address) and (address ~* '^https://' or address ~ '^/')
$$;

create function public.is_rich_text_child(parent text, child text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select case
    when parent in ('doc', 'blockquote', 'listItem') then child in
      ('paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'codeBlock', 'image', 'horizontalRule')
    when parent in ('bulletList', 'orderedList') then child = 'listItem'
    when parent in ('paragraph', 'heading') then child in ('text', 'hardBreak')
    when parent = 'codeBlock' then child = 'text'
    else false
  end
$$;

create function public.is_whole_number(value jsonb, lowest int, highest int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(case when jsonb_typeof(value) = 'number'
    then value::numeric between lowest and highest and value::numeric = trunc(value::numeric) end, false)
$$;

-- One attribute of a node or a mark, as in is_rich_text_attribute('heading', 'level', '2'). A null value is an attribute
-- that is not set, as editors write it.
create function public.is_rich_text_attribute(owner text, name text, value jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  attribute text := owner || '.' || name;
  line text := case when jsonb_typeof(value) = 'string' then value #>> '{}' end;
begin
  if value = 'null' then
    return attribute in ('paragraph.textAlign', 'heading.textAlign', 'orderedList.start', 'codeBlock.language',
      'image.alt', 'image.width', 'image.height', 'textStyle.color', 'textStyle.fontFamily', 'highlight.color');
  end if;
  return coalesce(case
    when attribute in ('paragraph.textAlign', 'heading.textAlign') then line in ('left', 'center', 'right', 'justify')
    when attribute = 'heading.level' then public.is_whole_number(value, 2, 4)
    when attribute = 'orderedList.start' then public.is_whole_number(value, 0, 1000000)
    when attribute = 'codeBlock.language' then line ~ '^[A-Za-z0-9+#._-]{1,30}$'
    when attribute = 'image.src' then public.is_image_address(line) and line ~* '^(https:/|/storage)/'
    when attribute = 'image.alt' then char_length(line) <= 500
    when attribute in ('image.width', 'image.height') then public.is_whole_number(value, 1, 20000)
    when attribute = 'link.href' then public.is_link_address(line)
    when attribute = 'textStyle.color' then line ~ '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$'
    when attribute = 'textStyle.fontFamily' then line in ('serif', 'sans-serif', 'monospace', 'cursive')
    when attribute = 'highlight.color' then line ~ '^#[0-9A-Fa-f]{6}$'
    else false
  end, false);
end
$$;

create function public.has_rich_text_attributes(owner text, attributes jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  required text := case owner when 'heading' then 'level' when 'image' then 'src' when 'link' then 'href' end;
begin
  if attributes is null then
    return required is null;
  end if;
  if jsonb_typeof(attributes) <> 'object' or (required is not null and not attributes ? required) then
    return false;
  end if;
  return not exists (
    select from jsonb_each(attributes) as attribute
    where not public.is_rich_text_attribute(owner, attribute.key, attribute.value));
end
$$;

create function public.has_rich_text_marks(marks jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if marks is null then
    return true;
  end if;
  if jsonb_typeof(marks) <> 'array' or jsonb_array_length(marks) > 8 then
    return false;
  end if;
  return not exists (
    select from jsonb_array_elements(marks) as mark
    where coalesce(
      jsonb_typeof(mark) <> 'object'
      or jsonb_typeof(mark -> 'type') <> 'string'
      or mark ->> 'type' not in ('bold', 'italic', 'underline', 'strike', 'code', 'link', 'textStyle', 'highlight')
      or mark - '{type,attrs}'::text[] <> '{}'
      or not public.has_rich_text_attributes(mark ->> 'type', mark -> 'attrs'), true));
end
$$;

create function public.is_rich_text_node(node jsonb, parent text, depth int) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  kind text := case when jsonb_typeof(node) = 'object' and jsonb_typeof(node -> 'type') = 'string'
    then node ->> 'type' end;
  child jsonb;
begin
  if kind is null or depth > 20 or not public.is_rich_text_child(parent, kind) then
    return false;
  end if;
  if kind = 'text' then
    return jsonb_typeof(node -> 'text') is not distinct from 'string'
      and node ->> 'text' <> ''
      and node - '{type,text,marks}'::text[] = '{}'
      and public.has_rich_text_marks(node -> 'marks')
      and (parent <> 'codeBlock' or coalesce(node -> 'marks', '[]') = '[]');
  end if;
  if node - '{type,attrs,content}'::text[] <> '{}'
      or not public.has_rich_text_attributes(kind, node -> 'attrs')
      or jsonb_typeof(coalesce(node -> 'content', '[]')) <> 'array' then
    return false;
  end if;
  for child in select * from jsonb_array_elements(coalesce(node -> 'content', '[]')) loop
    if not public.is_rich_text_node(child, kind, depth + 1) then
      return false;
    end if;
  end loop;
  return true;
end
$$;

create function public.is_rich_text(document jsonb, largest int default 200000) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  child jsonb;
begin
  if jsonb_typeof(document) <> 'object'
      or document -> 'type' is distinct from '"doc"'
      or document - '{type,content}'::text[] <> '{}'
      or jsonb_typeof(coalesce(document -> 'content', '[]')) <> 'array'
      or octet_length(document::text) > largest then
    return false;
  end if;
  for child in select * from jsonb_array_elements(coalesce(document -> 'content', '[]')) loop
    if not public.is_rich_text_node(child, 'doc', 1) then
      return false;
    end if;
  end loop;
  return true;
end
$$;

-- The words alone, one line a block, for search, excerpts and length rules.
create function public.rich_text_plain(document jsonb) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  kind text := document ->> 'type';
  between_parts text := case when kind in ('paragraph', 'heading', 'codeBlock') then '' else E'\n' end;
begin
  if kind = 'text' then
    return document ->> 'text';
  elsif kind = 'hardBreak' then
    return E'\n';
  elsif jsonb_typeof(document -> 'content') is distinct from 'array' then
    return '';
  end if;
  return coalesce((
    select string_agg(public.rich_text_plain(part), between_parts order by place)
    from jsonb_array_elements(document -> 'content') with ordinality as parts (part, place)
    where part ->> 'type' not in ('image', 'horizontalRule')), '');
end
$$;

-- Change notices ------------------------------------------------------------------------------------------------------
-- Pages kept in memory stand only while the tables they read do: every commit that touches a table says so once
-- (PostgreSQL drops repeats within a transaction, and sends nothing when it is rolled back).
create function public.notify_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('balai_changes', tg_table_name);
  return null;
end
$$;

-- To be called once for each table, at the end of the migration that makes it: call public.announce_changes('articles');
create procedure public.announce_changes(watched regclass)
language plpgsql set search_path = '' as $$
begin
  execute format(
    'create trigger announce_changes after insert or update or delete or truncate on %s '
    'for each statement execute function public.notify_change()', watched);
end
$$;

create function public.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := pg_catalog.now();
  return new;
end
$$;

revoke execute on function public.notify_change(), public.touch_updated_at() from public, anon, authenticated;
revoke execute on procedure public.announce_changes(regclass) from public, anon, authenticated;
-- A check constraint calls its functions as whoever writes the row, so members need them. Visitors write nothing, and
-- must not be able to keep the database busy with documents of their own making.
revoke execute on function
  public.strip_hidden_characters(text), public.is_clean_line(text, int), public.is_time_zone(text),
  public.is_link_address(text), public.is_image_address(text), public.is_rich_text_child(text, text),
  public.is_whole_number(jsonb, int, int), public.is_rich_text_attribute(text, text, jsonb),
  public.has_rich_text_attributes(text, jsonb), public.has_rich_text_marks(jsonb),
  public.is_rich_text_node(jsonb, text, int), public.is_rich_text(jsonb, int), public.rich_text_plain(jsonb)
from public, anon, authenticated;
grant execute on function
  public.strip_hidden_characters(text), public.is_clean_line(text, int), public.is_time_zone(text),
  public.is_link_address(text), public.is_image_address(text), public.is_rich_text_child(text, text),
  public.is_whole_number(jsonb, int, int), public.is_rich_text_attribute(text, text, jsonb),
  public.has_rich_text_attributes(text, jsonb), public.has_rich_text_marks(jsonb),
  public.is_rich_text_node(jsonb, text, int), public.is_rich_text(jsonb, int), public.rich_text_plain(jsonb)
to authenticated, service_role;
