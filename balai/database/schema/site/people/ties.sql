-- Following and blocking. Errors: PT401 no_session; PT403 not_available; PT404 not_found; PT422 too_many.

-- Follows a member, or stops. The caller alone knows; at most 500.
create or replace function public.set_following(person uuid, follows boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_member() then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  end if;
  if not set_following.follows then
    delete from public.follows as f where f.follower_id = auth.uid() and f.followed_id = set_following.person;
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('balai.ties.' || auth.uid(), 0));
  if not public.is_active_account(set_following.person) then
    perform public.raise_error('404', 'not_found', 'No such member');
  elsif set_following.person = auth.uid() or public.are_apart(set_following.person, auth.uid()) then
    perform public.raise_error('403', 'not_available', 'This member cannot be followed');
  elsif 500 <= (select count(*) from public.follows as f where f.follower_id = auth.uid()) then
    perform public.raise_error('422', 'too_many', 'At most 500 members');
  end if;
  insert into public.follows (follower_id, followed_id) values (auth.uid(), set_following.person) on conflict do nothing;
end
$$;

-- Blocks a member, or ends that. Neither follows the other any more; the blocked member is not told.
create or replace function public.set_blocked(person uuid, blocks boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_member() then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  end if;
  if not set_blocked.blocks then
    delete from public.member_blocks as b where b.member_id = auth.uid() and b.blocked_id = set_blocked.person;
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('balai.ties.' || auth.uid(), 0));
  if not exists (select from public.profiles as p where p.id = set_blocked.person) then
    perform public.raise_error('404', 'not_found', 'No such member');
  elsif set_blocked.person = auth.uid() then
    perform public.raise_error('403', 'not_available', 'This is your own account');
  elsif 1000 <= (select count(*) from public.member_blocks as b where b.member_id = auth.uid()) then
    perform public.raise_error('422', 'too_many', 'At most 1000 members');
  end if;
  insert into public.member_blocks (member_id, blocked_id) values (auth.uid(), set_blocked.person)
  on conflict do nothing;
  delete from public.follows as f
  where (f.follower_id, f.followed_id) in ((auth.uid(), set_blocked.person), (set_blocked.person, auth.uid()));
end
$$;

revoke execute on function public.set_following(uuid, boolean), public.set_blocked(uuid, boolean)
from public, anon, authenticated;

grant execute on function public.set_following(uuid, boolean), public.set_blocked(uuid, boolean)
to authenticated, service_role;
