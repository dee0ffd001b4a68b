-- The desk of translators: which published things are missing, outdated or drafts in a language, and who works on one.
-- Errors: PT404 not_found; PT409 claimed; PT422 too_many.

-- The size of a text for a translator: characters of Chinese, words of other languages.
create or replace function public.text_amount(words text, language public.language) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select case
    when text_amount.language = 'zh' then char_length(regexp_replace(words, '[\s,。、;:?!「」“”‘’()《》…—·]+', '', 'g'))
    when btrim(words, E' \n\t') = '' then 0
    else cardinality(regexp_split_to_array(btrim(words, E' \n\t'), '\s+')) end
$$;

-- The parts of a text, for a comparison: title, summary, and each block of the body.
create or replace function public.text_parts(title text, summary text, body jsonb) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(part, E' \n\t') from (
    select text_parts.title as part
    union all select text_parts.summary
    union all select public.rich_text_plain(jsonb_build_object('type', 'doc', 'content', jsonb_build_array(block)))
    from jsonb_array_elements(text_parts.body -> 'content') as block) as parts
  where btrim(part, E' \n\t') <> ''
$$;

-- Of an original, the parts that a version of it does not have. Without a version, all of it.
create or replace function public.changed_amount(source public.article_texts, base bigint) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(public.text_amount(now_part, source.language)), 0)::integer
  from public.text_parts(source.title, source.summary, source.body) as now_part
  where now_part not in (
    select before.part from public.article_versions as v, public.text_parts(v.title, v.summary, v.body) as before (part)
    where v.id = base)
$$;

-- The rows of the desk for one thing, as its texts are now. Drafts of originals and removed things have none. Resources
-- and services have no language of origin: theirs is that of the site, or the first that they have. A resource is outdated
-- in a language whose file was left behind.
create or replace function public.tasks_of(kind text, item uuid) returns setof public.translation_tasks
language sql stable security definer set search_path = '' as $$
  with sources as (
    select a.source_language, a.group_id, a.expire_at as until, s.updated_at as changed_at, s as article, null::text as words
    from public.articles as a
    join public.article_texts as s on s.article_id = a.id and s.language = a.source_language
    where tasks_of.kind = 'article' and a.id = item and a.status = 'published' and a.deleted_at is null
    union all
    select p.source_language, null, null, s.updated_at, null, s.title || ' ' || public.rich_text_plain(s.body)
    from public.pages as p join public.page_texts as s on s.page_id = p.id and s.language = p.source_language
    where tasks_of.kind = 'page' and p.id = item and p.published_version is not null and p.deleted_at is null
    union all
    (select s.language, r.group_id, null, r.updated_at, null, s.title || ' ' || s.description
    from public.resources as r join public.resource_texts as s on s.resource_id = r.id
    where tasks_of.kind = 'resource' and r.id = item and r.is_published
    order by s.language <> (select x.default_language from public.site_settings as x), s.language limit 1)
    union all
    (select s.language, null, null, v.updated_at, null, concat_ws(' ', s.name, s.description, s.place)
    from public.services as v join public.service_texts as s on s.service_id = v.id
    where tasks_of.kind = 'service' and v.id = item and v.is_active
    order by s.language <> (select x.default_language from public.site_settings as x), s.language limit 1)),
  states as (
    select s.*, l.language, coalesce(
      (select case when t.source_version < (s.article).version then 'outdated' when t.status = 'draft' then 'draft'
          else 'done' end
        from public.article_texts as t where t.article_id = item and t.language = l.language),
      (select case when t.is_ready then 'done' else 'draft' end
        from public.page_texts as t where t.page_id = item and t.language = l.language),
      (select case when exists (
          select from public.resource_files as f
          where f.resource_id = item and f.language = l.language and f.older_since is not null and f.confirmed_at is null)
          then 'outdated' else 'done' end
        from public.resource_texts as t where t.resource_id = item and t.language = l.language),
      (select 'done' from public.service_texts as t where t.service_id = item and t.language = l.language),
      'missing') as state
    from sources as s cross join unnest(enum_range(null::public.language)) as l (language)
    where l.language <> s.source_language)
  select null::uuid, tasks_of.kind, item, s.language, s.source_language, s.group_id, s.state, null::smallint,
    case s.state when 'done' then 0
      when 'outdated' then public.changed_amount(s.article, (
        select t.source_base from public.article_texts as t where t.article_id = item and t.language = s.language))
      else coalesce(public.text_amount(s.words, s.source_language), public.changed_amount(s.article, null)) end,
    s.until, s.changed_at, null::uuid, null::timestamptz
  from states as s
$$;

-- A claim stays until its time, also while the text goes from missing to draft; it ends when the text is done.
create or replace function public.refresh_tasks(kind text, item uuid) returns void
language sql security definer set search_path = '' as $$
  with wanted as materialized (select w.* from public.tasks_of(refresh_tasks.kind, item) as w),
  removed as (
    delete from public.translation_tasks as k
    where k.kind = refresh_tasks.kind and k.item_id = item and k.language not in (select w.language from wanted as w))
  insert into public.translation_tasks as k
    (kind, item_id, language, source_language, group_id, state, amount, until, changed_at)
  select w.kind, w.item_id, w.language, w.source_language, w.group_id, w.state, w.amount, w.until, w.changed_at
  from wanted as w order by w.language
  on conflict on constraint translation_tasks_once do update set
    source_language = excluded.source_language, group_id = excluded.group_id, state = excluded.state,
    amount = excluded.amount, until = excluded.until, changed_at = excluded.changed_at,
    claimed_by = case when excluded.state <> 'done' then k.claimed_by end,
    claimed_until = case when excluded.state <> 'done' then k.claimed_until end
  where (k.source_language, k.group_id, k.state, k.amount, k.until, k.changed_at) is distinct from (
    excluded.source_language, excluded.group_id, excluded.state, excluded.amount, excluded.until, excluded.changed_at)
$$;

-- At the end of the transaction, when all texts of a thing are written. Arguments: the kind, and the column with its id.
create or replace function public.follow_tasks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.refresh_tasks(tg_argv[0], (to_jsonb(coalesce(new, old)) ->> tg_argv[1])::uuid);
  return null;
end
$$;

-- The articles with a translation that is older than its original, for staff, who read those that they may see. Drafts of
-- originals have no tasks.
create or replace function public.outdated_articles() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if public.my_rights() = '{}' then
    return;
  end if;
  return query
    select k.item_id from public.translation_tasks as k where k.kind = 'article' and k.state = 'outdated'
    union
    select text.article_id
    from public.articles as article
    join public.article_texts as source on (source.article_id, source.language) = (article.id, article.source_language)
    join public.article_texts as text on text.article_id = article.id and text.source_version < source.version
    where article.status = 'draft' and article.deleted_at is null;
end
$$;

-- Says for two days that the caller works on a task, or takes that back. Of two simultaneous calls one gets it.
create or replace function public.claim_task(task uuid, is_mine boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_task public.translation_tasks;
begin
  perform pg_advisory_xact_lock(hashtextextended('balai.claimed_tasks.' || auth.uid(), 0));
  select k.* into found_task from public.translation_tasks as k where k.id = task for update;
  if found_task.id is null or found_task.state = 'done' or not public.sees_task(found_task.kind, found_task.group_id) then
    perform public.raise_error('404', 'not_found', 'No such task');
  elsif found_task.claimed_by <> auth.uid() and found_task.claimed_until > now() then
    perform public.raise_error('409', 'claimed', 'Another member works on this');
  elsif is_mine and (select count(*) from public.translation_tasks as k
      where k.claimed_by = auth.uid() and k.claimed_until > now() and k.id <> task) >= 20 then
    perform public.raise_error('422', 'too_many', 'At most 20 at a time');
  end if;
  update public.translation_tasks as k set claimed_by = case when is_mine then auth.uid() end,
    claimed_until = case when is_mine then now() + interval '2 days' end
  where k.id = task;
end
$$;

-- Whether the caller may translate things of this kind and group: those who may save them.
create or replace function public.sees_task(kind text, group_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select case sees_task.kind
    when 'article' then array[public.site_scope(), sees_task.group_id]
      && (public.my_scopes('edit') || public.my_scopes('translate'))
    when 'resource' then array[public.site_scope(), sees_task.group_id] && public.my_scopes('library')
    else public.is_admin() end
$$;

revoke execute on function
  public.text_amount(text, public.language), public.text_parts(text, text, jsonb),
  public.changed_amount(public.article_texts, bigint), public.tasks_of(text, uuid), public.refresh_tasks(text, uuid),
  public.follow_tasks(), public.claim_task(uuid, boolean), public.sees_task(text, uuid), public.outdated_articles()
from public, anon, authenticated;

grant execute on function public.claim_task(uuid, boolean), public.outdated_articles() to authenticated, service_role;

comment on function public.outdated_articles() is 'internal';
