call public.announce_changes('public.desk_cases');
call public.announce_changes('public.desk_notes');

create trigger follow_case after insert or update of status on public.reports
  for each row execute function public.follow_case();
create trigger follow_case after insert or update of status, forum_id on public.held_texts
  for each row execute function public.follow_case();
create trigger follow_case after insert or update of status on public.private_reports
  for each row execute function public.follow_case();
create trigger follow_case after insert or update of status on public.profile_reports
  for each row execute function public.follow_case();
create trigger follow_case after insert or update of handled_at on public.messages
  for each row execute function public.follow_case();

create trigger follow_case after insert or update of status on public.translation_reports
  for each row execute function public.follow_translation_case();

create trigger move_cases after update on public.posts
  for each row when (old.forum_id <> new.forum_id) execute function public.move_cases();
create trigger move_cases after update on public.replies
  for each row when (old.post_id <> new.post_id) execute function public.move_cases();

create trigger forget_case after delete on public.translations
  for each row execute function public.forget_translation_case();
create trigger forget_case after delete on public.withheld_translations
  for each row execute function public.forget_translation_case();
create trigger forget_case after delete on public.held_texts for each row execute function public.forget_case();
create trigger forget_case after delete on public.posts for each row execute function public.forget_case();
create trigger forget_case after delete on public.replies for each row execute function public.forget_case();
create trigger forget_case after delete on public.private_reports for each row execute function public.forget_case();
create trigger forget_case after delete on public.messages for each row execute function public.forget_case();

create trigger forget_case after delete on public.profiles for each row execute function public.forget_case();
create trigger forget_case after delete on public.guests for each row execute function public.forget_case();

create trigger watch_bookings after insert on public.bookings
  for each row when (new.booked_by is null and new.status <> 'cancelled') execute function public.watch_bookings();

create trigger log_staff_act after update on public.desk_cases
  for each row when (old.state is distinct from new.state)
  execute function public.log_staff_act('kind', 'state', 'claimed_by');
create trigger log_staff_act after insert on public.desk_notes for each row execute function public.log_staff_act();
