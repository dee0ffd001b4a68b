-- Every change is in the staff log, those of members too. Never a text.
create trigger log_privacy_request after insert or update on public.privacy_requests
  for each row execute function public.log_staff_act('kind', 'channel', 'state', 'received_on', 'due_on');

create trigger erase_privacy_request before update of member_id on public.privacy_requests
  for each row when (old.member_id is not null and new.member_id is null)
  execute function public.erase_privacy_request();

-- Dates alone, never a text.
create trigger log_incident after insert or update on public.incidents
  for each row execute function public.log_staff_act(
    'discovered_at', 'due_at', 'reported_at', 'closed_at', 'listed_at', 'sent_at');

create trigger log_incident_text after insert or update or delete on public.incident_texts
  for each row execute function public.log_staff_act('language');

create trigger erase_incident_person before update of member_id, guest_id on public.incident_people
  for each row when (num_nonnulls(old.member_id, old.guest_id) > num_nonnulls(new.member_id, new.guest_id))
  execute function public.erase_incident_person();
