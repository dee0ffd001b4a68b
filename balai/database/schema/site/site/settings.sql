create or replace function public.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := pg_catalog.now();
  return new;
end
$$;

-- Raises an error: the HTTP status in SQLSTATE (PT409 becomes 409), a machine-readable code in DETAIL.
create or replace function public.raise_error(status text, code text, message text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception '%', message using errcode = 'PT' || status, detail = code;
end
$$;

revoke execute on function public.touch_updated_at(), public.raise_error(text, text, text)
from public, anon, authenticated;
