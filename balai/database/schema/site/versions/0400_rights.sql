-- Who may do what. A right is given by a role, in the whole site or in one scope: a group, an area of the forum, a
-- service. In an area with limited access, area_rights gives the members of groups the rights of the area.

-- Every right that exists. The first four are those of an area; the others are those of staff.
create type public.site_right as enum (
  'see', 'reply', 'create', 'moderate',
  -- Articles: write own drafts; publish own ones; change all; change texts in other languages than the source.
  'write', 'publish', 'edit', 'translate',
  'library', 'bookings', 'hours', 'messages',
  -- The people of a group; addresses of members; the data of a member; the staff log.
  'people', 'members', 'export', 'log'
);

create table public.groups (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 60),
  -- Whether members who are not in it see that it exists.
  is_listed boolean not null default true,
  joining text not null default 'request' check (joining in ('open', 'request', 'invitation')),
  -- The group of all signed-in members: no rows of group_members. Exactly one has it.
  is_everybody boolean not null default false,
  -- Of rows whose status is "member". Set by a trigger.
  member_count integer not null default 0 check (member_count >= 0),
  created_at timestamptz not null default now(),
  constraint groups_everybody_id check (is_everybody = (id = '00000000-0000-0000-0000-000000000001'))
);
alter table public.groups enable row level security;

insert into public.groups (id, slug, is_listed, joining, is_everybody)
values ('00000000-0000-0000-0000-000000000001', 'members', false, 'invitation', true);

create table public.group_texts (
  group_id uuid not null references public.groups (id) on delete cascade,
  language public.language not null,
  name text not null check (public.is_clean_line(name, 80)),
  description text not null default '' check (char_length(description) <= 500),
  primary key (group_id, language)
);
alter table public.group_texts enable row level security;

-- "asked": the member wants to join; "invited": a leader wants them to.
create table public.group_members (
  group_id uuid not null references public.groups (id) on delete cascade,
  member_id uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'member' check (status in ('member', 'asked', 'invited')),
  created_at timestamptz not null default now(),
  primary key (member_id, group_id),
  constraint group_members_not_of_everybody check (group_id <> '00000000-0000-0000-0000-000000000001')
);
create index group_members_of_group on public.group_members (group_id, status, created_at desc, member_id);
alter table public.group_members enable row level security;

-- Two levels; a trigger rejects a third.
alter table public.forums
  add column parent_id uuid references public.forums (id),
  -- The group that the area belongs to: roles for the group hold in it.
  add column group_id uuid references public.groups (id),
  -- Whether area_rights alone gives rights. False: everyone sees, members reply and create.
  add column is_restricted boolean not null default false,
  -- No text of it leaves the area, and staff without a role in it read it only with a logged reason.
  add column is_confidential boolean not null default false,
  add constraint forums_not_own_parent check (parent_id <> id),
  add constraint forums_group_restricted check (group_id is null or is_restricted),
  add constraint forums_confidential_restricted check (is_restricted or not is_confidential);
create index forums_by_parent on public.forums (parent_id) where parent_id is not null;
create index forums_by_group on public.forums (group_id) where group_id is not null;
-- Most sites have none, which every policy finds out first.
create index forums_closed on public.forums (id) where is_restricted or is_draft;

create table public.area_rights (
  id uuid primary key default gen_random_uuid(),
  forum_id uuid not null references public.forums (id) on delete cascade,
  -- Null: everyone, visitors included, who can only see.
  group_id uuid references public.groups (id) on delete cascade,
  rights public.site_right[] not null
    check (rights <@ '{see,reply,create,moderate}' and rights @> '{see}' and array_position(rights, null) is null),
  constraint area_rights_once unique nulls not distinct (forum_id, group_id),
  -- Whom an administrator has not put into a group is no moderator.
  constraint area_rights_moderators check (
    not rights @> '{moderate}' or group_id <> '00000000-0000-0000-0000-000000000001')
);
create index area_rights_by_group on public.area_rights (group_id) where group_id is not null;
alter table public.area_rights enable row level security;

-- A member who may not write in an area until a moment, or for good.
create table public.area_bans (
  forum_id uuid not null references public.forums (id) on delete cascade,
  member_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null check (public.is_clean_line(reason, 300)),
  until timestamptz,
  banned_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (member_id, forum_id)
);
create index area_bans_of_area on public.area_bans (forum_id, created_at desc);
create index area_bans_by_moderator on public.area_bans (banned_by) where banned_by is not null;
alter table public.area_bans enable row level security;

-- For which reason a member of staff reads a confidential area, and until when.
create table public.confidential_reads (
  id uuid primary key default gen_random_uuid(),
  forum_id uuid not null references public.forums (id) on delete cascade,
  reader_id uuid references public.profiles (id) on delete set null,
  reason text not null check (public.is_clean_line(reason, 500) and char_length(reason) >= 10),
  opened_at timestamptz not null default now(),
  until timestamptz not null default now() + interval '1 hour'
);
create index confidential_reads_of_reader on public.confidential_reads (reader_id, forum_id, until);
create index confidential_reads_of_area on public.confidential_reads (forum_id, opened_at desc);
alter table public.confidential_reads enable row level security;

create table public.roles (
  id uuid primary key default gen_random_uuid(),
  -- Of the program: named in the interface texts, and never changed. Null: a role of the site, with a name.
  preset text unique,
  name text not null default '' check (name = '' or public.is_clean_line(name, 80)),
  rights public.site_right[] not null
    check (cardinality(rights) > 0 and not rights && '{see,reply,create}' and array_position(rights, null) is null),
  created_at timestamptz not null default now(),
  constraint roles_named check ((preset is null) = (name <> ''))
);
alter table public.roles enable row level security;

insert into public.roles (id, preset, rights) values
  ('00000000-0000-0000-0001-000000000001', 'contributor', '{write}'),
  ('00000000-0000-0000-0001-000000000002', 'author', '{write,publish}'),
  ('00000000-0000-0000-0001-000000000003', 'editor', '{write,publish,edit,translate,library}'),
  ('00000000-0000-0000-0001-000000000004', 'translator', '{translate}'),
  ('00000000-0000-0000-0001-000000000005', 'moderator', '{moderate}'),
  ('00000000-0000-0000-0001-000000000006', 'leader', '{people,moderate}'),
  ('00000000-0000-0000-0001-000000000007', 'receptionist', '{bookings,messages}'),
  ('00000000-0000-0000-0001-000000000008', 'host', '{bookings,hours}'),
  ('00000000-0000-0000-0001-000000000009', 'data_officer', '{members,export,log}');

-- Roles of members. No scope: in the whole site.
create table public.role_grants (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles (id) on delete cascade,
  role_id uuid not null references public.roles (id) on delete cascade,
  group_id uuid references public.groups (id) on delete cascade,
  forum_id uuid references public.forums (id) on delete cascade,
  service_id uuid references public.services (id) on delete cascade,
  -- The nil UUID: the whole site.
  scope_id uuid not null generated always as (
    coalesce(group_id, forum_id, service_id, '00000000-0000-0000-0000-000000000000')) stored,
  granted_by uuid default auth.uid() references public.profiles (id) on delete set null,
  granted_at timestamptz not null default now(),
  constraint role_grants_one_scope check (num_nonnulls(group_id, forum_id, service_id) <= 1),
  constraint role_grants_not_everybody check (group_id <> '00000000-0000-0000-0000-000000000001'),
  constraint role_grants_once unique (member_id, role_id, scope_id)
);
create index role_grants_by_role on public.role_grants (role_id);
create index role_grants_by_group on public.role_grants (group_id) where group_id is not null;
create index role_grants_by_forum on public.role_grants (forum_id) where forum_id is not null;
create index role_grants_by_service on public.role_grants (service_id) where service_id is not null;
create index role_grants_by_granter on public.role_grants (granted_by) where granted_by is not null;
alter table public.role_grants enable row level security;

-- For the members of one group. Null: for everyone.
alter table public.articles add column group_id uuid references public.groups (id);
create index articles_by_group on public.articles (group_id) where group_id is not null;
alter table public.resources add column group_id uuid references public.groups (id);
create index resources_by_group on public.resources (group_id) where group_id is not null;

-- The area or group whose readers alone find the entry. Null: everyone.
alter table search.entries add column scope_id uuid;
-- Authors find their own drafts.
update search.entries as e set reader_id = a.author_id from public.articles as a
where e.kind = 'article' and e.item_id = a.id;

-- An invitation can also give a role and a place in a group.
alter table public.invitations
  add column role_id uuid references public.roles (id) on delete set null,
  add column group_id uuid references public.groups (id) on delete set null,
  add constraint invitations_not_everybody check (group_id <> '00000000-0000-0000-0000-000000000001');
create index invitations_by_role on public.invitations (role_id) where role_id is not null;
create index invitations_by_group on public.invitations (group_id) where group_id is not null;

-- Policies of a database of a development version, which policies with other names replace.
drop policy if exists "Everyone sees what is published now" on public.articles;
drop policy if exists "Administrators see all" on public.articles;
drop policy if exists "Administrators see all texts" on public.article_texts;
drop policy if exists "Administrators see all addresses" on public.article_slugs;
drop policy if exists "Administrators see every service" on public.services;
drop policy if exists "Administrators and hosts see the link" on public.service_links;
drop policy if exists "Administrators change exceptions" on public.service_exceptions;
drop policy if exists "Administrators and hosts see the slots" on public.slots;
drop policy if exists "Administrators see every booking" on public.bookings;
drop policy if exists "Everyone sees the forums" on public.forums;
drop policy if exists "Everyone sees posts" on public.posts;
drop policy if exists "Everyone sees replies" on public.replies;
drop policy if exists "Earlier texts are for their author and administrators" on public.content_versions;
drop policy if exists "Administrators read reports" on public.reports;
drop policy if exists "Administrators read messages" on public.messages;
drop policy if exists "Everyone sees who is typing in a thread" on realtime.messages;
drop policy if exists "Administrators see who edits an article" on realtime.messages;
drop policy if exists "Administrators announce editing" on realtime.messages;
drop policy if exists "Everyone sees published resources" on public.resources;
drop policy if exists "Administrators see all resources" on public.resources;
drop policy if exists "Members read member files" on storage.objects;
