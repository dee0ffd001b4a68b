call public.announce_changes('public.articles');
call public.announce_changes('public.article_texts');
call public.announce_changes('public.article_slugs');
call public.announce_changes('public.article_versions');
call public.announce_changes('public.article_reviews');
call public.announce_changes('public.article_acts');
call public.announce_changes('public.series');
call public.announce_changes('public.series_texts');
call public.announce_changes('public.series_slugs');
call public.announce_changes('public.series_articles');

create trigger close_series_gap after delete on public.series_articles
  for each row execute function public.close_series_gap();

create trigger touch_updated_at before update on public.drafts
  for each row execute function public.touch_updated_at();

create trigger limit_drafts after insert on public.drafts
  for each row execute function public.limit_drafts();

create trigger index_for_search after update on public.articles
  for each row when (
    (old.status, old.publish_at, old.expire_at, old.tags, old.group_id, old.deleted_at)
    is distinct from (new.status, new.publish_at, new.expire_at, new.tags, new.group_id, new.deleted_at))
  execute function search.refresh_item('article', 'id');

create trigger mark_author after update on public.articles
  for each row when (old.author_id is distinct from new.author_id) execute function search.mark_author('article');

create trigger index_for_search after insert or update or delete on public.article_texts
  for each row execute function search.refresh_item('article', 'article_id');

create trigger save_article_version after insert on public.article_texts
  for each row execute function public.save_article_version();

create trigger save_changed_article_version after update on public.article_texts
  for each row when ((old.title, old.summary, old.body, old.cover_alt, old.status)
    is distinct from (new.title, new.summary, new.body, new.cover_alt, new.status))
  execute function public.save_article_version();

create trigger guard_reviewed_text before insert or update or delete on public.article_texts
  for each row execute function public.guard_reviewed_text();

create trigger guard_reviewed_article before update on public.articles
  for each row when (
    (old.status, old.publish_at, old.expire_at, old.cover_url, old.tags, old.group_id, old.has_comments, old.deleted_at)
    is distinct from
    (new.status, new.publish_at, new.expire_at, new.cover_url, new.tags, new.group_id, new.has_comments, new.deleted_at))
  execute function public.guard_reviewed_article();

create trigger end_review after update on public.article_texts
  for each row when (old.status <> new.status and new.status = 'published') execute function public.end_review();

create trigger end_review_of_removed after delete on public.article_texts
  for each row execute function public.end_review();

create trigger notify_of_review after insert or update of outcome on public.article_reviews
  for each row execute function public.notify_of_review();

create trigger follow_readers after update on public.articles
  for each row when ((old.group_id, old.status, old.publish_at, old.expire_at, old.deleted_at)
    is distinct from (new.group_id, new.status, new.publish_at, new.expire_at, new.deleted_at))
  execute function public.follow_readers();

create trigger follow_readers_of_removed before delete on public.articles
  for each row execute function public.follow_readers();

create trigger keep_comments_with_readers before update of forum_id on public.posts
  for each row when (old.forum_id <> new.forum_id and new.article_id is not null)
  execute function public.keep_comments_with_readers();

-- Of articles that were limited, or not published any more, before this rule.
select public.move_comments(a) from public.articles as a where a.group_id is not null or not public.is_published(a);
