-- Comments under articles. A comment is a reply to the topic of its article, so that all rules of the forum hold for it.
-- Errors: PT404 not_found: no such article, or it takes no comments; else those of a reply.

-- Whether the readers of an article, the public or a group, read it at this moment.
create or replace function public.is_published(article public.articles) returns boolean
language sql stable set search_path = '' as $$
  select article.deleted_at is null and article.status = 'published' and article.publish_at <= now()
    and (article.expire_at is null or article.expire_at > now())
$$;

-- The area of the comments on an article, null if it takes none: that of its topic, or that in which the first comment will
-- be. Of a group without articles that were commented on, that of public articles, until open_comments_area() makes its own.
create or replace function public.comments_area(article public.articles) returns uuid
language sql stable security definer set search_path = '' as $$
  select case when article.group_id is null then s.comments_forum_id
    else coalesce(
      (select p.forum_id from public.posts as p where p.article_id = article.id),
      (select f.id from public.forums as f where f.comments_of = article.group_id), s.comments_forum_id) end
  from public.site_settings as s
  where s.comments_forum_id is not null and article.has_comments and public.is_published(article)
$$;

-- The same for a comment that is added. Of an article of a group it is never an area that others read.
create or replace function public.area_for_comment(article public.articles) returns uuid
language sql security definer set search_path = '' as $$
  select case when article.group_id is null then area
    else public.open_comments_area(article.group_id, area) end
  from public.comments_area(article) as area where area is not null
$$;

-- The text of a topic in the language of its article. Formats: the title, if that of the article is too short for a topic;
-- the text, with the article's title; an area of comments, with their readers; all members; unpublished articles.
create or replace function public.comments_wording(kind text, language public.language) returns text
language sql immutable set search_path = '' as $$
  select case kind
    when 'title' then case language
      when 'zh' then '文章:%s' when 'ms' then 'Artikel: %s' when 'vi' then 'Bài viết: %s' else 'Article: %s' end
    when 'text' then case language
      when 'zh' then '这里是对这篇文章的评论:' when 'ms' then 'Komen tentang artikel ini: '
      when 'vi' then 'Bình luận về bài viết này: ' else 'Comments on this article: ' end
    when 'area' then case language
      when 'zh' then '评论：%s' when 'ms' then 'Komen: %s' when 'vi' then 'Bình luận: %s' else 'Comments: %s' end
    when 'members' then case language
      when 'zh' then '全体会员' when 'ms' then 'semua ahli' when 'vi' then 'mọi thành viên' else 'all members' end
    when 'unpublished' then case language
      when 'zh' then '未发布的文章' when 'ms' then 'artikel yang tidak diterbitkan'
      when 'vi' then 'bài viết không còn đăng' else 'unpublished articles' end
  end
$$;

-- The title of an article's topic: that of the article in its own language, unless it is too short for a topic.
create or replace function public.comments_title(article uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when public.is_long_enough(t.title, 2, 4) then t.title
    else format(public.comments_wording('title', t.language), t.title) end
  from public.articles as a
  join public.article_texts as t on t.article_id = a.id and t.language = a.source_language
  where a.id = comments_title.article
$$;

-- The topic of an article, made if it is missing: in the article's language, by its author, with a link to the article.
-- Concurrent first comments wait for each other on the unique index, a deletion of the article on its row.
create or replace function public.open_comments(article uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  found_article public.articles;
  source public.article_texts;
  area uuid;
  topic uuid := (select p.id from public.posts as p where p.article_id = open_comments.article);
begin
  select * into found_article from public.articles as a where a.id = open_comments.article for share;
  area := coalesce((select p.forum_id from public.posts as p where p.id = topic), public.area_for_comment(found_article));
  if public.comments_area(found_article) is null or not public.may('see', area) then
    perform public.raise_error('404', 'not_found', 'This article takes no comments');
  elsif topic is not null then
    return topic;
  end if;
  perform public.check_may('reply', area);
  select * into source from public.article_texts as t
  where t.article_id = found_article.id and t.language = found_article.source_language;
  insert into public.posts (forum_id, author_id, language, title, body, article_id)
  values (
    area, found_article.author_id, source.language,
    public.comments_title(found_article.id),
    jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content',
      jsonb_build_array(
        jsonb_build_object('type', 'text', 'text', public.comments_wording('text', source.language)),
        jsonb_build_object('type', 'text', 'text', source.title, 'marks', jsonb_build_array(jsonb_build_object(
          'type', 'link', 'attrs', jsonb_build_object('href', format('/%s/blog/%s', source.language, source.slug))))))))),
    found_article.id)
  on conflict (article_id) where article_id is not null do nothing
  returning id into topic;
  return coalesce(topic, (select p.id from public.posts as p where p.article_id = found_article.id));
end
$$;

-- Whether a moderator reads the caller's first comment on an article before it is shown. There is no topic then: it would
-- be an empty one. Raises what a refused reply raises.
create or replace function public.hold_first_comment(
  article uuid, id uuid, body jsonb, language public.language, kept_from text[]) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  area constant uuid := (
    select public.area_for_comment(a) from public.articles as a where a.id = hold_first_comment.article);
begin
  if area is not null and not public.may('see', area) then
    -- The area may have been made for this call.
    perform public.raise_error('404', 'not_found', 'This article takes no comments');
  elsif auth.uid() is null or area is null
    or exists (select from public.posts as p where p.article_id = hold_first_comment.article) then
    return false;
  end if;
  return not public.admit_text('replies', area, jsonb_build_object('id', hold_first_comment.id,
    'body', hold_first_comment.body, 'language', hold_first_comment.language, 'kept_from', hold_first_comment.kept_from,
    'author_id', auth.uid(), 'article_id', hold_first_comment.article,
    'title', public.comments_title(hold_first_comment.article)));
end
$$;

-- Adds a comment, with the topic of the article if it is the first. The reply is inserted with the caller's own rights; if
-- the caller may not reply, or the text is refused, there is no topic either. Returns the topic and the reply's number,
-- nulls for what is held.
create or replace function public.add_comment(
  article uuid, id uuid, body jsonb, language public.language, quoted_reply_id uuid default null,
  kept_from text[] default '{}') returns json
language plpgsql set search_path = '' as $$
declare
  topic uuid;
  given integer;
begin
  if not public.hold_first_comment(
    add_comment.article, add_comment.id, add_comment.body, add_comment.language, add_comment.kept_from) then
    topic := public.open_comments(add_comment.article);
    insert into public.replies (id, post_id, language, body, quoted_reply_id, kept_from)
    values (add_comment.id, topic, add_comment.language, add_comment.body, add_comment.quoted_reply_id,
      add_comment.kept_from)
    returning number into given;
  end if;
  return json_build_object('post', topic, 'number', given);
end
$$;

-- The path of a text of the forum, without the language: of a comment, or of the topic of an article (`article`), where its
-- article shows it, else in the forum. Guests read comments that are kept from search engines in the forum only.
-- `number`: of a reply. Percent-encoded. Null without a forum, whose topic the reader may not see.
create or replace function public.path_to_text(
  forum text, topic uuid, article uuid, number integer, shown_in public.language) returns text
language sql stable security definer set search_path = '' as $$
  select case when shown.slug is not null
    then '/blog/' || public.percent_encode(shown.slug) || coalesce('?reply=' || number || '#reply-' || number, '#comments')
    else '/forum/' || forum || '/post/' || topic || coalesce('?reply=' || number || '#reply-' || number, '') end
  from (select) as always
  left join lateral (
    select t.slug
    from public.posts as p
    join public.articles as a on a.id = p.article_id and public.comments_area(a) is not null
      and (a.group_id is null or a.group_id = any (public.my_groups()))
    join public.article_texts as t on t.article_id = a.id and t.status = 'published'
    where path_to_text.article is not null and path_to_text.forum is not null
      and p.id = path_to_text.topic and p.body is not null
      and (auth.uid() is not null or 'index' <> all (public.marks_of(p.id, (
        select r.id from public.replies as r where r.post_id = p.id and r.number = path_to_text.number))))
    order by t.language = path_to_text.shown_in desc, t.language = a.source_language desc, t.language
    limit 1) as shown on true
$$;

-- Whether the readers of an area are those of the articles that its topics belong to.
create or replace function public.follows_articles(forum public.forums) returns boolean
language sql immutable set search_path = '' as $$
  select forum.comments_of is not null or forum.is_of_unpublished
$$;

-- The area with the comments on the articles of a group, whose members see and reply, or on those that are not published
-- (`readers` null), which moderators see. Made if it is missing. `model`: the area that the first topic comes from.
create or replace function public.open_comments_area(readers uuid, model uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  area uuid;
begin
  insert into public.forums (slug, position, comments_of, is_of_unpublished, group_id, is_restricted, edit_window,
    max_in_row, holds_first_posts, kept_from)
  select case when exists (select from public.forums as f where f.slug = named.slug)
      then 'comments-' || replace(coalesce(readers, gen_random_uuid())::text, '-', '') else named.slug end,
    1 + coalesce((select max(f.position) from public.forums as f), 0), readers, readers is null,
    case when not g.is_everybody then g.id end,
    true, like_it.edit_window, like_it.max_in_row, like_it.holds_first_posts, like_it.kept_from
  from public.forums as like_it
  left join public.groups as g on g.id = readers
  cross join lateral (select rtrim(left('comments-' || coalesce(g.slug, 'unpublished'), 60), '-') as slug) as named
  where like_it.id = model
  on conflict (coalesce(comments_of, '00000000-0000-0000-0000-000000000000'))
    where comments_of is not null or is_of_unpublished do nothing
  returning id into area;
  if area is null then
    return (select f.id from public.forums as f
      where case when readers is null then f.is_of_unpublished else f.comments_of = readers end);
  end if;
  insert into public.forum_texts (forum_id, language, name)
  select area, named.language, left(format(public.comments_wording('area', named.language), named.name), 80)
  from (
    select t.language, t.name from public.group_texts as t where t.group_id = readers
    union all
    select each.language, public.comments_wording(case when readers is null then 'unpublished' else 'members' end,
      each.language)
    from unnest(enum_range(null::public.language)) as each (language)
    where readers is null or exists (
      select from public.groups as g where g.id = readers and g.is_everybody)) as named;
  insert into public.area_rights (forum_id, group_id, rights)
  select area, readers, '{see,reply}' where readers is not null;
  return area;
end
$$;

-- Puts the topic of an article where the article's readers alone see it: in the area of its group, in that of articles that
-- are not published, or where it was before. First comments that wait for a moderator go the same way. Everything else that
-- shows a comment asks for the rights of the area: pages, search, feeds, messages, realtime. Returns whether it moved: the
-- area where it was may be gone.
create or replace function public.move_comments(article public.articles) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  topic uuid;
  place public.forums;
  area uuid;
begin
  select p.id into topic from public.posts as p where p.article_id = article.id for no key update;
  select f.* into place from public.forums as f
  where f.id = coalesce(
    (select p.forum_id from public.posts as p where p.id = topic),
    (select h.forum_id from public.held_texts as h where h.article_id = article.id limit 1));
  area := case
    when place.id is null then null
    when not public.is_published(article) then public.open_comments_area(null, place.id)
    when article.group_id is not null then public.open_comments_area(article.group_id, place.id)
    when public.follows_articles(place) then
      coalesce(article.comments_from, (select s.comments_forum_id from public.site_settings as s)) end;
  if coalesce(area = place.id, true) then
    return false;
  end if;
  update public.articles as a set comments_from = place.id
  where a.id = article.id and not public.follows_articles(place);
  update public.posts as p set forum_id = area where p.id = topic;
  update public.held_texts as h set forum_id = area where h.article_id = article.id and h.forum_id <> area;
  perform public.recheck_thread_readers(topic) where topic is not null;
  return true;
end
$$;

create or replace function public.follow_readers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- For good: there will be no article to return to.
    update public.posts as p set forum_id = public.open_comments_area(null, p.forum_id) where p.article_id = old.id;
    perform public.recheck_thread_readers(p.id) from public.posts as p where p.article_id = old.id;
    return old;
  end if;
  perform public.move_comments(new);
  return null;
end
$$;

-- For the job alone: the topics of articles that the clock published, or ended, since the last time. Returns how many.
create or replace function public.move_due_comments() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due public.articles;
  moved integer := 0;
begin
  for due in
    select a.* from public.articles as a
    join public.posts as p on p.article_id = a.id join public.forums as f on f.id = p.forum_id
    where public.is_published(a) = f.is_of_unpublished
      -- Not all articles: those that have ended, and those whose topics wait for them.
      and a.id in (
        select e.id from public.articles as e
        where e.status = 'published' and e.deleted_at is null and e.expire_at <= now()
        union all
        select t.article_id from public.forums as u join public.posts as t on t.forum_id = u.id where u.is_of_unpublished)
    order by a.id
    for no key update of a
  loop
    moved := moved + public.move_comments(due)::integer;
  end loop;
  return moved;
end
$$;

-- No act of a moderator, and no undone one, takes a topic out of the area that its article's readers alone see.
create or replace function public.keep_comments_with_readers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.articles as a join public.forums as f on f.id = new.forum_id
    where a.id = new.article_id and not f.is_of_unpublished
      and not (public.is_published(a) and f.comments_of is not distinct from a.group_id)) then
    perform public.raise_error('422', 'comments_of_group', 'The readers of an article are those of its comments');
  end if;
  return new;
end
$$;

revoke execute on function
  public.is_published(public.articles), public.area_for_comment(public.articles), public.follows_articles(public.forums),
  public.open_comments_area(uuid, uuid), public.move_comments(public.articles), public.follow_readers(),
  public.move_due_comments(), public.keep_comments_with_readers(),
  public.comments_area(public.articles), public.comments_wording(text, public.language), public.comments_title(uuid),
  public.open_comments(uuid), public.hold_first_comment(uuid, uuid, jsonb, public.language, text[]),
  public.add_comment(uuid, uuid, jsonb, public.language, uuid, text[]),
  public.path_to_text(text, uuid, uuid, integer, public.language)
from public, anon, authenticated;

grant execute on function public.add_comment(uuid, uuid, jsonb, public.language, uuid, text[]) to authenticated, service_role;
-- add_comment() calls them with the caller's rights.
grant execute on function
  public.open_comments(uuid), public.hold_first_comment(uuid, uuid, jsonb, public.language, text[])
to authenticated, service_role;
grant execute on function public.path_to_text(text, uuid, uuid, integer, public.language) to anon, authenticated, service_role;
grant execute on function public.comments_area(public.articles) to anon, authenticated, service_role;

comment on function public.open_comments(uuid) is 'internal';
comment on function public.hold_first_comment(uuid, uuid, jsonb, public.language, text[]) is 'internal';
comment on function public.comments_area(public.articles) is 'internal';
comment on function public.path_to_text(text, uuid, uuid, integer, public.language) is 'internal';
