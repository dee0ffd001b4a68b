-- The areas of the forum, as administrators make, order, publish and delete them. Other callers get 42501. Their rights:
-- rights/areas.sql.

-- Creates or changes a forum with all its texts: {"vi": {"name": …, "description": …}, …}. Languages that are left out
-- lose their text. The slug never changes, because links contain it.
create or replace function public.save_forum(forum uuid, slug text, edit_window_hours integer, texts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  if texts is null or jsonb_typeof(texts) <> 'object' or texts = '{}' then
    perform public.raise_error('422', 'no_name', 'A forum needs a name in at least one language');
  end if;
  insert into public.forums (id, slug, position, edit_window, max_in_row)
  values (save_forum.forum, save_forum.slug, 1 + coalesce((select max(position) from public.forums), 0),
    make_interval(hours => save_forum.edit_window_hours), 3)
  on conflict (id) do update set edit_window = excluded.edit_window;
  delete from public.forum_texts
  where forum_id = save_forum.forum and not save_forum.texts ? forum_texts.language::text;
  insert into public.forum_texts (forum_id, language, name, description)
  select save_forum.forum, entry.key::public.language, btrim(coalesce(entry.value ->> 'name', '')),
    btrim(coalesce(entry.value ->> 'description', ''))
  from jsonb_each(save_forum.texts) as entry
  on conflict (forum_id, language) do update set name = excluded.name, description = excluded.description;
end
$$;

-- Sets the order of all forums. Forums that are not named follow in their previous order.
create or replace function public.order_forums(forums uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  update public.forums as forum set position = ranked.place
  from (
    select each.id, row_number() over (order by named.place nulls last, each.position, each.id)::int as place
    from public.forums as each
    left join unnest(order_forums.forums) with ordinality as named (id, place) on named.id = each.id) as ranked
  where forum.id = ranked.id and forum.position <> ranked.place;
end
$$;

-- Deletes an empty forum; restore_removed() brings it back.
create or replace function public.delete_forum(forum uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  perform public.remove_with_texts('forum', delete_forum.forum);
exception when foreign_key_violation then
  perform public.raise_error('409', 'not_empty', 'This forum has posts');
end
$$;

-- Opens a forum for everyone, or hides it again while it is empty.
create or replace function public.set_forum_draft(forum uuid, is_draft boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_admin();
  update public.forums as f set is_draft = set_forum_draft.is_draft
  where f.id = set_forum_draft.forum
    and (not set_forum_draft.is_draft or not exists (select from public.posts as p where p.forum_id = f.id));
  if not found then
    perform public.raise_error('409', 'not_empty', 'This forum has posts');
  end if;
end
$$;

revoke execute on function
  public.save_forum(uuid, text, integer, jsonb), public.order_forums(uuid[]), public.delete_forum(uuid),
  public.set_forum_draft(uuid, boolean)
from public, anon, authenticated;

grant execute on function
  public.save_forum(uuid, text, integer, jsonb), public.order_forums(uuid[]), public.delete_forum(uuid),
  public.set_forum_draft(uuid, boolean)
to authenticated, service_role;
