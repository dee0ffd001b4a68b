-- Categories of resources, and their readers. A category is for everyone or for the members of a group; a resource in a
-- group's category is for that group. So all that asks for the readers of a resource (policies, search, storage, pages)
-- needs its own group alone.
-- Errors: PT422 category_for_others, files_for_others, no_text; PT409 resources_for_others, not_empty.

-- A resource has the readers of its category, unless those are everyone. The lock is held until the end of the transaction:
-- a simultaneous change of the category's readers waits, and then takes the resource along.
create or replace function public.check_readers_of_category() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  readers uuid := (select c.group_id from public.resource_categories c where c.id = new.category_id for share);
begin
  if readers <> coalesce(new.group_id, public.site_scope()) then
    perform public.raise_error('422', 'category_for_others', 'The category has other readers');
  end if;
  return new;
end
$$;

-- The resources follow a category to the members of a group. Not to everyone: each of them keeps its group until it is
-- opened itself. Neither does a resource of another group follow, nor a file that was uploaded for other readers. The new
-- versions refuse forms that were opened before.
create or replace function public.move_with_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.resources r
    where r.category_id = new.id and r.group_id is not null
      and r.group_id not in (new.group_id, coalesce(old.group_id, new.group_id), '00000000-0000-0000-0000-000000000001')) then
    perform public.raise_error('409', 'resources_for_others', 'The category holds resources of another group');
  elsif exists (
    select from public.resources r where r.category_id = new.id and public.has_file_for_others(r.id, new.group_id)) then
    perform public.raise_error('422', 'files_for_others', 'A file was uploaded for other readers');
  end if;
  update public.resources r set group_id = new.group_id, version = r.version + 1, updated_at = now()
  where r.category_id = new.id and r.group_id is distinct from new.group_id;
  return null;
end
$$;

-- Saves a category, for callers with the right "library" in the whole site or for its group, the old and the new one.
-- category: {id?, slug, group_id?}, names: {"en": "…", …}. Without group_id the readers stay. The address of a group's category
-- ends with a part of its id: otherwise an address that is taken would show to others that the category exists.
create or replace function public.save_resource_category(category jsonb, names jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid := coalesce((category ->> 'id')::uuid, gen_random_uuid());
  before public.resource_categories;
  readers uuid := (category ->> 'group_id')::uuid;
  address text := category ->> 'slug';
begin
  select * into before from public.resource_categories c where c.id = wanted for update;
  if before.id is not null then
    perform public.check_may('library', before.group_id);
    readers := case when category ? 'group_id' then readers else before.group_id end;
  end if;
  perform public.check_may('library', readers);
  if readers is not null and right(address, 9) <> '-' || left(wanted::text, 8) then
    address := rtrim(left(address, 51), '-') || '-' || left(wanted::text, 8);
  end if;
  if before.id is null then
    insert into public.resource_categories as c (id, slug, position, group_id)
    values (wanted, address, (select coalesce(max(c.position) + 1, 0) from public.resource_categories c), readers);
  else
    update public.resource_categories c set slug = address, group_id = readers where c.id = wanted;
  end if;
  delete from public.resource_category_texts t
  where t.category_id = wanted and coalesce(btrim(names ->> t.language::text), '') = '';
  insert into public.resource_category_texts (category_id, language, name)
  select wanted, given.language::public.language, btrim(given.name)
  from jsonb_each_text(names) given(language, name) where btrim(given.name) <> ''
  on conflict (category_id, language) do update set name = excluded.name;
  if not exists (select from public.resource_category_texts t where t.category_id = wanted) then
    raise exception 'A category needs a name in one language at least' using errcode = 'PT422', detail = 'no_text';
  end if;
  return wanted;
end
$$;

-- Puts categories into the given order, in the places that they have among all.
create or replace function public.order_resource_categories(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.resource_categories c order by c.id for update;
  perform public.check_may('library', c.group_id) from public.resource_categories c where c.id = any (ids);
  if not found then
    perform public.check_may('library');
  end if;
  with place as (
    select c.id, row_number() over (order by c.position, c.id) - 1 as place from public.resource_categories c
  ), moved as (
    select given.id, held.place
    from (
      select p.id, row_number() over (order by array_position(ids, p.id)) as n from place p where p.id = any (ids)
    ) given
    join (select p.place, row_number() over (order by p.place) as n from place p where p.id = any (ids)) held using (n)
  )
  update public.resource_categories c set position = coalesce(m.place, p.place)
  from place p left join moved m on m.id = p.id
  where c.id = p.id and c.position <> coalesce(m.place, p.place);
end
$$;

-- Deletes an empty category; restore_removed() brings it back.
create or replace function public.delete_resource_category(id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_may('library', (
    select c.group_id from public.resource_categories c where c.id = delete_resource_category.id for update));
  if exists (select from public.resources r where r.category_id = delete_resource_category.id) then
    raise exception 'The category still holds resources' using errcode = 'PT409', detail = 'not_empty';
  end if;
  perform public.remove_with_texts('resource_category', delete_resource_category.id);
end
$$;

revoke execute on function
  public.check_readers_of_category(), public.move_with_category(), public.save_resource_category(jsonb, jsonb),
  public.order_resource_categories(uuid[]), public.delete_resource_category(uuid)
from public, anon, authenticated;

grant execute on function
  public.save_resource_category(jsonb, jsonb), public.order_resource_categories(uuid[]),
  public.delete_resource_category(uuid)
to authenticated, service_role;
