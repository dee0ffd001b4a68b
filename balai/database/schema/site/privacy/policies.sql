-- Functions alone write requests (privacy/requests.sql).
revoke all on public.privacy_requests from anon, authenticated;
grant select on public.privacy_requests to authenticated;
grant all on public.privacy_requests to service_role;

create policy "Members see their requests about data" on public.privacy_requests for select to authenticated
  using (member_id = (select auth.uid()));

create policy "Staff who export data see all requests" on public.privacy_requests for select to authenticated
  using ((select public.may('export')));
