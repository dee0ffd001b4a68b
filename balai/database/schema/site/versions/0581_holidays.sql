-- The regions whose public holidays are suggested as closed days: a Malaysian state by its number, Singapore, Vietnam, or
-- the Chinese lunar calendar.
create table public.holiday_regions (
  region text primary key check (region ~ '^(my-(0[1-9]|1[0-6])|sg|vn|lunar)$')
);
alter table public.holiday_regions enable row level security;
