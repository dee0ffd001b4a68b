call public.announce_changes('public.pages');
call public.announce_changes('public.page_texts');
call public.announce_changes('public.page_versions');
call public.announce_changes('public.page_version_texts');
call public.announce_changes('public.page_slugs');
call public.announce_changes('public.consents');

create trigger index_for_search after update on public.pages
  for each row when ((old.published_version, old.deleted_at) is distinct from (new.published_version, new.deleted_at))
  execute function search.refresh_item('page', 'id');

create trigger unindex_for_search after delete on public.pages
  for each row execute function search.refresh_item('page', 'id');

create trigger record_sign_up_consents after insert on auth.users for each row
  when (new.raw_user_meta_data ? 'consents') execute function public.record_sign_up_consents();

create trigger replace_sign_up_consents after update of raw_user_meta_data on auth.users for each row
  when (coalesce(new.email_confirmed_at, new.phone_confirmed_at) is null and not new.is_anonymous)
  execute function public.record_sign_up_consents();
