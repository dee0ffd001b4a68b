-- Functions alone write groups and their members.
revoke all on public.groups, public.group_texts, public.group_members from anon, authenticated;
grant select on public.groups, public.group_texts to anon, authenticated;
grant select on public.group_members to authenticated;
grant all on public.groups, public.group_texts, public.group_members to service_role;

create policy "Everyone sees listed groups" on public.groups for select using (is_listed and not is_everybody);

create policy "Members see their own groups" on public.groups for select to authenticated
  using (id = any ((select public.my_groups())::uuid[]) or exists (
    select from public.group_members as m where m.group_id = id and m.member_id = (select auth.uid())));

create policy "Staff see all groups" on public.groups for select to authenticated
  using (array[(select public.site_scope()), id] && (select public.my_scopes('people')));

create policy "Group texts are visible with their group" on public.group_texts for select
  using (exists (select from public.groups where groups.id = group_id));

-- Not by way of public.groups, whose policy asks here.
create policy "Members see their own memberships" on public.group_members for select to authenticated
  using (member_id = (select auth.uid()));

create policy "Members see each other in a group" on public.group_members for select to authenticated
  using (status = 'member' and group_id = any ((select public.my_groups())::uuid[]));

create policy "Leaders see requests and invitations" on public.group_members for select to authenticated
  using (array[(select public.site_scope()), group_id] && (select public.my_scopes('people')));
