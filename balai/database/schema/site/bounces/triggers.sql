call public.announce_changes('public.email_bounces');
call public.announce_changes('public.email_checks');

create trigger forget_bounces after update of email on auth.users for each row
  when (lower(old.email) is distinct from lower(new.email)) execute function public.forget_bounces();

create trigger forget_bounces after update of email on public.newsletter_guests for each row
  when (old.email is distinct from new.email) execute function public.forget_bounces();

create trigger log_staff_act after update on public.email_bounces for each row
  when (old.score > 0 and new.score = 0) execute function public.log_staff_act('score');
