revoke all on public.pages, public.page_texts, public.page_versions, public.page_version_texts, public.page_slugs,
  public.consents from anon, authenticated;
grant select on public.pages, public.page_versions, public.page_version_texts, public.page_slugs to anon, authenticated;
grant select on public.page_texts, public.consents to authenticated;
grant all on public.pages, public.page_texts, public.page_versions, public.page_version_texts, public.page_slugs,
  public.consents to service_role;
grant select on public.pages, public.page_versions, public.page_version_texts to balai_indexer;

create policy "Everyone sees published pages" on public.pages for select
  using (published_version is not null and deleted_at is null);

create policy "Administrators see all pages" on public.pages for select to authenticated
  using ((select public.is_admin()));

create policy "Administrators see working copies" on public.page_texts for select to authenticated
  using ((select public.is_admin()));

create policy "Everyone sees the published version" on public.page_versions for select
  using (exists (select from public.pages as p
    where p.id = page_id and p.published_version = number and p.deleted_at is null));

-- A version that a member has agreed to stays readable for them, also after it was replaced or deleted.
create policy "Members see versions that they agreed to" on public.page_versions for select to authenticated
  using (exists (select from public.consents as c where c.version_id = page_versions.id and c.user_id = (select auth.uid())));

create policy "Administrators see all versions" on public.page_versions for select to authenticated
  using ((select public.is_admin()));

create policy "Texts are seen with their version" on public.page_version_texts for select
  using (exists (select from public.page_versions as v where v.id = version_id));

create policy "Everyone sees public addresses of published pages" on public.page_slugs for select
  using (is_public and exists (select from public.pages as p where p.id = page_id));

create policy "Administrators see all addresses of pages" on public.page_slugs for select to authenticated
  using ((select public.is_admin()));

create policy "Members see their own consents" on public.consents for select to authenticated
  using (user_id = (select auth.uid()));

create policy "Administrators see all consents" on public.consents for select to authenticated
  using ((select public.is_admin()));
