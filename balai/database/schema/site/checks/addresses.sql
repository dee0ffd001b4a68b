-- Browsers remove tabs and line breaks from an address and read a backslash as a slash. Either could turn a path of the
-- site into a foreign host.
create or replace function public.is_link_address(address text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select char_length(address) <= 2048
    and address !~ '[\u0001-\u0020\u007F-\u00A0\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\\]'
    and (address ~* '^https?://[^/?#]' or address ~* '^mailto:[^/]' or address ~* '^tel:\+?[0-9]' or address ~ '^/($|[^/])')
$$;

-- Pictures are files of this site: a picture on another host would make every reader's browser send a request there.
-- Browsers resolve dot segments, so a path with them could leave the folder that it begins with.
create or replace function public.is_image_address(address text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select public.is_link_address(address) and address ~ '^/' and address !~* '(/|%2f)(\.|%2e){1,2}(/|%2f|[?#]|$)'
$$;

-- Decodes the percent-encoding of the characters that file names may contain besides letters and digits.
create or replace function public.unescape_address(address text) returns text
language plpgsql immutable strict set search_path = '' as $$
declare
  sign text;
begin
  foreach sign in array regexp_split_to_array(E' !''()*&$@=;:+,?/-._', '') loop
    address := regexp_replace(address, '%' || encode(convert_to(sign, 'UTF8'), 'hex'), sign, 'gi');
  end loop;
  return address;
end $$;

-- Words as a part of an address: a to z and digits, without diacritics, with hyphens between. Empty if nothing is left, as
-- of Chinese.
create or replace function public.ascii_slug(words text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(left(btrim(regexp_replace(
    regexp_replace(translate(lower(normalize(left(words, 400), nfd)), 'đ', 'd'), '[\u0300-\u036f]', '', 'g'),
    '[^a-z0-9]+', '-', 'g'), '-'), 70), '-')
$$;

-- The bucket and the name of an uploaded file of the library, by its address; null for any other address.
create or replace function public.library_file(address text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select part[1] || '/' || public.unescape_address(part[2])
  from regexp_match(address, '/storage/v1/object/(?:public|authenticated)/(files|member-files)/([^?#]+)') as part
$$;

revoke execute on function public.is_link_address(text), public.is_image_address(text), public.unescape_address(text),
  public.ascii_slug(text), public.library_file(text)
from public, anon, authenticated;

grant execute on function public.is_link_address(text), public.is_image_address(text) to authenticated, service_role;

comment on function public.is_link_address(text) is 'internal';
comment on function public.is_image_address(text) is 'internal';
