-- Deletion of an account, 30 days after the request; until then the user can cancel it. Then a job deletes the account
-- and everything that belongs to it alone; posts and replies stay, without a name.
-- Errors: PT401 no_session; PT422 last_administrator.

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

-- Requests the deletion of the caller's account after 30 days. A repeated request keeps the first date.
create or replace function public.request_account_deletion() returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  due timestamptz;
begin
  if auth.uid() is null then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  end if;
  perform public.check_last_administrator(auth.uid());
  insert into public.account_deletions (user_id) values (auth.uid()) on conflict do nothing;
  select due_at into due from public.account_deletions where user_id = auth.uid();
  return due;
end
$$;

create or replace function public.cancel_account_deletion() returns void
language sql security definer set search_path = '' as $$
  delete from public.account_deletions where user_id = auth.uid()
$$;

-- For the job alone. False if the user has cancelled the deletion, or is the last administrator now.
create or replace function public.delete_due_account(member uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.account_deletions where user_id = member and due_at <= now() for update;
  if not found then
    return false;
  end if;
  perform public.check_last_administrator(member);
  -- An ordinary cancellation, so that the waiting list moves up.
  update public.bookings set status = 'cancelled', cancelled_at = now(), waiting_since = null, sequence = sequence + 1,
    updated_at = now()
  where member_id = member and status <> 'cancelled' and starts_at > now();
  delete from auth.users where id = member;
  return true;
end
$$;

-- Queues an email when a deletion is requested or cancelled: an attacker who has taken over an account must not be able
-- to delete it unnoticed.
-- At most ten an hour. On a hosted project, which has no email queue, nothing is sent.
create or replace function public.queue_deletion_email() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deletion public.account_deletions := coalesce(new, old);
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
          and sent.kind in ('notice_leaving', 'notice_staying'))
  $email$ using case tg_op when 'INSERT' then 'notice_leaving' else 'notice_staying' end, deletion.due_at,
    deletion.user_id;
  return null;
end
$$;

revoke execute on function
  public.check_last_administrator(uuid), public.request_account_deletion(), public.cancel_account_deletion(),
  public.delete_due_account(uuid),
  public.queue_deletion_email()
from public, anon, authenticated;

grant execute on function public.request_account_deletion(), public.cancel_account_deletion()
to authenticated, service_role;
