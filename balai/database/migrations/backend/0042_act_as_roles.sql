-- From PostgreSQL 16 on, who creates a role may give it away but not act as it. On managed services the user that
-- migrates is such a creator and no superuser: it gives itself what the data service needs.

do $$
begin
  if current_setting('server_version_num')::integer >= 160000 then
    if not pg_has_role(current_user, 'anon', 'SET') then
      execute format('grant anon, authenticated, service_role to %I with set true, inherit false', current_user);
    end if;
  end if;
end $$;
