-- Requests of people about their data: to see, correct, delete, take along, or no longer use it. Each has a due date.

alter table public.site_settings
  add column privacy_days integer not null default 21 check (privacy_days between 1 and 90);
comment on column public.site_settings.privacy_days is
  'Days from the receipt of a request about data until its answer is due.';

-- Functions alone write the rows. `erased_at`: the texts and the person are deleted, and what remains is the proof that the
-- request was answered: kind, dates, state, and the member of staff.
create table public.privacy_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('access', 'correction', 'erasure', 'portability', 'consent')),
  member_id uuid references public.profiles (id) on delete set null,
  -- Of a person without an account.
  person_name text,
  person_contact text,
  channel text not null check (channel in ('site', 'email', 'phone', 'in_person')),
  message text,
  received_on date not null,
  due_on date not null,
  is_extended boolean not null default false,
  extension_reason text,
  state text not null default 'open' check (state in ('open', 'in_progress', 'done', 'refused', 'withdrawn')),
  outcome text,
  handled_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  -- When staff were reminded that it is due soon.
  reminded_at timestamptz,
  erased_at timestamptz,
  constraint privacy_requests_person_name check (public.is_clean_line(person_name, 80)),
  constraint privacy_requests_person_contact check (public.is_clean_line(person_contact, 200)),
  constraint privacy_requests_message check (char_length(message) <= 4000 and message ~ '\S'),
  constraint privacy_requests_extension_reason check (char_length(extension_reason) <= 1000 and extension_reason ~ '\S'),
  constraint privacy_requests_outcome check (char_length(outcome) <= 4000 and outcome ~ '\S'),
  constraint privacy_requests_due check (due_on > received_on and due_on <= received_on + 180),
  constraint privacy_requests_closed check ((closed_at is null) = (state in ('open', 'in_progress'))),
  constraint privacy_requests_texts check (
    case when erased_at is not null then
        closed_at is not null
        and num_nonnulls(member_id, person_name, person_contact, message, extension_reason, outcome) = 0
      else num_nonnulls(message) = 1 and num_nonnulls(member_id, person_name) = 1
        and (person_name is null) = (person_contact is null)
        and (extension_reason is not null) = is_extended
        and (outcome is not null) = (state in ('done', 'refused')) end)
);
-- One open request of a kind for each member; and the requests of a member.
create unique index privacy_requests_one_open on public.privacy_requests (member_id, kind) where closed_at is null;
create index privacy_requests_of_member on public.privacy_requests (member_id, created_at);
create index privacy_requests_by_handler on public.privacy_requests (handled_by) where handled_by is not null;
create index privacy_requests_by_due on public.privacy_requests (due_on, id) where closed_at is null;
create index privacy_requests_by_close on public.privacy_requests (closed_at desc, id desc) where closed_at is not null;
alter table public.privacy_requests enable row level security;
