-- Staff book whole courses, and confirm them.
alter table public.services drop constraint services_series_without_requests;

drop function if exists public.place_series(uuid, uuid, integer, text, boolean, uuid, uuid);
drop function if exists public.wait_for_series(uuid, public.services, integer, text, uuid, uuid);
-- end_waiting() ends requests, too.
drop function if exists public.end_series_offer(public.bookings);
