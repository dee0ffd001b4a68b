-- It takes the person whose times are asked for.
drop function if exists public.desk_times(uuid, date);
