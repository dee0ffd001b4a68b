-- set_area_rights(), set_area_ban() and open_confidential_area() alone write the rights of areas. Roles and their grants
-- are plain rows for administrators.
revoke all on public.area_rights, public.area_bans, public.confidential_reads from anon, authenticated;
grant select on public.area_rights, public.confidential_reads to authenticated;
-- Not who imposed it: members see their own.
grant select (forum_id, member_id, reason, until, created_at) on public.area_bans to authenticated;
grant all on public.area_rights, public.area_bans, public.confidential_reads to service_role;

create policy "Administrators see the rights of areas" on public.area_rights for select to authenticated
  using ((select public.is_admin()));

create policy "Members see their own bans, moderators those of their areas" on public.area_bans
  for select to authenticated
  using (member_id = (select auth.uid()) or forum_id = any ((select public.moderated_forums())::uuid[]));

create policy "Members see their own reads, moderators those of their areas" on public.confidential_reads
  for select to authenticated
  using (reader_id = (select auth.uid()) or forum_id = any ((select public.moderated_forums())::uuid[]));

revoke all on public.roles, public.role_grants from anon, authenticated;
grant select on public.roles, public.role_grants to authenticated;
grant insert (id, name, rights), update (name, rights), delete on public.roles to authenticated;
grant insert (id, member_id, role_id, group_id, forum_id, service_id), delete on public.role_grants to authenticated;
grant all on public.roles, public.role_grants to service_role;

create policy "Staff see what roles give" on public.roles for select to authenticated
  using ((select public.is_admin()) or exists (select from public.role_grants as g where g.role_id = id));

create policy "Administrators add roles" on public.roles for insert to authenticated
  with check ((select public.is_admin()) and preset is null);

create policy "Administrators change the site's own roles" on public.roles for update to authenticated
  using ((select public.is_admin()) and preset is null) with check ((select public.is_admin()) and preset is null);

create policy "Administrators delete the site's own roles" on public.roles for delete to authenticated
  using ((select public.is_admin()) and preset is null);

create policy "Administrators see all grants, members their own" on public.role_grants for select to authenticated
  using (member_id = (select auth.uid()) or (select public.is_admin()));

create policy "Administrators give roles" on public.role_grants for insert to authenticated
  with check ((select public.is_admin()));

create policy "Administrators take roles away" on public.role_grants for delete to authenticated
  using ((select public.is_admin()));

revoke all on public.staff_log from anon, authenticated, service_role;
grant select on public.staff_log to authenticated, service_role;

create policy "The staff log is for staff with its right" on public.staff_log for select to authenticated
  using ((select public.may('log')));

-- Functions alone write perspectives (rights/perspectives.sql). Not who it was: the staff log has that.
revoke all on public.perspectives from anon, authenticated;
grant select (id, member_id, reason, started_at, ends_at, ended_at) on public.perspectives to authenticated;
grant all on public.perspectives to service_role;

create policy "Members see when an administrator saw the site as they do" on public.perspectives
  for select to authenticated using (member_id = (select auth.uid()));
