-- Emails that came back, and which emails they stop (docs/decisions/0313-bounces-and-checks.md).
-- Errors: PT401 no_session; PT404 not_found; PT429 too_fast.

-- Whether emails to the address are stopped: at four points, until thirty days have passed since the last bounce.
create or replace function public.is_stopped(bounce public.email_bounces) returns boolean
language sql stable set search_path = '' as $$
  select bounce.score >= 4 and bounce.bounced_at > now() - interval '30 days'
$$;

-- The kinds of emails that are stopped. Sign-in and security emails, and the one that confirms a guest's address, are not.
create or replace function public.is_stoppable(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select is_stoppable.kind ~ '^(booking|staff)_'
    or is_stoppable.kind in ('news', 'edition', 'message', 'data_ready', 'reply_refused', 'attachments_refused')
$$;

-- The owner of an address: a member, else a guest who gets new articles, else an account that has not confirmed it: with any
-- address such an account can be made. No row: none.
create or replace function public.owner_of_address(address text) returns table (member_id uuid, guest_id uuid)
language sql stable security definer set search_path = '' as $$
  -- Each branch has an index of its own.
  select found.member_id, found.guest_id
  from (
    select u.id as member_id, null::uuid as guest_id, 1 as place
    from auth.users as u join public.profiles as p on p.id = u.id
    where lower(u.email) = lower(owner_of_address.address) and u.email_confirmed_at is not null
    union all
    select null, g.id, 2 from public.newsletter_guests as g where g.email = lower(owner_of_address.address)
    union all
    select u.id, null, 3 from auth.users as u join public.profiles as p on p.id = u.id
    where lower(u.email) = lower(owner_of_address.address) and u.email_confirmed_at is null and not u.is_sso_user) as found
  order by found.place limit 1
$$;

-- Whether an email of this kind to this address is not sent. For the job that sends.
create or replace function public.is_withheld(kind text, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.is_stoppable(is_withheld.kind) and exists (
    select from public.owner_of_address(is_withheld.address) as owner
    join public.email_bounces as b on b.member_id = owner.member_id or b.guest_id = owner.guest_id
    where public.is_stopped(b))
$$;

-- Counts the bounce of a message that left, or whose delivery ended at the other server. `points`: 2 for a permanent
-- refusal, 1 for a temporary one. Returns what became of it. One message counts once; none that was sent before a reset.
-- For jobs, which have checked that the bounce has the secret of the message.
create or replace function public.record_bounce(message uuid, points integer, reason text, status text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  address text;
  left_at timestamptz;
  owner record;
  bounce public.email_bounces;
begin
  if to_regclass('mailbox.queue') is not null then
    execute $message$
      select q.recipient, coalesce(q.sent_at, q.given_up_at) from mailbox.queue as q
      where q.id = $1 and q.channel = 'mail' and num_nonnulls(q.sent_at, q.given_up_at) > 0
    $message$ into address, left_at using record_bounce.message;
  end if;
  if address is null then
    return 'unknown';
  end if;
  select o.* into owner from public.owner_of_address(address) as o;
  if not found then
    return 'without_owner';
  end if;
  insert into public.email_bounces (member_id, guest_id) values (owner.member_id, owner.guest_id) on conflict do nothing;
  select b.* into bounce from public.email_bounces as b
  where b.member_id = owner.member_id or b.guest_id = owner.guest_id for update;
  if not found then
    return 'without_owner';
  elsif record_bounce.message = any (bounce.counted) then
    return 'repeated';
  elsif bounce.reset_at >= left_at then
    return 'old';
  end if;
  update public.email_bounces as b set
    score = least(100, record_bounce.points
      + case when b.bounced_at > now() - interval '30 days' then b.score else 0 end),
    reason = record_bounce.reason, status = record_bounce.status, bounced_at = now(),
    counted = (array_prepend(record_bounce.message, b.counted))[:20]
  where b.id = bounce.id;
  return 'counted';
end
$$;

-- The state of the address of a member, for themselves and for staff who see it; no row: nothing came back for thirty
-- days, or since a reset. `retry_at`: when they may let emails go there again by themselves; null: now.
create or replace function public.bounces_of(member uuid)
returns table (is_stopped boolean, reason text, status text, bounced_at timestamptz, retry_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select public.is_stopped(b), b.reason, b.status, b.bounced_at,
    case when b.retried_at > now() - interval '1 day' then b.retried_at + interval '1 day' end
  from public.email_bounces as b
  where b.member_id = bounces_of.member and b.score > 0 and b.bounced_at > now() - interval '30 days'
    and (bounces_of.member = auth.uid() or public.may('members'))
$$;

-- The caller's emails are sent again: once a day.
create or replace function public.retry_own_emails() returns void
language plpgsql security definer set search_path = '' as $$
declare
  bounce public.email_bounces;
begin
  if not public.is_member() then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  end if;
  select b.* into bounce from public.email_bounces as b where b.member_id = auth.uid() for update;
  if not found or not public.is_stopped(bounce) then
    return;
  elsif bounce.retried_at > now() - interval '1 day' then
    perform public.raise_error('429', 'too_fast', 'Once a day');
  end if;
  update public.email_bounces as b set score = 0, reset_at = now(), retried_at = now() where b.id = bounce.id;
end
$$;

-- Staff who see the member's address let emails go there again; the staff log has it.
create or replace function public.reset_bounces(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.may('members') then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  elsif not exists (select from public.profiles as p where p.id = reset_bounces.member) then
    perform public.raise_error('404', 'not_found', 'No such member');
  end if;
  update public.email_bounces as b set score = 0, reset_at = now()
  where b.member_id = reset_bounces.member and b.score > 0;
end
$$;

-- Another address begins without bounces.
create or replace function public.forget_bounces() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.email_bounces as b where b.member_id = new.id or b.guest_id = new.id;
  return null;
end
$$;

revoke execute on function
  public.is_stopped(public.email_bounces), public.is_stoppable(text), public.owner_of_address(text),
  public.is_withheld(text, text), public.record_bounce(uuid, integer, text, text), public.bounces_of(uuid),
  public.retry_own_emails(), public.reset_bounces(uuid), public.forget_bounces()
from public, anon, authenticated;
grant execute on function public.bounces_of(uuid), public.retry_own_emails(), public.reset_bounces(uuid)
to authenticated, service_role;

comment on function public.bounces_of(uuid) is 'internal';
