-- Contact messages. The function `contact` of the site writes them; no role writes the table directly.
-- Errors: PT422 no_text, too_long; PT429 too_fast.

-- Stores a contact message; a repeated request changes nothing. At most 5 an hour from one address and 100 from all:
-- each message queues an email to every administrator. `network` and `bot_check`: of the sender, as the function knows
-- them; a busy network needs the token of a bot check.
create or replace function public.send_message(
  id uuid, member uuid, name text, email text, language public.language, body text, network text default null,
  bot_check text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(btrim(send_message.body), '') = '' or coalesce(btrim(send_message.name), '') = '' then
    perform public.raise_error('422', 'no_text', 'A message needs a name and a text');
  elsif char_length(send_message.body) > 5000 then
    perform public.raise_error('422', 'too_long', 'A message has at most 5000 characters');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('balai.messages', 0));
  if exists (select from public.messages m where m.id = send_message.id) then
    return;
  end if;
  if not public.admits_network('message', nullif(send_message.network, '')::inet)
    and not public.use_bot_token(send_message.bot_check) then
    raise exception 'A bot check is required' using errcode = 'PT403', detail = 'bot_check_required';
  end if;
  if 100 <= (select count(*) from public.messages m where m.created_at > now() - interval '1 hour')
    or 5 <= (select count(*) from public.messages m
      where m.created_at > now() - interval '1 hour' and lower(m.email) = lower(btrim(send_message.email)))
  then
    raise exception 'Too many messages in an hour' using errcode = 'PT429', detail = 'too_fast';
  end if;
  insert into public.messages (id, member_id, name, email, language, body)
  values (send_message.id, (select p.id from public.profiles p where p.id = send_message.member),
    btrim(send_message.name), btrim(send_message.email), send_message.language, btrim(send_message.body));
end
$$;

create or replace function public.set_message_handled(id uuid, is_handled boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_may('messages');
  update public.messages m set handled_at = case when is_handled then coalesce(m.handled_at, now()) end,
    handled_by = case when is_handled then coalesce(m.handled_by, auth.uid()) end
  where m.id = set_message_handled.id;
end
$$;

revoke execute on function
  public.send_message(uuid, uuid, text, text, public.language, text, text, text), public.set_message_handled(uuid, boolean)
from public, anon, authenticated;

grant execute on function public.send_message(uuid, uuid, text, text, public.language, text, text, text) to service_role;
grant execute on function public.set_message_handled(uuid, boolean) to authenticated, service_role;
