-- By which channel a member wants the messages about bookings first. Null: by email, else by SMS.
alter table public.notice_settings
  add column booking_channel text check (booking_channel in ('mail', 'sms', 'whatsapp', 'zalo'));
