-- They return other columns: requests that ended without a confirmation are counted apart from cancelled bookings.
drop function if exists public.booking_report(date, date), public.reported_bookings(date, date);
