-- An account has two rows if its member and an administrator have asked for its deletion. by_administrator stays when the
-- account of requested_by is deleted.
alter table public.account_deletions
  add column by_administrator boolean not null default false,
  add column requested_by uuid references public.profiles (id) on delete set null,
  drop constraint account_deletions_pkey,
  add primary key (user_id, by_administrator);
create index account_deletions_by_requester on public.account_deletions (requested_by) where requested_by is not null;

drop function if exists public.list_members(text, timestamptz, uuid, integer);
drop function if exists public.show_member(uuid);
