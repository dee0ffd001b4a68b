-- Clients insert posts and replies with an id of their own, so a repeated request meets the primary key. They never
-- update or delete rows; the functions of this folder do.

revoke all on public.forums, public.forum_texts, public.posts, public.replies, public.content_versions
  from anon, authenticated;
grant all on public.forums, public.forum_texts, public.posts, public.replies, public.content_versions to service_role;
grant select on public.forums, public.forum_texts, public.posts, public.replies to anon, authenticated;
grant select on public.content_versions to authenticated;
-- For the index, messages and translations: see translations/policies.sql.
grant select on public.posts, public.replies to balai_indexer, balai_mailer, balai_translator;
grant insert (id, forum_id, language, title, body, tags, kept_from) on public.posts to authenticated;
grant insert (id, post_id, language, body, quoted_reply_id, kept_from) on public.replies to authenticated;

-- hidden_forums() runs once for each statement, not for each row, and is empty on most sites.
create policy "Forums are visible to those who may see them" on public.forums for select
  using (id <> all ((select public.hidden_forums())::uuid[]));

create policy "Forum texts are visible with their forum" on public.forum_texts for select
  using (forum_id <> all ((select public.hidden_forums())::uuid[]));

create policy "Posts are visible with their forum" on public.posts for select
  using (forum_id <> all ((select public.hidden_forums())::uuid[]));

-- Not "exists": for many replies PostgreSQL would read all posts instead of looking up these.
create policy "Replies are visible with their post" on public.replies for select
  using ((select public.hidden_forums()) = '{}' or (select true from public.posts where posts.id = post_id));

create policy "Members post in their own name" on public.posts for insert to authenticated
  with check (author_id = (select auth.uid()) and public.may('create', forum_id));

-- A post that is absent or invisible rejects alike.
create policy "Members reply in their own name" on public.replies for insert to authenticated
  with check (author_id = (select auth.uid())
    and exists (select from public.posts where posts.id = post_id and public.may('reply', posts.forum_id)));

create policy "Earlier texts are for their author and moderators" on public.content_versions
  for select to authenticated using (
    (select posts.author_id = (select auth.uid()) or posts.forum_id = any ((select public.moderated_forums())::uuid[])
     from public.posts where posts.id = post_id)
    or (select replies.author_id = (select auth.uid())
          or posts.forum_id = any ((select public.moderated_forums())::uuid[])
        from public.replies join public.posts on posts.id = replies.post_id where replies.id = reply_id));

-- Read by triggers alone.
revoke all on public.mentions, public.withdrawn_quotes from anon, authenticated;
grant all on public.mentions, public.withdrawn_quotes to service_role;

revoke all on public.post_tags, public.forum_tags from anon, authenticated;
grant all on public.post_tags, public.forum_tags to service_role;
grant select on public.post_tags, public.forum_tags to anon, authenticated;

create policy "Tags are visible with their post" on public.post_tags for select
  using (forum_id <> all ((select public.hidden_forums())::uuid[]));

create policy "Tags in use are visible with their forum" on public.forum_tags for select
  using (exists (select from public.forums where forums.id = forum_id));

revoke all on public.reports from anon, authenticated;
grant all on public.reports to service_role;
grant insert (id, post_id, reply_id, reason, note) on public.reports to authenticated;
grant select on public.reports to authenticated;

create policy "Members report in their own name" on public.reports for insert to authenticated
  with check (reporter_id = (select auth.uid()) and public.can_report(post_id, reply_id));

create policy "Moderators read the reports of their areas" on public.reports for select to authenticated
  using ((
    select posts.forum_id = any ((select public.moderated_forums())::uuid[]) from public.posts
    where posts.id = coalesce(reports.post_id, (
      select replies.post_id from public.replies where replies.id = reports.reply_id))));

-- Reactions and bookmarks. Members insert and remove their own rows; counts are on the posts and replies.

revoke all on public.reactions, public.bookmarks from anon, authenticated;
grant all on public.reactions, public.bookmarks to service_role;
grant select, delete on public.reactions to authenticated;
grant insert (kind, post_id, reply_id) on public.reactions to authenticated;
grant select, delete on public.bookmarks to authenticated;
grant insert (remind_at, note, post_id, reply_id, article_id, resource_id, service_id) on public.bookmarks
  to authenticated;
grant update (remind_at, reminded_at, note) on public.bookmarks to authenticated;

create policy "Members see reactions to what they see" on public.reactions for select to authenticated
  using (member_id = (select auth.uid()) or public.can_report(post_id, reply_id));

create policy "Members react in their own name" on public.reactions for insert to authenticated
  with check (member_id = (select auth.uid()) and public.can_report(post_id, reply_id));

create policy "Members take back their reactions" on public.reactions for delete to authenticated
  using (member_id = (select auth.uid()));

create policy "Members see their bookmarks" on public.bookmarks for select to authenticated
  using (member_id = (select auth.uid()));

create policy "Members bookmark what they see" on public.bookmarks for insert to authenticated
  with check (member_id = (select auth.uid())
    and public.can_bookmark(post_id, reply_id, article_id, resource_id, service_id));

create policy "Members change their bookmarks" on public.bookmarks for update to authenticated
  using (member_id = (select auth.uid())) with check (member_id = (select auth.uid()));

create policy "Members remove their bookmarks" on public.bookmarks for delete to authenticated
  using (member_id = (select auth.uid()));

-- Acts of moderators, and the earlier addresses of replies.
revoke all on public.forum_acts, public.forum_act_items, public.moved_replies from anon, authenticated;
grant all on public.forum_acts, public.forum_act_items, public.moved_replies to service_role;
grant select on public.forum_acts to authenticated;
grant select on public.moved_replies to anon, authenticated;

create policy "Moderators see their own acts, administrators all" on public.forum_acts for select to authenticated
  using (actor_id = (select auth.uid()) or (select public.is_admin()));

create policy "Earlier addresses are visible with their reply" on public.moved_replies for select
  using (exists (select from public.replies where replies.id = reply_id));

-- Polls. Counts and votes are read by functions alone, also with the key of the service role.
revoke all on public.polls, public.poll_options, public.poll_counts, public.poll_votes
  from anon, authenticated, service_role;
grant select on public.polls, public.poll_options to anon, authenticated, service_role;

create policy "Polls are visible with the text of their post" on public.polls for select
  using (exists (select from public.posts where posts.id = post_id and posts.title is not null));

create policy "Options are visible with their poll" on public.poll_options for select
  using (exists (select from public.polls where polls.id = poll_id));
