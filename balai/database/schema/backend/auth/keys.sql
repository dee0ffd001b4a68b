-- The value that replaces the address of a soft-deleted account: a client that knows the address can compare it, but
-- cannot read it.
create or replace function auth.hidden(value text) returns text language sql immutable as $$
  select rtrim(translate(encode(sha256(convert_to(value, 'UTF8')), 'base64'), '+/' || chr(10), '-_'), '=')
$$;

create or replace function auth.notify_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('balai_keys', '');
  return null;
end $$;

revoke execute on function auth.hidden(text), auth.notify_keys() from public;
