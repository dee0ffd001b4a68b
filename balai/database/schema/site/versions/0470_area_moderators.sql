-- Moderators of an area edit the texts in it: check_editable() asks for the area.
drop function if exists public.check_editable(uuid, timestamptz, timestamptz, timestamptz, interval);
