-- Members may call what the constraints call, with documents of their own making, and every level of one holds its part
-- once more in memory: 2 MB laid 150 deep took 1.8 GB of the server's, 10 MB would have taken all of it. What is larger
-- than any text may be (200,000 bytes, less than twice that as jsonb) or deeper is none, whatever depth the caller claims.
set local lock_timeout = '5s';

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

create or replace function public.rich_text_plain(document jsonb) returns text
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
  elsif pg_column_size(document) > 1000000 or document @? '$.**{50}' then
    -- No text of ours: 20 nodes deep are two levels each, and four more for what a mark says.
    return '';
  end if;
  return coalesce((
    select string_agg(public.rich_text_plain(part), between_parts order by place)
    from jsonb_array_elements(document -> 'content') with ordinality as parts (part, place)
    where part ->> 'type' not in ('image', 'horizontalRule')), '');
end
$$;
