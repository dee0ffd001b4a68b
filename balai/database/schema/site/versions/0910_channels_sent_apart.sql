-- Which channels of a kind another job sends at once: emails of bookings with their calendar file and of contact messages,
-- and SMS that name the booking. Staff notices of that kind can be collected in an SMS, while their email stays apart.
alter table public.notice_kinds
  add column sent_apart text[] not null default '{}' check (sent_apart <@ array['email', 'sms']),
  drop column is_emailed_apart;
