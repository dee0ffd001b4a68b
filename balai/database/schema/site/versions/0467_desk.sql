-- The desk: one case for each thing that waits for staff, with its state, the member of staff who has it, and notes.
create table public.desk_cases (
  id uuid primary key default gen_random_uuid(),
  -- A reported post or reply, a held text, a reported private message, a message from the contact page.
  kind text not null check (kind in ('post', 'reply', 'held', 'private', 'message')),
  thing_id uuid not null,
  -- Of the text, where it is known; and the area whose moderators have it.
  language public.language,
  forum_id uuid references public.forums (id) on delete cascade,
  state text not null default 'open' check (state in ('open', 'in_progress', 'resolved', 'rejected')),
  opened_at timestamptz not null default now(),
  claimed_by uuid references public.profiles (id) on delete set null,
  claimed_at timestamptz,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  -- When moderators who do not read its language were notified, too.
  escalated_at timestamptz,
  constraint desk_cases_once unique (kind, thing_id),
  constraint desk_cases_decided check ((state in ('resolved', 'rejected')) = (decided_at is not null)),
  constraint desk_cases_area check ((kind in ('post', 'reply', 'held')) = (forum_id is not null))
);
create index desk_cases_by_state on public.desk_cases (state, opened_at, id);
create index desk_cases_by_area on public.desk_cases (forum_id) where forum_id is not null;
create index desk_cases_by_claimer on public.desk_cases (claimed_by) where claimed_by is not null;
create index desk_cases_by_decider on public.desk_cases (decided_by) where decided_by is not null;
create index desk_cases_to_escalate on public.desk_cases (opened_at) where state = 'open' and escalated_at is null;
alter table public.desk_cases enable row level security;

create table public.desk_notes (
  id uuid primary key,
  case_id uuid not null references public.desk_cases (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null,
  body text not null check (char_length(btrim(body)) between 1 and 1000),
  created_at timestamptz not null default now()
);
create index desk_notes_of_case on public.desk_notes (case_id, created_at);
create index desk_notes_by_author on public.desk_notes (author_id) where author_id is not null;
alter table public.desk_notes enable row level security;

-- Until when a member of staff counts as present: the desk is open in front of them. One row each.
create table public.desk_presence (
  member_id uuid primary key references public.profiles (id) on delete cascade,
  until timestamptz not null
);
alter table public.desk_presence enable row level security;

insert into public.desk_cases (kind, thing_id, language, forum_id, opened_at)
select 'post', p.id, p.language, p.forum_id, min(r.created_at)
from public.reports as r join public.posts as p on p.id = r.post_id where r.status = 'open' group by p.id
union all
select 'reply', x.id, x.language, p.forum_id, min(r.created_at)
from public.reports as r join public.replies as x on x.id = r.reply_id join public.posts as p on p.id = x.post_id
where r.status = 'open' group by x.id, p.forum_id
union all
select 'held', h.id, h.language, h.forum_id, h.created_at from public.held_texts as h where h.status = 'waiting'
union all
select 'private', r.id, null, null, r.created_at from public.private_reports as r where r.status = 'open'
union all
select 'message', m.id, m.language, null, m.created_at from public.messages as m where m.handled_at is null;

alter publication supabase_realtime add table public.desk_cases (id, kind, forum_id, state, claimed_by);
