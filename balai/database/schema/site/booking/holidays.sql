-- Public holidays as closed days. They are only suggested; one act closes the day for all services and in the opening hours,
-- another opens it again, with the other hours that were set for it.

create or replace function public.check_may_close_days() returns void
language plpgsql stable set search_path = '' as $$
begin
  if auth.uid() is null or not public.may('hours') then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  end if;
end $$;

create or replace function public.set_holiday_regions(regions text[]) returns text[]
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_may_close_days();
  delete from public.holiday_regions r where r.region <> all (regions);
  insert into public.holiday_regions (region) select distinct each from unnest(regions) as each on conflict do nothing;
  return array(select r.region from public.holiday_regions r order by r.region);
end $$;

-- Closes a day. With bookings in it, it is an act of its own: `cancels` says that they were seen; it cancels them as any closing
-- does, which needs the right to handle bookings. The caller chooses the id: a repeated request changes nothing.
create or replace function public.close_holiday(id uuid, day date, names jsonb, cancels boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  zone text;
  language text;
  starts timestamptz;
  ends timestamptz;
  coming integer;
  replaced jsonb;
begin
  perform public.check_may_close_days();
  select s.time_zone, s.default_language into strict zone, language from public.site_settings s;
  starts := public.local_instant(close_holiday.day::timestamp, zone);
  ends := public.local_instant((close_holiday.day + 1)::timestamp, zone);
  perform public.lock_bookings();
  if not exists (select from public.service_exceptions e where e.id = close_holiday.id) then
    select count(*) into coming from public.bookings_in(starts, ends, null, null) b;
    if coming > 0 and not coalesce(cancels, false) then
      perform public.raise_error('409', 'day_has_bookings', 'There are bookings on this day.');
    elsif coming > 0 then
      perform public.close_time(close_holiday.id, starts, ends, null, null, coalesce(names ->> language, ''));
    end if;
    -- Other hours that were set for the day give way until it is opened again.
    replaced := jsonb_build_object(
      'times', coalesce((
        select jsonb_agg(e) from public.service_exceptions e
        where e.service_id is null and e.day = close_holiday.day), '[]'),
      'opening', (select to_jsonb(o) from public.opening_exceptions o where o.day = close_holiday.day));
    delete from public.service_exceptions e where e.service_id is null and e.day = close_holiday.day;
    insert into public.service_exceptions (id, day, note, replaced)
    values (close_holiday.id, close_holiday.day, coalesce(names ->> language, ''), replaced);
    insert into public.opening_exceptions as o (day, notes) values (close_holiday.day, names)
    on conflict (day) do update set hours = '{}', notes = excluded.notes;
  end if;
  return (select jsonb_build_object('id', close_holiday.id, 'cancelled', count(*))
    from public.closing_bookings c where c.closing_id = close_holiday.id);
end $$;

-- Opens a closed day again, with the hours that it had. Bookings that were cancelled with it come back within an hour.
create or replace function public.open_holiday(id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  closed date;
  before jsonb;
  answer jsonb := '{"restored": 0}';
begin
  perform public.check_may_close_days();
  perform public.lock_bookings();
  delete from public.service_exceptions e
    where e.id = open_holiday.id and e.service_id is null and e.opens is null returning e.day, e.replaced into closed, before;
  insert into public.service_exceptions (id, day, opens, closes, note, replaced)
    select t.id, closed, t.opens, t.closes, t.note, t.replaced
    from jsonb_populate_recordset(null::public.service_exceptions, before -> 'times') t;
  delete from public.opening_exceptions o where o.day = closed and o.hours = '{}';
  if found then
    insert into public.opening_exceptions (day, hours, notes)
      select closed, o.hours, o.notes
      from jsonb_populate_record(null::public.opening_exceptions, nullif(before -> 'opening', 'null')) o
      where o.day is not null;
  end if;
  if exists (
    select from public.closings c
    where c.id = open_holiday.id and c.undone_at is null and c.closed_at >= now() - interval '1 hour')
  then
    answer := public.undo_closing(open_holiday.id);
  else
    update public.closings c set undone_at = now() where c.id = open_holiday.id and c.undone_at is null;
  end if;
  return answer;
end $$;

revoke execute on function
  public.check_may_close_days(), public.set_holiday_regions(text[]), public.close_holiday(uuid, date, jsonb, boolean),
  public.open_holiday(uuid)
from public, anon, authenticated;

grant execute on function
  public.set_holiday_regions(text[]), public.close_holiday(uuid, date, jsonb, boolean), public.open_holiday(uuid)
to authenticated, service_role;
