-- When the last SMS about a member's notices was queued: the next one waits for an hour.
alter table public.notice_settings add column sms_at timestamptz;
