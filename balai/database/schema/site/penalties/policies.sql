-- penalize() and lift_penalty() alone write.
revoke all on public.penalties from anon, authenticated;
-- Not who imposed it: members see their own.
grant select (id, member_id, kind, reason, created_at, until, lifted_at) on public.penalties to authenticated;
grant all on public.penalties to service_role;

create policy "Members see their own penalties, moderators of the site all" on public.penalties
  for select to authenticated using (member_id = (select auth.uid()) or (select public.may('moderate')));
