-- Letters that a member causes by her own acts have a bound: moving one booking to and fro, or leaving and staying in
-- turns, queued a letter each time, and everybody's codes to sign in wait behind them in the same queue.
set local lock_timeout = '5s';

create trigger check_pace before insert on public.outbox
  for each row execute function public.check_pace('recipient_id', '100');

do $$
begin
  if to_regclass('mailbox.queue') is not null then
    create index queue_by_user on mailbox.queue (user_id, created_at) where user_id is not null;
  end if;
end
$$;

-- Beyond ten in an hour she has been told.
create or replace function public.tell_of_departure() returns trigger
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
      and 10 > (
        select count(*) from mailbox.queue as told
        where told.user_id = u.id and told.created_at > now() - interval '1 hour'
          and told.kind in ('notice_leaving', 'notice_staying'))
  $letter$ using case tg_op when 'INSERT' then 'notice_leaving' else 'notice_staying' end, departure.due_at,
    departure.user_id;
  return null;
end
$$;
