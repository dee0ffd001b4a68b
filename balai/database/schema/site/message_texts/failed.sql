-- Messages whose delivery has ended in vain, for administrators: kind, time, channel and reason, never the text or the
-- recipient. A message that went on by another channel is not among them. The queue is the backend's.

-- Why delivery ended, in a word: the provider's own words may name the recipient.
create or replace function public.failure_reason(error text) returns text
language sql immutable set search_path = '' as $$
  select case
    when error ~ 'expired' then 'expired'
    when error ~ 'daily limit' then 'limit'
    when error ~ 'no provider' then 'no_provider'
    when error ~* 'connect|timeout|unreachable|resolve|server error' then 'unreachable'
    else 'refused' end
$$;

create or replace function public.list_failed_messages(before timestamptz default null, before_id uuid default null)
returns table (id uuid, kind text, channel text, failed_at timestamptz, reason text, can_resend boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not public.is_admin() then
    perform public.raise_error('403', 'administrators_only', 'Only administrators may do this');
  elsif to_regclass('mailbox.queue') is null then
    return;
  end if;
  return query
  select q.id, q.kind, q.channel, q.given_up_at, public.failure_reason(q.last_error), q.content <> '{}'
  from mailbox.queue as q
  where q.given_up_at is not null and q.replaced_by is null
    and (list_failed_messages.before is null
      or (q.given_up_at, q.id) < (list_failed_messages.before, list_failed_messages.before_id))
  order by q.given_up_at desc, q.id desc limit 51;
end $$;

-- Of the last seven days, at most so many.
create or replace function public.count_failed_messages(most integer) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('mailbox.queue') is null or not public.is_admin() then
    return 0;
  end if;
  return (select count(*) from (
    select from mailbox.queue as q
    where q.given_up_at > now() - interval '7 days' and q.replaced_by is null limit most) as few);
end $$;

-- Queues a failed message again, to the same recipient by the same channel, without an expiry. Once: repeating it changes
-- nothing. Account messages hold codes that are no longer valid, so they cannot be sent again.
create or replace function public.resend_message(message uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  if not public.is_admin() then
    perform public.raise_error('403', 'administrators_only', 'Only administrators may do this');
  end if;
  perform from mailbox.queue as q
    where q.id = resend_message.message and q.given_up_at is not null and q.replaced_by is null and q.content <> '{}'
    for update;
  if not found then
    return false;
  end if;
  insert into mailbox.queue (kind, recipient, language, content, channel, user_id)
  select q.kind, q.recipient, q.language, q.content, q.channel, q.user_id
  from mailbox.queue as q where q.id = resend_message.message
  returning id into made;
  update mailbox.queue as q set replaced_by = made, content = '{}' where q.id = resend_message.message;
  return true;
end $$;

revoke execute on function
  public.failure_reason(text), public.list_failed_messages(timestamptz, uuid), public.count_failed_messages(integer),
  public.resend_message(uuid)
from public, anon, authenticated;
grant execute on function
  public.list_failed_messages(timestamptz, uuid), public.count_failed_messages(integer), public.resend_message(uuid)
to authenticated, service_role;
comment on function public.count_failed_messages(integer) is 'internal';
comment on function public.list_failed_messages(timestamptz, uuid) is 'internal';
