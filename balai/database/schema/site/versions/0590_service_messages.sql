-- What a service says in its messages, in place of the standard texts or in addition to them. An empty part leaves the
-- standard text, so a text of a later version of the program is used where a site has written none.

create table public.service_messages (
  service_id uuid not null references public.services (id) on delete cascade,
  kind text not null check (public.is_message_kind(kind)),
  language public.language not null,
  subject text not null default '' check (subject = '' or public.is_clean_line(subject, 150)),
  -- In place of the standard text.
  body text not null default '',
  -- A paragraph after the text.
  addition text not null default '',
  sms text not null default '',
  changed_at timestamptz not null default now(),
  changed_by uuid default auth.uid() references public.profiles (id) on delete set null,
  primary key (service_id, kind, language),
  constraint service_messages_say_something check (concat(subject, body, addition, sms) <> ''),
  constraint service_messages_placeholders check (
    public.is_message_text(subject, 150) and public.is_message_text(body, 1500)
    and public.is_message_text(addition, 1500) and public.is_message_text(sms, 600)),
  -- Guests who gave a phone number alone have no other way to their booking.
  constraint service_messages_sms_has_link check (sms = '' or strpos(sms, '{link}') > 0)
);
create index service_messages_by_member on public.service_messages (changed_by) where changed_by is not null;
alter table public.service_messages enable row level security;

comment on table public.service_messages is 'Texts of a service for its messages, where they differ from the standard';
