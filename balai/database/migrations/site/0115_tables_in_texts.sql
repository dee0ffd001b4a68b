-- Rich text has tables: of rows, of cells that hold what a document holds, and never within a list, a quotation or
-- another table.
create or replace function public.is_rich_text_child(parent text, child text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select case
    when parent = 'doc' and child = 'table' then true
    when parent in ('doc', 'blockquote', 'listItem', 'tableCell', 'tableHeader') then child in
      ('paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'codeBlock', 'image', 'horizontalRule')
    when parent in ('bulletList', 'orderedList') then child = 'listItem'
    when parent = 'table' then child = 'tableRow'
    when parent = 'tableRow' then child in ('tableCell', 'tableHeader')
    when parent in ('paragraph', 'heading') then child in ('text', 'hardBreak')
    when parent = 'codeBlock' then child = 'text'
    else false
  end
$$;

create or replace function public.is_rich_text_attribute(owner text, name text, value jsonb) returns boolean
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
    when attribute in ('tableCell.colspan', 'tableHeader.colspan') then public.is_whole_number(value, 1, 20)
    when attribute in ('tableCell.rowspan', 'tableHeader.rowspan') then public.is_whole_number(value, 1, 200)
    when attribute = 'link.href' then public.is_link_address(line)
    when attribute = 'textStyle.color' then line ~ '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$'
    when attribute = 'textStyle.fontFamily' then line in ('serif', 'sans-serif', 'monospace', 'cursive')
    when attribute = 'highlight.color' then line ~ '^#[0-9A-Fa-f]{6}$'
    else false
  end, false);
end
$$;

-- Whether rows that are nodes by themselves make a table: at most 200 rows, each of 1 to 20 places, counting those that
-- cells reach across or down into it. So no few bytes can ask a browser for a grid of millions.
create function public.is_rich_text_table(table_rows jsonb) returns boolean
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
  return kind <> 'table' or public.is_rich_text_table(coalesce(node -> 'content', '[]'));
end
$$;

revoke execute on function public.is_rich_text_table(jsonb) from public, anon, authenticated;
grant execute on function public.is_rich_text_table(jsonb) to authenticated, service_role;
