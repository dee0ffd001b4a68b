-- Functions write these tables. Of a held text alone its author and the moderators of its area know.
revoke all on public.member_trust, public.reading_days, public.held_texts, public.automatic_acts from anon, authenticated;
grant select, delete on public.held_texts to authenticated;
grant select on public.automatic_acts to authenticated;
grant all on public.member_trust, public.reading_days, public.held_texts, public.automatic_acts to service_role;

create policy "Authors and moderators of the area see held texts" on public.held_texts for select to authenticated
  using (author_id = (select auth.uid()) and forum_id <> all ((select public.hidden_forums())::uuid[])
    or forum_id = any ((select public.moderated_forums())::uuid[]));

create policy "Authors take back what is held" on public.held_texts for delete to authenticated
  using (author_id = (select auth.uid()) and status <> 'approved');

create policy "Moderators see the automatic acts of their areas" on public.automatic_acts for select to authenticated
  using (forum_id = any ((select public.moderated_forums())::uuid[]));
