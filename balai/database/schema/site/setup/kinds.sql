-- The drafts of a kind of place: forums, services that are not offered, pages that are not published.
-- Members see none of it until an administrator opens it. Undoing removes what is unchanged.

-- The texts of a forum as one value, to tell whether they were changed.
create or replace function public.forum_digest(forum uuid) returns text
language sql stable set search_path = '' as $$
  select md5(coalesce(string_agg(t.language || t.name || E'\n' || t.description, E'\n' order by t.language), ''))
  from public.forum_texts as t where t.forum_id = forum
$$;

create or replace function public.free_forum_slug(wanted text) returns text
language sql stable set search_path = '' as $$
  select candidate
  from (select wanted || case when n = 1 then '' else '-' || n end as candidate, n from generate_series(1, 100) as n) as tried
  where not exists (select from public.forums as f where f.slug = candidate) order by n limit 1
$$;

-- The wanted slug, or one from a name, where its script is Latin.
create or replace function public.forum_slug(wanted text) returns text
language sql stable set search_path = '' as $$
  select public.free_forum_slug(coalesce(nullif(left(btrim(regexp_replace(lower(wanted), '[^a-z0-9]+', '-', 'g'), '-'), 50), ''),
    'forum'))
$$;

create or replace function public.bring_forum(given jsonb, as_draft boolean) returns jsonb
language plpgsql set search_path = '' as $$
declare
  made constant uuid := gen_random_uuid();
begin
  perform public.save_forum(made, public.forum_slug(given ->> 'slug'), null, given -> 'texts');
  update public.forums set is_draft = as_draft where id = made;
  return jsonb_build_object('id', made, 'digest', public.forum_digest(made));
end
$$;

-- given: {kind, duration_minutes, capacity, hours: [{weekday, opens, closes}], texts: [{language, name, …}]}
create or replace function public.bring_service(given jsonb, as_draft boolean) returns jsonb
language plpgsql set search_path = '' as $$
declare
  made constant uuid := gen_random_uuid();
begin
  perform public.save_service(
    (given - '{hours,texts}'::text[]) || jsonb_build_object(
      'id', made, 'is_active', not as_draft,
      'position', 1 + coalesce((select max(s.position) from public.services as s), 0)),
    given -> 'texts', coalesce(given -> 'hours', '[]'), '[]');
  return jsonb_build_object('id', made, 'sequence', (select s.sequence from public.services as s where s.id = made));
end
$$;

create or replace function public.bring_page(template text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  made uuid;
begin
  if exists (select from public.pages as p where p.kind = template and p.deleted_at is null) then
    return null;
  end if;
  made := public.create_page_from_template(template);
  return jsonb_build_object('id', made, 'version', (select p.version from public.pages as p where p.id = made));
end
$$;

-- content: {forums: […], services: […], pages: ["about", …]}
create or replace function public.bring_kind(wanted text, content jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  trace jsonb;
begin
  update public.site_setup set kind = wanted;
  select jsonb_build_object(
    'forums', (select coalesce(jsonb_agg(public.bring_forum(f, true)), '[]')
      from jsonb_array_elements(content -> 'forums') as f),
    'services', (select coalesce(jsonb_agg(public.bring_service(s, true)), '[]')
      from jsonb_array_elements(content -> 'services') as s),
    'pages', (select coalesce(jsonb_agg(made) filter (where made is not null), '[]')
      from jsonb_array_elements_text(content -> 'pages') as p, lateral public.bring_page(p) as made)) into trace;
  return trace;
end
$$;

create or replace function public.remove_brought_forum(given jsonb) returns void
language sql set search_path = '' as $$
  delete from public.forums as f
  where f.id = (given ->> 'id')::uuid and f.post_count = 0
    and not exists (select from public.posts as p where p.forum_id = f.id)
    and public.forum_digest(f.id) = given ->> 'digest'
$$;

create or replace function public.remove_brought_service(given jsonb) returns void
language sql set search_path = '' as $$
  delete from public.services as s
  where s.id = (given ->> 'id')::uuid and s.sequence = (given ->> 'sequence')::integer
    and not exists (select from public.bookings as b where b.service_id = s.id)
$$;

create or replace function public.remove_kind(trace jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  update public.site_setup set kind = null;
  -- Drafts that were opened in the meantime are in use, and stay.
  perform public.remove_brought_forum(given)
    from jsonb_array_elements(trace -> 'forums') as given
    where exists (select from public.forums as f where f.id = (given ->> 'id')::uuid and f.is_draft);
  perform public.remove_brought_service(given)
    from jsonb_array_elements(trace -> 'services') as given
    where exists (select from public.services as s where s.id = (given ->> 'id')::uuid and not s.is_active);
  delete from public.pages as p using jsonb_array_elements(trace -> 'pages') as given
  where p.id = (given ->> 'id')::uuid and p.version = (given ->> 'version')::integer and p.published_version is null
    and not exists (select from public.page_versions as v where v.page_id = p.id);
end
$$;

revoke execute on function
  public.forum_digest(uuid), public.free_forum_slug(text), public.forum_slug(text), public.bring_forum(jsonb, boolean),
  public.bring_service(jsonb, boolean), public.bring_page(text), public.bring_kind(text, jsonb),
  public.remove_brought_forum(jsonb), public.remove_brought_service(jsonb), public.remove_kind(jsonb)
from public, anon, authenticated;
