-- The two members alone, whatever their roles. The service role has no privilege either: no program of the operator needs
-- these texts.
revoke all on public.conversations, public.private_messages, public.private_reports
  from anon, authenticated, service_role;
grant select (id, first_id, second_id, started_by, accepted_at, last_number, last_message_at, created_at)
  on public.conversations to authenticated;
grant select on public.private_messages to authenticated;
grant select on public.private_reports to authenticated;

create policy "Members see their own conversations" on public.conversations for select to authenticated
  using ((select auth.uid()) in (first_id, second_id));

create policy "Members see messages of their own conversations" on public.private_messages for select to authenticated
  using (exists (select from public.conversations as c where c.id = conversation_id));

create policy "Administrators see reported messages" on public.private_reports for select to authenticated
  using ((select public.is_admin()));
