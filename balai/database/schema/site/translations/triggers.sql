call public.announce_changes('public.translations');
call public.announce_changes('public.translation_requests');

-- Not "update of body": it would miss a body that another trigger has emptied.
create trigger follow_original after update on public.posts
  for each row when ((old.body is null) <> (new.body is null) or old.language <> new.language)
  execute function public.follow_original();
create trigger follow_original after update on public.replies
  for each row when ((old.body is null) <> (new.body is null) or old.language <> new.language)
  execute function public.follow_original();

create trigger apply_marks after update on public.posts
  for each row when ((old.kept_from, old.forum_id) is distinct from (new.kept_from, new.forum_id))
  execute function public.apply_marks();
create trigger apply_marks after update on public.replies
  for each row when ((old.kept_from, old.post_id) is distinct from (new.kept_from, new.post_id))
  execute function public.apply_marks();
create trigger apply_area_marks after update on public.forums
  for each row when ((old.kept_from, old.parent_id) is distinct from (new.kept_from, new.parent_id))
  execute function public.apply_area_marks();

-- Not for those that come back with their original, which moderators show again.
create trigger check_rate_limit before insert on public.translations
  for each row when (new.translator_id = auth.uid()) execute function public.check_rate_limit('translator_id', '60');
create trigger check_rate_limit before insert on public.translation_requests
  for each row execute function public.check_rate_limit('member_id', '60');
create trigger check_barriers before insert or update of body on public.translations
  for each row when (new.translator_id = auth.uid()) execute function public.check_barriers();
create trigger check_quotes before insert or update of body on public.translations
  for each row execute function public.check_quotes();
create trigger name_mentions before insert or update of body on public.translations
  for each row execute function public.name_mentions();
create trigger index_for_search after insert or update or delete on public.translations
  for each row execute function public.index_translation();
create trigger note_changed_author after insert or update or delete on public.translations
  for each row execute function public.note_changed_author('translator_id');

create trigger log_staff_act after insert on public.translations
  for each row when (new.translator_id = auth.uid()) execute function public.log_staff_act('language');
create trigger log_changed_translation after update on public.translations
  for each row when (new.translator_id = auth.uid() and (old.title, old.body) is distinct from (new.title, new.body))
  execute function public.log_staff_act('language');
create trigger log_marked_post after update on public.posts
  for each row when (old.kept_from <> new.kept_from and new.author_id is distinct from auth.uid())
  execute function public.log_staff_act('kept_from');
create trigger log_marked_reply after update on public.replies
  for each row when (old.kept_from <> new.kept_from and new.author_id is distinct from auth.uid())
  execute function public.log_staff_act('kept_from');
create trigger log_marked_forum after update on public.forums
  for each row when (old.kept_from <> new.kept_from) execute function public.log_staff_act('kept_from');

call public.announce_changes('public.translation_tasks');

create constraint trigger follow_tasks after insert or update or delete on public.articles
  deferrable initially deferred for each row execute function public.follow_tasks('article', 'id');
create constraint trigger follow_tasks after insert or update or delete on public.article_texts
  deferrable initially deferred for each row execute function public.follow_tasks('article', 'article_id');
create constraint trigger follow_memory after insert or update or delete on public.article_texts
  deferrable initially deferred for each row execute function public.follow_memory();
create constraint trigger follow_tasks after insert or update or delete on public.pages
  deferrable initially deferred for each row execute function public.follow_tasks('page', 'id');
create constraint trigger follow_tasks after insert or update or delete on public.page_texts
  deferrable initially deferred for each row execute function public.follow_tasks('page', 'page_id');
create constraint trigger follow_tasks after insert or update or delete on public.resources
  deferrable initially deferred for each row execute function public.follow_tasks('resource', 'id');
create constraint trigger follow_tasks after insert or update or delete on public.resource_texts
  deferrable initially deferred for each row execute function public.follow_tasks('resource', 'resource_id');
create constraint trigger follow_tasks after insert or update or delete on public.resource_files
  deferrable initially deferred for each row execute function public.follow_tasks('resource', 'resource_id');
create constraint trigger follow_tasks after insert or update or delete on public.services
  deferrable initially deferred for each row execute function public.follow_tasks('service', 'id');
create constraint trigger follow_tasks after insert or update or delete on public.service_texts
  deferrable initially deferred for each row execute function public.follow_tasks('service', 'service_id');

-- Things that were there before the desk.
select public.refresh_tasks(thing.kind, thing.id)
from (
  select 'article' as kind, id from public.articles
  union all select 'page', id from public.pages
  union all select 'resource', id from public.resources
  union all select 'service', id from public.services) as thing
where not exists (select from public.translation_tasks);

select public.learn_translations(a.id)
from public.articles as a
where a.deleted_at is null and not exists (select from public.translation_memory);
