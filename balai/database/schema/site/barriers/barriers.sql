-- Barriers: email domains that cannot sign up, hosts that no post links to, networks that cannot sign up or write.
--   preview_barrier(), add_barrier(), remove_barrier()   for administrators
--   may_sign_up()   the auth service asks it before it creates an account
-- Errors: PT403 network_blocked; PT404 not_found; PT422 unknown_barrier, too_wide, own_network, host_blocked.

-- New users: accounts younger than this. Three of their posts with one host within 24 hours are hidden.
create or replace function public.newcomer_age() returns interval
language sql immutable parallel safe set search_path = '' as $$
  select interval '7 days'
$$;

-- A domain or host as it is stored: lower case, without "www." and without what surrounds it in an address or link.
-- Null: not one.
create or replace function public.normal_host(given text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select host from (
    select regexp_replace(regexp_replace(lower(btrim(given)), '^(https?://|.*@)?(www\.)?', ''), '[/:?#].*$', '') as host
  ) as x
  where char_length(host) <= 253 and host ~ '^[^\s.@"<>\\]{1,63}(\.[^\s.@"<>\\]{1,63})+$'
$$;

-- A host and every domain above it: "a.b.example" is in "b.example".
create or replace function public.domains_of(host text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(
    select array_to_string(parts[n:], '.') from (select string_to_array(domains_of.host, '.') as parts) as x,
      generate_series(1, cardinality(parts) - 1) as n)
$$;

-- The hosts that a document links to, by links and by addresses in its text; not the site itself. At most fifty.
create or replace function public.hosts_in(body jsonb) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(host), '{}') from (
    select distinct public.normal_host(found[1]) as host
    from (
      select value #>> '{}' as words from jsonb_path_query(body, '$.**.href') as value
      union all
      select value #>> '{}' from jsonb_path_query(body, '$.**.text') as value) as texts,
      regexp_matches(words, '(https?://[^\s/?#"<>]+)', 'gi') as found
    where public.is_rich_text(body, 60000)
    limit 50) as hosts
  where host is not null and host is distinct from public.normal_host(public.request_header('host'))
$$;

create or replace function public.request_header(name text) returns text
language sql stable set search_path = '' as $$
  select nullif(current_setting('request.headers', true), '')::jsonb ->> request_header.name
$$;

-- The caller's network, as the server names it in a header that no client can set: an IPv4 address or an IPv6 /64. Null:
-- not over HTTP.
create or replace function public.caller_network() returns inet
language plpgsql stable set search_path = '' as $$
begin
  return nullif(public.request_header('x-balai-network'), '')::inet;
exception when data_exception then
  return null;
end
$$;

create or replace function public.is_blocked_network(network inet) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.barriers as b
    where b.kind = 'range' and is_blocked_network.network <<= b.value::inet)
$$;

-- Refuses a caller in a blocked network; administrators are exempt. The contact form stays open: it is the way to ask why.
create or replace function public.refuse_blocked_network() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if public.is_blocked_network(public.caller_network()) and not public.is_admin() then
    perform public.raise_error('403', 'network_blocked', 'Nothing can be written from this network');
  end if;
end
$$;

-- Whether an account may be created: null, or the kind of the barrier against it.
create or replace function public.barrier_of_sign_up(email text, network text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from public.barriers as b
    where b.kind = 'mail' and b.value = any (public.domains_of(public.normal_host(barrier_of_sign_up.email)))) then
    return 'mail';
  elsif public.is_blocked_network(nullif(network, '')::inet) then
    return 'range';
  end if;
  return null;
exception when data_exception then
  return null;
end
$$;

-- Refuses posts and replies with a blocked host, or from a blocked network.
create or replace function public.check_barriers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  blocked text;
begin
  if auth.uid() is null or public.is_admin() then
    return new;
  elsif tg_op = 'INSERT' then
    perform public.refuse_blocked_network();
  end if;
  select b.value into blocked from public.barriers as b
  where b.kind = 'host' and b.value in (
    select domain from unnest(public.hosts_in(new.body)) as host, unnest(public.domains_of(host)) as domain)
  limit 1;
  if found then
    perform public.raise_error('422', 'host_blocked', 'Links to ' || blocked || ' are not allowed here');
  end if;
  return new;
end
$$;

-- Remembers the hosts of a post or reply for 24 hours, and hides three of new users that link to the same host, theirs
-- or each other's. That is decided under a lock for each host, so that three at once are three.
create or replace function public.note_hosts(post uuid, reply uuid, author uuid, body jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_host text;
begin
  if auth.uid() is null or note_hosts.body is null then
    return;
  end if;
  delete from public.link_hosts where id in (
    select l.id from public.link_hosts as l where l.created_at < now() - interval '24 hours'
    order by l.created_at limit 20 for update skip locked);
  for found_host in select unnest(public.hosts_in(note_hosts.body)) order by 1 loop
    insert into public.link_hosts (host, post_id, reply_id, author_id)
    values (found_host, note_hosts.post, note_hosts.reply, note_hosts.author) on conflict do nothing;
    if public.is_newcomer(note_hosts.author) then
      perform pg_advisory_xact_lock(hashtextextended('balai.link_hosts.' || found_host, 0));
      perform public.hide_repeated_host(found_host);
    end if;
  end loop;
end
$$;

-- After the triggers that count replies: what it hides is counted by then.
create or replace function public.note_hosts_of_new() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'posts' then
    perform public.note_hosts(n.id, null, n.author_id, n.body) from new_rows as n;
  else
    perform public.note_hosts(null, n.id, n.author_id, n.body) from new_rows as n;
  end if;
  return null;
end
$$;

create or replace function public.note_hosts_of_edited() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'posts' then
    perform public.note_hosts(new.id, null, new.author_id, new.body);
  else
    perform public.note_hosts(null, new.id, new.author_id, new.body);
  end if;
  return null;
end
$$;

create or replace function public.is_newcomer(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles as p
    where p.id = is_newcomer.member and p.created_at > now() - public.newcomer_age()
      and not exists (select from public.administrators as a where a.user_id = p.id)
      and not exists (select from public.role_grants as g where g.member_id = p.id))
$$;

-- Counted over the accounts of one member as well: five accounts with one post each are five posts of new users.
create or replace function public.hide_repeated_host(host text) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  hidden integer;
begin
  if 3 > (
    select count(distinct coalesce(l.post_id, l.reply_id)) from public.link_hosts as l
    where l.host = host and l.created_at > now() - interval '24 hours' and public.is_newcomer(l.author_id)) then
    return 0;
  end if;
  hidden := public.hide_linking(null, array[host], true);
  if hidden > 0 then
    insert into public.staff_log (actor_id, thing, act, changes)
    values (null, 'barriers', 'update', jsonb_build_object('hidden', jsonb_build_array(null, hidden),
      'host', jsonb_build_array(null, host)));
  end if;
  return hidden;
end
$$;

-- Hides what links to one of the hosts, or to a host below one, within 24 hours; `new_users_only`: theirs alone.
create or replace function public.hide_linking(barrier uuid, hosts text[], new_users_only boolean) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  item record;
  hidden integer := 0;
begin
  for item in
    select distinct l.post_id, l.reply_id from public.link_hosts as l
    where l.created_at > now() - interval '24 hours' and public.domains_of(l.host) && hosts
      and (not new_users_only or public.is_newcomer(l.author_id))
    order by 1, 2
  loop
    if item.post_id is not null then
      update public.posts as p set hidden_at = now()
      where p.id = item.post_id and p.hidden_at is null and p.deleted_at is null and p.merged_into is null;
    else
      update public.replies as r set hidden_at = now()
      where r.id = item.reply_id and r.hidden_at is null and r.deleted_at is null and r.became_post is null;
    end if;
    if found then
      insert into public.barrier_items (barrier_id, host, post_id, reply_id)
      values (barrier, case when barrier is null then hosts[1] end, item.post_id, item.reply_id);
      hidden := hidden + 1;
    end if;
  end loop;
  return hidden;
end
$$;

-- A barrier's value in its stored form. Raises an error for what is none, or would shut out too many.
create or replace function public.barrier_value(kind text, value text) returns text
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  range cidr;
begin
  if kind in ('mail', 'host') then
    if public.normal_host(value) is null then
      perform public.raise_error('422', 'unknown_barrier', 'Not a domain');
    end if;
    return public.normal_host(value);
  elsif kind is distinct from 'range' then
    perform public.raise_error('422', 'unknown_barrier', 'A barrier is mail, host or range');
  end if;
  begin
    range := network(btrim(value)::inet);
  exception when data_exception then
    perform public.raise_error('422', 'unknown_barrier', 'Not a network');
  end;
  if masklen(range) < (case family(range) when 4 then 16 else 32 end) then
    perform public.raise_error('422', 'too_wide', 'At most a /16, or a /32 of IPv6');
  elsif family(range) = 6 and masklen(range) > 64 then
    range := network(set_masklen(range::inet, 64));
  end if;
  if public.caller_network() <<= range::inet then
    perform public.raise_error('422', 'own_network', 'This is your own network');
  end if;
  return range::text;
end
$$;

-- The effect of a barrier now: its value, and the posts and replies of the last 24 hours that it would hide, or the
-- members with an address of the domain, who stay.
create or replace function public.preview_barrier(kind text, value text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  normal text;
begin
  perform public.check_admin();
  normal := public.barrier_value(kind, value);
  return jsonb_build_object('value', normal,
    'hidden', case when kind = 'host' then (
      select count(distinct coalesce(l.post_id, l.reply_id)) from public.link_hosts as l
      left join public.posts as p on p.id = l.post_id left join public.replies as r on r.id = l.reply_id
      where l.created_at > now() - interval '24 hours' and normal = any (public.domains_of(l.host))
        and (p.body is not null or r.body is not null)) else 0 end,
    'members', case when kind = 'mail' then (
      select count(*) from auth.users as u where normal = any (public.domains_of(public.normal_host(u.email)))) else 0 end);
end
$$;

-- Adds a barrier. A host hides what links to it within 24 hours. Returns how much was hidden. Repeating changes nothing.
create or replace function public.add_barrier(id uuid, kind text, value text, note text default '') returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  normal text;
begin
  perform public.check_admin();
  normal := public.barrier_value(kind, value);
  insert into public.barriers (id, kind, value, note, created_by)
  values (id, kind, normal, btrim(coalesce(note, '')), auth.uid()) on conflict do nothing;
  if not found or kind <> 'host' then
    return 0;
  end if;
  return public.hide_linking(id, array[normal], false);
end
$$;

-- Removes a barrier, and shows what it has hidden unless a moderator has hidden it again since.
create or replace function public.remove_barrier(barrier uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform public.check_admin();
  perform from public.barriers as b where b.id = barrier for update;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such barrier');
  end if;
  update public.posts as p set hidden_at = null
  from public.barrier_items as i where i.barrier_id = barrier and p.id = i.post_id and p.hidden_at = i.hidden_at;
  update public.replies as r set hidden_at = null
  from public.barrier_items as i where i.barrier_id = barrier and r.id = i.reply_id and r.hidden_at = i.hidden_at;
  delete from public.barriers as b where b.id = barrier;
end
$$;

revoke execute on function
  public.newcomer_age(), public.normal_host(text), public.domains_of(text), public.hosts_in(jsonb),
  public.request_header(text), public.caller_network(), public.is_blocked_network(inet),
  public.refuse_blocked_network(), public.barrier_of_sign_up(text, text), public.check_barriers(),
  public.note_hosts(uuid, uuid, uuid, jsonb), public.note_hosts_of_new(), public.note_hosts_of_edited(),
  public.is_newcomer(uuid),
  public.hide_repeated_host(text), public.hide_linking(uuid, text[], boolean), public.barrier_value(text, text),
  public.preview_barrier(text, text), public.add_barrier(uuid, text, text, text), public.remove_barrier(uuid)
from public, anon, authenticated;

grant execute on function
  public.preview_barrier(text, text), public.add_barrier(uuid, text, text, text), public.remove_barrier(uuid)
to authenticated, service_role;
