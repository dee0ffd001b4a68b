-- A translation is read as its original. Functions alone write it.
revoke all on public.translations, public.withheld_translations, public.translation_requests from anon, authenticated;
grant all on public.translations, public.withheld_translations, public.translation_requests to service_role;
grant select on public.translations to anon, authenticated;
grant select on public.translation_requests to authenticated;

-- Not "exists": for many translations PostgreSQL would read all posts instead of looking up these.
create policy "Translations are visible with their post or reply" on public.translations for select
  using (case when post_id is not null then (select true from public.posts where posts.id = post_id)
    else (select true from public.replies where replies.id = reply_id) end);

create policy "Members see their requests" on public.translation_requests for select to authenticated
  using (member_id = (select auth.uid()));

-- The roles of the index, of messages and of translations: they read every area, and nothing that is marked.

revoke all on all tables in schema texts from public, anon, authenticated;
grant select on public.translations to balai_indexer;

create policy "Background roles read posts" on public.posts for select
  to balai_indexer, balai_mailer, balai_translator using (true);

create policy "Background roles read replies" on public.replies for select
  to balai_indexer, balai_mailer, balai_translator using (true);

create policy "No marked post is indexed" on public.posts as restrictive for select to balai_indexer
  using (not 'index' = any (kept_from) and forum_id <> all ((select public.areas_kept_from('index'))::uuid[]));

create policy "No marked post is mailed" on public.posts as restrictive for select to balai_mailer
  using (not 'mail' = any (kept_from) and forum_id <> all ((select public.areas_kept_from('mail'))::uuid[]));

create policy "No marked post is translated" on public.posts as restrictive for select to balai_translator
  using (not 'translate' = any (kept_from) and forum_id <> all ((select public.areas_kept_from('translate'))::uuid[]));

-- The mark of a post holds for its replies: the role does not see the post.
create policy "No marked reply is indexed" on public.replies as restrictive for select to balai_indexer
  using (not 'index' = any (kept_from) and (select true from public.posts where posts.id = post_id));

create policy "No marked reply is mailed" on public.replies as restrictive for select to balai_mailer
  using (not 'mail' = any (kept_from) and (select true from public.posts where posts.id = post_id));

create policy "No marked reply is translated" on public.replies as restrictive for select to balai_translator
  using (not 'translate' = any (kept_from) and (select true from public.posts where posts.id = post_id));

-- The policy above asks for the original, which the indexer does not see when it is marked.
create policy "The indexer reads articles" on public.articles for select to balai_indexer using (true);
create policy "The indexer reads texts of articles" on public.article_texts for select to balai_indexer using (true);
create policy "The indexer reads resources" on public.resources for select to balai_indexer using (true);
create policy "The indexer reads texts of resources" on public.resource_texts for select to balai_indexer using (true);
create policy "The indexer reads services" on public.services for select to balai_indexer using (true);
create policy "The indexer reads texts of services" on public.service_texts for select to balai_indexer using (true);
create policy "The indexer reads pages" on public.pages for select to balai_indexer using (true);
create policy "The indexer reads versions of pages" on public.page_versions for select to balai_indexer using (true);
create policy "The indexer reads texts of pages" on public.page_version_texts for select to balai_indexer using (true);

-- Functions and triggers alone write the tasks of translators.
revoke all on public.translation_tasks from anon, authenticated;
grant select on public.translation_tasks to authenticated;
grant all on public.translation_tasks to service_role;

-- As sees_task() says it, with the caller's scopes read once for each statement.
create policy "Tasks are for those who may translate the thing" on public.translation_tasks for select to authenticated
  using (case kind
    when 'article' then array[(select public.site_scope()), group_id]
      && ((select public.my_scopes('edit')) || (select public.my_scopes('translate')))
    when 'resource' then array[(select public.site_scope()), group_id] && (select public.my_scopes('library'))
    else (select public.is_admin()) end);

revoke all on public.translation_memory from anon, authenticated;
grant select on public.translation_memory to authenticated;
grant all on public.translation_memory to service_role;

-- A block is read as the text that it stands in.
create policy "Blocks are visible with their text" on public.translation_memory for select to authenticated
  using (exists (select from public.article_texts as t
    where t.article_id = translation_memory.article_id and t.language = translation_memory.language));
