-- Writing in the resource library: links, documents, videos, forms and contacts, in categories. Their files: files.sql.
-- Errors: PT404 not_found; PT409 changed_meanwhile; PT422 no_text, no_file, mixed_files, file_for_others.

-- Saves a resource whole, for callers with the right "library": in the whole site, or for the group whose members alone
-- see the resource. In a category of a group this is that group (categories.sql).
-- resource: {id?, category_id, kind, files, marks_others?, is_published, group_id}, texts: {"en": {title, description}, …}; a
-- language that is left out or null is removed. files: [{language, url}, …], one for each language, or one with the language
-- null. marks_others: whether a replaced file leaves the others behind. A new resource is appended to its category.
create or replace function public.save_resource(resource jsonb, texts jsonb, base_version integer default 0)
returns json
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid := coalesce((resource ->> 'id')::uuid, gen_random_uuid());
  category uuid := (resource ->> 'category_id')::uuid;
  audience uuid := (resource ->> 'group_id')::uuid;
  saved public.resources;
begin
  perform public.check_may('library', audience);
  -- Before the row itself, in the order in which a change of the category's readers locks them.
  perform from public.resource_categories c where c.id = category for share;
  if base_version = 0 then
    insert into public.resources as r (id, category_id, kind, is_published, group_id, position)
    values (wanted, category, resource ->> 'kind', coalesce((resource ->> 'is_published')::boolean, false), audience,
      (select coalesce(max(r.position) + 1, 0) from public.resources r where r.category_id = category))
    returning * into saved;
  else
    perform public.check_may('library', (select r.group_id from public.resources r where r.id = wanted for update));
    update public.resources r set category_id = category, kind = resource ->> 'kind',
      is_published = coalesce((resource ->> 'is_published')::boolean, r.is_published),
      group_id = case when resource ? 'group_id' then audience else r.group_id end,
      version = r.version + 1, updated_at = now()
    where r.id = wanted and r.version = base_version returning * into saved;
    if saved.id is null then
      perform public.raise_resource_conflict(wanted);
    end if;
  end if;
  perform public.save_resource_files(wanted, resource -> 'files', coalesce((resource ->> 'marks_others')::boolean, true));
  if public.has_file_for_others(wanted, saved.group_id) then
    perform public.raise_error('422', 'file_for_others', 'The file was uploaded for other readers');
  end if;
  delete from public.resource_texts t
  where t.resource_id = wanted and coalesce(texts -> t.language::text, 'null') = 'null';
  insert into public.resource_texts as t (resource_id, language, title, description)
  select wanted, given.language::public.language, btrim(given.content ->> 'title'),
    coalesce(given.content ->> 'description', '')
  from jsonb_each(texts) given(language, content) where given.content <> 'null'
  on conflict (resource_id, language) do update set title = excluded.title, description = excluded.description;
  if not exists (select from public.resource_texts t where t.resource_id = wanted) then
    raise exception 'A resource needs a title in one language at least' using errcode = 'PT422', detail = 'no_text';
  end if;
  return json_build_object('id', saved.id, 'version', saved.version);
end
$$;

create or replace function public.raise_resource_conflict(wanted uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from public.resources r where r.id = wanted) then
    raise exception 'The resource was changed meanwhile' using errcode = 'PT409', detail = 'changed_meanwhile';
  end if;
  raise exception 'No such resource' using errcode = 'PT404', detail = 'not_found';
end
$$;

-- Deletes a resource; restore_removed() brings it back.
create or replace function public.delete_resource(id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_may('library', (select r.group_id from public.resources r where r.id = delete_resource.id));
  perform public.remove_with_texts('resource', delete_resource.id);
end
$$;

-- Sets the order of a category's resources. Resources that are not named follow in their previous order.
create or replace function public.order_resources(category uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_may('library', (select c.group_id from public.resource_categories c where c.id = category));
  update public.resources r set position = ordered.place
  from (
    select r.id, row_number() over (order by array_position(ids, r.id) nulls last, r.position, r.id) - 1 as place
    from public.resources r where r.category_id = category
  ) ordered
  where r.id = ordered.id and r.position <> ordered.place;
end
$$;

revoke execute on function
  public.save_resource(jsonb, jsonb, integer), public.raise_resource_conflict(uuid),
  public.delete_resource(uuid), public.order_resources(uuid, uuid[])
from public, anon, authenticated;

grant execute on function
  public.save_resource(jsonb, jsonb, integer), public.delete_resource(uuid), public.order_resources(uuid, uuid[])
to authenticated, service_role;
