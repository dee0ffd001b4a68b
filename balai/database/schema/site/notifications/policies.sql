revoke all on public.notifications, public.thread_reads, public.topics_read from anon, authenticated;
grant all on public.notifications, public.thread_reads, public.topics_read to service_role;
grant select on public.notifications, public.thread_reads, public.topics_read to authenticated;

create policy "Members see their notifications" on public.notifications for select to authenticated
  using (member_id = (select auth.uid()));

create policy "Members see their read positions" on public.thread_reads for select to authenticated
  using (member_id = (select auth.uid()));

create policy "Members see when they marked all topics as read" on public.topics_read for select to authenticated
  using (member_id = (select auth.uid()));

revoke all on public.push_subscriptions, public.push_messages, public.push_keys from anon, authenticated;
grant all on public.push_subscriptions, public.push_messages to service_role;
grant select, delete, update (has_details) on public.push_subscriptions to authenticated;

create policy "Members see their devices" on public.push_subscriptions for select to authenticated
  using (member_id = (select auth.uid()));

create policy "Members choose what their devices show" on public.push_subscriptions for update to authenticated
  using (member_id = (select auth.uid())) with check (member_id = (select auth.uid()));

create policy "Members remove their devices" on public.push_subscriptions for delete to authenticated
  using (member_id = (select auth.uid()));
