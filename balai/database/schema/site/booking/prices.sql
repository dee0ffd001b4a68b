-- Prices: what a service costs, what a booking owes, and that it has been paid at the desk or by transfer.
-- Errors: PT404 not_found; PT422 price_wrong.

-- The price of a booking is that of the moment when it was booked. That of a course that is only booked as a whole is for all
-- its dates: the first has it.
create or replace function public.note_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.booking_prices (booking_id, amount, currency)
  select new.id, p.amount * case when p.is_per_person then new.party_size else 1 end, p.currency
  from public.service_prices as p where p.service_id = new.service_id
    and not (new.series_id is distinct from new.id and new.series_id is not null and exists (
      select from public.services as s where s.id = new.service_id and s.series = 'whole'));
  return null;
end
$$;

-- The price of a booking: its own, or that of its course.
create or replace function public.price_of(b public.bookings) returns setof public.booking_prices
language sql stable set search_path = '' as $$
  select p.* from public.booking_prices as p
  where p.booking_id in (b.id, b.series_id) order by p.booking_id = b.id desc limit 1
$$;

-- Marks a booking as paid, or takes the mark back. For those who handle it.
create or replace function public.mark_paid(booking uuid, paid boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  b public.bookings;
  owed uuid;
  was_paid boolean;
begin
  select x.* into b from public.bookings as x where x.id = mark_paid.booking;
  if not found or not public.may_handle_booking(b) then
    perform public.raise_booking_error('not_found');
  end if;
  select p.booking_id into owed from public.price_of(b) as p;
  select p.paid_at is not null into was_paid from public.booking_prices as p where p.booking_id = owed for update;
  if not found then
    perform public.raise_booking_error('not_found');
  elsif was_paid is distinct from coalesce(mark_paid.paid, false) then
    update public.booking_prices as p set paid_at = case when mark_paid.paid then now() end,
      marked_by = case when mark_paid.paid then auth.uid() end
    where p.booking_id = owed;
    -- The board listens to bookings.
    update public.bookings as x set updated_at = now() where x.id = b.id or x.series_id = owed;
  end if;
  return jsonb_build_object('id', b.id, 'before', was_paid, 'paid', coalesce(mark_paid.paid, false));
end
$$;

-- The price of a booking and how to pay it: for its member, its staff, and the guest of the signed link.
create or replace function public.price_of_booking(booking uuid, link text default null)
returns table (amount bigint, currency text, paid_at timestamptz, notes jsonb, qr_url text)
language sql stable security definer set search_path = '' as $$
  select p.amount, p.currency, p.paid_at, coalesce(s.notes, '{}'), s.qr_url
  from public.bookings as b
  cross join lateral public.price_of(b) as p
  left join public.service_prices as s on s.service_id = b.service_id
  where b.id = price_of_booking.booking
    and (public.is_own_booking(b, price_of_booking.link) or public.may_handle_booking(b))
$$;

-- Saves the price of a service; what is not named stays, null removes it.
create or replace function public.write_service_price(given jsonb, target uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if not given ? 'price' then
    return;
  end if;
  -- Another host would learn who pays, and could show another account's code later.
  if coalesce(given #>> '{price,qr_url}', '') <> '' and not public.is_image_address(given #>> '{price,qr_url}') then
    perform public.raise_error('422', 'price_wrong', 'The code for payment is a picture of this site');
  end if;
  delete from public.service_prices as p where p.service_id = target;
  insert into public.service_prices (service_id, amount, currency, is_per_person, notes, qr_url)
  select target, x.amount, x.currency, coalesce(x.is_per_person, false), coalesce(x.notes, '{}'), nullif(x.qr_url, '')
  from jsonb_populate_record(null::public.service_prices, nullif(given -> 'price', 'null')) as x
  where jsonb_typeof(given -> 'price') = 'object';
exception when check_violation or not_null_violation then
  perform public.raise_error('422', 'price_wrong', 'The price is not complete: ' || sqlerrm);
end
$$;

-- Sums of a month and service, of bookings that were not cancelled. Like counts, sums of fewer than five are left out. The one
-- price of a whole course counts in the month of its first date, until all its dates are cancelled.
create or replace function public.booking_sums(from_month date, to_month date)
returns table (month date, service_id uuid, currency text, due bigint, paid bigint)
language sql stable security definer set search_path = '' as $$
  select date_trunc('month', b.starts_at at time zone s.time_zone)::date, b.service_id, p.currency,
    case when count(*) >= 5 then sum(p.amount)::bigint end,
    case when count(*) >= 5 then coalesce(sum(p.amount) filter (where p.paid_at is not null), 0)::bigint end
  from public.bookings as b
  join public.services as s on s.id = b.service_id
  join public.booking_prices as p on p.booking_id = b.id
  where (b.status = 'booked' or b.status = 'cancelled' and b.id = b.series_id and exists (
      select from public.bookings as other
      where other.series_id = b.id and other.status = 'booked'
        and not exists (select from public.booking_prices as own where own.booking_id = other.id)))
    and b.starts_at >= from_month::timestamp at time zone s.time_zone
    and b.starts_at < (least(to_month, from_month + 731) + interval '1 month') at time zone s.time_zone
    and (b.host_id = (select auth.uid())
      or array[(select public.site_scope()), b.service_id] && (select public.my_scopes('bookings')))
  group by 1, 2, 3
  order by 1 desc, 2, 3
$$;

revoke execute on function
  public.note_price(), public.price_of(public.bookings), public.mark_paid(uuid, boolean), public.price_of_booking(uuid, text),
  public.write_service_price(jsonb, uuid), public.booking_sums(date, date)
from public, anon, authenticated;

grant execute on function public.mark_paid(uuid, boolean), public.booking_sums(date, date)
to authenticated, service_role;
grant execute on function public.price_of_booking(uuid, text) to anon, authenticated, service_role;

comment on function public.booking_sums(date, date) is 'internal';
comment on function public.price_of_booking(uuid, text) is 'internal';
