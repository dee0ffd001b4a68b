call public.announce_changes('public.forums');
call public.announce_changes('public.forum_texts');
call public.announce_changes('public.posts');
call public.announce_changes('public.replies');
call public.announce_changes('public.content_versions');
create trigger admit_reply before insert on public.replies for each row execute function public.admit_reply();
create trigger set_excerpt before insert on public.posts for each row execute function public.set_excerpt();
-- By name before save_post_version and set_excerpt.
create trigger check_quotes before insert or update of body on public.posts
  for each row execute function public.check_quotes();
create trigger check_quotes before insert or update of body on public.replies
  for each row execute function public.check_quotes();
-- Not "update of body": it would miss a body that another trigger has emptied.
create trigger follow_source after update on public.posts
  for each row when ((old.body is null) <> (new.body is null)) execute function public.follow_source();
create trigger follow_source after update on public.replies
  for each row when ((old.body is null) <> (new.body is null)) execute function public.follow_source();

-- By name before save_post_version and set_excerpt.
create trigger name_mentions before insert or update of body on public.posts
  for each row when (new.body is not null) execute function public.name_mentions();
create trigger name_mentions before insert or update of body on public.replies
  for each row when (new.body is not null) execute function public.name_mentions();
-- By name before notify_of_reply: a mentioned author gets the notification of the mention.
create trigger note_mentions after insert or update of body on public.posts
  for each row when (new.body is not null) execute function public.note_mentions();
create trigger note_mentions after insert or update of body on public.replies
  for each row when (new.body is not null) execute function public.note_mentions();

create trigger save_post_version before update on public.posts for each row execute function public.save_post_version();
create trigger save_reply_version before update on public.replies
  for each row execute function public.save_reply_version();

create trigger count_added_replies after insert on public.replies
  referencing new table as new_rows for each statement execute function public.count_replies();

create trigger count_changed_replies after update on public.replies
  referencing old table as old_rows new table as new_rows for each statement execute function public.count_replies();

create trigger forget_writers after update on public.replies
  referencing old table as old_rows new table as new_rows for each statement execute function public.forget_writers();

create trigger count_removed_replies after delete on public.replies
  referencing old table as old_rows for each statement execute function public.count_replies();

create trigger count_added_posts after insert on public.posts
  referencing new table as new_rows for each statement execute function public.count_posts();

create trigger count_changed_posts after update on public.posts
  referencing old table as old_rows new table as new_rows for each statement execute function public.count_posts();

create trigger count_removed_posts after delete on public.posts
  referencing old table as old_rows for each statement execute function public.count_posts();

create trigger index_tags after insert on public.posts
  for each row when (cardinality(new.tags) > 0) execute function public.index_tags();

create trigger index_tags_again after update on public.posts
  for each row when (
    (old.tags, old.forum_id, old.last_activity_at, old.hidden_at is null, old.deleted_at is null)
      is distinct from (new.tags, new.forum_id, new.last_activity_at, new.hidden_at is null, new.deleted_at is null)
    and cardinality(old.tags) + cardinality(new.tags) > 0)
  execute function public.index_tags();

create trigger unindex_tags after delete on public.posts
  for each row when (cardinality(old.tags) > 0) execute function public.index_tags();

call public.announce_changes('public.post_tags');
call public.announce_changes('public.reports');

-- Not "update of body": it would miss a body that another trigger has emptied.
create trigger index_for_search after insert or delete on public.posts
  for each row execute function search.refresh_item('post', 'id');

create trigger index_for_search_again after update on public.posts
  for each row when ((old.title, old.body, old.language) is distinct from (new.title, new.body, new.language))
  execute function search.refresh_item('post', 'id');

create trigger index_thread_for_search after update on public.posts
  for each row when ((old.title is null) <> (new.title is null)) execute function search.refresh_thread();

create trigger index_for_search after insert or delete on public.replies
  for each row execute function search.refresh_item('reply', 'id');

create trigger index_for_search_again after update on public.replies
  for each row when ((old.body, old.language) is distinct from (new.body, new.language))
  execute function search.refresh_item('reply', 'id');

create trigger mark_author after update on public.posts
  for each row when (old.author_id is distinct from new.author_id) execute function search.mark_author('post');
create trigger mark_author after update on public.replies
  for each row when (old.author_id is distinct from new.author_id) execute function search.mark_author('reply');

create trigger check_rate_limit before insert on public.posts
  for each row execute function public.check_rate_limit('author_id', '40');
create trigger check_rate_limit before insert on public.replies
  for each row execute function public.check_rate_limit('author_id', '120');
create trigger check_rate_limit before insert on public.reports
  for each row execute function public.check_rate_limit('reporter_id', '40');

create trigger notify_of_reply after insert on public.replies
  for each row execute function public.notify_of_reply();

create trigger note_own_reply after insert on public.replies
  for each row execute function public.note_own_reply();

call public.announce_changes('public.reactions');
create trigger check_rate_limit before insert on public.reactions
  for each row execute function public.check_rate_limit('member_id', '300');
create trigger count_added_reactions after insert on public.reactions
  referencing new table as new_rows for each statement execute function public.count_reactions();
create trigger count_removed_reactions after delete on public.reactions
  referencing old table as old_rows for each statement execute function public.count_reactions();

call public.announce_changes('public.bookmarks');
create trigger check_bookmarks before insert on public.bookmarks
  for each row execute function public.check_bookmarks();

create trigger take_back_answer after update on public.replies
  for each row when (old.body is not null and new.body is null) execute function public.take_back_answer();

call public.announce_changes('public.forum_acts');
call public.announce_changes('public.moved_replies');

call public.announce_changes('public.polls');

create constraint trigger check_poll_options after insert on public.polls deferrable initially deferred
  for each row execute function public.check_poll_options();

create trigger keep_session_thread before update of forum_id on public.posts
  for each row when (old.forum_id <> new.forum_id) execute function public.keep_session_thread();
create trigger keep_session_thread before update of post_id on public.replies
  for each row when (old.post_id <> new.post_id) execute function public.keep_session_thread();
