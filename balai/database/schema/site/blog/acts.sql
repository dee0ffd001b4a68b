-- Acts on several articles at once: previewed, applied in batches, and undone within 30 days.
-- Errors: 42501 not_allowed; PT404 not_found; PT409 undo_over, undone, too_many; PT422 unknown_act, bad_tag;
-- PT429 too_fast.

-- The article after an act. One that the act does not concern is unchanged.
create or replace function public.article_after(article public.articles, kind text, tag text) returns public.articles
language plpgsql stable set search_path = '' as $$
begin
  case kind
    when 'publish' then
      if article.status = 'draft' then
        article.status := 'published';
        article.publish_at := now();
        article.expire_at := case when article.expire_at > now() then article.expire_at end;
      end if;
    when 'withdraw' then
      article.status := 'draft';
    when 'tag' then
      if public.is_tag_list(article.tags || tag) then
        article.tags := article.tags || tag;
      end if;
    when 'untag' then
      article.tags := array(
        select given.name from unnest(article.tags) with ordinality as given (name, place)
        where lower(given.name) <> lower(tag) order by given.place);
    when 'delete' then
      article.deleted_at := now();
  end case;
  return article;
end
$$;

-- Whether the caller may make the change, and no open review of the caller's own text forbids it.
create or replace function public.may_act_on(before public.articles, after public.articles) returns boolean
language sql stable set search_path = '' as $$
  select public.may_change_article(before, after, true)
    and (before.author_id is distinct from auth.uid() or public.publishes_text(before, before.source_language)
      or not public.is_in_review(before.id))
$$;

-- The preview of an act: the articles that it changes, the languages in which readers get or lose one of them, the articles
-- that stay as they are, and those that the caller may not change.
create or replace function public.preview_article_act(kind text, articles uuid[], tag text default null)
returns table (changed integer, languages integer, unchanged integer, refused integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.check_article_act(kind, articles, tag);
  return query
    with judged as (
      select a.id, a.source_language, after <> a as is_needed, public.may_act_on(a, after) as is_allowed
      from public.articles as a, public.article_after(a, preview_article_act.kind, preview_article_act.tag) as after
      where a.id = any (preview_article_act.articles) and a.deleted_at is null)
    select count(*) filter (where j.is_needed and j.is_allowed)::integer,
      coalesce(sum((
        select count(*) from public.article_texts as t
        where t.article_id = j.id and preview_article_act.kind in ('publish', 'withdraw', 'delete')
          and (t.status = 'published' or t.language = j.source_language))) filter (where j.is_needed and j.is_allowed), 0)
        ::integer,
      count(*) filter (where not j.is_needed and j.is_allowed)::integer,
      count(*) filter (where not j.is_allowed)::integer
    from judged as j;
end
$$;

-- Raises unless the caller writes articles, and this is an act that exists, on a batch of permitted size.
create or replace function public.check_article_act(kind text, articles uuid[], tag text) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform public.check_writer();
  if coalesce(kind not in ('publish', 'withdraw', 'tag', 'untag', 'delete'), true) then
    perform public.raise_error('422', 'unknown_act', 'No such act');
  elsif (kind in ('tag', 'untag')) <> coalesce(public.is_tag_list(array[tag]), false) then
    perform public.raise_error('422', 'bad_tag', 'A tag has 1 to 40 characters on one line, without commas');
  elsif coalesce(cardinality(articles), 0) > 50 then
    perform public.raise_error('409', 'too_many', 'At most 50 in a batch');
  end if;
end
$$;

-- Stores the states of articles. The text in the source language is published with its article; `source`: its status
-- before. The version rises: an editor that was opened before does not overwrite the act.
create or replace function public.set_articles(states public.articles[], sources text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.articles as a set status = wanted.status, publish_at = wanted.publish_at, expire_at = wanted.expire_at,
    tags = wanted.tags, deleted_at = wanted.deleted_at, version = a.version + 1, updated_at = now()
  from unnest(states) as wanted where a.id = wanted.id;
  update public.article_texts as t set status = given.source, updated_at = now()
  from unnest(states) with ordinality as wanted
  join unnest(sources) with ordinality as given (source, place) on given.place = wanted.ordinality
  where t.article_id = wanted.id and t.language = wanted.source_language and t.status <> given.source;
  update public.article_slugs as s set is_public = true
  from unnest(states) as wanted join public.article_texts as t on t.article_id = wanted.id
  where wanted.status = 'published' and t.status = 'published' and s.slug = t.slug and not s.is_public;
end
$$;

-- Applies an act to a batch of articles that the caller may change, and stores their state before. Returns how many it
-- changed. The same batch again changes nothing. A person begins at most 200 acts a day.
create or replace function public.apply_article_act(act uuid, kind text, articles uuid[], tag text default null)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  states public.articles[];
  sources text[];
  changed integer;
begin
  perform public.check_article_act(kind, articles, tag);
  if (select count(*) from public.article_acts as a
      where a.actor_id = auth.uid() and a.id <> act and a.created_at > now() - interval '1 day') >= 200 then
    perform public.raise_error('429', 'too_fast', 'At most 200 acts a day');
  end if;
  insert into public.article_acts (id, actor_id, kind, tag) values (act, auth.uid(), kind, tag)
  on conflict on constraint article_acts_pkey do nothing;
  perform from public.article_acts as a
  where a.id = act and a.actor_id = auth.uid() and a.kind = kind and a.tag is not distinct from tag and a.undone_at is null
  for no key update;
  if not found then
    perform public.raise_error('409', 'undone', 'This act is over');
  end if;
  -- In one order: two acts never wait for each other.
  perform from public.articles as a where a.id = any (articles) order by a.id for no key update;
  with changing as (
    select a as article, after as state, t.status as source
    from public.articles as a
    join public.article_texts as t on t.article_id = a.id and t.language = a.source_language,
      public.article_after(a, kind, tag) as after
    where a.id = any (articles) and a.deleted_at is null and after <> a and public.may_act_on(a, after)),
  kept as (
    insert into public.article_act_items (act_id, article_id, before)
    select act, (c.article).id, jsonb_build_object('publish_at', (c.article).publish_at,
      'expire_at', (c.article).expire_at, 'tags', (c.article).tags, 'source', c.source)
    from changing as c
    on conflict do nothing returning article_id)
  select array_agg(c.state), array_agg(case when kind = 'publish' then 'published' else c.source end)
  into states, sources
  from changing as c join kept as k on k.article_id = (c.article).id;
  perform public.set_articles(states, sources);
  changed := coalesce(cardinality(states), 0);
  update public.article_acts as a set item_count = a.item_count + changed where a.id = act;
  return changed;
end
$$;

-- The article without an act, as far as it still has the act's outcome.
create or replace function public.article_undone(article public.articles, act public.article_acts, before jsonb)
returns public.articles
language plpgsql stable set search_path = '' as $$
declare
  had constant text[] := array(select jsonb_array_elements_text(before -> 'tags'));
  again text[];
begin
  case act.kind
    when 'publish' then
      article.status := 'draft';
      article.publish_at := (before ->> 'publish_at')::timestamptz;
      article.expire_at := (before ->> 'expire_at')::timestamptz;
    when 'withdraw' then
      if article.status = 'draft' then
        article.status := 'published';
        article.publish_at := (before ->> 'publish_at')::timestamptz;
        article.expire_at := (before ->> 'expire_at')::timestamptz;
      end if;
    when 'tag' then
      article := public.article_after(article, 'untag', act.tag);
    when 'untag' then
      -- In the place and the letter case that it had.
      again := array(
          select given.name from unnest(had) with ordinality as given (name, place)
          where lower(given.name) = lower(act.tag) or given.name = any (article.tags) order by given.place)
        || array(
          select given.name from unnest(article.tags) with ordinality as given (name, place)
          where given.name <> all (had) order by given.place);
      if public.is_tag_list(again) then
        article.tags := again;
      end if;
    when 'delete' then
      article.deleted_at := null;
  end case;
  return article;
end
$$;

-- Undoes an act within 30 days, whole: the caller may change each of its articles. Later changes of other things stay, and
-- articles that were deleted since then stay deleted.
create or replace function public.undo_article_act(act uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  found_act public.article_acts;
  states public.articles[];
  sources text[];
begin
  perform public.check_writer();
  select a.* into found_act from public.article_acts as a where a.id = act for update;
  perform public.check_undoable(found_act.created_at, found_act.undone_at);
  perform from public.articles as a
  where a.id in (select i.article_id from public.article_act_items as i where i.act_id = act)
  order by a.id for no key update;
  if exists (
    select from public.article_act_items as i join public.articles as a on a.id = i.article_id,
      public.article_undone(a, found_act, i.before) as after
    where i.act_id = act and not public.may_act_on(a, after)) then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  end if;
  select array_agg(after), array_agg(case when found_act.kind = 'publish' then i.before ->> 'source' else t.status end)
  into states, sources
  from public.article_act_items as i join public.articles as a on a.id = i.article_id
  join public.article_texts as t on t.article_id = a.id and t.language = a.source_language,
    public.article_undone(a, found_act, i.before) as after
  where i.act_id = act and after <> a and (found_act.kind = 'delete' or a.deleted_at is null);
  perform public.set_articles(states, sources);
  update public.article_acts as a set undone_at = now(), undone_by = auth.uid() where a.id = act;
end
$$;

revoke execute on function
  public.article_after(public.articles, text, text), public.may_act_on(public.articles, public.articles),
  public.preview_article_act(text, uuid[], text), public.check_article_act(text, uuid[], text),
  public.set_articles(public.articles[], text[]), public.apply_article_act(uuid, text, uuid[], text),
  public.article_undone(public.articles, public.article_acts, jsonb), public.undo_article_act(uuid)
from public, anon, authenticated;

grant execute on function
  public.preview_article_act(text, uuid[], text), public.apply_article_act(uuid, text, uuid[], text),
  public.undo_article_act(uuid)
to authenticated, service_role;
