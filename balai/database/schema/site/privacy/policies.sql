-- Functions alone write requests (privacy/requests.sql).
revoke all on public.privacy_requests from anon, authenticated;
grant select on public.privacy_requests to authenticated;
grant all on public.privacy_requests to service_role;

create policy "Members see their requests about data" on public.privacy_requests for select to authenticated
  using (member_id = (select auth.uid()));

create policy "Staff who export data see all requests" on public.privacy_requests for select to authenticated
  using ((select public.may('export')));

-- Functions alone write incidents (privacy/incidents.sql).
revoke all on public.incidents, public.incident_texts, public.incident_people from anon, authenticated;
grant select on public.incidents, public.incident_texts, public.incident_people to authenticated;
grant all on public.incidents, public.incident_texts, public.incident_people to service_role;

create policy "Administrators see incidents" on public.incidents for select to authenticated
  using ((select public.is_admin()));

create policy "Administrators see the notices of incidents" on public.incident_texts for select to authenticated
  using ((select public.is_admin()));

create policy "Administrators see the people of incidents" on public.incident_people for select to authenticated
  using ((select public.is_admin()));
