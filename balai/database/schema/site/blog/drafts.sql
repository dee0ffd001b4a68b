-- A member has a hundred drafts at most; beyond that the one left alone the longest makes room.
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
