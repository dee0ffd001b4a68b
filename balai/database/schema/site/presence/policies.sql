-- Presence: everyone sees which members are typing in an open thread. Which administrators edit an article is visible
-- to administrators only. The server writes the names (balai/site/presence.py).
create policy "Everyone sees who is typing in a thread" on realtime.messages for select to anon, authenticated
  using (realtime.topic() ~ '^thread:[0-9a-f-]{36}$' and extension = 'presence');

create policy "Members announce typing" on realtime.messages for insert to authenticated
  with check (extension = 'presence' and exists (
    select from public.posts as p
    -- Null for other topics: the planner evaluates the cast whatever stands before it.
    where p.id = substring(realtime.topic() from '^thread:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid
      and not p.is_locked));

create policy "Administrators see who edits an article" on realtime.messages for select to authenticated
  using (realtime.topic() ~ '^article:[0-9a-f-]{36}$' and extension = 'presence' and (select public.is_admin()));

create policy "Administrators announce editing" on realtime.messages for insert to authenticated
  with check (realtime.topic() ~ '^article:[0-9a-f-]{36}$' and extension = 'presence' and (select public.is_admin()));
