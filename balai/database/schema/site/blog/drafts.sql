-- Drafts: what a member is writing and has not sent, one for each place (an article, a reply to a post), on all
-- devices.
-- They have no change notice: no page shows a draft, and it is saved at every pause in typing.

-- A member has at most a hundred drafts; a new one replaces the one that was not changed for the longest time.
create or replace function public.limit_drafts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.drafts as d using (
    select kept.place from public.drafts as kept where kept.user_id = new.user_id
    order by kept.updated_at desc, kept.place offset 100
  ) as surplus
  where d.user_id = new.user_id and d.place = surplus.place;
  return null;
end
$$;

revoke execute on function public.limit_drafts() from public, anon, authenticated;
