-- Questions of a service and the answers of a booking. Sensitive answers are encrypted by the program before they are
-- written; the database has the names of the keys and never a key.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('booking-answers', 'booking-answers', false, 10500000,
    array['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'application/octet-stream'])
on conflict (id) do nothing;

-- How long the answers of a service are stored after the end of the booking.
alter table public.services add column answer_days integer not null default 365 check (answer_days between 1 and 3650);

-- The keys that the running program has, by a short hash of each. Written at every start.
create table public.answer_keys (
  id text primary key check (id ~ '^[0-9a-f]{16}$'),
  -- With which new answers are encrypted.
  is_current boolean not null default false,
  seen_at timestamptz not null default now()
);
create unique index answer_keys_one_current on public.answer_keys (is_current) where is_current;
alter table public.answer_keys enable row level security;

-- A row is one wording of a question. When an answered question changes, a new row takes its place, and the answers stay
-- with the text that was asked.
create table public.service_questions (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references public.services (id) on delete cascade,
  kind text not null check (
    kind in ('text', 'long', 'choice', 'choices', 'yes_no', 'date', 'number', 'file', 'consent')),
  texts jsonb not null check (public.is_question_texts(texts)),
  options jsonb not null default '[]' check (public.is_question_options(options)),
  -- Of numbers.
  lowest numeric,
  highest numeric,
  is_required boolean not null default false,
  is_sensitive boolean not null default false,
  -- Whose holders read a sensitive answer, besides the host of the booking.
  reader_roles uuid[] not null default '{}' check (array_position(reader_roles, null) is null),
  position smallint not null default 0,
  -- Of its text, for consents.
  version integer not null default 1 check (version > 0),
  replaces_id uuid references public.service_questions (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Null: asked now.
  replaced_at timestamptz,
  constraint service_questions_options check ((kind in ('choice', 'choices')) = (options <> '[]')),
  constraint service_questions_bounds check (
    lowest <= highest and (kind = 'number' or num_nonnulls(lowest, highest) = 0)),
  constraint service_questions_readers check (is_sensitive or reader_roles = '{}'),
  constraint service_questions_open_consent check (kind <> 'consent' or not is_sensitive)
);
create index service_questions_asked on public.service_questions (service_id, position, id) where replaced_at is null;
create index service_questions_of_service on public.service_questions (service_id);
create index service_questions_replaced on public.service_questions (replaces_id) where replaces_id is not null;
alter table public.service_questions enable row level security;

-- Prepared before the booking under the id that it will have, then part of it.
create table public.booking_answers (
  id uuid primary key default gen_random_uuid(),
  -- The id of the booking that is meant; null: an uploaded file that no form has been sent with.
  intake_id uuid,
  booking_id uuid references public.bookings (id) on delete cascade,
  question_id uuid not null references public.service_questions (id) on delete cascade,
  -- In which the question was read.
  language public.language not null,
  is_sensitive boolean not null,
  value jsonb,
  sealed bytea,
  key_id text check (key_id ~ '^[0-9a-f]{16}$'),
  -- The object in the bucket booking-answers.
  object_name text unique,
  network_hash bytea,
  created_at timestamptz not null default now(),
  constraint booking_answers_sealed check (
    case when is_sensitive then value is null and num_nonnulls(sealed, key_id) = 2
      else value is not null and num_nonnulls(sealed, key_id) = 0 end),
  constraint booking_answers_of_intake check (booking_id is null or booking_id = intake_id),
  constraint booking_answers_once unique (intake_id, question_id)
);
create index booking_answers_of_booking on public.booking_answers (booking_id) where booking_id is not null;
create index booking_answers_of_question on public.booking_answers (question_id);
create index booking_answers_prepared on public.booking_answers (created_at) where booking_id is null;
create index booking_answers_by_key on public.booking_answers (key_id) where key_id is not null;
alter table public.booking_answers enable row level security;
