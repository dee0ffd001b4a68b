-- Courses and one-off events: sessions on dates of their own, booked one by one or as a whole.

alter table public.services
  -- Null: weekly hours. Else it takes place on the days of its exceptions alone, and this says how it is booked: each date,
  -- all dates at once, or as the visitor likes.
  add column series text check (series in ('single', 'whole', 'either')),
  add constraint services_series_of_sessions check (series is null or kind = 'session'),
  -- The staff confirm single bookings.
  add constraint services_series_without_requests check (series is null or series = 'single' or not needs_confirmation);

-- The bookings that were made at once have the same: the id of the first of them.
alter table public.bookings add column series_id uuid;
create index bookings_of_series on public.bookings (series_id) where series_id is not null;
