-- public.check_admin() gives the detail that this one gave.
drop function if exists public.check_administrator();
