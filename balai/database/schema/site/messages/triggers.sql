create trigger announce_outbox after insert on public.messages
  for each statement execute function public.announce_outbox();

call public.announce_changes('public.messages');
