call public.announce_changes('public.area_rights');
call public.announce_changes('public.role_grants');
call public.announce_changes('public.roles');

create trigger check_area_level before insert or update of parent_id on public.forums
  for each row when (new.parent_id is not null) execute function public.check_area_level();

create trigger mark_area_entries after update on public.forums
  for each row when ((old.is_restricted, old.parent_id) is distinct from (new.is_restricted, new.parent_id))
  execute function public.mark_area_entries();

create trigger mark_moved_entries after update on public.posts
  for each row when (old.forum_id <> new.forum_id) execute function public.mark_moved_entries();

create trigger keep_staff_log before update or delete on public.staff_log
  for each row execute function public.keep_staff_log();

create trigger keep_staff_log_whole before truncate on public.staff_log
  for each statement execute function public.keep_staff_log();

create trigger log_confidential_read after insert on public.confidential_reads
  for each row execute function public.log_confidential_read();

create trigger log_perspective after insert on public.perspectives
  for each row execute function public.log_perspective();

create trigger log_account_act after insert on auth.audit_log_entries
  for each row when (new.payload -> 'traits' ->> 'by' is not null
    and new.payload ->> 'action' in ('user_signedup', 'user_invited', 'user_modified', 'user_deleted'))
  execute function public.log_account_act();

create trigger log_staff_act after insert or delete on public.pages
  for each row execute function public.log_staff_act('slug');

create trigger log_published_page after update on public.pages
  for each row when ((old.published_version, old.slug, old.deleted_at) is distinct from
    (new.published_version, new.slug, new.deleted_at))
  execute function public.log_staff_act('slug', 'published_version', 'deleted_at');

create trigger log_hours after update on public.opening_hours
  for each row when (old.hours <> new.hours) execute function public.log_hours();

create trigger log_hours after insert or update or delete on public.opening_exceptions
  for each row execute function public.log_hours();

create trigger log_hours after insert or update or delete on public.service_hours
  for each row execute function public.log_hours();

create trigger log_hours after insert or update or delete on public.service_exceptions
  for each row execute function public.log_hours();

create trigger log_hours after insert or update or delete on public.work_hours
  for each row execute function public.log_hours();

create trigger log_hours after insert or update or delete on public.absences
  for each row execute function public.log_hours();

create trigger log_staff_act after insert or delete on public.rooms
  for each row execute function public.log_staff_act('kind', 'is_active');

create trigger log_changed_room after update on public.rooms
  for each row when ((old.kind, old.names, old.is_active) is distinct from (new.kind, new.names, new.is_active))
  execute function public.log_staff_act('kind', 'is_active');

create trigger log_setting_change after insert on public.setting_changes
  for each row execute function public.log_setting_change();

create trigger log_staff_act after insert or update or delete on public.role_grants
  for each row execute function public.log_staff_act('role_id', 'group_id', 'forum_id', 'service_id');

create trigger log_staff_act after insert or update or delete on public.roles
  for each row execute function public.log_staff_act('preset', 'name', 'rights');

create trigger log_staff_act after insert or delete on public.administrators
  for each row execute function public.log_staff_act();

create trigger log_staff_act after insert or update or delete on public.area_rights
  for each row execute function public.log_staff_act('group_id', 'rights');

create trigger log_staff_act after insert or update or delete on public.area_bans
  for each row execute function public.log_staff_act('forum_id', 'reason', 'until');

create trigger log_staff_act after insert or delete on public.forums
  for each row execute function public.log_staff_act('slug');

create trigger log_changed_forum after update on public.forums
  for each row when (
    (old.is_draft, old.is_restricted, old.is_confidential, old.group_id, old.parent_id, old.edit_window,
      old.holds_first_posts)
    is distinct from (new.is_draft, new.is_restricted, new.is_confidential, new.group_id, new.parent_id,
      new.edit_window, new.holds_first_posts))
  execute function public.log_staff_act('is_draft', 'is_restricted', 'is_confidential', 'group_id', 'parent_id',
    'edit_window', 'holds_first_posts');

create trigger log_renamed_forum after update on public.forum_texts
  for each row when ((old.name, old.description) is distinct from (new.name, new.description))
  execute function public.log_staff_act('language', 'name');

create trigger log_moderated_post after update on public.posts
  for each row when (
    (old.is_locked, old.is_pinned, old.forum_id, old.lock_at, old.unlock_at, old.pinned_until, old.slow_seconds)
    is distinct from
    (new.is_locked, new.is_pinned, new.forum_id, new.lock_at, new.unlock_at, new.pinned_until, new.slow_seconds)
    or (old.hidden_at is null) <> (new.hidden_at is null)
    or ((old.deleted_at is null) <> (new.deleted_at is null) or old.tags is distinct from new.tags
        or old.solved_reply_id is distinct from new.solved_reply_id)
      and new.author_id is distinct from auth.uid())
  execute function public.log_staff_act('is_locked', 'is_pinned', 'hidden_at', 'deleted_at', 'forum_id',
    'lock_at', 'unlock_at', 'pinned_until', 'slow_seconds', 'tags', 'solved_reply_id');

create trigger log_moderated_reply after update on public.replies
  for each row when (
    (old.hidden_at is null) <> (new.hidden_at is null)
    or (old.deleted_at is null) <> (new.deleted_at is null) and new.author_id is distinct from auth.uid())
  execute function public.log_staff_act('hidden_at', 'deleted_at');

create trigger log_edited_text after update on public.posts
  for each row when (old.text_version <> new.text_version and new.author_id is distinct from auth.uid())
  execute function public.log_edited_text();

create trigger log_edited_text after update on public.replies
  for each row when (old.text_version <> new.text_version and new.author_id is distinct from auth.uid())
  execute function public.log_edited_text();

create trigger log_act after insert on public.forum_acts
  for each row execute function public.log_staff_act('kind');

create trigger log_undone_act after update on public.forum_acts
  for each row when (old.undone_at is distinct from new.undone_at)
  execute function public.log_staff_act('kind', 'item_count', 'undone_at');

create trigger log_handled_report after update on public.reports
  for each row when (old.status <> new.status) execute function public.log_staff_act('status');

create trigger log_staff_act after insert or delete on public.invitations
  for each row execute function public.log_staff_act('role_id', 'group_id', 'makes_administrator');

create trigger log_revoked_invitation after update on public.invitations
  for each row when (old.revoked_at is distinct from new.revoked_at)
  execute function public.log_staff_act('revoked_at');

create trigger log_staff_act after insert or delete on public.articles
  for each row execute function public.log_staff_act('status', 'group_id');

create trigger log_saved_article after update on public.articles
  for each row when ((old.version, old.deleted_at) is distinct from (new.version, new.deleted_at))
  execute function public.log_staff_act('status', 'deleted_at', 'publish_at', 'expire_at', 'group_id');

create trigger log_act after insert on public.article_acts
  for each row execute function public.log_staff_act('kind');

create trigger log_undone_act after update on public.article_acts
  for each row when (old.undone_at is distinct from new.undone_at)
  execute function public.log_staff_act('kind', 'item_count', 'undone_at');

create trigger log_decided_review after update on public.article_reviews
  for each row when (old.outcome is null and new.outcome in ('approved', 'changes_asked', 'removed'))
  execute function public.log_staff_act('outcome');

create trigger log_staff_act after insert or delete on public.resources
  for each row execute function public.log_staff_act('is_published', 'group_id');

create trigger log_saved_resource after update on public.resources
  for each row when (old.version <> new.version)
  execute function public.log_staff_act('is_published', 'group_id');

create trigger log_added_file after insert on public.resource_files
  for each row execute function public.log_staff_act('language', 'url');

create trigger log_changed_file after update on public.resource_files
  for each row when ((old.url, old.confirmed_at) is distinct from (new.url, new.confirmed_at))
  execute function public.log_staff_act('url', 'confirmed_at');

-- Not those that are deleted with their resource.
create trigger log_removed_file after delete on public.resource_files
  for each row when (pg_trigger_depth() = 0) execute function public.log_staff_act('language', 'url');

create trigger log_staff_act after insert or delete on public.resource_categories
  for each row execute function public.log_staff_act('slug');

create trigger log_renamed_category after update on public.resource_category_texts
  for each row when (old.name <> new.name) execute function public.log_staff_act('language', 'name');

create trigger log_staff_act after insert or delete on public.series
  for each row execute function public.log_staff_act('slug');

create trigger log_changed_series after update on public.series
  for each row when ((old.slug, old.ordered_at) is distinct from (new.slug, new.ordered_at))
  execute function public.log_staff_act('slug', 'ordered_at');

create trigger log_renamed_series after update on public.series_texts
  for each row when ((old.title, old.description) is distinct from (new.title, new.description))
  execute function public.log_staff_act('language', 'title', 'description');

-- Not those that leave with their series.
create trigger log_staff_act after insert or delete on public.series_articles
  for each row when (pg_trigger_depth() = 0) execute function public.log_staff_act('article_id');

create trigger log_staff_act after insert or delete on public.wordings
  for each row execute function public.log_staff_act('language', 'key', 'text');

create trigger log_changed_wording after update on public.wordings
  for each row when (old.text <> new.text) execute function public.log_staff_act('language', 'key', 'text');

create trigger log_staff_act after insert or update or delete on public.services
  for each row execute function public.log_staff_act('is_active', 'host_id', 'capacity');

create trigger log_changed_booking after update on public.bookings
  for each row when (
    (old.status, old.slot_id) is distinct from (new.status, new.slot_id)
    and new.member_id is distinct from auth.uid() and public.may_handle_booking(new))
  execute function public.log_staff_act('status', 'starts_at');

create trigger log_booking_for_others after insert on public.bookings
  for each row when (new.booked_by is not null)
  execute function public.log_staff_act('service_id', 'starts_at');

create trigger log_attendance after update on public.bookings
  for each row when (old.attendance is distinct from new.attendance and (old.slot_id, old.status) = (new.slot_id, new.status))
  execute function public.log_staff_act('attendance');

create trigger log_staff_act after insert or delete on public.booking_notes
  for each row execute function public.log_staff_act('booking_id');

create trigger log_staff_act after insert or update on public.closings
  for each row execute function public.log_staff_act('service_id', 'host_id', 'colleague_id', 'span', 'undone_at');

create trigger log_handled_message after update on public.messages
  for each row when ((old.handled_at is null) <> (new.handled_at is null))
  execute function public.log_staff_act('handled_at');

create trigger log_staff_act after insert or update or delete on public.service_messages
  for each row execute function public.log_staff_act('service_id', 'kind', 'language');
