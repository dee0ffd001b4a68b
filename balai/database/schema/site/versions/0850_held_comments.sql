-- A held comment on an article that has no topic yet names the article: its topic is made when the comment is approved.
-- Its title is that of the topic to come.
alter table public.held_texts add column article_id uuid references public.articles (id) on delete cascade;
create index held_texts_by_article on public.held_texts (article_id) where article_id is not null;

alter table public.held_texts
  drop constraint posts_body_short,
  drop constraint replies_body_short,
  add constraint posts_body_short check (num_nonnulls(post_id, article_id) > 0
    or public.is_long_enough(public.rich_text_plain(body), 8, 20)),
  add constraint replies_body_short check (num_nonnulls(post_id, article_id) = 0
    or public.is_long_enough(public.rich_text_plain(body), 1, 1) or public.has_image(body));

-- The function takes one argument more.
drop function if exists public.my_held_texts(uuid);

-- move_cases() moves held texts, too.
drop function if exists public.move_held_texts() cascade;
