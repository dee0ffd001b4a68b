-- Administrators read; the functions of steps.sql write.
revoke all on public.site_setup, public.setup_steps from anon, authenticated;
grant select on public.site_setup, public.setup_steps to authenticated;
grant all on public.site_setup, public.setup_steps to service_role;

create policy "Administrators see the setup" on public.site_setup for select to authenticated
  using ((select public.is_admin()));

create policy "Administrators see the steps of the setup" on public.setup_steps for select to authenticated
  using ((select public.is_admin()));
