-- Two more kinds of cases for the desk: reported profiles, and people who book conspicuously often.

-- What members have reported about a profile. A member reports a profile once until that is decided.
create table public.profile_reports (
  id uuid primary key,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  reporter_id uuid references public.profiles (id) on delete set null,
  reason text not null check (reason in ('spam', 'abuse', 'private', 'other')),
  note text not null default '' check (char_length(note) <= 1000),
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  created_at timestamptz not null default now(),
  handled_by uuid references public.profiles (id) on delete set null,
  handled_at timestamptz,
  constraint profile_reports_handled check ((status = 'open') = (handled_at is null))
);
create unique index profile_reports_once on public.profile_reports (profile_id, reporter_id) where status = 'open';
create index profile_reports_of_profile on public.profile_reports (profile_id, created_at desc);
create index profile_reports_by_reporter on public.profile_reports (reporter_id, created_at desc)
  where reporter_id is not null;
create index profile_reports_by_handler on public.profile_reports (handled_by) where handled_by is not null;
alter table public.profile_reports enable row level security;

-- `thing_id` of a booking case is the member, or the first guest at the address.
alter table public.desk_cases
  drop constraint desk_cases_kind_check,
  add constraint desk_cases_kind_check
    check (kind in ('post', 'reply', 'held', 'private', 'message', 'profile', 'booking'));
create index desk_cases_decided on public.desk_cases (state, decided_at desc, id desc) where decided_at is not null;

-- What the decision of a case removed or cancelled, so that it can be opened again.
create table public.desk_undo (
  case_id uuid primary key references public.desk_cases (id) on delete cascade,
  data jsonb not null
);
alter table public.desk_undo enable row level security;

-- The poll of a topic that waits.
alter table public.held_texts add column poll jsonb;

-- Their arguments or results have changed.
drop function if exists
  public.desk_list(text, public.language, boolean, timestamptz, uuid, integer), public.close_case(uuid, text);
