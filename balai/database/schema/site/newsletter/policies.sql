revoke all on public.newsletter_requests, public.newsletter_guests, public.newsletter_links, public.article_editions
from anon, authenticated;
grant all on public.newsletter_requests, public.newsletter_guests, public.newsletter_links, public.article_editions
to service_role;
-- Not the link, with which anyone could end it.
grant select (id, email, language, confirmed_at, ended_at), delete on public.newsletter_guests to authenticated;

create policy "Administrators see the guests who get new articles" on public.newsletter_guests for select to authenticated
  using ((select public.is_admin()));

create policy "Administrators delete guests who get new articles" on public.newsletter_guests for delete to authenticated
  using ((select public.is_admin()));
