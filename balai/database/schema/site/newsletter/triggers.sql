create trigger take_over_newsletter after insert on auth.users for each row
  when (new.email_confirmed_at is not null) execute function public.take_over_newsletter();

create trigger take_over_newsletter_confirmed after update of email, email_confirmed_at on auth.users for each row
  when (new.email_confirmed_at is not null
    and (old.email, old.email_confirmed_at) is distinct from (new.email, new.email_confirmed_at))
  execute function public.take_over_newsletter();

create trigger announce_newsletter_requests after insert on public.newsletter_requests
  for each statement execute function public.announce_outbox();
