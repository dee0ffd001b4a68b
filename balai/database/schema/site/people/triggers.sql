create trigger create_profile after insert on auth.users for each row execute function public.create_profile();

create trigger reset_profile after update of raw_user_meta_data on auth.users for each row
  when (coalesce(new.email_confirmed_at, new.phone_confirmed_at) is null and not new.is_anonymous)
  execute function public.reset_profile();

create trigger check_display_name before update of display_name on public.profiles
  for each row when (new.display_name is distinct from old.display_name) execute function public.check_display_name();

-- A ban empties the page of the member.
create trigger announce_bans after update of banned_until on auth.users
  for each statement execute function public.notify_change();

create trigger forget_mentions before delete on public.profiles
  for each row execute function public.forget_mentions();

create trigger forget_quoted_names before delete on public.profiles
  for each row execute function public.forget_quoted_names();

create trigger touch_updated_at before update on public.profiles
  for each row execute function public.touch_updated_at();

call public.announce_changes('public.profiles');
call public.announce_changes('public.administrators');
call public.announce_changes('public.account_deletions');
call public.announce_changes('public.follows');
call public.announce_changes('public.member_blocks');

create trigger redeem_invitation after insert on auth.users for each row
  when (coalesce(new.email_confirmed_at, new.phone_confirmed_at) is not null
    and (new.raw_user_meta_data ->> 'invitation' is not null or new.raw_app_meta_data ? 'needs_invitation'))
  execute function public.redeem_invitation();

create trigger redeem_invitation_confirmed after update on auth.users for each row
  when (coalesce(old.email_confirmed_at, old.phone_confirmed_at) is null
    and coalesce(new.email_confirmed_at, new.phone_confirmed_at) is not null
    and (new.raw_user_meta_data ->> 'invitation' is not null or new.raw_app_meta_data ? 'needs_invitation'))
  execute function public.redeem_invitation();

create trigger write_invited_address before insert on public.invitations for each row
  when (new.address is not null) execute function public.write_invited_address();

-- Rows of a restored group have an earlier time: their member may have joined since.
create trigger check_invited_address after insert on public.invitations for each row
  when (new.address is not null and new.created_at = now()) execute function public.check_invited_address();

create trigger announce_outbox after insert on public.invitations
  for each statement execute function public.announce_outbox();

call public.announce_changes('public.invitations');

create trigger queue_deletion_email after insert or delete on public.account_deletions
  for each row execute function public.queue_deletion_email();

create trigger log_deleted_member after insert on public.account_deletions
  for each row when (new.by_administrator) execute function public.log_member_deletion();

create trigger log_restored_member after delete on public.account_deletions
  for each row when (old.by_administrator) execute function public.log_member_deletion();

create trigger note_public_author after insert on public.posts
  for each row execute function public.note_public_author();

create trigger note_public_author after insert on public.replies
  for each row execute function public.note_public_author();

create trigger note_changed_author after update on public.posts
  for each row when ((old.forum_id, old.author_id, old.edited_by) is distinct from (new.forum_id, new.author_id, new.edited_by))
  execute function public.note_changed_author('author_id', 'edited_by');

create trigger note_changed_author after update on public.replies
  for each row when ((old.post_id, old.author_id, old.edited_by) is distinct from (new.post_id, new.author_id, new.edited_by))
  execute function public.note_changed_author('author_id', 'edited_by');

create trigger note_lost_author after delete on public.posts
  for each row execute function public.note_changed_author('author_id', 'edited_by');

create trigger note_lost_author after delete on public.replies
  for each row execute function public.note_changed_author('author_id', 'edited_by');

create trigger note_writer after insert or delete on public.articles
  for each row execute function public.note_changed_author('author_id');

create trigger note_changed_writer after update on public.articles
  for each row when ((old.author_id, old.status, old.group_id, old.deleted_at)
    is distinct from (new.author_id, new.status, new.group_id, new.deleted_at))
  execute function public.note_changed_author('author_id');

create trigger note_host after insert or delete on public.services
  for each row execute function public.note_changed_author('host_id');

create trigger note_changed_host after update on public.services
  for each row when ((old.host_id, old.is_active) is distinct from (new.host_id, new.is_active))
  execute function public.note_changed_author('host_id');

create trigger note_area_authors after update on public.forums
  for each row when ((old.is_draft, old.is_restricted, old.parent_id)
    is distinct from (new.is_draft, new.is_restricted, new.parent_id))
  execute function public.note_area_authors();

create trigger note_host after insert or delete on public.service_hosts
  for each row execute function public.note_changed_author('host_id');

create trigger discard_export after delete on public.account_exports
  for each row when (old.version is not null) execute function public.discard_export();
