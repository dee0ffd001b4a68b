-- The other hours of a day that a holiday has closed: those of the services as a list of times, those of the site as a row.
alter table public.service_exceptions add column replaced jsonb;
