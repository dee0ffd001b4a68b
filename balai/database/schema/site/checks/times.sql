-- Whether a name is a time zone of the IANA database, which every browser knows. PostgreSQL itself also accepts
-- abbreviations and made-up offsets such as FOO+3.
create or replace function public.is_time_zone(name text) returns boolean
language plpgsql stable strict parallel safe set search_path = '' as $$
begin
  if name !~ '^(UTC|[A-Z][A-Za-z]+(/[A-Z][A-Za-z0-9_+-]*){1,2})$' then
    return false;
  end if;
  perform pg_catalog.timezone(name, pg_catalog.now());
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;

-- Whether a text is a day of the calendar, as 2026-12-31. pg_input_is_valid() needs PostgreSQL 16.
create or replace function public.is_day(written text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
begin
  return written ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and written::date is not null;
exception when datetime_field_overflow or invalid_datetime_format then
  return false;
end
$$;

revoke execute on function public.is_day(text) from public, anon, authenticated;

-- The seconds of the day between two times, or of the whole day if there are none. Constraints compare them.
create or replace function public.day_span(opens time, closes time) returns numrange
language sql immutable set search_path = '' as $$
  select numrange(coalesce(extract(epoch from opens), 0), coalesce(extract(epoch from closes), 86400))
$$;

revoke execute on function public.is_time_zone(text), public.day_span(time, time) from public, anon, authenticated;
grant execute on function public.is_time_zone(text), public.day_span(time, time) to authenticated, service_role;

comment on function public.is_time_zone(text) is 'internal';
comment on function public.day_span(time, time) is 'internal';

-- Whether spans can be the opening hours of a day, in minutes from its midnight: at most six, each begins on that day and
-- lasts at most 24 hours.
create or replace function public.is_day_hours(hours int4multirange) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select count(*) <= 6
    and coalesce(bool_and(coalesce(lower(span) between 0 and 1439 and upper(span) - lower(span) <= 1440, false)), true)
  from unnest(hours) as span
$$;

revoke execute on function public.is_day_hours(int4multirange) from public, anon, authenticated;
grant execute on function public.is_day_hours(int4multirange) to authenticated, service_role;
comment on function public.is_day_hours(int4multirange) is 'internal';
