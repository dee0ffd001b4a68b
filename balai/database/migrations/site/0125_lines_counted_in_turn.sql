-- Her turn comes first and the count in a statement of its own: counted within the same expression, what the act before
-- hers had committed was not seen, and two at once in two services were both the last one allowed.
set local lock_timeout = '5s';

create or replace function public.check_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 20;
begin
  if public.takes_turns('lines') then
    if (
      select count(*) from public.bookings b
      where b.member_id = new.member_id and b.status = 'waiting' and b.starts_at > now() and b.id <> new.id) >= most
    then
      raise exception 'In at most % lines at once', most using errcode = 'PT429', detail = 'too_many_lines';
    end if;
  end if;
  return new;
end
$$;
