-- Members found by their name: in the directory, and behind an @ while writing. A part of the name, its pinyin, the
-- initials of either, and Vietnamese without marks all find it (checks/names.sql).

-- A pattern for LIKE: each word begins a word of the name. Folding leaves no character that LIKE reads.
create or replace function public.name_pattern(words text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select '% ' || replace(public.folded_name(name_pattern.words), ' ', '% ') || '%'
$$;

-- Whether members find this one by their name: not with an account that is banned or unconfirmed, or waits for its deletion,
-- and not apart from the caller.
create or replace function public.is_findable(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.is_active_account(is_findable.person) and not public.are_apart(is_findable.person, auth.uid())
$$;

-- A page of the directory, by name, after the given one. Empty unless the site has a directory and the caller is a
-- member. Members who left it, and those who cannot be found, are not in it.
create or replace function public.list_people(words text, after_keys text, after_id uuid, at_most integer)
returns table (
  id uuid, display_name text, picture_url text, about text, languages public.language[], name_keys text)
language sql stable security definer set search_path = '' as $$
  select p.id, p.display_name, p.picture_url,
    case when public.is_shown(p.about_for, p.id) then left(p.about, 200) else '' end,
    case when not public.is_shown(p.languages_for, p.id) then '{}'
      when p.speaks = '{}' then array[p.language] else p.speaks end,
    p.name_keys
  from public.profiles as p
  where (select s.has_directory from public.site_settings as s) and (select public.is_member()) and p.is_listed
    and (p.name_keys collate "C", p.id) > (list_people.after_keys collate "C", list_people.after_id)
    and (public.folded_name(list_people.words) = '' or p.name_keys like public.name_pattern(list_people.words)
      or strpos(p.name_keys, public.folded_name(list_people.words)) > 0)
    and public.is_findable(p.id)
  order by p.name_keys collate "C", p.id
  limit least(greatest(list_people.at_most, 0), 100)
$$;

-- At most eight members to mention, by how well they match: names in which a word begins so, those of the topic first; then
-- names that have it inside, again those of the topic first. Outside the topic they are members whose name the caller may
-- know, which is one in the directory, or beside a text that the caller sees.
create or replace function public.find_people(words text, post uuid default null)
returns table (id uuid, display_name text, picture_url text)
language sql stable security definer set search_path = '' as $$
  with asked as materialized (
    select public.folded_name(find_people.words) as plain, public.name_pattern(find_people.words) as pattern,
      (select s.has_directory from public.site_settings as s) as has_directory
    where public.is_member()
  ), talk as materialized (
    select x.author_id as id from public.posts as x
    where x.id = find_people.post and x.author_id is not null and x.forum_id <> all (public.hidden_forums())
    union
    (select r.author_id from public.replies as r
     where r.post_id = find_people.post and r.author_id is not null and r.deleted_at is null and r.hidden_at is null
       and exists (select from public.posts as x where x.id = r.post_id and x.forum_id <> all (public.hidden_forums()))
     order by r.number desc limit 200)
  ), matching as (
    (select p.id, p.display_name, p.picture_url, p.name_keys,
       case when asked.plain = '' or p.name_keys like asked.pattern then 0 else 2 end as place
     from talk join public.profiles as p using (id), asked
     where asked.plain = '' or p.name_keys like asked.pattern or strpos(p.name_keys, asked.plain) > 0)
    union all
    (select p.id, p.display_name, p.picture_url, p.name_keys,
       case when p.name_keys like asked.pattern then 1 else 3 end
     from public.profiles as p, asked
     where asked.plain <> '' and (p.name_keys like asked.pattern or strpos(p.name_keys, asked.plain) > 0)
       and p.id not in (select talk.id from talk)
       and (asked.has_directory and p.is_listed
         or exists (select from public.posts as x
           where x.author_id = p.id and x.hidden_at is null and x.deleted_at is null
             and x.forum_id <> all ((select public.hidden_forums())::uuid[]))
         or exists (select from public.replies as r join public.posts as x on x.id = r.post_id
           where r.author_id = p.id and r.hidden_at is null and r.deleted_at is null
             and x.forum_id <> all ((select public.hidden_forums())::uuid[])))
     limit 400)
  )
  select m.id, m.display_name, m.picture_url from matching as m
  where m.id <> auth.uid() and public.is_active_account(m.id) and not public.are_apart(m.id, auth.uid())
  order by m.place, m.name_keys collate "C", m.id
  limit 8
$$;

revoke execute on function
  public.name_pattern(text), public.is_findable(uuid), public.list_people(text, text, uuid, integer),
  public.find_people(text, uuid)
from public, anon, authenticated;

grant execute on function public.list_people(text, text, uuid, integer), public.find_people(text, uuid)
to authenticated, service_role;
