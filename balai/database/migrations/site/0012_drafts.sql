-- What a member is writing and has not sent: one draft for each place (an article, a reply under a post), on every
-- device of hers, until the sending has been confirmed.
--
-- No change notice here: a draft is on nobody's page, and it is saved at every pause in typing.

create table public.drafts (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  place text not null check (place ~ '^[a-z]+(:[A-Za-z0-9-]{1,80}){1,3}$' and char_length(place) <= 200),
  content jsonb not null check (octet_length(content::text) <= 400000),
  updated_at timestamptz not null default now(),
  primary key (user_id, place)
);
create index drafts_last_touched on public.drafts (user_id, updated_at);

create trigger touch_updated_at before update on public.drafts
  for each row execute function public.touch_updated_at();

-- A member has a hundred drafts at most; beyond that the one left alone the longest makes room.
create function public.make_room_for_draft() returns trigger
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
create trigger make_room_for_draft after insert on public.drafts
  for each row execute function public.make_room_for_draft();

alter table public.drafts enable row level security;
revoke all on public.drafts from anon, authenticated;
grant select, delete on public.drafts to authenticated;
grant insert (user_id, place, content), update (user_id, place, content) on public.drafts to authenticated;
grant all on public.drafts to service_role;
create policy "A draft is its writer's alone" on public.drafts to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

revoke execute on function public.make_room_for_draft() from public, anon, authenticated;
