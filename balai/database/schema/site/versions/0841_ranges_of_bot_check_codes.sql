-- The range of addresses that asked for a code, for the share of one range in the limit of the site.
alter table public.bot_check_codes add column range_hash bytea;
create index bot_check_codes_sent on public.bot_check_codes (sent_at, range_hash);
