revoke all on public.resource_categories, public.resource_category_texts, public.resources, public.resource_texts,
  public.resource_files from anon, authenticated;
grant select on public.resource_categories, public.resource_category_texts, public.resources, public.resource_texts,
  public.resource_files to anon, authenticated;
grant all on public.resource_categories, public.resource_category_texts, public.resources, public.resource_texts,
  public.resource_files to service_role;
grant select on public.resources, public.resource_texts to balai_indexer;

create policy "Everyone sees the categories, groups theirs" on public.resource_categories for select
  using (group_id is null or group_id = any ((select public.my_groups())::uuid[]));

create policy "Staff of the library see all categories" on public.resource_categories for select to authenticated
  using (array[(select public.site_scope()), group_id] && (select public.my_scopes('library')));

create policy "Everyone sees names of visible categories" on public.resource_category_texts for select
  using (exists (select from public.resource_categories c where c.id = category_id));

create policy "Everyone sees published resources, groups theirs" on public.resources for select
  using (is_published and (group_id is null or group_id = any ((select public.my_groups())::uuid[])));

create policy "Staff of the library see all resources" on public.resources for select to authenticated
  using (array[(select public.site_scope()), group_id] && (select public.my_scopes('library')));

create policy "Everyone sees texts of visible resources" on public.resource_texts for select
  using (exists (select from public.resources r where r.id = resource_id));

create policy "Everyone sees files of visible resources" on public.resource_files for select
  using (exists (select from public.resources r where r.id = resource_id));
