-- Counts a message for the daily limit of its channel, once; false: the limit of the last 24 hours is reached. Messages of a
-- channel are counted one after the other, so workers that send at the same time cannot exceed it.
create or replace function mailbox.count_message(message uuid, most integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  q mailbox.queue;
begin
  select * into q from mailbox.queue x where x.id = message;
  if q.counted_at > now() - interval '24 hours' then
    return true;
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('balai.sent by ' || q.channel, 0));
  if (select count(*) >= most from mailbox.queue x
      where x.channel = q.channel and x.counted_at > clock_timestamp() - interval '24 hours') then
    return false;
  end if;
  update mailbox.queue x set counted_at = clock_timestamp() where x.id = message;
  return true;
end $$;

-- Ends the delivery of a message for good. With another channel left it goes on there, in the same transaction: once,
-- however many workers have claimed it. A message that could be sent again keeps its content; codes and links to accounts never do.
create or replace function mailbox.abandon(message uuid, error text) returns uuid
language plpgsql set search_path = '' as $$
declare
  q mailbox.queue;
  follower uuid;
begin
  select * into q from mailbox.queue x
    where x.id = message and x.sent_at is null and x.given_up_at is null for update;
  if not found then
    return null;
  elsif q.next_channels <> '[]' and coalesce(q.expires_at > clock_timestamp(), true) then
    insert into mailbox.queue (kind, recipient, language, content, channel, expires_at, user_id, next_channels)
    values (q.kind, q.next_channels -> 0 ->> 'recipient', q.language, q.content,
      q.next_channels -> 0 ->> 'channel', q.expires_at, q.user_id, q.next_channels - 0)
    returning id into follower;
  end if;
  update mailbox.queue x
    set given_up_at = clock_timestamp(), last_error = left(error, 500), replaced_by = follower,
      content = case when follower is null and mailbox.may_resend(x.kind) then x.content else '{}' end
    where x.id = message;
  return follower;
end $$;

create or replace function mailbox.may_resend(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind ~ '^(booking|staff|notice)_' or kind in ('news', 'message', 'edition')
$$;

revoke execute on function mailbox.count_message(uuid, integer), mailbox.abandon(uuid, text), mailbox.may_resend(text)
from public;
