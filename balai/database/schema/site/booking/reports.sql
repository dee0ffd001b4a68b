-- Reports of bookings: counts without names. A count under five could say who it is about: such months of a service have
-- no numbers, and languages with so few are counted together.
-- Requests that were never confirmed are apart from bookings that were cancelled; an entry on a waiting list that never got
-- a place is not counted.

-- Called by the functions below alone, with their rights: so PostgreSQL reads it as a part of their statements.
create or replace function public.reported_bookings(from_month date, to_month date)
returns table (month date, service_id uuid, language public.language, status public.booking_status,
  attendance public.attendance, party_size integer, ended text)
language sql stable as $$
  select date_trunc('month', b.starts_at at time zone s.time_zone)::date, b.service_id, coalesce(p.language, g.language), b.status,
    b.attendance, b.party_size, ending.ended
  from public.bookings b
  join public.services s on s.id = b.service_id
  left join public.profiles p on p.id = b.member_id
  left join public.guests g on g.id = b.guest_id
  cross join lateral (
    select case
      when b.status <> 'cancelled' then null
      when b.request_until is null then 'cancelled'
      when not b.cancelled_by_staff then 'withdrawn'
      when b.cancelled_at < b.request_until then 'declined'
      else 'expired' end as ended) ending
  where (b.status = 'booked' or b.status = 'cancelled' and (b.request_until is not null or b.waited_since is null))
    and b.starts_at >= from_month::timestamp at time zone s.time_zone
    and b.starts_at < (to_month + interval '1 month') at time zone s.time_zone
    and (b.host_id = (select auth.uid())
      or array[(select public.site_scope()), b.service_id] && (select public.my_scopes('bookings')))
$$;

-- For each month and service. Null: too few to say. `cancelled`, `declined`, `expired` and `withdrawn` exclude each other: the
-- last three were requests. `arrived` counts those who were late or are done, too.
create or replace function public.booking_report(from_month date, to_month date)
returns table (month date, service_id uuid, bookings integer, people integer, arrived integer, late integer,
  missed integer, cancelled integer, declined integer, expired integer, withdrawn integer)
language sql stable security definer set search_path = '' as $$
  select r.month, r.service_id, shown.bookings, shown.people, shown.arrived, shown.late, shown.missed, shown.cancelled,
    shown.declined, shown.expired, shown.withdrawn
  from (
    select b.month, b.service_id, count(*) as number,
      (count(*) filter (where b.status = 'booked'))::integer as bookings,
      (coalesce(sum(b.party_size) filter (where b.status = 'booked'), 0))::integer as people,
      (count(*) filter (where b.attendance in ('arrived', 'late', 'done')))::integer as arrived,
      (count(*) filter (where b.attendance = 'late'))::integer as late,
      (count(*) filter (where b.attendance = 'no_show'))::integer as missed,
      (count(*) filter (where b.ended = 'cancelled'))::integer as cancelled,
      (count(*) filter (where b.ended = 'declined'))::integer as declined,
      (count(*) filter (where b.ended = 'expired'))::integer as expired,
      (count(*) filter (where b.ended = 'withdrawn'))::integer as withdrawn
    from public.reported_bookings(from_month, least(to_month, from_month + 731)) b
    group by 1, 2) r
  left join lateral (
    select r.bookings, r.people, r.arrived, r.late, r.missed, r.cancelled, r.declined, r.expired, r.withdrawn
    where r.number >= 5) shown on true
  order by r.month desc, r.service_id
$$;

-- Bookings by the language of the person. Languages with fewer than five are one row without a language; if they are
-- fewer than five together, the next language joins them, so that no difference gives them away.
create or replace function public.booking_languages(from_month date, to_month date)
returns table (month date, service_id uuid, language public.language, bookings integer)
language sql stable security definer set search_path = '' as $$
  with counted as (
    select b.month, b.service_id, b.language, count(*) as number
    from public.reported_bookings(from_month, least(to_month, from_month + 731)) b
    where b.status = 'booked' group by 1, 2, 3),
  ranked as (
    select c.*, sum(c.number) over (partition by c.month, c.service_id) as total,
      sum(c.number) over (partition by c.month, c.service_id order by c.number, c.language) - c.number as smaller
    from counted c)
  select r.month, r.service_id, shown.language, sum(r.number)::integer
  from ranked r
  cross join lateral (
    select case when r.number >= 5 and r.smaller not between 1 and 4 then r.language end as language) shown
  where r.total >= 5
  group by r.month, r.service_id, shown.language
  order by r.month desc, r.service_id, sum(r.number) desc
$$;

revoke execute on function
  public.reported_bookings(date, date), public.booking_report(date, date), public.booking_languages(date, date)
from public, anon, authenticated;

grant execute on function public.booking_report(date, date), public.booking_languages(date, date)
to authenticated, service_role;

comment on function public.booking_report(date, date) is 'internal';
comment on function public.booking_languages(date, date) is 'internal';
