-- Reports of three known persons silence a new member. Acts of the kind "hold" are of the past.
alter table public.automatic_acts
  drop constraint automatic_acts_kind_check,
  add constraint automatic_acts_kind_check check (kind in ('hide', 'hold', 'silence', 'close'));

-- The automatic act that a penalty is of; its reason is empty then.
alter table public.penalties add column act_id uuid references public.automatic_acts (id) on delete set null;
create unique index penalties_of_act on public.penalties (act_id) where act_id is not null;

-- Another name, and other results.
drop function if exists public.hold_reported_newcomer(uuid, uuid, uuid, uuid);
drop function if exists public.desk_list(
  text, public.language, boolean, timestamptz, uuid, integer, public.language);
