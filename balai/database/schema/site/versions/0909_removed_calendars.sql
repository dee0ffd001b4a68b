-- Calendars of hosts and the email account can be restored after they were removed.
alter table public.removals
  drop constraint removals_kind_check,
  add constraint removals_kind_check check (
    kind in ('resource', 'resource_category', 'forum', 'group', 'calendar', 'email_account')),
  -- Of a private thing: it is erased with the account of its member.
  add column member_id uuid references public.profiles (id) on delete cascade;
create index removals_of_member on public.removals (member_id) where member_id is not null;
