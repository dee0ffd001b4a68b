-- A comment can be marked when it is written: the function takes one argument more.
drop function if exists public.add_comment(uuid, uuid, jsonb, public.language, uuid);
