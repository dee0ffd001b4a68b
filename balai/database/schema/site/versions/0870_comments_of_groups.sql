-- The comments on an article of a group: their topic is in an area that the group alone reads.

alter table public.forums
  -- The group whose comments on articles the area has. At most one area of a group.
  add column comments_of uuid references public.groups (id),
  add constraint forums_comments_once unique (comments_of),
  add constraint forums_comments_closed check (
    comments_of is null or is_restricted and not is_draft and parent_id is null);

-- The area in which the topic of an article of a group was before, and to which it returns.
alter table public.articles add column comments_from uuid references public.forums (id) on delete set null;
create index articles_by_comments_from on public.articles (comments_from) where comments_from is not null;
