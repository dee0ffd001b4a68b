-- add_barrier() and remove_barrier() alone write.
revoke all on public.barriers, public.link_hosts, public.barrier_items from anon, authenticated;
grant select on public.barriers to authenticated;
grant all on public.barriers, public.link_hosts, public.barrier_items to service_role;

create policy "Administrators see what is blocked" on public.barriers for select to authenticated
  using ((select public.is_admin()));
