-- Series of articles: their texts, their address and the order of their articles, for those who edit all articles.
-- Errors: PT404 not_found; PT409 changed_meanwhile; PT422 no_text, series_full.

-- The articles of a series that the caller reads at this moment, in their order. The places count these alone, so that none
-- shows that there are others.
create or replace function public.parts_of_series(of_series uuid) returns table (article_id uuid, place bigint)
language sql stable security definer set search_path = '' as $$
  select a.id, row_number() over (order by p.position)
  from public.series_articles as p join public.articles as a on a.id = p.article_id
  where p.series_id = of_series and public.is_published(a)
    and (a.group_id is null or a.group_id = any (public.my_groups())
      or array[public.site_scope(), a.group_id] && (public.my_scopes('edit') || public.my_scopes('translate')))
$$;

-- The series of an article, for those who read the article as one of its parts.
create or replace function public.series_of_article(article uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select p.series_id from public.series_articles as p
  where p.article_id = article
    and exists (select from public.parts_of_series(p.series_id) as part where part.article_id = article)
$$;

create or replace function public.reserve_series_slug(series uuid, wanted text) returns text
language plpgsql set search_path = '' as $$
declare
  plain constant text := public.ascii_slug(wanted);
  -- "edit" is the address of an article's editor.
  made constant text := case when plain in ('', 'edit') then 'series-' || left(series::text, 6) else plain end;
  candidate text := made;
  next_number int := 2;
begin
  loop
    insert into public.series_slugs as s (slug, series_id) values (candidate, series) on conflict do nothing;
    if exists (select from public.series_slugs as s where s.slug = candidate and s.series_id = series) then
      return candidate;
    end if;
    candidate := made || '-' || next_number;
    next_number := next_number + 1;
  end loop;
end
$$;

-- Saves a series against the version that was opened, 0 for a new one.
-- series: {id, slug?}, texts: {"en": {title, description}, …}. A language that is left out is removed.
create or replace function public.save_series(series jsonb, texts jsonb, base_version int default 0) returns json
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant uuid := (series ->> 'id')::uuid;
  before public.series;
  address text;
begin
  perform public.check_may('edit');
  select * into before from public.series as s where s.id = wanted for update;
  if before.id is null and base_version > 0 then
    perform public.raise_error('404', 'not_found', 'No such series');
  elsif before.id is not null and before.version <> base_version then
    perform public.raise_error('409', 'changed_meanwhile', 'The series was changed meanwhile');
  elsif not exists (select from jsonb_each(texts) as t where btrim(t.value ->> 'title') <> '') then
    perform public.raise_error('422', 'no_text', 'A series needs a title in one language at least');
  end if;
  if before.id is null then
    insert into public.series (id, slug) values (wanted, 'series-' || wanted::text);
  end if;
  address := coalesce(nullif(btrim(series ->> 'slug'), ''), before.slug,
    (select t.value ->> 'title' from jsonb_each(texts) as t where btrim(t.value ->> 'title') <> ''
      order by array_position('{en,ms,vi,zh}'::text[], t.key) limit 1));
  if address is distinct from before.slug then
    address := public.reserve_series_slug(wanted, address);
  end if;
  update public.series as s set slug = address, version = s.version + (before.id is not null)::int where s.id = wanted;
  delete from public.series_texts as t
  where t.series_id = wanted and coalesce(btrim(texts -> t.language::text ->> 'title'), '') = '';
  insert into public.series_texts as t (series_id, language, title, description)
  select wanted, given.key::public.language, btrim(given.value ->> 'title'), coalesce(btrim(given.value ->> 'description'), '')
  from jsonb_each(texts) as given where btrim(given.value ->> 'title') <> ''
  on conflict (series_id, language) do update set title = excluded.title, description = excluded.description
  where (t.title, t.description) is distinct from (excluded.title, excluded.description);
  return (select json_build_object('id', s.id, 'version', s.version, 'slug', s.slug) from public.series as s where s.id = wanted);
end
$$;

-- Puts an article into a series, at a place or as its last part, or into none. Into the same one without a place: nothing.
-- The lock of the article holds its series; those of both series, by id, hold their orders.
create or replace function public.choose_series(article uuid, series uuid, place int default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before uuid;
  size int;
begin
  perform from public.articles as a where a.id = article and a.deleted_at is null for update;
  if not found then
    perform public.check_may('edit');
    perform public.raise_error('404', 'not_found', 'No such article');
  end if;
  select p.series_id into before from public.series_articles as p where p.article_id = article;
  if before is not distinct from series and place is null then
    return;
  end if;
  perform public.check_may('edit');
  perform from public.series as s where s.id in (before, series) order by s.id for update;
  delete from public.series_articles as p where p.article_id = article;
  if series is null then
    return;
  elsif not exists (select from public.series as s where s.id = series) then
    perform public.raise_error('404', 'not_found', 'No such series');
  end if;
  select count(*) into size from public.series_articles as p where p.series_id = series;
  if size >= 100 then
    perform public.raise_error('422', 'series_full', 'A series has 100 articles at most');
  end if;
  size := least(greatest(coalesce(place, size), 0), size);
  update public.series_articles as p set position = p.position + 1 where p.series_id = series and p.position >= size;
  insert into public.series_articles (article_id, series_id, position) values (article, series, size);
end
$$;

-- Takes an article out of a series, unless it is in another one by now.
create or replace function public.leave_series(article uuid, series uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_may('edit');
  perform from public.series as s where s.id = leave_series.series for update;
  delete from public.series_articles as p
  where p.article_id = leave_series.article and p.series_id = leave_series.series;
end
$$;

-- Puts articles of a series into the given order, in the places that they have among all. Those that are not in it any more
-- are ignored, and those that came meanwhile stay where they are.
create or replace function public.order_series(series uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_may('edit');
  update public.series as s set ordered_at = now() where s.id = order_series.series;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such series');
  end if;
  with held as (
    select p.article_id, p.position, row_number() over (order by p.position) as n,
      row_number() over (order by array_position(ids, p.article_id)) as wanted
    from public.series_articles as p where p.series_id = order_series.series and p.article_id = any (ids)
  )
  update public.series_articles as p set position = target.position
  from held as moved join held as target on target.n = moved.wanted
  where p.article_id = moved.article_id and p.position <> target.position;
end
$$;

-- Deletes a series, whose articles stay; restore_removed() brings it back.
create or replace function public.delete_series(id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_may('edit');
  if not public.remove_with_texts('series', delete_series.id) then
    perform public.raise_error('404', 'not_found', 'No such series');
  end if;
end
$$;

-- After an article has left: the places behind it move up.
create or replace function public.close_series_gap() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.series as s where s.id = old.series_id for update;
  update public.series_articles as p set position = p.position - 1
  where p.series_id = old.series_id and p.position > old.position;
  return null;
end
$$;

revoke execute on function
  public.parts_of_series(uuid), public.series_of_article(uuid), public.reserve_series_slug(uuid, text),
  public.save_series(jsonb, jsonb, integer), public.choose_series(uuid, uuid, integer), public.order_series(uuid, uuid[]),
  public.leave_series(uuid, uuid), public.delete_series(uuid), public.close_series_gap()
from public, anon, authenticated;

grant execute on function public.parts_of_series(uuid), public.series_of_article(uuid)
to anon, authenticated, service_role;
grant execute on function
  public.save_series(jsonb, jsonb, integer), public.choose_series(uuid, uuid, integer), public.order_series(uuid, uuid[]),
  public.leave_series(uuid, uuid), public.delete_series(uuid)
to authenticated, service_role;

comment on function public.parts_of_series(uuid) is 'internal';
comment on function public.series_of_article(uuid) is 'internal';
