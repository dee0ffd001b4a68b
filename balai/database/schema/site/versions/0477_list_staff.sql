-- Takes a right and a scope now.
drop function if exists public.list_staff();
