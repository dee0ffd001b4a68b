-- Subscribers of new articles by email: members by their choice of channels, guests by an emailed link.
-- Errors: PT422 address; PT429 too_fast.

-- Asks to get new articles at an address. A job sends the link that confirms it. The response is the same whether the
-- address is unknown, gets them already, or is that of a member.
-- Once a minute and three times a day for each address, 20 times an hour for each network. Of 300 an hour for the whole
-- site, a range of addresses has its share (max_codes_of_range).
create or replace function public.request_newsletter(address text, language public.language default 'en') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  recipient constant text := public.guest_address(address);
  network constant bytea := public.request_network();
  range constant bytea := public.request_range();
  max_requests constant integer := 300;
  sent integer;
begin
  if recipient is null or recipient !~ '@' then
    perform public.raise_error('422', 'address', 'Not a valid email address');
  end if;
  perform public.refuse_blocked_network();
  perform public.check_bot_token();
  -- The lock makes concurrent requests count one after the other.
  perform pg_advisory_xact_lock(hashtextextended('balai.newsletter', 0));
  select count(*) into sent from public.newsletter_requests as r where r.created_at > now() - interval '1 hour';
  if exists (select from public.newsletter_requests as r
      where r.email = recipient and r.created_at > now() - interval '1 minute')
    or 3 <= (select count(*) from public.newsletter_requests as r
      where r.email = recipient and r.created_at > now() - interval '1 day')
    or 20 <= (select count(*) from public.newsletter_requests as r
      where r.network_hash = network and r.created_at > now() - interval '1 hour')
    or sent >= (case when range is null then max_requests else 4 * max_requests end)
    or public.max_codes_of_range(max_requests, sent) <= (select count(*) from public.newsletter_requests as r
      where r.range_hash = range and r.created_at > now() - interval '1 hour')
  then
    perform public.raise_error('429', 'too_fast', 'Too many requests in a short time');
  end if;
  insert into public.newsletter_requests (email, language, network_hash, range_hash)
  values (recipient, public.offered_language(coalesce(language, 'en')), network, range);
end
$$;

-- The member whose confirmed address this is.
create or replace function public.member_at(address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users as u join public.profiles as p on p.id = u.id
  where lower(u.email) = member_at.address and u.email_confirmed_at is not null
  order by u.created_at limit 1
$$;

-- Confirms a request by its link, for two days. False: an unknown or old link, or one whose emails were ended since.
-- At the address of a member it becomes their choice. Repeated, it changes nothing.
create or replace function public.confirm_newsletter(link uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.newsletter_requests;
  member uuid;
begin
  select * into request from public.newsletter_requests as r
  where r.link = confirm_newsletter.link and r.created_at > now() - interval '2 days' for update;
  if not found then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('balai.newsletter.' || request.email, 0));
  member := public.member_at(request.email);
  if request.used_at is not null then
    return case when member is null
      then exists (select from public.newsletter_guests as g where g.email = request.email)
      else public.wants_notice(member, 'new_article', 'email') end;
  end if;
  update public.newsletter_requests as r set used_at = now() where r.link = request.link;
  if member is null then
    insert into public.newsletter_guests as g (email, language) values (request.email, request.language)
    on conflict (email) do update set language = excluded.language;
    -- The emailed link has arrived.
    delete from public.email_bounces as b using public.newsletter_guests as g
    where g.email = request.email and b.guest_id = g.id;
  else
    perform public.choose_newsletter(member, true);
  end if;
  return true;
end
$$;

-- Begins or ends it for a member. The link in an email proves the wish as well as a session does.
create or replace function public.choose_newsletter(member uuid, is_on boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notice_choices as c (member_id, kind, channel, is_on)
  values (choose_newsletter.member, 'new_article', 'email', choose_newsletter.is_on)
  on conflict (member_id, kind, channel) do update set is_on = excluded.is_on;
  if not choose_newsletter.is_on then
    perform public.withdraw_editions(u.email) from auth.users as u where u.id = choose_newsletter.member;
  end if;
end
$$;

-- Deletes the emails of editions to an address from the queue: those that wait, and what is stored of sent ones.
-- One that is being sent at this moment stays. A hosted project has no queue.
create or replace function public.withdraw_editions(address text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('mailbox.queue') is not null then
    execute $message$
      delete from mailbox.queue as q where q.kind in ('edition', 'newsletter') and q.recipient = $1
        and (q.sent_at is not null or q.given_up_at is not null or q.attempts = 0 or q.last_error is not null)
    $message$ using address;
  end if;
end
$$;

-- The subscriber of a link in an edition, and whether it has ended. No row: an unknown link.
create or replace function public.find_newsletter_link(link uuid) returns table (is_guest boolean, is_done boolean)
language sql stable security definer set search_path = '' as $$
  select true, g.ended_at is not null from public.newsletter_guests as g where g.link = find_newsletter_link.link
  union all
  select false, not public.wants_notice(l.member_id, 'new_article', 'email')
  from public.newsletter_links as l where l.link = find_newsletter_link.link
$$;

-- Ends what a link of an edition names; of a member also begins it again. The address of a guest is deleted, so a guest
-- asks again with it. False: an unknown link.
create or replace function public.use_newsletter_link(link uuid, is_subscribed boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  guest public.newsletter_guests;
  member uuid;
begin
  select * into guest from public.newsletter_guests as g where g.link = use_newsletter_link.link for update;
  if found then
    if guest.email is not null and not is_subscribed then
      perform pg_advisory_xact_lock(hashtextextended('balai.newsletter.' || guest.email, 0));
      update public.newsletter_guests as g set email = null, ended_at = now() where g.id = guest.id;
      delete from public.newsletter_requests as r where r.email = guest.email;
      perform public.withdraw_editions(guest.email);
    end if;
    return true;
  end if;
  select l.member_id into member from public.newsletter_links as l where l.link = use_newsletter_link.link;
  if member is null then
    return false;
  end if;
  perform public.choose_newsletter(member, is_subscribed);
  return true;
end
$$;

-- The address of a guest became that of a member: from then on it is the member's choice.
create or replace function public.take_over_newsletter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.newsletter_guests as g where g.email = lower(new.email)
    and exists (select from public.profiles as p where p.id = new.id);
  if found then
    insert into public.notice_choices (member_id, kind, channel, is_on) values (new.id, 'new_article', 'email', true)
    on conflict (member_id, kind, channel) do nothing;
  end if;
  return null;
end
$$;

revoke execute on function
  public.request_newsletter(text, public.language), public.member_at(text), public.confirm_newsletter(uuid),
  public.choose_newsletter(uuid, boolean), public.withdraw_editions(text), public.find_newsletter_link(uuid),
  public.use_newsletter_link(uuid, boolean), public.take_over_newsletter()
from public, anon, authenticated;
grant execute on function
  public.request_newsletter(text, public.language), public.confirm_newsletter(uuid), public.find_newsletter_link(uuid)
to anon, authenticated, service_role;

comment on function public.find_newsletter_link(uuid) is 'internal';
