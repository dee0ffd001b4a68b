revoke all on public.notifications, public.thread_reads, public.topics_read from anon, authenticated;
grant all on public.notifications, public.thread_reads, public.topics_read to service_role;
grant select on public.notifications, public.thread_reads, public.topics_read to authenticated;

create policy "Members see their notifications" on public.notifications for select to authenticated
  using (member_id = (select auth.uid()) and on_site and (
    post_id is null or (select public.hidden_forums()) = '{}'
    or (select true from public.posts where posts.id = post_id)));

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

revoke all on public.notice_kinds, public.notice_choices, public.notice_settings, public.watches, public.notice_fan_outs,
  public.notice_deliveries, public.notice_links, public.received_emails from anon, authenticated;
grant all on public.notice_kinds, public.notice_choices, public.notice_settings, public.watches, public.notice_fan_outs,
  public.notice_deliveries, public.notice_links, public.received_emails to service_role;
grant select on public.notice_kinds, public.notice_choices, public.notice_settings, public.watches to authenticated;

create policy "Members see the kinds of notices" on public.notice_kinds for select to authenticated using (true);

create policy "Members see their choices of channels" on public.notice_choices for select to authenticated
  using (member_id = (select auth.uid()));

create policy "Members see their quiet hours and digest" on public.notice_settings for select to authenticated
  using (member_id = (select auth.uid()));

create policy "Members see what they watch" on public.watches for select to authenticated
  using (member_id = (select auth.uid()));
