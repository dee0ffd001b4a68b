-- Deleting a thing and undoing that for 30 days. Each kind has a table with the key `id`; things with texts in several
-- languages have a table of texts that follows its rows. The email account is stored by balai/messaging/email_account.py.
-- Errors: PT404 not_found; PT409 address_taken (another one has its address by now), category_gone, group_gone,
-- calendar_known; PT422 category_for_others (the readers of its category have changed), too_many_calendars.

create or replace function public.table_of_kind(kind text) returns text
language sql immutable set search_path = '' as $$
  select case kind when 'resource' then 'resources' when 'resource_category' then 'resource_categories'
    when 'forum' then 'forums' when 'group' then 'groups' when 'calendar' then 'read_calendars'
    when 'series' then 'series' end
$$;

-- Tables whose rows are deleted and restored with a row of this kind, besides its texts.
create or replace function public.followers_of_kind(kind text) returns text[]
language sql immutable set search_path = '' as $$
  select case kind when 'group' then '{group_members,role_grants,area_rights,invitations}'
    when 'calendar' then '{absences}' when 'resource' then '{resource_files}'
    when 'series' then '{series_slugs,series_articles}' else '{}' end::text[]
$$;

create or replace function public.has_texts(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind <> 'calendar'
$$;

-- Deletes the row, and keeps it with its texts. False: it was not there. The row is locked first, so that a concurrent
-- save is either kept as well or finds nothing to change.
create or replace function public.remove_with_texts(kind text, thing uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  main constant text := public.table_of_kind(kind);
  reference constant text := case kind when 'resource_category' then 'category_id' else kind || '_id' end;
  gone jsonb;
  texts jsonb := '[]';
  follower text;
  rows jsonb;
  others jsonb := '{}';
begin
  execute format('select to_jsonb(r) from public.%I as r where r.id = $1 for update', main) into gone using thing;
  if gone is null then
    return false;
  end if;
  if public.has_texts(kind) then
    execute format('select coalesce(jsonb_agg(to_jsonb(t)), ''[]'') from public.%I as t where t.%I = $1',
      kind || '_texts', reference) into texts using thing;
  end if;
  foreach follower in array public.followers_of_kind(kind) loop
    execute format('select coalesce(jsonb_agg(to_jsonb(f)), ''[]'') from public.%I as f where f.%I = $1',
      follower, reference) into rows using thing;
    others := others || jsonb_build_object(follower, rows);
  end loop;
  execute format('delete from public.%I as r where r.id = $1', main) using thing;
  insert into public.removals as r (kind, thing_id, content, removed_by, member_id)
  values (remove_with_texts.kind, thing, jsonb_build_object('row', gone, 'texts', texts, 'others', others),
    (select p.id from public.profiles as p where p.id = auth.uid()),
    case kind when 'calendar' then (gone ->> 'host_id')::uuid end)
  on conflict on constraint removals_pkey do update
    set content = excluded.content, removed_at = now(), removed_by = excluded.removed_by, member_id = excluded.member_id;
  return true;
end
$$;

-- Inserts a row as it was. A column that the table got since takes its default.
create or replace function public.insert_as_it_was(into_table regclass, kept jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  columns text;
begin
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute as a
  where a.attrelid = into_table and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and kept ? a.attname;
  execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1)',
    into_table, columns) using kept;
end
$$;

-- Prepares the undo for a calendar: for its host, or those who set hours. The lock of bookings first: a booking is made
-- before the busy times are back, or sees them.
create or replace function public.check_removed_calendar(calendar uuid) returns void
language plpgsql set search_path = '' as $$
declare
  host constant uuid := coalesce(
    (select r.member_id from public.removals as r where r.kind = 'calendar' and r.thing_id = calendar),
    (select c.host_id from public.read_calendars as c where c.id = calendar));
begin
  if auth.uid() is null or not coalesce(host = auth.uid() or public.may('hours'), false) then
    perform public.raise_error('404', 'not_found', 'There is nothing to restore');
  end if;
  perform public.lock_bookings();
  perform public.lock_calendars(host);
  if (select count(*) from public.read_calendars as c where c.host_id = host and c.id <> calendar) >= 5 then
    perform public.raise_error('422', 'too_many_calendars', 'At most five calendars of a person');
  end if;
end
$$;

-- Undoes the deletion of a resource, a category of resources, a forum, a group or a read calendar. Undoing again changes
-- nothing; of two simultaneous calls the second waits for the first. Rows of members and areas that were deleted since then
-- are not restored.
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
  if main is null then
    perform public.check_admin();
    perform public.raise_error('404', 'not_found', 'There is nothing to restore');
  elsif restore_removed.kind in ('forum', 'group') then
    perform public.check_admin();
  elsif restore_removed.kind = 'calendar' then
    perform public.check_removed_calendar(restore_removed.thing);
  elsif restore_removed.kind = 'series' then
    perform public.check_may('edit');
  else
    perform public.check_may('library', (
      select (r.content #>> '{row,group_id}')::uuid from public.removals as r
      where r.kind = restore_removed.kind and r.thing_id = restore_removed.thing));
  end if;
  delete from public.removals as r where r.kind = restore_removed.kind and r.thing_id = restore_removed.thing
  returning r.content into kept;
  if kept is null then
    execute format('select exists (select from public.%I as r where r.id = $1)', main)
      into is_there using restore_removed.thing;
    if not is_there then
      perform public.raise_error('404', 'not_found', 'There is nothing to restore');
    end if;
    return;
  end if;
  -- A trigger counts the members again, and the job reads a calendar again.
  perform public.insert_as_it_was(format('public.%I', main)::regclass,
    (kept -> 'row') - array['member_count', 'due_at', 'etag', 'last_modified']);
  perform public.insert_as_it_was(format('public.%I', restore_removed.kind || '_texts')::regclass, text.value)
  from jsonb_array_elements(kept -> 'texts') as text;
  for other in
    select follower.key as into_table, was.value as was
    from jsonb_each(kept -> 'others') as follower, jsonb_array_elements(follower.value) as was
  loop
    begin
      perform public.insert_as_it_was(format('public.%I', other.into_table)::regclass, other.was);
    exception
      when foreign_key_violation then
        continue;
      when unique_violation then
        -- The article is in another series by now.
        if other.into_table <> 'series_articles' then
          raise;
        end if;
    end;
  end loop;
  if restore_removed.kind = 'series' then
    update public.series_articles as p set position = numbered.n - 1
    from (select s.article_id as id, row_number() over (order by s.position) as n
      from public.series_articles as s where s.series_id = restore_removed.thing) as numbered
    where p.article_id = numbered.id and p.position <> numbered.n - 1;
  end if;
  if restore_removed.kind = 'calendar' then
    perform pg_notify('balai_read_calendars', '');
  end if;
exception
  when unique_violation then
    if restore_removed.kind = 'calendar' then
      perform public.raise_error('409', 'calendar_known', 'This calendar is read already');
    end if;
    perform public.raise_error('409', 'address_taken', 'Another one has this address by now');
  when foreign_key_violation then
    get stacked diagnostics broken = constraint_name;
    if broken like '%group_id_fkey' then
      perform public.raise_error('409', 'group_gone', 'The group of its readers was deleted');
    end if;
    perform public.raise_error('409', 'category_gone', 'Its category was deleted');
end
$$;

-- Raises unless an act on several things can be undone: it was found, it was not undone, and it is not older than 30 days.
create or replace function public.check_undoable(created_at timestamptz, undone_at timestamptz) returns void
language plpgsql stable set search_path = '' as $$
begin
  if created_at is null then
    perform public.raise_error('404', 'not_found', 'No such act');
  elsif undone_at is not null then
    perform public.raise_error('409', 'undone', 'This has been undone already');
  elsif created_at < now() - interval '30 days' then
    perform public.raise_error('409', 'undo_over', 'This was too long ago');
  end if;
end
$$;

revoke execute on function
  public.check_undoable(timestamptz, timestamptz), public.table_of_kind(text), public.followers_of_kind(text), public.has_texts(text),
  public.check_removed_calendar(uuid), public.remove_with_texts(text, uuid), public.insert_as_it_was(regclass, jsonb),
  public.restore_removed(text, uuid)
from public, anon, authenticated;
grant execute on function public.restore_removed(text, uuid) to authenticated, service_role;
