revoke all on public.notifications, public.thread_reads, public.topics_read from anon, authenticated;
grant all on public.notifications, public.thread_reads, public.topics_read to service_role;
grant select on public.notifications, public.thread_reads, public.topics_read to authenticated;

create policy "Members see their notifications" on public.notifications for select to authenticated
  using (member_id = (select auth.uid()));

create policy "Members see their read positions" on public.thread_reads for select to authenticated
  using (member_id = (select auth.uid()));

create policy "Members see when they marked all topics as read" on public.topics_read for select to authenticated
  using (member_id = (select auth.uid()));
