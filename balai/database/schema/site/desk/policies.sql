-- The functions of desk.sql write. Clients follow the rows for live updates.
revoke all on public.desk_cases, public.desk_notes, public.desk_presence, public.profile_reports, public.desk_undo,
  public.translation_reports
from anon, authenticated;
grant select on public.desk_cases to authenticated;
grant all on public.desk_cases, public.desk_notes, public.desk_presence, public.profile_reports, public.desk_undo,
  public.translation_reports
to service_role;

create policy "Staff see the cases of their areas" on public.desk_cases for select to authenticated
  using (case kind when 'private' then (select public.is_admin()) when 'message' then (select public.may('messages'))
    when 'booking' then public.sees_booking_case(id, thing_id) when 'profile' then (select public.may('moderate'))
    else forum_id = any ((select public.moderated_forums())::uuid[]) end);
