call public.announce_changes('public.penalties');

create trigger record_block after update on auth.users
  for each row when (old.banned_until is distinct from new.banned_until) execute function public.record_block();

create trigger tell_of_penalty after insert on public.penalties
  for each row execute function public.tell_of_penalty();

create trigger tell_of_penalty after insert or update on public.area_bans
  for each row execute function public.tell_of_penalty();

create trigger log_staff_act after insert on public.penalties
  for each row execute function public.log_staff_act('kind', 'reason', 'until');

create trigger log_lifted_penalty after update on public.penalties
  for each row when (old.lifted_at is distinct from new.lifted_at)
  execute function public.log_staff_act('kind', 'lifted_at');

create trigger undo_lifted_silence after update on public.penalties
  for each row when (old.lifted_at is null and new.lifted_at is not null and new.act_id is not null)
  execute function public.undo_lifted_silence();

create trigger check_silence before insert on public.posts for each row execute function public.check_silence();
create trigger check_silence before insert on public.replies for each row execute function public.check_silence();

-- A silenced member does not write in their profile either.
create trigger check_silence before update on public.profiles
  for each row when ((old.display_name, old.about, old.picture_url) is distinct from (new.display_name, new.about, new.picture_url))
  execute function public.check_silence();
