-- A member who asks to leave is told so by mail, with the day until which she can change her mind, and again when she
-- has: whoever got into her account cannot have it removed behind her back. On a hosted project, where the queue of our
-- letters is not, nothing is sent.

set local lock_timeout = '5s';

create function public.tell_of_departure() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  departure public.departures := coalesce(new, old);
begin
  if to_regclass('mailbox.queue') is null then
    return null;
  end if;
  -- Once the account itself is gone there is nobody to tell.
  execute $letter$
    insert into mailbox.queue (kind, recipient, language, facts, user_id)
    select $1, u.email, coalesce(u.raw_user_meta_data ->> 'language', p.language::text), jsonb_build_object('facts',
        jsonb_build_object('day', to_char($2 at time zone p.time_zone, 'YYYY-MM-DD')), 'attachments', '[]'::jsonb), u.id
    from auth.users as u join public.profiles as p on p.id = u.id
    where u.id = $3 and u.email is not null and u.email_confirmed_at is not null
  $letter$ using case tg_op when 'INSERT' then 'notice_leaving' else 'notice_staying' end, departure.due_at,
    departure.user_id;
  return null;
end
$$;
revoke execute on function public.tell_of_departure() from public, anon, authenticated;
create trigger tell_of_departure after insert or delete on public.departures
  for each row execute function public.tell_of_departure();
