-- The longest time for which a token may still be valid: its lifetime, plus five minutes between the clocks of nodes.
create or replace function auth.max_token_age() returns interval
language sql stable security definer set search_path = '' as $$
  select make_interval(secs => coalesce(max(seconds), 3600)) + interval '5 minutes' from auth.access_token_lifetimes
  where replaced_at is null or replaced_at + make_interval(secs => seconds) > now() - interval '5 minutes'
$$;

-- Runs for every session that ends: sign-out, a changed password, a deleted account, administration.
-- Sessions whose last token has expired need no notification. The payload is the end of the entry, a space, the ids.
create or replace function auth.notify_ended_sessions() returns trigger language plpgsql as $$
declare
  max_age constant interval := auth.max_token_age();
  batch text;
begin
  insert into auth.ended_sessions (session_id, until)
  select id, now() + max_age from ended
  where greatest(created_at, updated_at, refreshed_at) > now() - max_age
  -- The entry of a blocked session may end sooner.
  on conflict (session_id) do update set until = excluded.until where ended_sessions.until < excluded.until;
  -- A notification holds 8000 bytes; an id and its comma take 37.
  for batch in
    select string_agg(id::text, ',')
    from (select id, row_number() over () / 200 as part from ended
          where greatest(created_at, updated_at, refreshed_at) > now() - max_age) as recent
    group by part
  loop
    perform pg_notify('balai_ended_sessions', extract(epoch from now() + max_age) || ' ' || batch);
  end loop;
  return null;
end $$;

-- Runs for every user that is blocked, or whose block changes. The sessions stay, as in GoTrue: they work again after
-- the block. Until then their tokens are rejected like those of ended sessions. The trigger covers every way to block.
create or replace function auth.notify_blocked_sessions() returns trigger language plpgsql as $$
declare
  block_end timestamptz := least(coalesce(new.banned_until, 'epoch'), now() + auth.max_token_age());
  batch text;
begin
  if block_end > now() then
    insert into auth.ended_sessions (session_id, until) select id, block_end from auth.sessions where user_id = new.id
    on conflict (session_id) do update set until = excluded.until;
  else
    delete from auth.ended_sessions where session_id in (select id from auth.sessions where user_id = new.id);
  end if;
  for batch in
    select string_agg(id::text, ',')
    from (select id, row_number() over () / 200 as part from auth.sessions where user_id = new.id) as own
    group by part
  loop
    perform pg_notify('balai_blocked_sessions', extract(epoch from block_end) || ' ' || batch);
  end loop;
  return null;
end $$;

-- The caller's sessions, last used first. A session is left out after all its refresh tokens were revoked, as a stolen
-- copy of one has them: the device is signed out. Tokens of version 2 have no rows.
create or replace function public.my_sessions() returns table (
  id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text, aal text, is_current boolean
) language sql stable security definer set search_path = '' as $$
  select id, created_at, greatest(created_at, refreshed_at), user_agent, host(ip), aal::text,
    id::text = coalesce(auth.jwt() ->> 'session_id', '')
  from auth.sessions
  where user_id = auth.uid() and (not_after is null or not_after > now())
    and (id::text = auth.jwt() ->> 'session_id'
      or not exists (select from auth.refresh_tokens t where t.session_id = sessions.id)
      or exists (select from auth.refresh_tokens t where t.session_id = sessions.id and not t.revoked))
  order by 3 desc, id limit 200
$$;

-- Ends one of the caller's sessions. False if the caller has no session with this id.
create or replace function public.end_my_session(session_id uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  with ended as (
    delete from auth.sessions where id = session_id and user_id = auth.uid() returning user_id
  ), noted as (
    insert into auth.audit_log_entries (payload)
    select jsonb_build_object('actor_id', user_id, 'actor_username', coalesce(auth.email(), ''), 'actor_via_sso', false,
      'action', 'logout', 'log_type', 'account', 'traits', jsonb_build_object('session_id', session_id))
    from ended
  )
  select exists (select from ended)
$$;

revoke execute on function auth.notify_ended_sessions(), auth.notify_blocked_sessions(), public.my_sessions(), public.end_my_session(uuid) from public;
grant execute on function public.my_sessions(), public.end_my_session(uuid) to authenticated, service_role;
