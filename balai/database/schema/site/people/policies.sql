revoke all on public.profiles, public.administrators from anon, authenticated;
-- The other columns have an audience of their own: visibility.sql.
grant select (id, display_name, picture_url) on public.profiles to anon, authenticated;
grant update (display_name, picture_url, about, language, time_zone, content_languages, speaks, about_for, languages_for,
    since_for, activity_for, is_listed, takes_messages)
  on public.profiles to authenticated;
grant select on public.administrators to authenticated;
grant all on public.profiles, public.administrators to service_role;

-- Names on pages: visitors see the names of public authors; members also those of the directory, of members whom they
-- meet elsewhere, and their own; staff all.
create policy "Visitors see public authors" on public.profiles for select to anon using (is_public_author);

create policy "Members see whom they can meet" on public.profiles for select to authenticated
  using (is_public_author or id = (select auth.uid())
    or is_listed and (select s.has_directory from public.site_settings as s) or (select public.is_staff())
    or public.is_acquainted(id, (select public.seen_areas())::uuid[]));

create policy "Members change their own profile" on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

create policy "Administrators see all administrators, members themselves" on public.administrators
  for select to authenticated using (user_id = (select auth.uid()) or (select public.is_admin()));

revoke all on public.account_deletions from anon, authenticated;
grant select on public.account_deletions to authenticated;
grant all on public.account_deletions to service_role;

-- Not an administrator's, which has their name.
create policy "Members see their own account deletion" on public.account_deletions for select to authenticated
  using (user_id = (select auth.uid()) and not by_administrator);

revoke all on public.invitations from anon, authenticated;
grant select on public.invitations to authenticated;
grant insert (note, language, makes_administrator, role_id, group_id, max_uses, expires_at, address)
  on public.invitations to authenticated;
grant update (revoked_at) on public.invitations to authenticated;
grant all on public.invitations to service_role;

create policy "Administrators see invitations" on public.invitations for select to authenticated
  using ((select public.is_admin()));

create policy "Administrators create invitations" on public.invitations for insert to authenticated
  with check ((select public.is_admin()));

create policy "Administrators revoke invitations" on public.invitations for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

revoke all on public.follows, public.member_blocks from anon, authenticated;
grant select on public.follows, public.member_blocks to authenticated;
grant all on public.follows, public.member_blocks to service_role;

create policy "Members see who they follow" on public.follows for select to authenticated
  using (follower_id = (select auth.uid()));

create policy "Members see whom they block" on public.member_blocks for select to authenticated
  using (member_id = (select auth.uid()));

-- Members read theirs by functions; the version is a name in the blob store.
revoke all on public.account_exports from anon, authenticated;
grant all on public.account_exports to service_role;
