-- Every change is in the staff log, those of members too. Never a text.
create trigger log_privacy_request after insert or update on public.privacy_requests
  for each row execute function public.log_staff_act('kind', 'channel', 'state', 'received_on', 'due_on');

create trigger erase_privacy_request before update of member_id on public.privacy_requests
  for each row when (old.member_id is not null and new.member_id is null)
  execute function public.erase_privacy_request();
