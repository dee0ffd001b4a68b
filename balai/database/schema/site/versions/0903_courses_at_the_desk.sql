-- Staff book whole courses.
drop function if exists public.place_series(uuid, uuid, integer, text, boolean, uuid, uuid);
drop function if exists public.wait_for_series(uuid, public.services, integer, text, uuid, uuid);
