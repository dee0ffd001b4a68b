-- Reports of translations, as cases of the desk; and booking cases of staff for single services.

-- What members have reported about a translation. A member reports one once until that is decided.
create table public.translation_reports (
  id uuid primary key,
  -- Shown or withheld: a translation moves between two tables and keeps its id.
  translation_id uuid not null,
  reporter_id uuid references public.profiles (id) on delete set null,
  reason text not null check (reason in ('spam', 'abuse', 'private', 'other')),
  note text not null default '' check (char_length(note) <= 1000),
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  created_at timestamptz not null default now(),
  handled_by uuid references public.profiles (id) on delete set null,
  handled_at timestamptz,
  constraint translation_reports_handled check ((status = 'open') = (handled_at is null))
);
create unique index translation_reports_once on public.translation_reports (translation_id, reporter_id)
  where status = 'open';
create index translation_reports_of_translation on public.translation_reports (translation_id, created_at desc);
create index translation_reports_by_reporter on public.translation_reports (reporter_id, created_at desc)
  where reporter_id is not null;
create index translation_reports_by_handler on public.translation_reports (handled_by) where handled_by is not null;
alter table public.translation_reports enable row level security;

alter table public.desk_cases
  drop constraint desk_cases_kind_check,
  drop constraint desk_cases_area,
  add constraint desk_cases_kind_check
    check (kind in ('post', 'reply', 'held', 'private', 'message', 'profile', 'booking', 'translation')),
  add constraint desk_cases_area check ((kind in ('post', 'reply', 'held', 'translation')) = (forum_id is not null));

-- Their arguments or results have changed.
drop function if exists
  public.desk_list(text, public.language, boolean, timestamptz, uuid, integer, public.language),
  public.sees_case(text, uuid);
