-- Everything that search finds. It belongs to the role of the indexer, whose row policies leave out marked texts. Hidden and deleted posts and replies have no text in their rows; a reply of such a post
-- is left out. scope_id: the area with limited access, or the group, whose readers alone find it.
create view search.sources as
  select 'article' as kind, t.article_id as item_id, t.language, t.title,
    concat_ws(E'\n', nullif(t.summary, ''), public.rich_text_plain(t.body), array_to_string(a.tags, ', ')) as body,
    case when a.status = 'published' and t.status = 'published' then a.publish_at end as public_from,
    a.expire_at as public_until, a.author_id as reader_id, a.group_id as scope_id,
    coalesce(a.publish_at, a.created_at) as at, true as has_others, a.author_id, null::uuid as forum_id
  from public.articles a join public.article_texts t on t.article_id = a.id
  where a.deleted_at is null
  union all
  select 'post', p.id, p.language, p.title, public.rich_text_plain(p.body), '-infinity', null, null,
    search.area_scope(p.forum_id), p.created_at,
    exists (select from public.translations t where t.post_id = p.id), p.author_id, p.forum_id
  from public.posts p where p.title is not null
  union all
  select 'post', p.id, t.language, t.title, public.rich_text_plain(t.body), '-infinity', null, null,
    search.area_scope(p.forum_id), p.created_at, true, p.author_id, p.forum_id
  from public.translations t join public.posts p on p.id = t.post_id where p.title is not null
  union all
  select 'reply', r.id, r.language, '', public.rich_text_plain(r.body), '-infinity', null, null,
    search.area_scope(p.forum_id), r.created_at,
    exists (select from public.translations t where t.reply_id = r.id), r.author_id, p.forum_id
  from public.replies r join public.posts p on p.id = r.post_id
  where r.body is not null and p.title is not null
  union all
  select 'reply', r.id, t.language, '', public.rich_text_plain(t.body), '-infinity', null, null,
    search.area_scope(p.forum_id), r.created_at, true, r.author_id, p.forum_id
  from public.translations t join public.replies r on r.id = t.reply_id join public.posts p on p.id = r.post_id
  where r.body is not null and p.title is not null
  union all
  select 'resource', t.resource_id, t.language, t.title, t.description,
    case when r.is_published then '-infinity'::timestamptz end, null, null, r.group_id, r.created_at, true, null,
    null
  from public.resources r join public.resource_texts t on t.resource_id = r.id
  union all
  select 'service', t.service_id, t.language, t.name, concat_ws(E'\n', nullif(t.description, ''), nullif(t.place, '')),
    case when s.is_active then '-infinity'::timestamptz end, null, s.host_id, null, s.created_at, true, null, null
  from public.services s join public.service_texts t on t.service_id = s.id
  union all
  select 'page', p.id, t.language, t.title, public.rich_text_plain(t.body), '-infinity', null, null, null,
    v.published_at, true, null, null
  from public.pages p join public.page_versions v on v.page_id = p.id and v.number = p.published_version
  join public.page_version_texts t on t.version_id = v.id
  where p.deleted_at is null;

alter view search.sources owner to balai_indexer;
