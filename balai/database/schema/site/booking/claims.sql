-- A member takes over what they booked as a guest. The address is proven by a code each time, even if it is that of the
-- account: a site may accept accounts without a confirmation. Several people may share an address, so the member chooses
-- whose bookings are theirs. Errors: PT401 no_session; PT403 not_proven; PT404 not_found; PT409 undo_over, already_booked.

create or replace function public.check_claim(address text, token text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from public.profiles as p where p.id = auth.uid()) then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  elsif not public.is_proven_address(address, token) then
    perform public.raise_error('403', 'not_proven', 'The address is not proven by a code');
  end if;
end $$;

-- Whether a guest has booked with an address of the account, for an offer on the page. The code comes after it.
create or replace function public.may_have_booked_as_guest() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.users as u
    join public.guests as g on g.claimed_by is null
      and coalesce(g.email, g.phone) in (
        case when u.email_confirmed_at is not null then lower(u.email) end,
        case when u.phone_confirmed_at is not null then u.phone end)
    where u.id = auth.uid() and exists (select from public.bookings as b where b.guest_id = g.id))
$$;

-- The names under which a proven address has booked.
create or replace function public.list_claims(address text, token text)
returns table (guest_id uuid, name text, bookings integer, coming integer, last_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.check_claim(list_claims.address, list_claims.token);
  return query
    select g.id, g.name, count(*)::integer,
      (count(*) filter (where b.status <> 'cancelled' and b.starts_at > now()))::integer, max(b.starts_at)
    from public.guests as g join public.bookings as b on b.guest_id = g.id
    where coalesce(g.email, g.phone) = public.guest_address(list_claims.address) and g.claimed_by is null
    group by g.id order by max(b.starts_at) desc, g.id limit 50;
end $$;

-- Attaches the bookings of these guests to the caller's account, with what belongs to a booking: answers, prices, reminders,
-- places in a line. One commit; repeated, it changes nothing. Returns the number of bookings.
-- Those of a family may be at one time: that stays as it was.
create or replace function public.claim_guests(guests uuid[], address text, token text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  mine uuid[];
  number integer;
begin
  perform public.check_claim(claim_guests.address, claim_guests.token);
  perform public.lock_bookings();
  perform public.lock_booking_member(auth.uid());
  with taken as (
    update public.guests as g set claimed_by = auth.uid(), claimed_at = now()
    where g.id = any (claim_guests.guests) and g.claimed_by is null
      and coalesce(g.email, g.phone) = public.guest_address(claim_guests.address)
    returning g.id)
  select array(select t.id from taken as t) into mine;
  if mine = '{}' and not exists (
    select from public.guests as g where g.id = any (claim_guests.guests) and g.claimed_by = auth.uid()
  ) then
    perform public.raise_booking_error('not_found');
  end if;
  update public.bookings as b
    set member_id = auth.uid(), guest_id = null, claimed_from = b.guest_id, may_overlap = b.may_overlap or exists (
      select from public.bookings as other
      where (other.member_id = auth.uid() or other.guest_id = any (mine)) and other.id <> b.id and other.takes_place
        and other.starts_at < b.ends_at and other.ends_at > b.starts_at)
    where b.guest_id = any (mine);
  get diagnostics number = row_count;
  return number;
end $$;

-- Gives the bookings of a guest back, for 30 days: as they were, with what has happened to them since.
create or replace function public.undo_claim(guest uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  g public.guests;
  same uuid;
  number integer;
begin
  perform public.lock_bookings();
  select x.* into g from public.guests as x where x.id = undo_claim.guest and x.claimed_by = auth.uid() for update;
  if not found then
    perform public.raise_booking_error('not_found');
  elsif g.claimed_at < now() - interval '30 days' then
    perform public.raise_booking_error('undo_over');
  end if;
  -- The same person may have booked as a guest again meanwhile.
  select x.id into same from public.guests as x
    where coalesce(x.email, x.phone) = coalesce(g.email, g.phone)
      and public.folded_name(x.name) = public.folded_name(g.name) and x.claimed_by is null;
  if same is null then
    update public.guests as x set claimed_by = null, claimed_at = null where x.id = g.id;
  end if;
  update public.bookings as b
    set member_id = null, guest_id = coalesce(same, g.id), claimed_from = null, may_overlap = exists (
        select from public.bookings as other
        where (other.guest_id = same or other.claimed_from = g.id) and other.id <> b.id and other.takes_place
          and other.starts_at < b.ends_at and other.ends_at > b.starts_at)
      or (select s.allows_overlap from public.services as s where s.id = b.service_id)
    where b.claimed_from = g.id and b.member_id = auth.uid();
  get diagnostics number = row_count;
  return number;
exception when unique_violation then
  perform public.raise_booking_error('already_booked');
end $$;

-- The guests whose bookings the caller can give back.
create or replace function public.my_claims() returns table (guest_id uuid, name text, bookings integer, claimed_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select g.id, g.name,
    (select count(*)::integer from public.bookings as b where b.claimed_from = g.id and b.member_id = g.claimed_by), g.claimed_at
  from public.guests as g
  where g.claimed_by = auth.uid() and g.claimed_at > now() - interval '30 days'
  order by g.claimed_at desc, g.id
$$;

revoke execute on function
  public.check_claim(text, text), public.may_have_booked_as_guest(), public.list_claims(text, text),
  public.claim_guests(uuid[], text, text), public.undo_claim(uuid), public.my_claims()
from public, anon, authenticated;

grant execute on function
  public.may_have_booked_as_guest(), public.list_claims(text, text), public.claim_guests(uuid[], text, text),
  public.undo_claim(uuid), public.my_claims()
to authenticated, service_role;

comment on function public.may_have_booked_as_guest() is 'internal';
comment on function public.my_claims() is 'internal';
