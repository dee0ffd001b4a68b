-- before: checks

-- The site needs only names that a hosted project has too: the schema auth with auth.users and auth.uid(), and the
-- roles anon, authenticated and service_role.
-- Hosted projects grant new functions and tables to everyone by default, this one to no role. So each file says both
-- what it revokes and what it grants.
create type public.language as enum ('en', 'zh', 'ms', 'vi');

-- Functions, types and tables of the full-text search.
create schema search;

grant usage on schema search to anon, authenticated, service_role;
