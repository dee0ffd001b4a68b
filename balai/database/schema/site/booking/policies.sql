-- Everyone reads what is offered. save_service() alone writes services; book(), change_booking() and cancel_booking()
-- alone write bookings. Closing days are plain rows for staff.

revoke all on public.services, public.service_slugs, public.service_links, public.service_texts, public.service_hours,
  public.service_exceptions from anon, authenticated;
grant select on public.services, public.service_slugs, public.service_texts, public.service_hours,
  public.service_exceptions to anon, authenticated;
grant select on public.service_links to authenticated;
grant insert, update, delete on public.service_exceptions to authenticated;
grant all on public.services, public.service_slugs, public.service_links, public.service_texts, public.service_hours,
  public.service_exceptions to service_role;
grant select on public.services, public.service_texts to balai_indexer;

create policy "Everyone sees active services" on public.services for select using (is_active);

create policy "Staff see their services" on public.services for select to authenticated
  using (array[(select public.site_scope()), id] && (select public.my_scopes('bookings')));

create policy "Hosts see their services" on public.services for select to authenticated
  using (id = any ((select public.hosted_services())::uuid[]));

create policy "Staff and hosts see the link" on public.service_links for select to authenticated using (
  array[(select public.site_scope()), service_id] && (select public.my_scopes('bookings'))
  or service_id = any ((select public.hosted_services())::uuid[])
);

create policy "Addresses are visible with their service" on public.service_slugs for select
  using (exists (select from public.services s where s.id = service_id));

create policy "Texts are visible with their service" on public.service_texts for select
  using (exists (select from public.services s where s.id = service_id));

create policy "Hours are visible with their service" on public.service_hours for select
  using (exists (select from public.services s where s.id = service_id));

create policy "Everyone sees exceptions" on public.service_exceptions for select using (true);

create policy "Staff change the exceptions of their services" on public.service_exceptions for all to authenticated
  using (array[(select public.site_scope()), service_id] && (select public.my_scopes('hours')))
  with check (array[(select public.site_scope()), service_id] && (select public.my_scopes('hours')));

-- The functions of holds.sql alone write holds; none but the functions read them.
revoke all on public.booking_holds from anon, authenticated;
grant all on public.booking_holds to service_role;

revoke all on public.outbox from anon, authenticated;
grant all on public.outbox to service_role;
revoke all on public.booking_reminders, public.booking_links from anon, authenticated;
grant all on public.booking_reminders, public.booking_links to service_role;
revoke all on public.slots, public.bookings from anon, authenticated;
grant select on public.slots, public.bookings to authenticated;
grant all on public.slots, public.bookings to service_role;

create policy "Staff and hosts see the slots" on public.slots for select to authenticated
  using (host_id = (select auth.uid())
    or array[(select public.site_scope()), service_id] && (select public.my_scopes('bookings')));

create policy "Members see their bookings" on public.bookings for select to authenticated
  using (member_id = (select auth.uid()));

create policy "Staff see the bookings of their services" on public.bookings for select to authenticated
  using (array[(select public.site_scope()), service_id] && (select public.my_scopes('bookings')));

create policy "Hosts see their own bookings" on public.bookings for select to authenticated
  using (host_id = (select auth.uid()));

revoke all on public.booking_notes from anon, authenticated;
grant select, insert (id, booking_id, body), delete on public.booking_notes to authenticated;
grant all on public.booking_notes to service_role;

-- The inner query has the caller's policies, and members see their own bookings too: so it asks for the staff alone.
create policy "Staff of the service see notes" on public.booking_notes for select to authenticated
  using (exists (
    select from public.bookings b where b.id = booking_id
      and (b.host_id = (select auth.uid())
        or array[(select public.site_scope()), b.service_id] && (select public.my_scopes('bookings')))));

create policy "Staff of the service write notes" on public.booking_notes for insert to authenticated
  with check (written_by = (select auth.uid()) and exists (
    select from public.bookings b where b.id = booking_id
      and (b.host_id = (select auth.uid())
        or array[(select public.site_scope()), b.service_id] && (select public.my_scopes('bookings')))));

create policy "Writers delete their notes" on public.booking_notes for delete to authenticated
  using (written_by = (select auth.uid()) and exists (
    select from public.bookings b where b.id = booking_id
      and (b.host_id = (select auth.uid())
        or array[(select public.site_scope()), b.service_id] && (select public.my_scopes('bookings')))));

-- Questions and prices are public with their service; save_service() alone writes them. Of answers the encrypted form is for
-- open_answer() alone.
revoke all on public.service_questions, public.service_prices, public.booking_answers, public.booking_prices,
  public.answer_keys from anon, authenticated;
grant select on public.service_questions, public.service_prices to anon, authenticated;
grant select (id, booking_id, question_id, language, is_sensitive, value, created_at) on public.booking_answers
  to authenticated;
grant select on public.booking_prices to authenticated;
grant all on public.service_questions, public.service_prices, public.booking_answers, public.booking_prices,
  public.answer_keys to service_role;

create policy "Questions are visible with their service" on public.service_questions for select
  using (replaced_at is null and exists (select from public.services s where s.id = service_id));

create policy "Prices are visible with their service" on public.service_prices for select
  using (exists (select from public.services s where s.id = service_id));

create policy "Members and staff see answers, readers sensitive ones" on public.booking_answers for select to authenticated
  using (booking_id is not null and public.may_see_answer(booking_id, question_id, is_sensitive));

create policy "Prices of bookings are visible with them" on public.booking_prices for select to authenticated
  using (exists (select from public.bookings b where b.id = booking_id));

-- The people and rooms of services are public, as the times are. Working hours and absences are for staff with the right to
-- set hours, and for the person, who changes their own.
revoke all on public.service_hosts, public.service_rooms, public.rooms, public.work_hours, public.absences
  from anon, authenticated;
grant select on public.service_hosts, public.service_rooms, public.rooms to anon, authenticated;
grant insert (id, kind, names, is_active, position), update (kind, names, is_active, position), delete on public.rooms
  to authenticated;
grant select, insert (id, host_id, room_id, weekday, opens, closes), delete on public.work_hours to authenticated;
grant select, insert (id, host_id, room_id, starts_at, ends_at, note), update (starts_at, ends_at, note), delete
  on public.absences to authenticated;
grant all on public.service_hosts, public.service_rooms, public.rooms, public.work_hours, public.absences to service_role;

create policy "Hosts are visible with their service" on public.service_hosts for select
  using (exists (select from public.services s where s.id = service_id));

create policy "Rooms are visible with their service" on public.service_rooms for select
  using (exists (select from public.services s where s.id = service_id));

create policy "Everyone sees rooms" on public.rooms for select using (true);

create policy "Staff change rooms" on public.rooms for all to authenticated
  using ((select public.may('hours'))) with check ((select public.may('hours')));

create policy "Staff and the person see and change working hours" on public.work_hours for all to authenticated
  using (host_id = (select auth.uid()) or (select public.may('hours')))
  with check (host_id = (select auth.uid()) and (select public.hosted_services()) <> '{}' or (select public.may('hours')));

create policy "Staff and the person see absences" on public.absences for select to authenticated
  using (host_id = (select auth.uid()) or (select public.may('hours')));

create policy "Staff and the person add absences" on public.absences for insert to authenticated
  with check (host_id = (select auth.uid()) and (select public.hosted_services()) <> '{}' or (select public.may('hours')));

-- An absence that a calendar brought follows that calendar alone.
create policy "Staff and the person change absences" on public.absences for update to authenticated
  using (calendar_id is null and (host_id = (select auth.uid()) or (select public.may('hours'))))
  with check (host_id = (select auth.uid()) and (select public.hosted_services()) <> '{}' or (select public.may('hours')));

create policy "Staff and the person remove absences" on public.absences for delete to authenticated
  using (calendar_id is null and (host_id = (select auth.uid()) or (select public.may('hours'))));

-- An inactive service stays readable for members who booked it. Its link is for them alone.
create policy "Members see inactive services that they booked" on public.services for select to authenticated
  using (not is_active and public.has_booking_of(id, false));

create policy "Participants see the link" on public.service_links for select to authenticated
  using (public.has_booking_of(service_id, true));

-- set_session_link() alone writes them.
revoke all on public.slot_links from anon, authenticated;
grant select on public.slot_links to authenticated;
grant all on public.slot_links to service_role;

create policy "Staff and hosts see the links of sessions" on public.slot_links for select to authenticated
  using (exists (
    select from public.slots x where x.id = slot_id and (x.host_id = (select auth.uid())
      or array[(select public.site_scope()), x.service_id] && (select public.my_scopes('bookings')))));

create policy "Participants see the link of their session" on public.slot_links for select to authenticated
  using (exists (
    select from public.bookings b join public.services s on s.id = b.service_id
    where b.slot_id = slot_links.slot_id and b.member_id = (select auth.uid()) and b.status = 'booked'
      and public.is_link_shown(b.starts_at, b.ends_at, s.link_minutes)));

revoke all on public.slot_notices from anon, authenticated;
grant all on public.slot_notices to service_role;
grant select on public.slot_notices to anon, authenticated;

create policy "Everyone sees slot notices" on public.slot_notices for select
  using (exists (select from public.services as service where service.id = service_id));

-- next_times() reads them for everyone.
revoke all on public.free_times, public.free_time_changes from anon, authenticated;
grant all on public.free_times, public.free_time_changes to service_role;

revoke all on public.closings, public.closing_bookings, public.closing_slots from anon, authenticated;
grant all on public.closings, public.closing_bookings, public.closing_slots to service_role;
grant select on public.closings to authenticated;

-- undo_move() alone reads them.
revoke all on public.booking_moves from anon, authenticated;
grant all on public.booking_moves to service_role;

create policy "Staff and the person see closings" on public.closings for select to authenticated
  using (host_id = (select auth.uid()) or closed_by = (select auth.uid())
    or array[(select public.site_scope()), service_id] && (select public.my_scopes('bookings')));

-- prove_guest_address() and the functions that book alone write guests; a guest reads through the signed link.
revoke all on public.guests, public.guest_codes, public.guest_keys, public.guest_channels from anon, authenticated;
grant select on public.guests to authenticated;
grant all on public.guests, public.guest_codes, public.guest_keys, public.guest_channels to service_role;

-- The bookings below are those that the caller may see.
create policy "Staff see the guests of their services" on public.guests for select to authenticated
  using (exists (select from public.bookings as b where b.guest_id = guests.id));

revoke all on public.queue_numbers from anon, authenticated;
grant all on public.queue_numbers to service_role;
grant select on public.queue_numbers to anon, authenticated;

create policy "Everyone sees numbers" on public.queue_numbers for select
  using (exists (select from public.services s where s.id = service_id));

-- open_calendar_feed() writes them.
revoke all on public.calendar_feeds from anon, authenticated;
grant select (id, owner_id, covers, room_id, token, created_at), delete on public.calendar_feeds to authenticated;
grant all on public.calendar_feeds to service_role;

create policy "Owners see and close their feeds" on public.calendar_feeds for all to authenticated
  using (owner_id = (select auth.uid()));

revoke all on public.holiday_regions from anon, authenticated;
grant select on public.holiday_regions to authenticated;
grant all on public.holiday_regions to service_role;

create policy "Staff see the regions of holidays" on public.holiday_regions for select to authenticated
  using ((select public.may('hours')));

-- add_calendar() adds them. The address is for the job alone.
revoke all on public.read_calendars from anon, authenticated;
grant select (id, host_id, site, created_at, read_at, failing_since, failure), delete on public.read_calendars
  to authenticated;
grant all on public.read_calendars to service_role;

create policy "Staff and the person see calendars" on public.read_calendars for select to authenticated
  using (host_id = (select auth.uid()) or (select public.may('hours')));

create policy "Staff and the person remove calendars" on public.read_calendars for delete to authenticated
  using (host_id = (select auth.uid()) or (select public.may('hours')));
