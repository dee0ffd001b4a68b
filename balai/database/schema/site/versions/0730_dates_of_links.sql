-- The page behind a link lists the dates of a course that is offered as a whole.
drop function if exists public.find_booking_link(uuid, public.language);
