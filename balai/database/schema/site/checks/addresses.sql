-- Browsers remove tabs and line breaks from an address and read a backslash as a slash. Either could turn a path of the
-- site into a foreign host.
create or replace function public.is_link_address(address text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select char_length(address) <= 2048
    and address !~ '[\u0001-\u0020\u007F-\u00A0\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\\]'
    and (address ~* '^https?://[^/?#]' or address ~* '^mailto:[^/]' or address ~* '^tel:\+?[0-9]' or address ~ '^/($|[^/])')
$$;

create or replace function public.is_image_address(address text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select public.is_link_address(address) and (address ~* '^https://' or address ~ '^/')
$$;

revoke execute on function public.is_link_address(text), public.is_image_address(text)
from public, anon, authenticated;

grant execute on function public.is_link_address(text), public.is_image_address(text) to authenticated, service_role;

comment on function public.is_link_address(text) is 'internal';
comment on function public.is_image_address(text) is 'internal';
