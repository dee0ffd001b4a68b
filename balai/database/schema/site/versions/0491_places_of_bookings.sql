-- These return other columns, or are gone; the domain files create them again.
drop function if exists public.booking_places(public.services, timestamptz, timestamptz, uuid, uuid);
drop function if exists public.week_minutes(timestamptz, timestamptz, text);
drop function if exists public.work_minutes(uuid, uuid);
