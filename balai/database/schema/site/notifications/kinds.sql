-- The registry of notice kinds: the channels that a member may choose for each, and those that are on until they do.
-- A new kind is a row here, `notifications.kind.KIND` in web/locales, and `notices` in the email templates.
-- `sent_apart`: channels by which another job sends it at once. The site pays for each SMS: none is on until it is chosen,
-- and a member gets one an hour at most (balai/jobs/notices/emails.py).
insert into public.notice_kinds (kind, section, position, offered, channels, sent_apart) values
  ('reply', 'forum', 10, '{site,email,push,sms}', '{site,email,push}', '{}'),
  ('quote', 'forum', 11, '{site,email,push,sms}', '{site,email,push}', '{}'),
  ('mention', 'forum', 12, '{site,email,push,sms}', '{site,email,push}', '{}'),
  ('watched_topic', 'forum', 13, '{site,email,push,sms}', '{site,email,push}', '{}'),
  ('watched_forum', 'forum', 14, '{site,email,push,sms}', '{site,email}', '{}'),
  ('reaction', 'forum', 15, '{site,email,push,sms}', '{site}', '{}'),
  ('reminder', 'forum', 16, '{site,email,push,sms}', '{site,email,push}', '{}'),
  ('text_edited', 'forum', 17, '{site,email,push,sms}', '{site,email}', '{}'),
  ('text_reviewed', 'forum', 18, '{site,email,push,sms}', '{site,email}', '{}'),
  ('text_translated', 'forum', 19, '{site,email,push,sms}', '{site,email}', '{}'),
  ('direct_message', 'people', 20, '{site,email,push,sms}', '{site,email,push}', '{}'),
  ('role_given', 'people', 21, '{site,email,push,sms}', '{site,email}', '{}'),
  ('report_handled', 'people', 22, '{site,email,push,sms}', '{site}', '{}'),
  ('group_invited', 'people', 23, '{site,email,push,sms}', '{site,email,push}', '{}'),
  ('group_joined', 'people', 24, '{site,email,push,sms}', '{site,email}', '{}'),
  ('booking_changed', 'booking', 30, '{site,push}', '{site,push}', '{email}'),
  ('booking_cancelled', 'booking', 31, '{site,push}', '{site,push}', '{email}'),
  ('booking_promoted', 'booking', 32, '{site,push}', '{site,push}', '{email}'),
  ('booking_confirmed', 'booking', 34, '{site,push}', '{site,push}', '{email}'),
  ('booking_declined', 'booking', 35, '{site,push}', '{site,push}', '{email}'),
  ('booking_offered', 'booking', 36, '{site,push}', '{site,push}', '{email}'),
  ('booking_reminder', 'booking', 33, '{site,email,push,sms}', '{site,email,push}', '{email,sms}'),
  ('staff_report', 'staff', 40, '{site,email,push,sms}', '{site,email,push}', '{}'),
  ('staff_queue', 'staff', 41, '{site,email,push,sms}', '{site,email}', '{}'),
  ('staff_message', 'staff', 42, '{site,email,push,sms}', '{site,email}', '{email}'),
  ('staff_booking', 'staff', 43, '{site,email,push,sms}', '{site,email}', '{email}'),
  ('staff_group', 'staff', 44, '{site,email,push,sms}', '{site,email}', '{}')
on conflict (kind) do update set section = excluded.section, position = excluded.position, offered = excluded.offered,
  channels = excluded.channels, sent_apart = excluded.sent_apart;
