-- A day with a year of five digits, or infinity, is a slip of a finger that no program can read back: one of them in the
-- table kept the list of services from everybody for good.
set local lock_timeout = '5s';

delete from public.service_exceptions where day not between '0001-01-01' and '9999-12-31';
alter table public.service_exceptions
  add constraint service_exceptions_in_reach check (day between '0001-01-01' and '9999-12-31');
