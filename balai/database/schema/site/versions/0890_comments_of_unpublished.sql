-- The comments on an article that is not published are in an area that moderators alone see.

alter table public.forums
  -- Whether the area has these comments. At most one has.
  add column is_of_unpublished boolean not null default false,
  drop constraint forums_comments_once,
  drop constraint forums_comments_closed,
  add constraint forums_comments_closed check (
    comments_of is null and not is_of_unpublished or is_restricted and not is_draft and parent_id is null);

create index forums_by_comments_of on public.forums (comments_of) where comments_of is not null;
create unique index forums_of_articles on public.forums (coalesce(comments_of, '00000000-0000-0000-0000-000000000000'))
  where comments_of is not null or is_of_unpublished;

-- Topics were locked with their article. They are hidden with it now, and come back open.
update public.posts as p set is_locked = false, lock_note = ''
from public.articles as a
where a.id = p.article_id and a.deleted_at is not null and p.is_locked and p.lock_note in (
  '文章已被删除。', 'Artikel ini telah dipadamkan.', 'Bài viết đã bị xoá.', 'The article was deleted.');

drop function if exists public.lock_comments() cascade;
-- It returns whether a topic moved.
drop function if exists public.move_comments(public.articles);
