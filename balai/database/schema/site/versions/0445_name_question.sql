-- When a member declined to give a name after signing in. They are not asked again.
alter table public.profiles add column name_declined_at timestamptz;
