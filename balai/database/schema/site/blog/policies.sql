revoke all on public.articles, public.article_texts, public.article_slugs from anon, authenticated;
grant select on public.articles, public.article_texts, public.article_slugs to anon, authenticated;
grant all on public.articles, public.article_texts, public.article_slugs to service_role;
grant select on public.articles, public.article_texts to balai_indexer;

create policy "Everyone sees what is published now, groups theirs" on public.articles for select
  using (status = 'published' and deleted_at is null and publish_at <= now() and (expire_at is null or expire_at > now())
    and (group_id is null or group_id = any ((select public.my_groups())::uuid[])));

create policy "Editors and translators see all" on public.articles for select to authenticated
  using (array[(select public.site_scope()), group_id]
    && ((select public.my_scopes('edit')) || (select public.my_scopes('translate'))));

create policy "Writers see their own" on public.articles for select to authenticated
  using (author_id = (select auth.uid()));

create policy "Everyone sees published texts of visible articles" on public.article_texts for select
  using (status = 'published' and exists (select from public.articles as a where a.id = article_id));

create policy "Staff see all texts of their articles" on public.article_texts for select to authenticated
  using (exists (select from public.articles as a where a.id = article_id and (a.author_id = (select auth.uid())
    or array[(select public.site_scope()), a.group_id]
      && ((select public.my_scopes('edit')) || (select public.my_scopes('translate'))))));

create policy "Everyone sees public addresses of visible articles" on public.article_slugs for select
  using (is_public and exists (select from public.articles as a where a.id = article_id));

create policy "Staff see all addresses of their articles" on public.article_slugs for select to authenticated
  using (exists (select from public.articles as a where a.id = article_id and (a.author_id = (select auth.uid())
    or array[(select public.site_scope()), a.group_id]
      && ((select public.my_scopes('edit')) || (select public.my_scopes('translate'))))));

revoke all on public.article_versions from anon, authenticated;
grant select on public.article_versions to authenticated;
grant all on public.article_versions to service_role;

-- As check_article_rights() says it: a contributor loses a text when it is published, and keeps drafts of translations.
create policy "Versions are for those who may edit the article" on public.article_versions for select to authenticated
  using (exists (select from public.articles as a where a.id = article_id and a.deleted_at is null
    and (array[(select public.site_scope()), a.group_id]
        && ((select public.my_scopes('edit')) || (select public.my_scopes('translate')))
      or a.author_id = (select auth.uid()) and array[(select public.site_scope()), a.group_id]
        && ((select public.my_scopes('publish'))
          || case when a.status = 'draft' or exists (
              select from public.article_texts as t
              where t.article_id = a.id and t.language = article_versions.language and t.status = 'draft')
            then (select public.my_scopes('write')) else '{}' end))));

revoke all on public.article_reviews from anon, authenticated;
grant select on public.article_reviews to authenticated;
grant all on public.article_reviews to service_role;

create policy "Writers see the reviews of their articles, staff all" on public.article_reviews for select to authenticated
  using (exists (select from public.articles as a where a.id = article_id and a.deleted_at is null
    and (a.author_id = (select auth.uid()) or array[(select public.site_scope()), a.group_id]
      && ((select public.my_scopes('edit')) || (select public.my_scopes('translate'))))));

revoke all on public.drafts from anon, authenticated;
grant select, delete on public.drafts to authenticated;
grant insert (user_id, place, content), update (user_id, place, content) on public.drafts to authenticated;
grant all on public.drafts to service_role;

create policy "Members read and write their own drafts" on public.drafts to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

revoke all on public.series, public.series_texts, public.series_slugs, public.series_articles from anon, authenticated;
grant select on public.series, public.series_texts, public.series_slugs to anon, authenticated;
grant select on public.series_articles to authenticated;
grant all on public.series, public.series_texts, public.series_slugs, public.series_articles to service_role;

create policy "Everyone sees series with an article that they read" on public.series for select
  using (exists (select from public.parts_of_series(id)));

create policy "Editors see all series" on public.series for select to authenticated
  using ((select public.site_scope()) = any ((select public.my_scopes('edit'))::uuid[]));

create policy "Everyone sees texts of visible series" on public.series_texts for select
  using (exists (select from public.series as s where s.id = series_id));

create policy "Everyone sees addresses of visible series" on public.series_slugs for select
  using (exists (select from public.series as s where s.id = series_id));

create policy "Editors see the places of articles" on public.series_articles for select to authenticated
  using ((select public.site_scope()) = any ((select public.my_scopes('edit'))::uuid[]));

revoke all on public.article_acts, public.article_act_items from anon, authenticated;
grant select on public.article_acts to authenticated;
grant all on public.article_acts, public.article_act_items to service_role;

create policy "Writers see their own acts, administrators all" on public.article_acts for select to authenticated
  using (actor_id = (select auth.uid()) or (select public.is_admin()));
