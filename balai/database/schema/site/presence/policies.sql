-- Presence: readers of an open thread see which members are typing in it. Which writers edit an article is visible
-- to writers only. The server writes the names (balai/site/presence.py).
create policy "Readers of a thread see who is typing in it" on realtime.messages for select to anon, authenticated
  using (extension = 'presence' and exists (
    select from public.posts as p
    where p.id = substring(realtime.topic() from '^thread:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid));

create policy "Members announce typing" on realtime.messages for insert to authenticated
  with check (extension = 'presence' and exists (
    select from public.posts as p
    -- Null for other topics: the planner evaluates the cast whatever stands before it.
    where p.id = substring(realtime.topic() from '^thread:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid
      and not p.is_locked and public.may('reply', p.forum_id)));

create policy "Writers see who edits an article" on realtime.messages for select to authenticated
  using (realtime.topic() ~ '^article:[0-9a-f-]{36}$' and extension = 'presence' and (select public.writes_articles()));

create policy "Writers announce editing" on realtime.messages for insert to authenticated
  with check (realtime.topic() ~ '^article:[0-9a-f-]{36}$' and extension = 'presence' and (select public.writes_articles()));
