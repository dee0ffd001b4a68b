-- The index has every booking. While it left out cancelled ones, PostgreSQL 18 took it for counts of a service's coming
-- bookings by callers with row policies, and read the bookings of the whole site for each service.
drop index public.bookings_of_person;
create index bookings_of_person on public.bookings (person_id, starts_at);

create index translation_tasks_outdated on public.translation_tasks (item_id) where state = 'outdated';
