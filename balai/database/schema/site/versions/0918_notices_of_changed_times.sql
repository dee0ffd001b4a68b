-- refresh_changed_times() announces the changes of slots, with those of hours, people, rooms and absences.
drop trigger if exists announce_added_slots on public.slots;
drop trigger if exists announce_changed_slots on public.slots;
drop function if exists public.announce_slots();
