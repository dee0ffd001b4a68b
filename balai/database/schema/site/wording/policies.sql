revoke all on public.wordings from anon, authenticated;
grant select on public.wordings to anon, authenticated;
grant insert (language, key, text, original), update (language, key, text, original), delete
  on public.wordings to authenticated;
grant all on public.wordings to service_role;

create policy "Everyone sees the wordings" on public.wordings for select using (true);

create policy "Administrators change the wordings" on public.wordings to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
