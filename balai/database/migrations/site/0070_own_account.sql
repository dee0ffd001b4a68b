-- What a member may do with her account as a whole: see what belongs to it, take her data along, and leave.
--
-- Leaving has thirty days of grace. Until then everything stays as it is and she can change her mind; then a job removes
-- the account with all that is hers alone, and what she wrote to others stays without her name.
--
-- Refusals by SQLSTATE, with a code in DETAIL: PT401 no_session; PT422 last_administrator.

create table public.departures (
  user_id uuid primary key references public.profiles on delete cascade,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '30 days'
);
create index departures_due on public.departures (due_at);

alter table public.departures enable row level security;
revoke all on public.departures from anon, authenticated;
grant select on public.departures to authenticated;
grant all on public.departures to service_role;
create policy "A member sees her own" on public.departures for select to authenticated
  using (user_id = (select auth.uid()));

-- Two administrators who leave at the same moment take turns here, and the second is refused.
create function public.check_somebody_stays(leaving uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.administrators where user_id = leaving) then
    return;
  end if;
  lock table public.administrators, public.departures in share row exclusive mode;
  if not exists (
    select from public.administrators as other where other.user_id <> leaving
      and not exists (select from public.departures as d where d.user_id = other.user_id)
  ) then
    perform public.refuse('422', 'last_administrator', 'The last administrator stays');
  end if;
end
$$;

-- Asked twice, the first day counts.
create function public.leave_hall() returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  due timestamptz;
begin
  if auth.uid() is null then
    perform public.refuse('401', 'no_session', 'Please sign in');
  end if;
  perform public.check_somebody_stays(auth.uid());
  insert into public.departures (user_id) values (auth.uid()) on conflict do nothing;
  select due_at into due from public.departures where user_id = auth.uid();
  return due;
end
$$;

create function public.stay_in_hall() returns void
language sql security definer set search_path = '' as $$
  delete from public.departures where user_id = auth.uid()
$$;

-- For the job alone. False when she has changed her mind, or is the last administrator by now.
create function public.carry_out_departure(member uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.departures where user_id = member and due_at <= now() for update;
  if not found then
    return false;
  end if;
  perform public.check_somebody_stays(member);
  -- By the rule for every cancellation, so that whoever waits in line moves up.
  update public.bookings set status = 'cancelled', cancelled_at = now(), waiting_since = null, sequence = sequence + 1,
    updated_at = now()
  where member_id = member and status <> 'cancelled' and starts_at > now();
  delete from auth.users where id = member;
  return true;
end
$$;

-- What the security screen shows of an account. Nobody else's, and no hash of anything.
create function public.my_account() returns table (
  email text, new_email text, phone text, has_password boolean, identities jsonb, due_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select coalesce(u.email, ''), coalesce(u.email_change, ''), coalesce(u.phone, ''),
    coalesce(u.encrypted_password, '') <> '',
    coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'provider', i.provider, 'email', i.email,
        'lastSignInAt', i.last_sign_in_at) order by i.created_at, i.id)
      from auth.identities as i where i.user_id = u.id), '[]'),
    (select d.due_at from public.departures as d where d.user_id = u.id)
  from auth.users as u where u.id = auth.uid()
$$;

-- Everything that is hers, to take along. Only rows of the caller; what others said to her is theirs.
create function public.my_data() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'createdAt', u.created_at,
        'lastSignInAt', u.last_sign_in_at, 'details', u.raw_user_meta_data)
      from auth.users as u where u.id = auth.uid()),
    'identities', (
      select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'data', i.identity_data,
        'createdAt', i.created_at, 'lastSignInAt', i.last_sign_in_at) order by i.created_at), '[]')
      from auth.identities as i where i.user_id = auth.uid()),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('createdAt', s.created_at, 'lastUsedAt', s.refreshed_at,
        'browser', s.user_agent, 'address', host(s.ip)) order by s.created_at), '[]')
      from auth.sessions as s where s.user_id = auth.uid()),
    'profile', (
      select to_jsonb(p) - 'calendar_token' from public.profiles as p where p.id = auth.uid()),
    'posts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'language', x.language, 'title', x.title,
        'text', x.body, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.posts as x where x.author_id = auth.uid()),
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'post', x.post_id, 'language', x.language,
        'text', x.body, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.replies as x where x.author_id = auth.uid()),
    'reports', (
      select coalesce(jsonb_agg(jsonb_build_object('post', x.post_id, 'reply', x.reply_id, 'reason', x.reason,
        'note', x.note, 'status', x.status, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.reports as x where x.reporter_id = auth.uid()),
    'bookings', (
      select coalesce(jsonb_agg(to_jsonb(x) - 'member_id' order by x.created_at), '[]')
      from public.bookings as x where x.member_id = auth.uid()),
    'drafts', (
      select coalesce(jsonb_agg(jsonb_build_object('place', x.place, 'content', x.content,
        'updatedAt', x.updated_at) order by x.updated_at), '[]')
      from public.drafts as x where x.user_id = auth.uid()))
  where auth.uid() is not null
$$;

revoke execute on function
  public.check_somebody_stays(uuid), public.leave_hall(), public.stay_in_hall(), public.carry_out_departure(uuid),
  public.my_account(), public.my_data()
from public, anon, authenticated;
grant execute on function public.leave_hall(), public.stay_in_hall(), public.my_account(), public.my_data()
  to authenticated, service_role;

call public.announce_changes('public.departures');
