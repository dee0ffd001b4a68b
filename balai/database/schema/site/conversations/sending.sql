-- Private messages are written by these functions alone; members read their own conversations under policies.
-- Errors: PT401 no_session; PT403 messages_off, silenced, network_blocked, not_available, not_accepted; PT404 not_found;
-- PT409 gone; PT422 no_text, too_long; PT429 too_fast, too_many_requests.

-- Sends a message to a member; a repeated request changes nothing. The first message asks for a conversation, and nothing
-- more can be sent until the other accepts or answers. Returns its number.
-- "not_available" does not tell whether the other has blocked the caller, or takes no messages.
create or replace function public.send_private_message(id uuid, recipient uuid, body text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  sender constant uuid := auth.uid();
  words constant text := btrim(coalesce(send_private_message.body, ''), E' \t\r\n');
  talk public.conversations;
  earlier record;
begin
  if not public.is_member() then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  elsif not (select s.has_messages from public.site_settings as s) then
    perform public.raise_error('403', 'messages_off', 'This site has no private messages');
  elsif words = '' then
    perform public.raise_error('422', 'no_text', 'A message needs a text');
  elsif char_length(words) > 4000 then
    perform public.raise_error('422', 'too_long', 'A message has at most 4000 characters');
  elsif recipient is null or not public.is_active_account(recipient) then
    perform public.raise_error('404', 'not_found', 'No such member');
  elsif recipient = sender or public.are_apart(sender, recipient) or not public.is_active_account(sender) then
    perform public.raise_error('403', 'not_available', 'This member cannot be written to');
  end if;
  perform public.refuse_if_silenced();
  perform public.refuse_blocked_network();
  -- One at a time, or two concurrent messages could both be the last one allowed.
  perform pg_advisory_xact_lock(hashtextextended('balai.private_messages.' || sender, 0));
  insert into public.conversations (first_id, second_id, started_by)
  values (least(sender, recipient), greatest(sender, recipient), sender) on conflict do nothing;
  select * into talk from public.conversations as c
  where c.first_id = least(sender, recipient) and c.second_id = greatest(sender, recipient) for no key update;
  select m.author_id, m.conversation_id, m.number into earlier
  from public.private_messages as m where m.id = send_private_message.id;
  if found then
    if earlier.author_id <> sender or earlier.conversation_id <> talk.id then
      perform public.raise_error('409', 'gone', 'This id is taken');
    end if;
    return earlier.number;
  end if;
  perform public.check_private_message(talk, sender, recipient);
  insert into public.private_messages (id, conversation_id, number, author_id, body)
  values (send_private_message.id, talk.id, talk.last_number + 1, sender, words);
  update public.conversations as c set
    last_number = talk.last_number + 1, last_message_at = now(),
    first_read = case when c.first_id = sender then talk.last_number + 1 else c.first_read end,
    second_read = case when c.second_id = sender then talk.last_number + 1 else c.second_read end,
    -- An answer accepts.
    accepted_at = coalesce(c.accepted_at, case when c.started_by <> sender then now() end),
    declined_at = case when c.started_by = sender then c.declined_at end
  where c.id = talk.id;
  perform public.queue_notice('direct_message', recipient, send_private_message.id::text, sender,
    path => '/messages/' || sender, merged_by => talk.id::text);
  return talk.last_number + 1;
end
$$;

-- Consent and limits: one message until it is accepted, five new conversations a day, sixty messages an hour.
create or replace function public.check_private_message(talk public.conversations, sender uuid, recipient uuid)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if talk.accepted_at is null and talk.started_by = sender then
    if talk.last_number > 0 then
      perform public.raise_error('403', 'not_accepted', 'The member has not accepted yet');
    elsif not (select p.takes_messages from public.profiles as p where p.id = recipient) then
      perform public.raise_error('403', 'not_available', 'This member cannot be written to');
    elsif 5 < (select count(*) from public.conversations as c
      where c.started_by = sender and c.created_at > now() - interval '1 day') then
      perform public.raise_error('429', 'too_many_requests', 'At most 5 new conversations in a day');
    end if;
  end if;
  if 60 <= (select count(*) from public.private_messages as m
    where m.author_id = sender and m.created_at > now() - interval '1 hour') then
    perform public.raise_error('429', 'too_fast', 'At most 60 messages in an hour');
  end if;
end
$$;

-- Accepts a request, or declines it; a declined one can still be accepted later. The other gets no notification.
create or replace function public.answer_conversation(conversation uuid, accepts boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.conversations as c set
    accepted_at = case when answer_conversation.accepts then now() end,
    declined_at = case when not answer_conversation.accepts then now() end
  where c.id = answer_conversation.conversation and auth.uid() in (c.first_id, c.second_id)
    and c.started_by <> auth.uid() and c.accepted_at is null;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such request');
  end if;
end
$$;

-- Marks a conversation as read up to a message, on all devices of the caller.
create or replace function public.read_conversation(conversation uuid, number integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  other uuid;
begin
  update public.conversations as c set
    first_read = case when c.first_id = auth.uid()
      then greatest(c.first_read, least(read_conversation.number, c.last_number)) else c.first_read end,
    second_read = case when c.second_id = auth.uid()
      then greatest(c.second_read, least(read_conversation.number, c.last_number)) else c.second_read end
  where c.id = read_conversation.conversation and auth.uid() in (c.first_id, c.second_id)
  returning case when c.first_id = auth.uid() then c.second_id else c.first_id end into other;
  update public.notifications as n set read_at = now()
  where n.member_id = auth.uid() and n.read_at is null and n.kind = 'direct_message' and n.actor_id = other;
end
$$;

-- Deletes a message of the caller, for both.
create or replace function public.delete_private_message(id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.private_messages as m set body = null, deleted_at = now()
  where m.id = delete_private_message.id and m.author_id = auth.uid() and m.deleted_at is null;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such message');
  end if;
end
$$;

revoke execute on function
  public.send_private_message(uuid, uuid, text),
  public.check_private_message(public.conversations, uuid, uuid), public.answer_conversation(uuid, boolean),
  public.read_conversation(uuid, integer), public.delete_private_message(uuid)
from public, anon, authenticated;

grant execute on function
  public.send_private_message(uuid, uuid, text), public.answer_conversation(uuid, boolean),
  public.read_conversation(uuid, integer), public.delete_private_message(uuid)
to authenticated;
