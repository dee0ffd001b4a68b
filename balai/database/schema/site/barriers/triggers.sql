call public.announce_changes('public.barriers');

create trigger check_barriers before insert or update of body on public.posts
  for each row when (new.body is not null) execute function public.check_barriers();
create trigger check_barriers before insert or update of body on public.replies
  for each row when (new.body is not null) execute function public.check_barriers();

-- By name after the triggers that count.
create trigger note_hosts after insert on public.posts
  referencing new table as new_rows for each statement execute function public.note_hosts_of_new();
create trigger note_hosts after insert on public.replies
  referencing new table as new_rows for each statement execute function public.note_hosts_of_new();
create trigger note_edited_hosts after update of body on public.posts
  for each row when (new.body is not null) execute function public.note_hosts_of_edited();
create trigger note_edited_hosts after update of body on public.replies
  for each row when (new.body is not null) execute function public.note_hosts_of_edited();

create trigger log_staff_act after insert or delete on public.barriers
  for each row execute function public.log_staff_act('kind', 'value', 'note');
