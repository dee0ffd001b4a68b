-- before: checks

-- Roles, schemas and default privileges that every row policy relies on, named as on the hosted platform.

do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
  if not pg_has_role(current_user, 'anon', 'member') then
    execute format('grant anon, authenticated, service_role to %I', current_user);
  end if;
end $$;

create schema if not exists auth;

grant usage on schema auth to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;

-- Extensions have a schema of their own, with usage for every role. Connections have it in their search path.
create schema if not exists extensions;

grant usage on schema extensions to anon, authenticated, service_role;

-- Closed by default: each file grants what roles may use.
alter default privileges in schema public revoke execute on functions from public;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;
alter default privileges in schema extensions grant execute on functions to public;

-- From PostgreSQL 16 on, the creator of a role may grant it but not set it. On managed services the user that migrates
-- is such a creator and no superuser: it grants itself what the data service needs.
do $$
begin
  if current_setting('server_version_num')::integer >= 160000 then
    if not pg_has_role(current_user, 'anon', 'SET') then
      execute format('grant anon, authenticated, service_role to %I with set true, inherit false', current_user);
    end if;
  end if;
end $$;

create schema mailbox;
create schema storage;

grant usage on schema storage to anon, authenticated, service_role;

create schema realtime;

grant usage on schema realtime to anon, authenticated, service_role;
