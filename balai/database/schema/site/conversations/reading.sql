-- The caller's conversations, and messages that they report.

-- A page of the caller's conversations, newest message first: with whom, the last words, and how many are unread.
-- `state`: asked (the other has not accepted), request (the caller has not), declined (by the caller), open.
create or replace function public.my_conversations(before timestamptz, before_id uuid, at_most integer)
returns table (
  id uuid, person_id uuid, display_name text, picture_url text, state text, is_blocked boolean, unread integer,
  last_body text, last_is_mine boolean, last_message_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select c.id, person.id, person.display_name, person.picture_url, public.conversation_state(c),
    exists (select from public.member_blocks as b where b.member_id = auth.uid() and b.blocked_id = person.id),
    c.last_number - case when c.first_id = auth.uid() then c.first_read else c.second_read end,
    left(last.body, 200), last.author_id = auth.uid(), c.last_message_at
  from (
    (select * from public.conversations as x
     where x.first_id = auth.uid() and (x.last_message_at, x.id) < (my_conversations.before, my_conversations.before_id)
     order by x.last_message_at desc, x.id desc limit least(greatest(my_conversations.at_most, 0), 100))
    union all
    (select * from public.conversations as x
     where x.second_id = auth.uid() and (x.last_message_at, x.id) < (my_conversations.before, my_conversations.before_id)
     order by x.last_message_at desc, x.id desc limit least(greatest(my_conversations.at_most, 0), 100))) as c
  join public.profiles as person on person.id = case when c.first_id = auth.uid() then c.second_id else c.first_id end
  join public.private_messages as last on last.conversation_id = c.id and last.number = c.last_number
  order by c.last_message_at desc, c.id desc
  limit least(greatest(my_conversations.at_most, 0), 100)
$$;

-- The state of the conversation for the caller.
create or replace function public.conversation_state(talk public.conversations) returns text
language sql stable security definer set search_path = '' as $$
  select case when talk.accepted_at is not null then 'open' when talk.started_by = auth.uid() then 'asked'
    when talk.declined_at is not null then 'declined' else 'request' end
$$;

-- The caller's conversation with one member; no row before the first message.
create or replace function public.find_conversation(person uuid)
returns table (id uuid, state text, last_number integer, last_read integer, other_read integer)
language sql stable security definer set search_path = '' as $$
  select c.id, public.conversation_state(c), c.last_number,
    case when c.first_id = auth.uid() then c.first_read else c.second_read end,
    -- Only who has accepted shows what they have read.
    case when c.accepted_at is null then 0 when c.first_id = auth.uid() then c.second_read else c.first_read end
  from public.conversations as c
  where c.first_id = least(auth.uid(), find_conversation.person)
    and c.second_id = greatest(auth.uid(), find_conversation.person)
$$;

-- Reports a message that the caller has received. Administrators get a copy of it, and nothing else of the conversation.
create or replace function public.report_private_message(id uuid, message uuid, reason text, note text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_member() then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('balai.private_reports.' || auth.uid(), 0));
  if 20 <= (select count(*) from public.private_reports as r
    where r.reporter_id = auth.uid() and r.created_at > now() - interval '1 hour') then
    perform public.raise_error('429', 'too_fast', 'At most 20 in an hour');
  end if;
  insert into public.private_reports (id, message_id, reporter_id, reported_id, reason, note, body, sent_at)
  select report_private_message.id, m.id, auth.uid(), m.author_id, report_private_message.reason,
    coalesce(report_private_message.note, ''), m.body, m.created_at
  from public.private_messages as m join public.conversations as c on c.id = m.conversation_id
  where m.id = report_private_message.message and auth.uid() in (c.first_id, c.second_id)
    and m.author_id <> auth.uid() and m.body is not null
  on conflict on constraint private_reports_once do nothing;
  -- A repeated report, under whatever id, is neither stored nor told again.
  if found then
    perform public.queue_notices('staff_report', array(select a.user_id from public.administrators as a),
      report_private_message.id::text, auth.uid(), path => '/admin/desk');
  elsif not exists (select from public.private_reports as r
    where r.message_id = report_private_message.message and r.reporter_id = auth.uid()) then
    perform public.raise_error('404', 'not_found', 'No such message');
  end if;
end
$$;

-- Closes a report. Consequences for the account are decided on its own page.
create or replace function public.handle_private_report(report uuid, outcome text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  if outcome is null or outcome not in ('upheld', 'dismissed') then
    perform public.raise_error('422', 'unknown_outcome', 'An outcome is upheld or dismissed');
  end if;
  update public.private_reports as r set status = outcome, handled_by = auth.uid(), handled_at = now()
  where r.id = handle_private_report.report and r.status = 'open';
  if not found then
    perform public.raise_error('409', 'handled', 'This report has been handled already');
  end if;
end
$$;

revoke execute on function
  public.my_conversations(timestamptz, uuid, integer), public.conversation_state(public.conversations),
  public.find_conversation(uuid),
  public.report_private_message(uuid, uuid, text, text), public.handle_private_report(uuid, text)
from public, anon, authenticated;

grant execute on function
  public.my_conversations(timestamptz, uuid, integer), public.find_conversation(uuid),
  public.report_private_message(uuid, uuid, text, text), public.handle_private_report(uuid, text)
to authenticated;
