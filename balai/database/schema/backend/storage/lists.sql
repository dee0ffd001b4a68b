-- Objects of a folder, and each folder below it once. `prefix` is empty or ends with a slash. `search` is what the
-- names after it begin with, and may contain slashes. The comparison ignores case.
create or replace function storage.search(
  prefix text, bucketname text, limits integer default 100, levels integer default 1, offsets integer default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
) language sql stable set search_path = '' as $$
  with found as (
    -- The returned segment: the one after as many segments as `prefix` and the folders in `search` have.
    select objects.*, substr(objects.name, length(prefix) + 1) as rest
    from storage.objects
    where bucket_id = bucketname
      and lower(objects.name) collate "C" like
        replace(replace(replace(lower(prefix || search), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  ), level as (
    select found.*, cardinality(string_to_array(search, '/')) as depth,
      case when search = '' then 1 else cardinality(string_to_array(search, '/')) end as wanted
    from found
  ), entries as (
    select array_to_string((string_to_array(rest, '/'))[1 : wanted], '/') as entry,
      coalesce(cardinality(string_to_array(rest, '/')), 0) > wanted as is_folder,
      level.id as object_id, level.updated_at as updated, level.created_at as created,
      level.last_accessed_at as accessed, level.metadata as meta
    from level
  ), rows as (
    select entry, object_id, updated, created, accessed, meta, false as is_folder from entries where not is_folder
    union all
    select distinct entry, null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb, true
    from entries where is_folder
  )
  select entry, object_id, updated, created, accessed, meta from rows
  order by
    case when sortcolumn <> 'name' and is_folder then 0 else 1 end,
    case when (sortcolumn = 'name' or is_folder) and sortorder <> 'desc' then lower(entry) collate "C" end,
    case when (sortcolumn = 'name' or is_folder) and sortorder = 'desc' then lower(entry) collate "C" end desc,
    case when sortorder <> 'desc' then case sortcolumn when 'updated_at' then updated when 'created_at' then created
      when 'last_accessed_at' then accessed end end,
    case when sortorder = 'desc' then case sortcolumn when 'updated_at' then updated when 'created_at' then created
      when 'last_accessed_at' then accessed end end desc,
    entry collate "C"
  limit least(limits, 1500) offset offsets
$$;

-- A page of at most `limits` rows after `start_after`. It reads by key: the cost does not depend on the number of
-- objects below a folder.
-- With `levels` = 0: every object whose name begins with `prefix`. Otherwise objects of this level and each folder
-- once; the name of a folder ends with a slash, its id is null.
-- When sorted by a timestamp, `sort_column_after` is that of the last row; a folder has the timestamp of its oldest
-- object.
create or replace function storage.search_v2(
  prefix text, bucket_name text, limits integer default 100, levels integer default 1, start_after text default '',
  sort_order text default 'asc', sort_column text default 'name', sort_column_after text default ''
) returns table (
  key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz,
  metadata jsonb
) language plpgsql stable set search_path = '' as $$
declare
  -- Sorts after every name with the same beginning.
  highest constant text := chr(1114111);
  is_descending constant boolean := sort_order = 'desc';
  place text collate "C" := start_after;
  object storage.objects;
  folder text;
  left_to_find integer := limits;
begin
  if sort_column <> 'name' then
    return query select * from storage.search_v2_by_time(
      prefix, bucket_name, limits, levels, start_after, sort_order, sort_column, sort_column_after);
    return;
  end if;
  if place <> '' and levels > 0 and right(place, 1) = '/' and not is_descending then
    place := place || highest;
  end if;
  while left_to_find > 0 loop
    if is_descending then
      select objects.* into object from storage.objects
      where bucket_id = bucket_name and objects.name >= prefix and objects.name < prefix || highest
        and (place = '' or objects.name < place)
      order by objects.name desc limit 1;
    else
      select objects.* into object from storage.objects
      where bucket_id = bucket_name and objects.name >= prefix and objects.name < prefix || highest
        and (place = '' or objects.name > place)
      order by objects.name limit 1;
    end if;
    exit when not found;
    folder := case when levels > 0 and strpos(substr(object.name, length(prefix) + 1), '/') > 0
      then split_part(substr(object.name, length(prefix) + 1), '/', 1) end;
    if folder is not null then
      place := prefix || folder || '/';
      key := folder; name := place; id := null; metadata := null;
      updated_at := null; created_at := null; last_accessed_at := null;
      if not is_descending then
        place := place || highest;
      end if;
    else
      place := object.name;
      key := substr(object.name, length(prefix) + 1); name := object.name; id := object.id;
      metadata := object.metadata; updated_at := object.updated_at; created_at := object.created_at;
      last_accessed_at := object.last_accessed_at;
    end if;
    return next;
    left_to_find := left_to_find - 1;
  end loop;
end $$;

create or replace function storage.search_v2_by_time(
  prefix text, bucket_name text, limits integer, levels integer, start_after text, sort_order text, sort_column text,
  sort_column_after text
) returns table (
  key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz,
  metadata jsonb
) language sql stable set search_path = '' as $$
  with found as (
    select objects.*, substr(objects.name, length(prefix) + 1) as rest from storage.objects
    where bucket_id = bucket_name and objects.name >= prefix and objects.name < prefix || chr(1114111)
  ), entries as (
    select rest as key, found.name, found.id, found.updated_at, found.created_at, found.last_accessed_at, found.metadata
    from found where levels = 0 or strpos(rest, '/') = 0
    union all
    select split_part(rest, '/', 1), prefix || split_part(rest, '/', 1) || '/', null, min(found.created_at),
      min(found.created_at), null, null
    from found where levels > 0 and strpos(rest, '/') > 0 group by split_part(rest, '/', 1)
  ), sorted as (
    select entries.*, case sort_column when 'updated_at' then entries.updated_at else entries.created_at end as moment,
      nullif(sort_column_after, '')::timestamptz as last_moment
    from entries
  )
  select key, name, id, updated_at, created_at, last_accessed_at, metadata from sorted
  where last_moment is null
    or (sort_order <> 'desc' and (moment, name collate "C") > (last_moment, start_after collate "C"))
    or (sort_order = 'desc' and (moment, name collate "C") < (last_moment, start_after collate "C"))
  order by
    case when sort_order <> 'desc' then moment end, case when sort_order = 'desc' then moment end desc,
    case when sort_order <> 'desc' then name collate "C" end, case when sort_order = 'desc' then name collate "C" end desc
  limit limits
$$;

create or replace function storage.list_objects_with_delimiter(
  bucket_id text, prefix_param text, delimiter_param text, max_keys integer default 100, start_after text default '',
  next_token text default ''
) returns table (name text, id uuid, metadata jsonb, updated_at timestamptz)
language sql stable set search_path = '' as $$
  select name, id, metadata, updated_at from storage.search_v2(
    prefix_param, bucket_id, max_keys, case when delimiter_param = '/' then 1 else 0 end,
    coalesce(nullif(next_token, ''), start_after))
$$;

revoke execute on function
  storage.search(text, text, integer, integer, integer, text, text, text),
  storage.search_v2(text, text, integer, integer, text, text, text, text),
  storage.search_v2_by_time(text, text, integer, integer, text, text, text, text),
  storage.list_objects_with_delimiter(text, text, text, integer, text, text)
from public;

grant execute on function
  storage.search(text, text, integer, integer, integer, text, text, text),
  storage.search_v2(text, text, integer, integer, text, text, text, text),
  storage.search_v2_by_time(text, text, integer, integer, text, text, text, text),
  storage.list_objects_with_delimiter(text, text, text, integer, text, text)
to anon, authenticated, service_role;
