revoke all on public.messages from anon, authenticated;
grant select on public.messages to authenticated;
grant all on public.messages to service_role;

create policy "Staff read messages" on public.messages for select to authenticated
  using ((select public.may('messages')));
