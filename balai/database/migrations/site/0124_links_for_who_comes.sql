-- The link of a meeting is for those who come, not for everybody who ever came: a new one, given to keep somebody out, was
-- hers as well. A day after its end a booking opens nothing any more.
set local lock_timeout = '5s';

create or replace function public.has_booking_of(service uuid, only_confirmed boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.bookings b
    where b.service_id = service and b.member_id = auth.uid()
      and (not only_confirmed or b.status = 'booked' and b.ends_at > now() - interval '1 day')
  )
$$;

-- All bookings that the caller may see, worded in a language. Invoker and inlined: the reader's filter reaches the index.
create or replace function public.booking_details(wanted public.language) returns setof public.booking_detail
language sql stable as $$
  select b.id, b.status, b.starts_at, b.ends_at, b.party_size, b.note, b.sequence + s.sequence,
    public.place_in_line(b), b.created_at, greatest(b.updated_at, s.updated_at), b.cancelled_at,
    b.member_id, member.display_name, s.host_id, host.display_name,
    s.id, s.slug, s.kind, s.time_zone, s.cancel_until_minutes, s.is_active, s.is_online,
    t.language, t.name, t.description, t.place,
    case when b.ends_at > now() - interval '1 day' then link.online_url end
  from public.bookings b
  join public.services s on s.id = b.service_id
  join public.profiles member on member.id = b.member_id
  left join public.profiles host on host.id = s.host_id
  left join public.service_links link on link.service_id = s.id
  cross join lateral public.service_text(s.id, wanted) t
$$;
