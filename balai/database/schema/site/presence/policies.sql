-- Presence: everyone sees who is typing in a thread, and members announce it. Who edits an article is visible to
-- administrators only.
create policy "Everyone sees who is typing in a thread" on realtime.messages for select to anon, authenticated
  using (realtime.topic() ~ '^thread:[0-9a-f-]{36}$' and extension = 'presence');

create policy "Members announce typing" on realtime.messages for insert to authenticated
  with check (realtime.topic() ~ '^thread:[0-9a-f-]{36}$' and extension = 'presence');

create policy "Administrators see who edits an article" on realtime.messages for select to authenticated
  using (realtime.topic() ~ '^article:[0-9a-f-]{36}$' and extension = 'presence' and (select public.is_admin()));

create policy "Administrators announce editing" on realtime.messages for insert to authenticated
  with check (realtime.topic() ~ '^article:[0-9a-f-]{36}$' and extension = 'presence' and (select public.is_admin()));
