-- The registry of notice kinds: the channels that a member may choose for each, and those that are on until they do.
-- A new kind is a row here, `notifications.kind.KIND` in web/locales, and `notices` in the email templates.
insert into public.notice_kinds (kind, section, position, offered, channels, is_emailed_apart) values
  ('reply', 'forum', 10, '{site,email,push,sms}', '{site,email,push}', false),
  ('quote', 'forum', 11, '{site,email,push,sms}', '{site,email,push}', false),
  ('mention', 'forum', 12, '{site,email,push,sms}', '{site,email,push}', false),
  ('watched_topic', 'forum', 13, '{site,email,push}', '{site,email,push}', false),
  ('watched_forum', 'forum', 14, '{site,email,push}', '{site,email}', false),
  ('reaction', 'forum', 15, '{site,email,push}', '{site}', false),
  ('reminder', 'forum', 16, '{site,email,push,sms}', '{site,email,push}', false),
  ('text_edited', 'forum', 17, '{site,email,push}', '{site,email}', false),
  ('text_reviewed', 'forum', 18, '{site,email,push}', '{site,email}', false),
  ('text_translated', 'forum', 19, '{site,email,push}', '{site,email}', false),
  ('direct_message', 'people', 20, '{site,email,push,sms}', '{site,email,push}', false),
  ('role_given', 'people', 21, '{site,email,push}', '{site,email}', false),
  ('report_handled', 'people', 22, '{site,email,push}', '{site}', false),
  ('booking_changed', 'booking', 30, '{site,push}', '{site,push}', true),
  ('booking_cancelled', 'booking', 31, '{site,push}', '{site,push}', true),
  ('booking_promoted', 'booking', 32, '{site,push}', '{site,push}', true),
  ('booking_confirmed', 'booking', 34, '{site,push}', '{site,push}', true),
  ('booking_declined', 'booking', 35, '{site,push}', '{site,push}', true),
  ('booking_offered', 'booking', 36, '{site,push}', '{site,push}', true),
  ('booking_reminder', 'booking', 33, '{site,email,push,sms}', '{site,email,push}', true),
  ('staff_report', 'staff', 40, '{site,email,push,sms}', '{site,email,push}', false),
  ('staff_queue', 'staff', 41, '{site,email,push,sms}', '{site,email}', false),
  ('staff_message', 'staff', 42, '{site,email,push}', '{site,email}', true),
  ('staff_booking', 'staff', 43, '{site,email,push}', '{site,email}', true)
on conflict (kind) do update set section = excluded.section, position = excluded.position, offered = excluded.offered,
  channels = excluded.channels, is_emailed_apart = excluded.is_emailed_apart;
