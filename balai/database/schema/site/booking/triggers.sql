call public.announce_changes('public.services');
call public.announce_changes('public.service_slugs');
call public.announce_changes('public.service_texts');
call public.announce_changes('public.service_hours');
call public.announce_changes('public.service_exceptions');

create trigger note_service_slug after insert or update of slug on public.services
  for each row execute function public.note_service_slug();

create trigger announce_outbox after insert on public.outbox
  for each statement execute function public.announce_outbox();

create trigger count_taken_places after insert or update or delete on public.bookings
  for each row execute function public.count_taken_places();

create trigger count_held_places after insert or delete on public.booking_holds
  for each row execute function public.count_held_places();

call public.announce_changes('public.slots');
call public.announce_changes('public.bookings');

create trigger index_for_search after update on public.services
  for each row when ((old.is_active, old.host_id) is distinct from (new.is_active, new.host_id))
  execute function search.refresh_item('service', 'id');

create trigger index_for_search after insert or update or delete on public.service_texts
  for each row execute function search.refresh_item('service', 'service_id');

create trigger clear_waiting before update on public.bookings
  for each row when (new.status <> 'waiting') execute function public.clear_waiting();

create trigger check_waiting_list_limit before insert on public.bookings
  for each row when (new.status = 'waiting') execute function public.check_waiting_list_limit();

-- A guest has proven an address by a code, and the staff have a role.
create trigger check_bot_token before insert on public.bookings
  for each row when (new.member_id = auth.uid()) execute function public.check_booking_bot_token();

create trigger notify_of_booking after insert on public.outbox
  for each row execute function public.notify_of_booking();

call public.announce_changes('public.slot_notices');

-- Limits the emails that a member's own actions cause: moving one booking back and forth queued one each time, and the
-- sign-in codes of all users wait behind them in the same queue. Emails to the staff are limited with them.
create trigger check_rate_limit before insert on public.outbox
  for each row when (new.kind not like 'staff%' and new.kind not in ('booking_reminder', 'booking_follow_up'))
  execute function public.check_rate_limit('recipient_id', '100');

create trigger note_changed_times after insert or update or delete on public.service_hours
  for each row execute function public.note_changed_hours();

create trigger note_changed_times after insert or update or delete on public.service_exceptions
  for each row execute function public.note_changed_hours();

create trigger note_added_service after insert on public.services
  for each row execute function public.note_changed_service();

create trigger note_changed_times after update on public.services
  for each row when (
    (old.kind, old.duration_minutes, old.buffer_before_minutes, old.buffer_after_minutes, old.capacity,
      old.notice_minutes, old.window_days, old.time_zone, old.is_active, old.day_limit, old.week_limit)
    is distinct from
    (new.kind, new.duration_minutes, new.buffer_before_minutes, new.buffer_after_minutes, new.capacity,
      new.notice_minutes, new.window_days, new.time_zone, new.is_active, new.day_limit, new.week_limit))
  execute function public.note_changed_service();

create trigger note_added_slots after insert on public.slots
  referencing new table as changed for each statement execute function public.note_changed_slots();

create trigger note_changed_slots after update on public.slots
  referencing new table as changed for each statement execute function public.note_changed_slots();

create trigger note_deleted_slots after delete on public.slots
  referencing old table as changed for each statement execute function public.note_changed_slots();

create constraint trigger refresh_changed_times after insert on public.free_time_changes
  deferrable initially deferred for each row execute function public.refresh_changed_times();

create trigger clear_attendance before update on public.bookings
  for each row when (old.attendance is not null
    and (old.slot_id, old.status) is distinct from (new.slot_id, new.status))
  execute function public.clear_attendance();

call public.announce_changes('public.booking_notes');

create trigger take_answers after insert on public.bookings
  for each row execute function public.take_answers();

create trigger note_price after insert on public.bookings
  for each row execute function public.note_price();

create trigger delete_answer_file after delete on public.booking_answers
  for each row when (old.object_name is not null) execute function public.delete_answer_file();

create trigger log_staff_act after update on public.booking_prices
  for each row when (old.paid_at is distinct from new.paid_at) execute function public.log_staff_act('paid_at');

call public.announce_changes('public.service_questions');
call public.announce_changes('public.service_prices');
call public.announce_changes('public.booking_answers');
call public.announce_changes('public.booking_prices');

call public.announce_changes('public.closings');

create trigger note_changed_times after insert or update on public.closings
  for each row execute function public.note_closing();

create trigger plan_reminders_of_added after insert on public.bookings
  for each row when (new.status = 'booked') execute function public.plan_reminders_of_booking();

create trigger plan_reminders_of_changed after update on public.bookings
  for each row when (
    (old.status, old.starts_at, old.ends_at, old.service_id)
    is distinct from (new.status, new.starts_at, new.ends_at, new.service_id))
  execute function public.plan_reminders_of_booking();

create trigger plan_reminders_of_service after update on public.services
  for each row when (
    (old.reminder_minutes, old.follow_up_minutes) is distinct from (new.reminder_minutes, new.follow_up_minutes))
  execute function public.plan_reminders_of_service();

create trigger take_back_confirmation before update on public.bookings
  for each row when (
    new.confirmed_at is not null and (old.status, old.starts_at) is distinct from (new.status, new.starts_at))
  execute function public.take_back_confirmation();

create trigger note_changed_times after insert or update or delete on public.service_hosts
  for each row execute function public.note_changed_places();

create trigger note_changed_times after insert or update or delete on public.service_rooms
  for each row execute function public.note_changed_places();

create trigger note_changed_times after insert or update or delete on public.work_hours
  for each row execute function public.note_changed_times_of_place();

-- Once for a statement: a calendar that is read brings hundreds.
create trigger note_added_times after insert on public.absences
  referencing new table as changed for each statement execute function public.note_changed_absences();

create trigger note_times_before after update on public.absences
  referencing old table as changed for each statement execute function public.note_changed_absences();

create trigger note_times_after after update on public.absences
  referencing new table as changed for each statement execute function public.note_changed_absences();

create trigger note_removed_times after delete on public.absences
  referencing old table as changed for each statement execute function public.note_changed_absences();

create constraint trigger promote_after_absence after delete on public.absences deferrable initially deferred
  for each row execute function public.promote_after_absence();

create constraint trigger promote_after_changed_absence after update on public.absences deferrable initially deferred
  for each row when (
    (old.host_id, old.room_id, old.starts_at, old.ends_at) is distinct from
    (new.host_id, new.room_id, new.starts_at, new.ends_at))
  execute function public.promote_after_absence();

create constraint trigger promote_after_suspension after update of banned_until on auth.users deferrable initially deferred
  for each row when (old.banned_until > coalesce(new.banned_until, '-infinity'))
  execute function public.promote_after_suspension();

create trigger note_changed_times after update on public.rooms
  for each row when (old.is_active <> new.is_active) execute function public.note_changed_room();

create trigger note_changed_times after update of banned_until on auth.users
  for each row when (old.banned_until is distinct from new.banned_until) execute function public.note_changed_block();

create trigger copy_slot_places before insert or update of slot_id on public.bookings
  for each row execute function public.copy_slot_places();

create trigger follow_slot_places after update on public.slots
  for each row when (
    (old.host_id, old.room_id, old.equipment_id, old.chosen_by)
    is distinct from (new.host_id, new.room_id, new.equipment_id, new.chosen_by))
  execute function public.follow_slot_places();

create trigger follow_first_host after insert or update or delete on public.service_hosts
  for each row execute function public.follow_first_host();

create trigger add_first_host after insert or update of host_id on public.services
  for each row execute function public.add_first_host();

call public.announce_changes('public.service_hosts');
call public.announce_changes('public.service_rooms');
call public.announce_changes('public.rooms');
call public.announce_changes('public.work_hours');
call public.announce_changes('public.absences');

call public.announce_changes('public.queue_numbers');

create trigger follow_session_thread after insert on public.bookings
  for each row when (new.status = 'booked') execute function public.follow_session_thread();

create trigger follow_session_thread_of_changed after update on public.bookings
  for each row when (
    (old.status, old.slot_id, old.member_id) is distinct from (new.status, new.slot_id, new.member_id))
  execute function public.follow_session_thread();

create trigger open_threads_of_service after update on public.services
  for each row when (old.thread_days is null and new.thread_days is not null)
  execute function public.open_threads_of_service();

call public.announce_changes('public.slot_links');

call public.announce_changes('public.calendar_feeds');
call public.announce_changes('public.read_calendars');
