-- The readable part of an address: Latin letters without diacritics (Vietnamese too), other scripts unchanged.
create or replace function public.slugify(title text, language public.language) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce(
    nullif(btrim(left(regexp_replace(plain, '[^a-z0-9\u0370-\u1FFF\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]+', '-', 'g'), 80), '-'), ''),
    case language when 'zh' then '文章' when 'ms' then 'artikel' when 'vi' then 'bai-viet' else 'article' end)
  from (select normalize(
    regexp_replace(translate(normalize(lower(left(title, 400)), nfkd), 'đĐ', 'dd'), '[\u0300-\u036F]', '', 'g'), nfc) as plain) as bare
$$;

-- Part of a path as the ASCII signs of an address.
create or replace function public.percent_encode(part text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select string_agg(case when sign ~ '[\w.!~*''()-]' and ascii(sign) < 128 then sign
    else regexp_replace(upper(encode(convert_to(sign, 'utf8'), 'hex')), '(..)', '%\1', 'g') end, '' order by place)
  from regexp_split_to_table(part, '') with ordinality as t (sign, place)
$$;

-- Reserves the wanted address, or the next free one: two articles with the same title get "title" and "title-2".
-- Concurrent saves wait on the row of the first.
-- A null is rejected: the loop would never end, since null equals nothing.
create or replace function public.reserve_slug(article uuid, wanted text) returns text
language plpgsql set search_path = '' as $$
declare
  candidate text := wanted;
  next_number int := 2;
begin
  if wanted is null then
    raise exception 'An address is required' using errcode = 'null_value_not_allowed';
  end if;
  loop
    -- "new" is the address of the article editor, and those of series begin with "series".
    if candidate not in ('new', 'series') then
      insert into public.article_slugs (slug, article_id) values (candidate, article) on conflict do nothing;
      if exists (select from public.article_slugs as s where s.slug = candidate and s.article_id = article) then
        return candidate;
      end if;
    end if;
    candidate := wanted || '-' || next_number;
    next_number := next_number + 1;
  end loop;
end
$$;

revoke execute on function public.slugify(text, public.language), public.percent_encode(text),
  public.reserve_slug(uuid, text)
from public, anon, authenticated;
