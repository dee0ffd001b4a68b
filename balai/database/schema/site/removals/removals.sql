-- Deleting a thing that has texts in several languages, and undoing that for 30 days. Each kind has a table with the key
-- `id`, and a table of texts that follows its rows.
-- Errors: PT404 not_found; PT409 address_taken (another one has its address by now), category_gone, group_gone;
-- PT422 category_for_others (the readers of its category have changed).

create or replace function public.table_of_kind(kind text) returns text
language sql immutable set search_path = '' as $$
  select case kind when 'resource' then 'resources' when 'resource_category' then 'resource_categories'
    when 'forum' then 'forums' when 'group' then 'groups' end
$$;

-- Tables whose rows are deleted and restored with a row of this kind, besides its texts.
create or replace function public.followers_of_kind(kind text) returns text[]
language sql immutable set search_path = '' as $$
  select case kind when 'group' then '{group_members,role_grants,area_rights}' else '{}' end::text[]
$$;

-- Deletes the row, and keeps it with its texts. False: it was not there. The row is locked first, so that a concurrent
-- save is either kept as well or finds nothing to change.
create or replace function public.remove_with_texts(kind text, thing uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  main constant text := public.table_of_kind(kind);
  reference constant text := case kind when 'resource_category' then 'category_id' else kind || '_id' end;
  gone jsonb;
  texts jsonb;
  follower text;
  rows jsonb;
  others jsonb := '{}';
begin
  execute format('select to_jsonb(r) from public.%I as r where r.id = $1 for update', main) into gone using thing;
  if gone is null then
    return false;
  end if;
  execute format('select coalesce(jsonb_agg(to_jsonb(t)), ''[]'') from public.%I as t where t.%I = $1',
    kind || '_texts', reference) into texts using thing;
  foreach follower in array public.followers_of_kind(kind) loop
    execute format('select coalesce(jsonb_agg(to_jsonb(f)), ''[]'') from public.%I as f where f.%I = $1',
      follower, reference) into rows using thing;
    others := others || jsonb_build_object(follower, rows);
  end loop;
  execute format('delete from public.%I as r where r.id = $1', main) using thing;
  insert into public.removals as r (kind, thing_id, content, removed_by)
  values (remove_with_texts.kind, thing, jsonb_build_object('row', gone, 'texts', texts, 'others', others),
    (select p.id from public.profiles as p where p.id = auth.uid()))
  on conflict on constraint removals_pkey do update
    set content = excluded.content, removed_at = now(), removed_by = excluded.removed_by;
  return true;
end
$$;

-- Inserts a row as it was. A column that the table got since takes its default.
create or replace function public.insert_as_it_was(into_table text, kept jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  columns text;
begin
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute as a
  where a.attrelid = ('public.' || quote_ident(into_table))::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and kept ? a.attname;
  execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)',
    into_table, columns) using kept;
end
$$;

-- Undoes the deletion of a resource, a category of resources, a forum or a group. Undoing again changes nothing; of two
-- simultaneous calls the second waits for the first. Rows of members and areas that were deleted since then are not restored.
create or replace function public.restore_removed(kind text, thing uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  main constant text := public.table_of_kind(restore_removed.kind);
  kept jsonb;
  is_there boolean;
  other record;
  broken text;
begin
  if restore_removed.kind in ('forum', 'group') or main is null then
    perform public.check_admin();
  else
    perform public.check_may('library', (
      select (r.content #>> '{row,group_id}')::uuid from public.removals as r
      where r.kind = restore_removed.kind and r.thing_id = restore_removed.thing));
  end if;
  delete from public.removals as r where r.kind = restore_removed.kind and r.thing_id = restore_removed.thing
  returning r.content into kept;
  if kept is null then
    execute format('select exists (select from public.%I as r where r.id = $1)', coalesce(main, 'forums'))
      into is_there using restore_removed.thing;
    if main is null or not is_there then
      perform public.raise_error('404', 'not_found', 'There is nothing to restore');
    end if;
    return;
  end if;
  -- A trigger counts the members again.
  perform public.insert_as_it_was(main, (kept -> 'row') - 'member_count');
  perform public.insert_as_it_was(restore_removed.kind || '_texts', text.value)
  from jsonb_array_elements(kept -> 'texts') as text;
  for other in
    select follower.key as into_table, was.value as was
    from jsonb_each(kept -> 'others') as follower, jsonb_array_elements(follower.value) as was
  loop
    begin
      perform public.insert_as_it_was(other.into_table, other.was);
    exception when foreign_key_violation then
      continue;
    end;
  end loop;
exception
  when unique_violation then
    perform public.raise_error('409', 'address_taken', 'Another one has this address by now');
  when foreign_key_violation then
    get stacked diagnostics broken = constraint_name;
    if broken like '%group_id_fkey' then
      perform public.raise_error('409', 'group_gone', 'The group of its readers was deleted');
    end if;
    perform public.raise_error('409', 'category_gone', 'Its category was deleted');
end
$$;

revoke execute on function
  public.table_of_kind(text), public.followers_of_kind(text), public.remove_with_texts(text, uuid), public.insert_as_it_was(text, jsonb),
  public.restore_removed(text, uuid)
from public, anon, authenticated;
grant execute on function public.restore_removed(text, uuid) to authenticated, service_role;
