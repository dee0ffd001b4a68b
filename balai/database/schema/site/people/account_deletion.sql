-- Deletion of an account, 30 days after the request. Then a job deletes the account and everything that belongs to it
-- alone. Posts and replies stay without a name, or are erased (erasure.sql), as the request says: one wish to erase is
-- enough. Once the job has begun, the account is blocked and nothing brings it back.
-- An account has at most two rows: its member's own request, which the member cancels, and an administrator's, which any
-- administrator withdraws and which blocks the account until then. The earlier date counts.
-- Errors: PT401 no_session; PT403 administrators_only, not_allowed; PT404 not_found; PT422 last_administrator,
-- is_administrator; PT409 deletion_begun.

-- Rejects the deletion of the last administrator. The table lock makes concurrent requests of two administrators wait
-- for each other.
create or replace function public.check_last_administrator(leaving uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.administrators where user_id = leaving) then
    return;
  end if;
  lock table public.administrators, public.account_deletions in share row exclusive mode;
  if not exists (
    select from public.administrators as other where other.user_id <> leaving
      and not exists (select from public.account_deletions as d where d.user_id = other.user_id)
  ) then
    perform public.raise_error('422', 'last_administrator', 'The last administrator cannot be removed');
  end if;
end
$$;

-- Requests the deletion of the caller's account after 30 days, with or without their texts. A repeated request changes
-- nothing.
create or replace function public.request_account_deletion(erases_texts boolean default false) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  due timestamptz;
begin
  if auth.uid() is null then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  end if;
  perform public.check_last_administrator(auth.uid());
  insert into public.account_deletions (user_id, erases_texts)
  values (auth.uid(), coalesce(request_account_deletion.erases_texts, false)) on conflict do nothing;
  select due_at into due from public.account_deletions where user_id = auth.uid() and not by_administrator;
  return due;
end
$$;

-- Of the caller's own request; an administrator's stays.
create or replace function public.cancel_account_deletion() returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.account_deletions as d
  where d.user_id = auth.uid() and not d.by_administrator and d.begun_at is null;
  perform public.refuse_if_begun(auth.uid());
end
$$;

create or replace function public.refuse_if_begun(member uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.account_deletions as d
      where d.user_id = refuse_if_begun.member and d.begun_at is not null) then
    perform public.raise_error('409', 'deletion_begun', 'This account is being deleted');
  end if;
end
$$;

-- The end of the block of an account that an administrator has deleted, or whose deletion has begun; null for other
-- accounts. A century after the request, because the job may come late.
create or replace function public.deletion_block(member uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select max(d.requested_at) + make_interval(hours => 876000) from public.account_deletions as d
  where d.user_id = deletion_block.member and (d.by_administrator or d.begun_at is not null)
$$;

-- Raises an error unless the caller may delete this member. Locks the account.
create or replace function public.check_deletable(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  -- The account first, as the auth service's own deletion locks it: the other way round they could deadlock.
  perform from auth.users as u where u.id = check_deletable.member for no key update;
  -- Grants and removals of administration wait, or have ended and are seen by the check.
  lock table public.administrators in share row exclusive mode;
  if not public.may_administer(auth.uid(), coalesce(auth.jwt() ->> 'aal', ''), check_deletable.member) then
    perform public.check_admin();
    perform public.raise_error('422', 'is_administrator', 'An administrator cannot be deleted');
  elsif not exists (select from public.profiles as p where p.id = check_deletable.member) then
    perform public.raise_error('404', 'not_found', 'No such member');
  end if;
end
$$;

-- Deletes a member after 30 days, and blocks the account until then. A repeated call changes nothing. Returns the date,
-- which is earlier if the member had asked for the deletion before.
create or replace function public.delete_member(member uuid, erases_texts boolean default false) returns timestamptz
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_deletable(delete_member.member);
  insert into public.account_deletions (user_id, by_administrator, requested_by, erases_texts)
  values (delete_member.member, true, auth.uid(), coalesce(delete_member.erases_texts, false)) on conflict do nothing;
  if found then
    perform public.refresh_block(delete_member.member);
  end if;
  return (select min(d.due_at) from public.account_deletions as d where d.user_id = delete_member.member);
end
$$;

-- Makes an administrator's deletion due now, for those who demand it. The job begins at once.
create or replace function public.delete_member_now(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_deletable(delete_member_now.member);
  update public.account_deletions as d set due_at = least(d.due_at, now())
  where d.user_id = delete_member_now.member and d.by_administrator;
  if not found then
    perform public.raise_error('404', 'not_found', 'This member is not being deleted');
  end if;
  insert into public.staff_log (actor_id, thing, act, thing_id, member_id, changes)
  values (auth.uid(), 'users', 'delete', delete_member_now.member, delete_member_now.member, '{}');
  perform pg_notify('balai_account_deletions', '');
end
$$;

-- Withdraws an administrator's deletion, by any administrator, until the job deletes the account. A suspension that has
-- not ended is in force again. A repeated call changes nothing.
create or replace function public.restore_member(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  if restore_member.member = auth.uid() then
    perform public.raise_error('403', 'not_allowed', 'Another administrator does this');
  end if;
  perform from auth.users as u where u.id = restore_member.member for no key update;
  if not exists (select from public.profiles as p where p.id = restore_member.member) then
    perform public.raise_error('404', 'not_found', 'No such member');
  end if;
  delete from public.account_deletions as d
  where d.user_id = restore_member.member and d.by_administrator and d.begun_at is null;
  if found then
    perform public.refresh_block(restore_member.member);
  end if;
  perform public.refuse_if_begun(restore_member.member);
end
$$;

-- An entry of the staff log about the account, with the date of its deletion. The job and the auth service, which delete
-- the row with the account, have no session.
create or replace function public.log_member_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deletion public.account_deletions := coalesce(new, old);
begin
  insert into public.staff_log (actor_id, thing, act, thing_id, member_id, changes)
  select me.id, 'users', 'update', deletion.user_id, deletion.user_id,
    jsonb_build_object('due_at', jsonb_build_array(
      case when tg_op = 'DELETE' then deletion.due_at end, case when tg_op = 'INSERT' then deletion.due_at end))
      || case when deletion.erases_texts and tg_op = 'INSERT' then '{"erases_texts": [false, true]}'::jsonb else '{}' end
  from public.profiles as me where me.id = auth.uid();
  return null;
end
$$;

-- For the job alone, which calls it until it is not null: the first call blocks the account, each further one is a batch of
-- erase_step(), the last one deletes the account. False if no deletion is due any more. An error if the user is the last
-- administrator now.
create or replace function public.delete_due_account(member uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users as u where u.id = member for update;
  perform from public.account_deletions where user_id = member for update;
  if not exists (select from public.account_deletions where user_id = member and due_at <= now()) then
    return false;
  end if;
  perform public.check_last_administrator(member);
  -- Waits for a text that the member is writing at this moment: it holds the profile.
  perform from public.profiles as p where p.id = member for update;
  update public.account_deletions set begun_at = now() where user_id = member and begun_at is null;
  if found then
    perform public.refresh_block(member);
    return null;
  elsif public.erase_step(member) > 0 then
    return null;
  end if;
  -- An ordinary cancellation, so that the waiting list moves up.
  update public.bookings set status = 'cancelled', cancelled_at = now(), waiting_since = null, sequence = sequence + 1,
    updated_at = now()
  where member_id = member and status <> 'cancelled' and starts_at > now();
  delete from auth.users where id = member;
  return true;
end
$$;

-- Queues an email when a deletion is requested or cancelled: an attacker who has taken over an account must not be able
-- to delete it unnoticed, and a member must learn why they cannot sign in.
-- At most ten an hour of the member's own acts, and of administrators. On a hosted project, which has no email queue,
-- nothing is sent.
create or replace function public.queue_deletion_email() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deletion public.account_deletions := coalesce(new, old);
  kinds constant text[] := case when deletion.by_administrator
    then '{notice_deleting,notice_restored,notice_erasing_member}' else '{notice_leaving,notice_staying,notice_erasing}' end;
begin
  if to_regclass('mailbox.queue') is null then
    return null;
  end if;
  -- A deleted account has no row here, so it gets no email.
  execute $email$
    insert into mailbox.queue (kind, recipient, language, content, user_id)
    select $1, u.email, coalesce(u.raw_user_meta_data ->> 'language', p.language::text), jsonb_build_object('variables',
        jsonb_build_object('deleted_on', to_char($2 at time zone p.time_zone, 'YYYY-MM-DD')), 'attachments', '[]'::jsonb), u.id
    from auth.users as u join public.profiles as p on p.id = u.id
    where u.id = $3 and u.email is not null and u.email_confirmed_at is not null
      and 10 > (
        select count(*) from mailbox.queue as sent
        where sent.user_id = u.id and sent.created_at > now() - interval '1 hour'
          and sent.kind = any ($4))
  $email$ using kinds[case when tg_op = 'DELETE' then 2 when deletion.erases_texts then 3 else 1 end], deletion.due_at,
    deletion.user_id, kinds;
  return null;
end
$$;

revoke execute on function
  public.check_last_administrator(uuid), public.request_account_deletion(boolean), public.cancel_account_deletion(),
  public.refuse_if_begun(uuid), public.deletion_block(uuid), public.check_deletable(uuid),
  public.delete_member(uuid, boolean), public.delete_member_now(uuid), public.restore_member(uuid),
  public.log_member_deletion(), public.delete_due_account(uuid), public.queue_deletion_email()
from public, anon, authenticated;

grant execute on function
  public.request_account_deletion(boolean), public.cancel_account_deletion(), public.delete_member(uuid, boolean),
  public.delete_member_now(uuid), public.restore_member(uuid)
to authenticated, service_role;
