-- Guests choose a person, too: the function has another argument.
drop function if exists public.book_as_guest(
  uuid, uuid, timestamptz, text, text, text, integer, text, boolean, public.language, text);
