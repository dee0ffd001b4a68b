-- Mails to be sent, as facts. A rule that concerns somebody writes a row here in its own transaction, so a mail exists
-- exactly when the change does. A job words it in the recipient's language at the time of sending.

create table public.outbox (
  id bigint generated always as identity primary key,
  recipient_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null check (
    kind in ('booking_confirmed', 'booking_changed', 'booking_cancelled', 'booking_waiting', 'booking_promoted')
  ),
  facts jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text
);
create index outbox_to_send on public.outbox (next_attempt_at, id) where sent_at is null;

-- No policy and no grant: only the functions that queue and the job that sends come near.
alter table public.outbox enable row level security;
revoke all on public.outbox from anon, authenticated;

-- Wakes the job at commit; it also looks by itself, so a lost notice costs time and no mail.
create function public.announce_outbox() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('balai_outbox', '');
  return null;
end $$;
create trigger announce_outbox after insert on public.outbox
  for each statement execute function public.announce_outbox();
revoke execute on function public.announce_outbox() from public, anon, authenticated;
grant all on public.outbox to service_role;
