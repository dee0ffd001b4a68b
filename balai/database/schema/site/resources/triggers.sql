call public.announce_changes('public.resource_categories');
call public.announce_changes('public.resource_category_texts');
call public.announce_changes('public.resources');
call public.announce_changes('public.resource_texts');

create trigger index_for_search after update on public.resources
  for each row when ((old.is_published, old.group_id) is distinct from (new.is_published, new.group_id))
  execute function search.refresh_item('resource', 'id');

create trigger index_for_search after insert or update or delete on public.resource_texts
  for each row execute function search.refresh_item('resource', 'resource_id');
