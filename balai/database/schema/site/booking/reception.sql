-- Staff book for a caller or a walk-in: the people they may find, and the booking. For those who handle the bookings of
-- the service. Errors: 42501 not_allowed; PT422 name, address.

create or replace function public.check_handles(service uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if auth.uid() is null or not public.may_handle_bookings(service) then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  end if;
end $$;

-- Enough of an address to tell two people of one name apart, and not to reach either.
create or replace function public.masked_contact(email text, phone text) returns text
language sql immutable set search_path = '' as $$
  select coalesce('… ' || right(nullif(phone, ''), 4), left(email, 2) || '…@' || split_part(email, '@', 2), '')
$$;

-- At most eight people by part of a name, with or without diacritics, by pinyin or initials, by at least four digits of a
-- phone number, or by an email address: members, and guests of the services that the caller handles. Those with a
-- booking of the service come first.
create or replace function public.find_bookers(service uuid, words text)
returns table (member_id uuid, guest_id uuid, name text, contact text, last_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  plain constant text := public.folded_name(coalesce(find_bookers.words, ''));
  pattern constant text := public.name_pattern(coalesce(find_bookers.words, ''));
  digits constant text := ltrim(regexp_replace(coalesce(find_bookers.words, ''), '\D', '', 'g'), '0');
  typed constant text := lower(btrim(coalesce(find_bookers.words, '')));
  is_number constant boolean := length(digits) >= 4 and find_bookers.words !~ '[[:alpha:]]';
begin
  perform public.check_handles(find_bookers.service);
  if char_length(plain) < 1 then
    return;
  end if;
  return query
  with found as (
    (select p.id as member_id, null::uuid as guest_id, p.display_name as name,
      public.masked_contact(u.email, u.phone) as contact
    from public.profiles as p join auth.users as u on u.id = p.id
    where not u.is_anonymous and coalesce(u.banned_until, '-infinity') < now() and case
      when is_number then u.phone_confirmed_at is not null and strpos(u.phone, digits) > 0
      when typed ~ '@' then lower(u.email) = typed
      else p.name_keys like pattern or strpos(p.name_keys, plain) > 0 end
    limit 200)
    union all
    (select null, g.id, g.name, public.masked_contact(g.email, g.phone)
    from public.guests as g
    where g.claimed_by is null and case
        when is_number then strpos(g.phone, digits) > 0
        when typed ~ '@' then g.email = typed
        else g.name_keys like pattern or strpos(g.name_keys, plain) > 0 end
      and exists (select from public.bookings as b where b.guest_id = g.id and public.may_handle_booking(b))
    limit 200)
  )
  select f.member_id, f.guest_id, f.name, f.contact, came.last_at
  from found as f
  cross join lateral (
    select max(b.starts_at) as last_at from public.bookings as b
    where b.person_id = coalesce(f.member_id, f.guest_id) and b.service_id = find_bookers.service
      and b.status <> 'cancelled') as came
  order by came.last_at is null, public.folded_name(f.name) not like plain || '%', came.last_at desc, f.name, f.guest_id, f.member_id
  limit 8;
end $$;

-- The id of the guest of a booking at the desk: a known guest, or a new row. Null if the booking is for a member.
create or replace function public.guest_at_desk(
  member uuid, guest uuid, name text, address text, language public.language
) returns uuid
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_column
begin
  if guest_at_desk.member is not null then
    if not exists (select from public.profiles as p where p.id = guest_at_desk.member) then
      perform public.raise_booking_error('not_found');
    end if;
    return null;
  elsif guest_at_desk.guest is not null then
    if not exists (
      select from public.guests as g join public.bookings as b on b.guest_id = g.id
      where g.id = guest_at_desk.guest and g.claimed_by is null and public.may_handle_booking(b))
    then
      perform public.raise_booking_error('not_found');
    end if;
    return guest_at_desk.guest;
  end if;
  return public.find_guest(guest_at_desk.name, guest_at_desk.address, guest_at_desk.language, null, false);
end $$;

-- Books for a member, for a guest who was found, or for a new one: a name, and an address if there is one. The notice, the
-- window and the places for each person do not bind the staff; free places and the hours do.
create or replace function public.book_for(
  id uuid, service uuid, starts_at timestamptz, member uuid default null, guest uuid default null, name text default null,
  address text default null, language public.language default 'en', party integer default 1, note text default '',
  or_wait boolean default false, host uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform public.check_handles(book_for.service);
  if exists (select from public.bookings as b where b.id = book_for.id and b.booked_by = auth.uid()) then
    return (select public.booking_answer(b) from public.bookings as b where b.id = book_for.id);
  end if;
  return public.place_booking(book_for.id, book_for.service, book_for.starts_at, book_for.party, book_for.note,
    book_for.or_wait, book_for.member,
    public.guest_at_desk(book_for.member, book_for.guest, book_for.name, book_for.address, book_for.language), true,
    book_for.host);
end $$;

-- Books all coming dates of a course for them, or none; with `or_wait` they wait for the whole where a date is full.
create or replace function public.book_series_for(
  id uuid, service uuid, member uuid default null, guest uuid default null, name text default null,
  address text default null, language public.language default 'en', party integer default 1, note text default '',
  or_wait boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform public.check_handles(book_series_for.service);
  if exists (select from public.bookings as b where b.id = book_series_for.id and b.booked_by = auth.uid()) then
    return (select public.booking_answer(b) from public.bookings as b where b.id = book_series_for.id);
  end if;
  return public.place_series(book_series_for.id, book_series_for.service, book_series_for.party, book_series_for.note,
    book_series_for.or_wait, book_series_for.member,
    public.guest_at_desk(book_series_for.member, book_series_for.guest, book_series_for.name, book_series_for.address,
      book_series_for.language), true);
end $$;

-- The next times of a service for the desk: like those that visitors see, without the notice.
create or replace function public.desk_times(service uuid, day date, host uuid default null)
returns table (starts_at timestamptz, ends_at timestamptz, "left" integer, waiting integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.check_handles(desk_times.service);
  return query
  select slot.starts_at, slot.ends_at, slot."left", slot.waiting
  from public.list_slots(desk_times.service, desk_times.day, desk_times.day, desk_times.host) as slot
  order by slot.starts_at;
end $$;

revoke execute on function
  public.check_handles(uuid), public.masked_contact(text, text), public.find_bookers(uuid, text),
  public.book_for(uuid, uuid, timestamptz, uuid, uuid, text, text, public.language, integer, text, boolean, uuid),
  public.book_series_for(uuid, uuid, uuid, uuid, text, text, public.language, integer, text, boolean),
  public.guest_at_desk(uuid, uuid, text, text, public.language), public.desk_times(uuid, date, uuid)
from public, anon, authenticated;

grant execute on function
  public.find_bookers(uuid, text),
  public.book_for(uuid, uuid, timestamptz, uuid, uuid, text, text, public.language, integer, text, boolean, uuid),
  public.book_series_for(uuid, uuid, uuid, uuid, text, text, public.language, integer, text, boolean),
  public.desk_times(uuid, date, uuid)
to authenticated, service_role;

comment on function public.desk_times(uuid, date, uuid) is 'internal';
