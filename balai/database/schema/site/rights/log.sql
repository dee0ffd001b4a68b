-- The staff log. A trigger of each table that staff change adds a row in the transaction of the act.

-- Arguments: the columns whose change is recorded, or none: that a row was added, changed or deleted. The member whom an
-- act concerns is read from the column member_id, author_id or user_id. Acts without a session, of jobs and operators,
-- are not those of staff, nor are those of members without a role: an author deletes a post, a leaving member makes room
-- for the next one. Hosts have no role; what only they and staff can write is always theirs.
create or replace function public.log_staff_act() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  is_now constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  thing constant jsonb := was || is_now;
  concerned constant text := coalesce(thing ->> 'member_id', thing ->> 'author_id', thing ->> 'user_id');
begin
  if auth.uid() is null or tg_table_name not in ('bookings', 'booking_notes', 'booking_prices', 'closings')
    and public.my_rights() = '{}' then
    return null;
  end if;
  insert into public.staff_log (actor_id, thing, act, thing_id, member_id, changes)
  select (select p.id from public.profiles as p where p.id = auth.uid()), tg_table_name, lower(tg_op),
    coalesce(thing ->> 'id', thing ->> 'forum_id', thing ->> 'group_id', thing ->> 'booking_id', concerned)::uuid,
    (select p.id from public.profiles as p where p.id = concerned::uuid),
    coalesce((
      select jsonb_object_agg(name, jsonb_build_array(was -> name, is_now -> name))
      from unnest(coalesce(tg_argv, '{}')) as name where was -> name is distinct from is_now -> name), '{}');
  return null;
end
$$;

-- Changes of settings have a record of their own, from which they can be undone; the log names them.
create or replace function public.log_setting_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.staff_log (actor_id, thing, act, changes)
  select new.changed_by, 'settings', 'update', jsonb_build_object(new.setting, jsonb_build_array(new.before, new.after))
  where new.changed_by is not null;
  return null;
end
$$;

-- Reading is logged with its reason.
create or replace function public.log_confidential_read() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.staff_log (actor_id, thing, act, thing_id, changes)
  values (new.reader_id, 'forums', 'read', new.forum_id, jsonb_build_object('reason', jsonb_build_array(null, new.reason)));
  return null;
end
$$;

-- An edit of a text, not by its author: when, and in which area. Never the text. "forum_id" has no value before,
-- as in an added row. Updates of quotes and of names in a text are no edits: they do not raise text_version.
create or replace function public.log_edited_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was constant jsonb := to_jsonb(old);
  is_now constant jsonb := to_jsonb(new);
begin
  if auth.uid() is null or public.my_rights() = '{}' then
    return null;
  end if;
  insert into public.staff_log (actor_id, thing, act, thing_id, member_id, changes)
  select (select p.id from public.profiles as p where p.id = auth.uid()), tg_table_name, 'update', new.id, new.author_id,
    jsonb_build_object('edited_at', jsonb_build_array(was -> 'edited_at', is_now -> 'edited_at'),
      'forum_id', jsonb_build_array(null, coalesce(is_now ->> 'forum_id',
        (select p.forum_id::text from public.posts as p where p.id = (is_now ->> 'post_id')::uuid))));
  return null;
end
$$;

-- An account that an administrator created, invited, changed or deleted through the administration API, which names them
-- in the audit trail: {"by": id, "changed": fields}. Ids and names of fields; no address. Acts with the service key have no
-- such name: they are those of operators.
create or replace function public.log_account_act() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account constant uuid := (new.payload ->> 'actor_id')::uuid;
  action constant text := new.payload ->> 'action';
begin
  insert into public.staff_log (actor_id, thing, act, thing_id, member_id, changes)
  select (select p.id from public.profiles as p where p.id = (new.payload -> 'traits' ->> 'by')::uuid), 'users',
    case action when 'user_modified' then 'update' when 'user_deleted' then 'delete' else 'insert' end, account,
    (select p.id from public.profiles as p where p.id = account),
    case when action = 'user_invited' then '{"invited": [null, true]}'::jsonb
      when action = 'user_modified' then
        jsonb_build_object('fields', jsonb_build_array(null, new.payload -> 'traits' -> 'changed'))
      else '{}'::jsonb end;
  return null;
end
$$;

-- The log is only added to. Deleting an account clears its references.
create or replace function public.keep_staff_log() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and coalesce(new.actor_id, old.actor_id) is not distinct from old.actor_id
    and coalesce(new.member_id, old.member_id) is not distinct from old.member_id
    and to_jsonb(new) - '{actor_id,member_id}'::text[] = to_jsonb(old) - '{actor_id,member_id}'::text[] then
    return new;
  end if;
  raise exception 'The staff log is only added to' using errcode = '42501';
end
$$;

revoke execute on function
  public.log_staff_act(), public.log_setting_change(), public.log_confidential_read(), public.log_edited_text(),
  public.log_account_act(), public.keep_staff_log()
from public, anon, authenticated;
