create trigger limit_wordings before insert on public.wordings
  for each row execute function public.limit_wordings();

call public.announce_changes('public.wordings');
