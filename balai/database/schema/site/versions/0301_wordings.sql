-- Interface texts that the administrators have worded differently. The originals are files of the program; the one that a
-- wording replaced is stored, so that a change of it by an upgrade can be seen.

create table public.wordings (
  language public.language not null,
  key text not null check (key ~ '^[A-Za-z][A-Za-z0-9_.-]{0,119}$'),
  text text not null check (char_length(text) <= 1000 and public.is_clean_line(text, 1000)),
  original text not null check (char_length(original) <= 2000),
  changed_at timestamptz not null default now(),
  changed_by uuid default auth.uid() references public.profiles on delete set null,
  primary key (language, key),
  -- A value that the original shows is shown, and no other one is asked for.
  constraint wordings_placeholders check (public.placeholders_of(text) = public.placeholders_of(original))
);
create index wordings_by_member on public.wordings (changed_by);
alter table public.wordings enable row level security;

comment on table public.wordings is 'Interface texts that differ from the originals, at most 300 in a language';
