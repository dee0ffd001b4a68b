call public.announce_changes('public.groups');
call public.announce_changes('public.group_texts');
call public.announce_changes('public.group_members');

create trigger count_members after insert or update or delete on public.group_members
  for each row execute function public.count_group_members();

-- Rows of a restored group have an earlier time and cause no notice.
create trigger notify_of_new_membership after insert on public.group_members
  for each row when (new.created_at = now()) execute function public.notify_of_membership();
create trigger notify_of_membership after update on public.group_members
  for each row when (old.status <> new.status) execute function public.notify_of_membership();

create trigger log_staff_act after insert or delete on public.groups
  for each row execute function public.log_staff_act('slug');

create trigger log_changed_group after update on public.groups
  for each row when ((old.joining, old.is_listed) is distinct from (new.joining, new.is_listed))
  execute function public.log_staff_act('joining', 'is_listed');

-- Leaders who put themselves into a group see what it sees, so that is logged, too.
create trigger log_changed_membership after insert or update on public.group_members
  for each row when (new.member_id is distinct from auth.uid() or public.may('people', new.group_id))
  execute function public.log_staff_act('group_id', 'status');

create trigger log_ended_membership after delete on public.group_members
  for each row when (old.member_id is distinct from auth.uid())
  execute function public.log_staff_act('group_id', 'status');
