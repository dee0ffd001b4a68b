-- The choices of a member: the channels of each kind, quiet hours, the digest; and the links in emails that end them.
-- Errors: PT401 no_session; PT404 not_found; PT422 unknown_channel.

create or replace function public.set_notice_choice(kind text, channel text, is_on boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not exists (select from public.profiles where id = auth.uid()) then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  elsif not exists (
    select from public.notice_kinds as known
    where known.kind = set_notice_choice.kind and set_notice_choice.channel = any (known.offered)) then
    perform public.raise_error('422', 'unknown_channel', 'This kind has no such channel');
  end if;
  insert into public.notice_choices (member_id, kind, channel, is_on)
  values (auth.uid(), set_notice_choice.kind, set_notice_choice.channel, set_notice_choice.is_on)
  on conflict (member_id, kind, channel) do update set is_on = excluded.is_on;
  if set_notice_choice.kind = 'new_article' and not set_notice_choice.is_on then
    perform public.choose_newsletter(auth.uid(), false);
  end if;
end $$;

-- Quiet hours (both null: none), the digest, and whether notices are emailed at all.
create or replace function public.save_notice_settings(
  quiet_from time, quiet_until time, digest text, emails boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not exists (select from public.profiles where id = auth.uid()) then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  end if;
  insert into public.notice_settings (member_id, quiet_from, quiet_until, digest, is_unsubscribed)
  values (auth.uid(), save_notice_settings.quiet_from, save_notice_settings.quiet_until, save_notice_settings.digest,
    not save_notice_settings.emails)
  on conflict (member_id) do update set quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
    digest = excluded.digest, is_unsubscribed = excluded.is_unsubscribed;
end $$;

-- The secret address of a member and a topic (null: all emails), made at its first use. For the jobs that email.
create or replace function public.notice_link(member uuid, post uuid) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.notice_links as known (member_id, post_id) values (member, post)
  on conflict (member_id, post_id) do update set post_id = excluded.post_id
  returning known.id
$$;

-- The effect of an email link: the title of its topic (null: all emails), and whether it ended. No row: an unknown link.
-- In a confidential area the name of the area, as in the email: the link is opened without a session.
create or replace function public.find_notice_link(link uuid) returns table (title text, is_for_all boolean, is_done boolean)
language sql stable security definer set search_path = '' as $$
  select case when public.is_confidential(topic.forum_id) then public.name_in_message(topic, member.language)
      else topic.title end, known.post_id is null,
    case when known.post_id is null then coalesce(settings.is_unsubscribed, false)
      else coalesce(watch.level = 'muted', false) end
  from public.notice_links as known
  join public.profiles as member on member.id = known.member_id
  left join public.posts as topic on topic.id = known.post_id
  left join public.notice_settings as settings on settings.member_id = known.member_id
  left join public.watches as watch on watch.member_id = known.member_id and watch.post_id = known.post_id
  where known.id = link
$$;

-- Ends what the link names, or begins it again. Needs no session: the link is the proof. False: an unknown link.
create or replace function public.use_notice_link(link uuid, is_subscribed boolean default false) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  known public.notice_links;
begin
  select * into known from public.notice_links where id = link for update;
  if not found then
    return public.use_newsletter_link(link, is_subscribed);
  elsif known.post_id is null then
    insert into public.notice_settings as s (member_id, is_unsubscribed) values (known.member_id, not is_subscribed)
    on conflict (member_id) do update set is_unsubscribed = excluded.is_unsubscribed;
  elsif is_subscribed then
    if known.level_before is null then
      delete from public.watches where member_id = known.member_id and post_id = known.post_id and level = 'muted';
    else
      update public.watches set level = known.level_before, changed_at = now()
      where member_id = known.member_id and post_id = known.post_id and level = 'muted';
    end if;
  else
    update public.notice_links set level_before = (
      select watch.level from public.watches as watch
      where watch.member_id = known.member_id and watch.post_id = known.post_id and watch.level <> 'muted')
    where id = link and not exists (
      select from public.watches as watch
      where watch.member_id = known.member_id and watch.post_id = known.post_id and watch.level = 'muted');
    insert into public.watches (member_id, post_id, level) values (known.member_id, known.post_id, 'muted')
    on conflict (post_id, member_id) where post_id is not null
    do update set level = 'muted', is_automatic = false, changed_at = now();
  end if;
  return true;
end $$;

revoke execute on function
  public.set_notice_choice(text, text, boolean), public.save_notice_settings(time, time, text, boolean),
  public.notice_link(uuid, uuid), public.find_notice_link(uuid), public.use_notice_link(uuid, boolean)
from public, anon, authenticated;
grant execute on function
  public.set_notice_choice(text, text, boolean), public.save_notice_settings(time, time, text, boolean)
to authenticated, service_role;
grant execute on function public.find_notice_link(uuid) to anon, authenticated, service_role;
grant execute on function public.use_notice_link(uuid, boolean) to service_role;

comment on function public.find_notice_link(uuid) is 'internal';
