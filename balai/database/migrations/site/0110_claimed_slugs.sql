-- No wish would be looked for without end: nothing is ever equal to nothing.
create or replace function public.claim_slug(article uuid, wish text) returns text
language plpgsql set search_path = '' as $$
declare
  candidate text := wish;
  next_number int := 2;
begin
  if wish is null then
    raise exception 'An address has to be wished for' using errcode = 'null_value_not_allowed';
  end if;
  loop
    -- "new" is where articles are written.
    if candidate <> 'new' then
      insert into public.article_slugs (slug, article_id) values (candidate, article) on conflict do nothing;
      if exists (select from public.article_slugs as s where s.slug = candidate and s.article_id = article) then
        return candidate;
      end if;
    end if;
    candidate := wish || '-' || next_number;
    next_number := next_number + 1;
  end loop;
end
$$;
