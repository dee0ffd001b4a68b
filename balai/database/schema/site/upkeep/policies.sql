-- The jobs write.
revoke all on public.backups, public.health_findings from anon, authenticated;
grant select on public.backups, public.health_findings to authenticated;
grant all on public.backups, public.health_findings to service_role;

create policy "Administrators see the backups" on public.backups for select to authenticated
  using ((select public.is_admin()));
create policy "Administrators see the state of the site" on public.health_findings for select to authenticated
  using ((select public.is_admin()));
