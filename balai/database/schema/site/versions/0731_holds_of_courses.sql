-- All dates of a course are held by one visitor at once.

alter table public.booking_holds
  -- The number of the date in a course that is held as a whole. One hold for each member and tab, as before.
  add column part integer not null default 0 check (part >= 0),
  drop constraint if exists booking_holds_secret_hash_key,
  drop constraint if exists booking_holds_member_id_key,
  add constraint booking_holds_of_one_tab unique (secret_hash, part),
  add constraint booking_holds_of_one_member unique (member_id, part);
