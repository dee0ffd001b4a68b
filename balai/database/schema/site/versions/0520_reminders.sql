-- Reminders of bookings with links to confirm or cancel, and messages after a booking.

alter table public.services
  -- Minutes before the start at which participants are reminded. Empty: no reminders.
  add column reminder_minutes integer[] not null default '{1440,120}',
  -- Minutes after the end at which participants get a last message. Null: none.
  add column follow_up_minutes integer check (follow_up_minutes between 15 and 20160),
  add constraint services_reminders check (
    cardinality(reminder_minutes) <= 3 and array_position(reminder_minutes, null) is null
    and 15 <= all (reminder_minutes) and 20160 >= all (reminder_minutes));

alter table public.bookings
  -- When the participant said that they come. A change of time or status takes it back.
  add column confirmed_at timestamptz,
  add constraint bookings_confirmed check (confirmed_at is null or status = 'booked');

-- What is still to be sent about a booking. The job deletes a row in the transaction that queues its message.
create table public.booking_reminders (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  kind text not null check (kind in ('booking_reminder', 'booking_follow_up')),
  due_at timestamptz not null,
  -- From here on it would come too late, and is not sent.
  expires_at timestamptz not null,
  constraint booking_reminders_due_before_expiry check (due_at < expires_at),
  constraint booking_reminders_once unique (booking_id, kind, due_at)
);
create index booking_reminders_due on public.booking_reminders (due_at, id);
alter table public.booking_reminders enable row level security;

-- Bookings that are there already are reminded of, too.
insert into public.booking_reminders (booking_id, kind, due_at, expires_at)
select b.id, 'booking_reminder', b.starts_at - make_interval(mins => m), b.starts_at - make_interval(mins => case m when 1440 then 120 else 0 end)
from public.bookings as b, unnest(array[1440, 120]) as m
where b.status = 'booked' and b.starts_at - make_interval(mins => m) > now();

-- The secret of the links in a message about a booking: its recipient may confirm or cancel without signing in.
create table public.booking_links (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  token uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now()
);
alter table public.booking_links enable row level security;

-- Kinds have templates in balai/messaging/templates; a list here would have to be repeated for each new one.
alter table public.outbox drop constraint outbox_kind_check;
alter table public.outbox add constraint outbox_kind_check check (kind ~ '^[a-z_]{2,40}$');
