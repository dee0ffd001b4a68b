revoke all on public.email_bounces from anon, authenticated;
-- Not the emails that were counted.
grant select (id, member_id, guest_id, score, reason, status, bounced_at, reset_at, retried_at)
on public.email_bounces to authenticated;
grant all on public.email_bounces to service_role;

create policy "Members see that their emails come back" on public.email_bounces for select to authenticated
  using (member_id = (select auth.uid()));

create policy "Staff who see addresses of members see which do not work" on public.email_bounces
  for select to authenticated using (member_id is not null and (select public.may('members')));

create policy "Administrators see which addresses of guests do not work" on public.email_bounces
  for select to authenticated using (guest_id is not null and (select public.is_admin()));

revoke all on public.email_checks from anon, authenticated;
grant select on public.email_checks to authenticated;
grant all on public.email_checks to service_role;

create policy "Administrators see the checks of emails" on public.email_checks for select to authenticated
  using ((select public.is_admin()));
