-- The messages of bookings whose texts a service can have of its own. Also in balai/messaging/own_texts/texts.py.
create or replace function public.is_message_kind(kind text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select kind in (
    'booking_confirmed', 'booking_changed', 'booking_handed_over', 'booking_cancelled', 'booking_cancelled_by_site',
    'booking_closed', 'booking_reminder', 'booking_reminder_soon', 'booking_follow_up', 'booking_requested',
    'booking_declined', 'booking_request_over', 'booking_waiting', 'booking_offered', 'booking_offer_over',
    'booking_promoted')
$$;

-- Whether a text can be filled in: braces stand around known placeholders only, and no character is hidden.
create or replace function public.is_message_text(content text, longest integer) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select char_length(content) <= longest and content = btrim(content, E' \n')
    and replace(content, E'\n', '') = public.strip_hidden_characters(replace(content, E'\n', ''))
    and regexp_replace(content, '\{(name|service|when|date|time|until|place|host|link|site|reason|offers)\}', '', 'g') !~ '[{}]'
$$;

revoke execute on function public.is_message_kind(text), public.is_message_text(text, integer)
from public, anon, authenticated;
grant execute on function public.is_message_kind(text), public.is_message_text(text, integer)
to authenticated, service_role;
comment on function public.is_message_kind(text) is 'internal';
comment on function public.is_message_text(text, integer) is 'internal';
