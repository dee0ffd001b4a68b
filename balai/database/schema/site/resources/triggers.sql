call public.announce_changes('public.resource_categories');
call public.announce_changes('public.resource_category_texts');
call public.announce_changes('public.resources');
call public.announce_changes('public.resource_texts');
call public.announce_changes('public.resource_files');

create trigger check_readers_of_category before insert or update of category_id, group_id on public.resources
  for each row execute function public.check_readers_of_category();

create trigger move_with_category after update of group_id on public.resource_categories
  for each row when (new.group_id is not null and old.group_id is distinct from new.group_id)
  execute function public.move_with_category();

create trigger index_for_search after update on public.resources
  for each row when ((old.is_published, old.group_id) is distinct from (new.is_published, new.group_id))
  execute function search.refresh_item('resource', 'id');

create trigger index_for_search after insert or update or delete on public.resource_texts
  for each row execute function search.refresh_item('resource', 'resource_id');
