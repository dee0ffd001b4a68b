-- Rich text is ProseMirror JSON with the nodes and marks that the page renderer knows; web/lib/richText has the same
-- list.
-- Anything else is rejected, so a stored document needs no sanitizing when it is rendered.
-- Members may call these functions directly: documents above 1 MB or 20 levels are rejected before they are walked,
-- because 2 MB in 150 levels took 1.8 GB of memory.

-- The allowed tree of nodes. Tables hold rows, rows hold cells, cells hold what a document holds. Tables, galleries,
-- callouts, files and collapsible parts are allowed at the top level; a callout or a collapsible part holds galleries and
-- files as well.
create or replace function public.is_rich_text_child(parent text, child text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select case
    when parent = 'doc' and child in ('table', 'callout', 'details') then true
    when parent in ('doc', 'callout', 'details') and child in ('gallery', 'file') then true
    when parent = 'details' and child = 'detailsSummary' then true
    when parent in ('doc', 'blockquote', 'listItem', 'tableCell', 'tableHeader', 'callout', 'details') then child in
      ('paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'codeBlock', 'image', 'horizontalRule')
    when parent = 'gallery' then child = 'image'
    when parent in ('bulletList', 'orderedList') then child = 'listItem'
    when parent = 'table' then child = 'tableRow'
    when parent = 'tableRow' then child in ('tableCell', 'tableHeader')
    when parent in ('paragraph', 'heading') then child in ('text', 'hardBreak', 'mention')
    when parent in ('codeBlock', 'detailsSummary') then child = 'text'
    else false
  end
$$;

create or replace function public.is_whole_number(value jsonb, lowest int, highest int) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(case when jsonb_typeof(value) = 'number'
    then value::numeric between lowest and highest and value::numeric = trunc(value::numeric) end, false)
$$;

-- Whether an attribute of a node or mark is valid, as in is_rich_text_attribute('heading', 'level', '2'). Null is an
-- attribute that is not set; editors write it.
create or replace function public.is_rich_text_attribute(owner text, name text, value jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  attribute text := owner || '.' || name;
  line text := case when jsonb_typeof(value) = 'string' then value #>> '{}' end;
begin
  if value = 'null' then
    return attribute in ('paragraph.textAlign', 'heading.textAlign', 'orderedList.start', 'codeBlock.language',
      'image.alt', 'image.width', 'image.height', 'mention.label', 'blockquote.source', 'blockquote.withdrawn',
      'textStyle.color', 'textStyle.fontFamily', 'highlight.color');
  end if;
  return coalesce(case
    when attribute in ('paragraph.textAlign', 'heading.textAlign') then line in ('left', 'center', 'right', 'justify')
    when attribute = 'heading.level' then public.is_whole_number(value, 2, 4)
    when attribute = 'orderedList.start' then public.is_whole_number(value, 0, 1000000)
    when attribute = 'codeBlock.language' then line ~ '^[A-Za-z0-9+#._-]{1,30}$'
    when attribute = 'image.src' then public.is_image_address(line) and line ~ '^/storage/v1/'
    when attribute = 'image.alt' then char_length(line) <= 500
    when attribute in ('image.width', 'image.height') then public.is_whole_number(value, 1, 20000)
    when attribute in ('mention.id', 'blockquote.source', 'blockquote.withdrawn') then line ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    when attribute = 'mention.label' then public.is_clean_line(line, 80)
    when attribute = 'callout.kind' then line in ('note', 'tip', 'warning')
    when attribute = 'file.src' then public.is_image_address(line)
      and line ~ '^/storage/v1/object/authenticated/text-files/[A-Za-z0-9/._-]+$'
    when attribute = 'file.name' then public.is_clean_line(line, 200) and line <> ''
    when attribute = 'file.size' then public.is_whole_number(value, 1, 10000000)
    when attribute in ('tableCell.colspan', 'tableHeader.colspan') then public.is_whole_number(value, 1, 20)
    when attribute in ('tableCell.rowspan', 'tableHeader.rowspan') then public.is_whole_number(value, 1, 200)
    when attribute = 'link.href' then public.is_link_address(line)
    -- Tokens of web/theme/tokens.css, readable on every ground in light and in dark.
    when attribute = 'textStyle.color' then line in ('accent', 'warm', 'good', 'note', 'bad', 'text-soft')
    when attribute = 'textStyle.fontFamily' then line in ('serif', 'sans-serif', 'monospace', 'cursive')
    when attribute = 'highlight.color' then
      line in ('accent-soft', 'warm-soft', 'good-soft', 'note-soft', 'bad-soft')
    else false
  end, false);
end
$$;

create or replace function public.has_rich_text_attributes(owner text, attributes jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  required constant text[] := case owner when 'heading' then '{level}' when 'image' then '{src}' when 'link' then '{href}'
    when 'mention' then '{id}' when 'callout' then '{kind}' when 'file' then '{src,name,size}' else '{}' end;
begin
  if attributes is null then
    return required = '{}';
  end if;
  if jsonb_typeof(attributes) <> 'object' or not attributes ?& required then
    return false;
  end if;
  return not exists (
    select from jsonb_each(attributes) as attribute
    where not public.is_rich_text_attribute(owner, attribute.key, attribute.value));
end
$$;

create or replace function public.has_rich_text_marks(marks jsonb) returns boolean
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

-- Whether valid row nodes form a table: 1 to 200 rows, each of 1 to 20 columns, counting cells that reach across or
-- down into it. Without the limit a few bytes could make a browser build a grid of millions of cells.
create or replace function public.is_rich_text_table(table_rows jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  height int := jsonb_array_length(table_rows);
  places int[] := array_fill(0, array[height]);
  cell record;
begin
  if height not between 1 and 200 then
    return false;
  end if;
  for cell in
    select one.place::int as first_row,
      least(one.place - 1 + coalesce((two.node #>> '{attrs,rowspan}')::numeric, 1), height)::int as last_row,
      coalesce((two.node #>> '{attrs,colspan}')::numeric, 1)::int as width
    from jsonb_array_elements(table_rows) with ordinality as one (node, place),
      jsonb_array_elements(coalesce(one.node -> 'content', '[]')) as two (node)
  loop
    for reached in cell.first_row .. cell.last_row loop
      places[reached] := places[reached] + cell.width;
      if places[reached] > 20 then
        return false;
      end if;
    end loop;
  end loop;
  return 0 < all (places);
end
$$;

create or replace function public.is_rich_text_node(node jsonb, parent text, depth int) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  kind text := case when jsonb_typeof(node) = 'object' and jsonb_typeof(node -> 'type') = 'string'
    then node ->> 'type' end;
  child jsonb;
begin
  if kind is null or coalesce(depth, 0) not between 1 and 20 or pg_column_size(node) > 1000000
      or not public.is_rich_text_child(parent, kind) then
    return false;
  end if;
  if kind = 'text' then
    return jsonb_typeof(node -> 'text') is not distinct from 'string'
      and node ->> 'text' <> ''
      and node - '{type,text,marks}'::text[] = '{}'
      and public.has_rich_text_marks(node -> 'marks')
      and (parent not in ('codeBlock', 'detailsSummary') or coalesce(node -> 'marks', '[]') = '[]');
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
  return case kind
    when 'table' then public.is_rich_text_table(coalesce(node -> 'content', '[]'))
    when 'gallery' then jsonb_array_length(coalesce(node -> 'content', '[]')) between 1 and 30
    -- The line that opens it comes first, once, and something is behind it.
    when 'details' then jsonb_array_length(coalesce(node -> 'content', '[]')) > 1
      and (node #>> '{content,0,type}') = 'detailsSummary'
      and not jsonb_path_exists(node, '$.content[1 to last] ? (@.type == "detailsSummary")')
    else true
  end;
end
$$;

create or replace function public.is_rich_text(document jsonb, largest int default 200000) returns boolean
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

-- The text without markup, one line for each block, for search, excerpts and length rules.
create or replace function public.rich_text_plain(document jsonb) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  kind text := document ->> 'type';
  between_parts text := case when kind in ('paragraph', 'heading', 'codeBlock', 'detailsSummary') then '' else E'\n' end;
begin
  if kind = 'text' then
    return document ->> 'text';
  elsif kind = 'hardBreak' then
    return E'\n';
  elsif kind = 'mention' then
    return '@' || coalesce(document #>> '{attrs,label}', '–');
  elsif kind = 'file' then
    return coalesce(document #>> '{attrs,name}', '');
  elsif jsonb_typeof(document -> 'content') is distinct from 'array' then
    return '';
  elsif pg_column_size(document) > 1000000 or document @? '$.**{50}' then
    -- Deeper than any valid document: 20 nodes are two levels each, and a mark adds four.
    return '';
  end if;
  return coalesce((
    select string_agg(public.rich_text_plain(part), between_parts order by place)
    from jsonb_array_elements(document -> 'content') with ordinality as parts (part, place)
    where part ->> 'type' not in ('image', 'gallery', 'horizontalRule')), '');
end
$$;

create or replace function public.has_image(content jsonb) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select content @? '$.** ? (@.type == "image")'
$$;

create or replace function public.count_mentions(content jsonb) returns integer
language sql immutable strict parallel safe set search_path = '' as $$
  select case when content @? '$.** ? (@.type == "mention")' then (
    select count(*)::integer
    from jsonb_path_query(content, 'strict $.**{0 to last} ? (@.type == "mention")')) else 0 end
$$;

-- The ids of the texts that a document quotes.
create or replace function public.quoted_texts(content jsonb) returns jsonb
language sql immutable strict parallel safe set search_path = '' as $$
  select jsonb_path_query_array(content, '$.** ? (@.type == "blockquote").attrs.source ? (@ != null)')
$$;

revoke execute on function
  public.is_rich_text_child(text, text), public.is_whole_number(jsonb, integer, integer),
  public.is_rich_text_attribute(text, text, jsonb), public.has_rich_text_attributes(text, jsonb),
  public.has_rich_text_marks(jsonb), public.is_rich_text_table(jsonb),
  public.is_rich_text_node(jsonb, text, integer), public.is_rich_text(jsonb, integer), public.rich_text_plain(jsonb),
  public.has_image(jsonb), public.count_mentions(jsonb), public.quoted_texts(jsonb)
from public, anon, authenticated;

grant execute on function
  public.is_rich_text_child(text, text), public.is_whole_number(jsonb, integer, integer),
  public.is_rich_text_attribute(text, text, jsonb), public.has_rich_text_attributes(text, jsonb),
  public.has_rich_text_marks(jsonb), public.is_rich_text_table(jsonb),
  public.is_rich_text_node(jsonb, text, integer), public.is_rich_text(jsonb, integer), public.rich_text_plain(jsonb),
  public.has_image(jsonb), public.count_mentions(jsonb), public.quoted_texts(jsonb)
to authenticated, service_role;

comment on function public.is_rich_text_child(text, text) is 'internal';
comment on function public.is_whole_number(jsonb, integer, integer) is 'internal';
comment on function public.is_rich_text_attribute(text, text, jsonb) is 'internal';
comment on function public.has_rich_text_attributes(text, jsonb) is 'internal';
comment on function public.has_rich_text_marks(jsonb) is 'internal';
comment on function public.is_rich_text_table(jsonb) is 'internal';
comment on function public.is_rich_text_node(jsonb, text, integer) is 'internal';
comment on function public.is_rich_text(jsonb, integer) is 'internal';
comment on function public.rich_text_plain(jsonb) is 'internal';
comment on function public.has_image(jsonb) is 'internal';
comment on function public.count_mentions(jsonb) is 'internal';
comment on function public.quoted_texts(jsonb) is 'internal';
