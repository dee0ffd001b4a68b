-- Fields of a profile can also be for members of the same groups, or for staff.

alter table public.profiles
  drop constraint profiles_about_for, drop constraint profiles_languages_for,
  drop constraint profiles_since_for, drop constraint profiles_activity_for,
  add constraint profiles_about_for check (about_for in ('everyone', 'members', 'group', 'staff', 'nobody')),
  add constraint profiles_languages_for check (languages_for in ('everyone', 'members', 'group', 'staff', 'nobody')),
  add constraint profiles_since_for check (since_for in ('everyone', 'members', 'group', 'staff', 'nobody')),
  add constraint profiles_activity_for check (activity_for in ('everyone', 'members', 'group', 'staff', 'nobody'));
