-- It takes a table of any schema now: the email account is restored by it too.
drop function if exists public.insert_as_it_was(text, jsonb);
