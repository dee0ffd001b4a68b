-- When the site is open. Hours belong to the day on which they begin: those of a Saturday night hold on Sunday morning,
-- whatever is said of the Sunday.

-- The next times of being open, at most twenty within sixty days, the present one included. Times that follow one another
-- without a break are one. A time that a change of the clock skips begins an hour later; one that it repeats is the later.
create or replace function public.opening_times(since timestamptz default now())
returns table (opens timestamptz, closes timestamptz)
language sql stable rows 20 set search_path = '' as $$
  with site as (
    select s.time_zone as zone, (since at time zone s.time_zone)::date as today from public.site_settings as s),
  days as (select site.zone, site.today + number as day from site, generate_series(-1, 60) as number),
  spans as (
    select (days.day + make_interval(mins => lower(span))) at time zone days.zone as opens,
      (days.day + make_interval(mins => upper(span))) at time zone days.zone as closes
    from days
    join public.opening_hours as usual on usual.weekday = extract(isodow from days.day)
    left join public.opening_exceptions as other on other.day = days.day
    cross join unnest(coalesce(other.hours, usual.hours)) as span)
  select lower(time), upper(time)
  from (select range_agg(tstzrange(spans.opens, spans.closes)) as all_times from spans
    where spans.opens < spans.closes) as joined
  cross join unnest(joined.all_times) as time
  where upper(time) > since
  order by 1
  limit 20
$$;

-- Whether the site is open at a moment, and the moment at which that changes; null: not within sixty days. No row: the
-- site has said nothing of its hours.
create or replace function public.opening_state(moment timestamptz default now())
returns table (is_open boolean, changes_at timestamptz)
language sql stable rows 1 set search_path = '' as $$
  select coalesce(first.opens <= moment, false),
    case when first.opens > moment then first.opens
      when first.closes < moment + interval '59 days' then first.closes end
  from (select) as always
  left join lateral (select * from public.opening_times(moment) limit 1) as first on true
  where exists (select from public.opening_hours where hours <> '{}')
    or exists (select from public.opening_exceptions)
$$;

-- Spans of a day, given as [[opens, closes], …] in minutes. Overlapping ones are a mistake and are refused; stored hours
-- could not show them.
create or replace function public.read_day_hours(spans jsonb) returns int4multirange
language plpgsql immutable set search_path = '' as $$
declare
  hours int4multirange;
begin
  select coalesce(range_agg(int4range((span ->> 0)::int, (span ->> 1)::int)), '{}') into hours
  from jsonb_array_elements(spans) as span;
  if exists (select from jsonb_array_elements(spans) as span where (span ->> 0)::int >= (span ->> 1)::int)
    or not public.is_day_hours(hours) then
    perform public.raise_error('400', 'opening_hours_invalid', 'Hours begin on their day and last up to 24 hours');
  end if;
  if (select coalesce(sum(upper(span) - lower(span)), 0) from unnest(hours) as span)
    <> (select coalesce(sum((span ->> 1)::int - (span ->> 0)::int), 0) from jsonb_array_elements(spans) as span) then
    perform public.raise_error('400', 'opening_hours_overlap', 'Two times of a day overlap');
  end if;
  return hours;
exception when data_exception or invalid_parameter_value then
  perform public.raise_error('400', 'opening_hours_invalid', 'Hours are pairs of minutes');
end
$$;

-- Spans of a day as read_day_hours() takes them.
create or replace function public.list_day_hours(hours int4multirange) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_array(lower(span), upper(span))), '[]') from unnest(hours) as span
$$;

-- The seven weekdays, Monday first.
create or replace function public.set_weekly_hours(week jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if jsonb_typeof(week) is distinct from 'array' or jsonb_array_length(week) <> 7 then
    perform public.raise_error('400', 'opening_hours_invalid', 'A week has seven days');
  end if;
  -- The second of two saves waits here.
  perform from public.opening_hours order by weekday for update;
  update public.opening_hours as usual set hours = public.read_day_hours(given.hours)
  from jsonb_array_elements(week) with ordinality as given (hours, weekday)
  where usual.weekday = given.weekday;
end
$$;

-- Replaces all hours in one step: the seven weekdays, Monday first, and the days that differ, each {day, hours, notes}.
-- Of two administrators who save at once, the hours of the later one are stored whole.
create or replace function public.save_opening_hours(week jsonb, exceptions jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not (select public.is_admin()) then
    perform public.raise_error('403', 'not_allowed', 'Only administrators change the opening hours');
  end if;
  if jsonb_typeof(exceptions) is distinct from 'array' or jsonb_array_length(exceptions) > 200 then
    perform public.raise_error('400', 'opening_hours_invalid', 'Up to 200 days differ from their weekday');
  end if;
  if jsonb_array_length(exceptions) <> (select count(distinct one ->> 'day') from jsonb_array_elements(exceptions) as one) then
    perform public.raise_error('400', 'opening_day_twice', 'A day is in the list twice');
  end if;
  perform public.set_weekly_hours(week);
  delete from public.opening_exceptions o
  where o.day not in (select (one ->> 'day')::date from jsonb_array_elements(exceptions) as one);
  insert into public.opening_exceptions as o (day, hours, notes)
  select (one ->> 'day')::date, public.read_day_hours(one -> 'hours'), coalesce(one -> 'notes', '{}')
  from jsonb_array_elements(exceptions) as one
  on conflict (day) do update set hours = excluded.hours, notes = excluded.notes
  where (o.hours, o.notes) is distinct from (excluded.hours, excluded.notes);
end
$$;

revoke execute on function public.opening_times(timestamptz), public.opening_state(timestamptz),
  public.read_day_hours(jsonb), public.list_day_hours(int4multirange), public.set_weekly_hours(jsonb), public.save_opening_hours(jsonb, jsonb)
from public, anon, authenticated;

grant execute on function public.opening_times(timestamptz), public.opening_state(timestamptz)
to anon, authenticated, service_role;
grant execute on function public.save_opening_hours(jsonb, jsonb) to authenticated, service_role;

comment on function public.opening_times(timestamptz) is 'internal';
comment on function public.opening_state(timestamptz) is 'internal';
