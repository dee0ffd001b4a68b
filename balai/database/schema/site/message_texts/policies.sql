revoke all on public.service_messages from anon, authenticated;
grant select on public.service_messages to authenticated;
grant all on public.service_messages to service_role;

create policy "Administrators see the texts of messages" on public.service_messages for select to authenticated
  using ((select public.is_admin()));
