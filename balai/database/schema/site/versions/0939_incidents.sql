-- Incidents with personal data: what happened, who is affected with which data, and the notice to them.

-- Functions alone write the rows (privacy/incidents.sql).
create table public.incidents (
  id uuid primary key,
  title text not null check (public.is_clean_line(title, 120)),
  -- What happened, as the notice and the report say it.
  description text not null check (char_length(description) <= 4000 and description ~ '\S'),
  notes text not null default '' check (char_length(notes) <= 4000),
  discovered_at timestamptz not null check (discovered_at >= '2000-01-01'),
  began_at timestamptz check (began_at >= '1970-01-01'),
  ended_at timestamptz check (ended_at < '2200-01-01'),
  -- Of the notice to the authority.
  due_at timestamptz not null,
  reported_at timestamptz,
  recorded_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  -- When the names and addresses of a closed incident's list were deleted.
  erased_at timestamptz,
  -- The list of the affected people: of which data, of whom, and when it was made. `people`: how many, by kind of data and
  -- by language. The numbers stay when accounts are deleted.
  kinds text[] not null default '{}' check (
    cardinality(kinds) <= 9 and kinds <@ array['profile', 'email', 'phone', 'bookings', 'answers', 'messages', 'texts', 'contact', 'files']),
  scope text check (scope in ('everybody', 'member', 'service', 'group', 'area')),
  scope_member uuid references public.profiles (id) on delete set null,
  scope_id uuid,
  data_from timestamptz check (data_from >= '1970-01-01'),
  data_until timestamptz check (data_until < '2200-01-01'),
  listed_at timestamptz,
  people jsonb,
  -- When the notice was sent to those people. The list is final then.
  sent_at timestamptz,
  constraint incidents_order check (began_at <= ended_at and began_at <= discovered_at),
  constraint incidents_due check (due_at > discovered_at and due_at <= discovered_at + interval '90 days'),
  constraint incidents_period check (data_from <= data_until),
  constraint incidents_listed check (
    num_nonnulls(listed_at, people, scope) in (0, 3) and (listed_at is not null) = (kinds <> '{}')),
  constraint incidents_scope check (
    case when scope in ('service', 'group', 'area') then scope_id is not null else scope_id is null end),
  constraint incidents_sent check (sent_at is null or listed_at is not null)
);
create index incidents_by_discovery on public.incidents (discovered_at desc, id desc);
create index incidents_by_recorder on public.incidents (recorded_by) where recorded_by is not null;
create index incidents_of_member on public.incidents (scope_member) where scope_member is not null;
create index incidents_open on public.incidents (due_at) where closed_at is null;
create index incidents_by_close on public.incidents (closed_at) where closed_at is not null and erased_at is null;
alter table public.incidents enable row level security;

-- The notice in each language.
create table public.incident_texts (
  incident_id uuid not null references public.incidents (id) on delete cascade,
  language public.language not null,
  subject text not null check (public.is_clean_line(subject, 150)),
  body text not null check (char_length(body) <= 8000 and body ~ '\S'),
  updated_at timestamptz not null default now(),
  primary key (incident_id, language)
);
alter table public.incident_texts enable row level security;

-- The affected people, as they were when the list was made. A member, a guest with a booking, or the sender of a message
-- to the site. With the account or the guest the name and the address go, and the row stays for the numbers.
create table public.incident_people (
  id bigint generated always as identity primary key,
  incident_id uuid not null references public.incidents (id) on delete cascade,
  member_id uuid references public.profiles (id) on delete set null,
  guest_id uuid references public.guests (id) on delete set null,
  name text,
  email text,
  phone text,
  -- The notice is emailed to this row: the first one with its address.
  gets_email boolean not null,
  language public.language not null,
  kinds text[] not null,
  -- The oldest data of each kind, and of all.
  since_by_kind jsonb not null,
  since timestamptz not null,
  notified_at timestamptz,
  constraint incident_people_of_one check (num_nonnulls(member_id, guest_id) <= 1)
);
create index incident_people_of_incident on public.incident_people (incident_id, id);
create index incident_people_to_notify on public.incident_people (incident_id, id)
  where notified_at is null and (gets_email or member_id is not null);
create index incident_people_of_member on public.incident_people (member_id) where member_id is not null;
create index incident_people_of_guest on public.incident_people (guest_id) where guest_id is not null;
alter table public.incident_people enable row level security;
