-- The queue of walk-ins: numbers, and which of them is called to where. Numbers say nothing about a person.

create or replace function public.check_may_serve(service uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not (public.is_host_of(service) or public.may('bookings', service)) or auth.uid() is null then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  end if;
end $$;

create or replace function public.site_day() returns date
language sql stable security definer set search_path = '' as $$
  select (now() at time zone s.time_zone)::date from public.site_settings s
$$;

-- The next number of the day. The caller chooses the id: a repeated request returns the same number.
create or replace function public.take_number(id uuid, service uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  made public.queue_numbers;
begin
  perform public.check_may_serve(take_number.service);
  -- Two desks never give the same number.
  perform pg_advisory_xact_lock(hashtextextended('queue numbers', 0));
  select q.* into made from public.queue_numbers q where q.id = take_number.id;
  if not found then
    insert into public.queue_numbers as q (id, service_id, day, number)
    values (take_number.id, take_number.service, public.site_day(), coalesce((
      select max(x.number) from public.queue_numbers x where x.day = public.site_day()), 0) + 1)
    returning q.* into made;
  end if;
  return jsonb_build_object('id', made.id, 'number', made.number);
end $$;

-- Calls the first waiting number of a service to a place; the number that was called there before is served. Two desks
-- that call at once get two numbers.
create or replace function public.call_next(service uuid, place text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  wanted constant text := btrim(coalesce(call_next.place, ''));
  called public.queue_numbers;
begin
  perform public.check_may_serve(call_next.service);
  select q.* into called from public.queue_numbers q
    where q.service_id = call_next.service and q.day = public.site_day() and q.state = 'waiting'
    order by q.number limit 1 for update skip locked;
  if not found then
    return null;
  end if;
  update public.queue_numbers q set state = 'served'
    where q.service_id = call_next.service and q.day = called.day and q.state = 'called' and q.place = wanted;
  update public.queue_numbers q set state = 'called', place = wanted, called_at = now() where q.id = called.id;
  return jsonb_build_object('id', called.id, 'number', called.number);
end $$;

-- Ends a number, or takes back what was done with it.
create or replace function public.set_number_state(id uuid, state text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  q public.queue_numbers;
begin
  select x.* into q from public.queue_numbers x where x.id = set_number_state.id for update;
  if not found or set_number_state.state not in ('waiting', 'called', 'served', 'gone') then
    perform public.raise_booking_error('not_found');
  end if;
  perform public.check_may_serve(q.service_id);
  update public.queue_numbers x
    set state = set_number_state.state, called_at = case when set_number_state.state = 'called' then now() else x.called_at end
    where x.id = q.id;
  return jsonb_build_object('id', q.id, 'before', q.state);
end $$;

revoke execute on function
  public.check_may_serve(uuid), public.site_day(), public.take_number(uuid, uuid), public.call_next(uuid, text),
  public.set_number_state(uuid, text)
from public, anon, authenticated;

grant execute on function
  public.take_number(uuid, uuid), public.call_next(uuid, text), public.set_number_state(uuid, text)
to authenticated, service_role;
