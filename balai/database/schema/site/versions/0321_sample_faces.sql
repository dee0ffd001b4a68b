-- A member's picture may also be one of those that come with the program: the members of the sample content have them.
alter table public.profiles
  drop constraint profiles_picture_stored,
  add constraint profiles_picture_stored check (picture_url ~ '^/(storage/v1|demo)/');
