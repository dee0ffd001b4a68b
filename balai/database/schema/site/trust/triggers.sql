call public.announce_changes('public.held_texts');
call public.announce_changes('public.automatic_acts');

-- By name after admit_reply and check_rate_limit, before name_mentions.
create trigger hold_new_text before insert on public.posts for each row execute function public.check_new_text();
create trigger hold_new_text before insert on public.replies for each row execute function public.check_new_text();
create trigger check_edited_text before update of body on public.posts
  for each row when (old.body is not null and new.body is not null) execute function public.check_edited_text();
create trigger check_edited_text before update of body on public.replies
  for each row when (old.body is not null and new.body is not null) execute function public.check_edited_text();

create trigger act_on_report after insert on public.reports for each row execute function public.act_on_report();
create trigger show_dismissed after update on public.reports
  for each row when (old.status = 'open' and new.status = 'dismissed') execute function public.show_dismissed();

create trigger log_held_text after update on public.held_texts
  for each row when (old.status <> new.status) execute function public.log_staff_act('status', 'reason');
create trigger log_pinned_level after insert on public.member_trust
  for each row when (new.pinned_level is not null) execute function public.log_staff_act('pinned_level');
create trigger log_changed_level after update on public.member_trust
  for each row when (old.pinned_level is distinct from new.pinned_level)
  execute function public.log_staff_act('pinned_level');
create trigger log_undone_act after update on public.automatic_acts
  for each row when (old.undone_at is null and new.undone_at is not null)
  execute function public.log_staff_act('undone_at');
