revoke all on public.menu_items from anon, authenticated;
grant select on public.menu_items to anon, authenticated;
grant insert, delete on public.menu_items to authenticated;
grant all on public.menu_items to service_role;

create policy "Everyone sees the menu" on public.menu_items for select using (true);

create policy "Administrators add to the menu" on public.menu_items for insert to authenticated
  with check ((select public.is_admin()));

create policy "Administrators remove from the menu" on public.menu_items for delete to authenticated
  using ((select public.is_admin()));
