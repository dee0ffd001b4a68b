-- Pages that start from a template: privacy, terms, house rules, about. The texts stand in template_KIND.sql, one line
-- for a paragraph: "# title", "## heading", "- list item". Gaps for an administrator to fill are [[key: words]];
-- publish_page() rejects a text that still has one.

-- A document made of such lines. [[…]] is highlighted.
create or replace function public.lines_to_rich_text(lines text) returns jsonb
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  line text;
  words jsonb;
  blocks jsonb := '[]';
begin
  foreach line in array string_to_array(lines, E'\n') loop
    continue when btrim(line) = '' or line like '# %';
    select jsonb_agg(case when part[1] like '[[%'
      then jsonb_build_object('type', 'text', 'text', part[1],
        'marks', '[{"type": "highlight", "attrs": {"color": "note-soft"}}]'::jsonb)
      else jsonb_build_object('type', 'text', 'text', part[1]) end order by place)
    into words
    from regexp_matches(regexp_replace(line, '^(## |- )', ''), '(\[\[[^\]]*\]\]|[^\[]+)', 'g')
      with ordinality as found (part, place);
    if line like '## %' then
      blocks := blocks || jsonb_build_object('type', 'heading', 'attrs', '{"level": 2}'::jsonb, 'content', words);
    elsif line like '- %' then
      words := jsonb_build_array(jsonb_build_object('type', 'listItem', 'content',
        jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content', words))));
      if blocks -> -1 ->> 'type' = 'bulletList' then
        blocks := jsonb_set(blocks, array[(jsonb_array_length(blocks) - 1)::text, 'content'],
          blocks -> -1 -> 'content' || words);
      else
        blocks := blocks || jsonb_build_object('type', 'bulletList', 'content', words);
      end if;
    else
      blocks := blocks || jsonb_build_object('type', 'paragraph', 'content', words);
    end if;
  end loop;
  return jsonb_build_object('type', 'doc', 'content', blocks);
end
$$;

create or replace function public.page_template(kind text, wanted public.language) returns text
language sql immutable set search_path = '' as $$
  select case kind
    when 'about' then public.about_template(wanted) when 'privacy' then public.privacy_template(wanted)
    when 'rules' then public.rules_template(wanted) when 'terms' then public.terms_template(wanted) end
$$;

-- Creates a draft in all languages from the template of this kind, and returns its id. A kind that has a page already
-- gives that page: a guide that is walked through twice leaves no second draft. The site's name is filled in.
create or replace function public.create_page_from_template(kind text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  perform public.check_admin();
  if public.page_template(kind, 'en') is null then
    raise exception 'No template of this kind' using errcode = 'PT422', detail = 'unknown_template';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('balai.page_template' || kind, 0));
  select p.id into made from public.pages as p
  where p.kind = create_page_from_template.kind and p.deleted_at is null order by p.created_at limit 1;
  if made is not null then
    return made;
  end if;
  made := gen_random_uuid();
  insert into public.pages (id, slug, kind, source_language, needs_consent, version)
  select made, made::text, kind, s.default_language, kind in ('privacy', 'terms'), 1 from public.site_settings as s;
  update public.pages as p set slug = public.reserve_page_slug(made, create_page_from_template.kind) where p.id = made;
  insert into public.page_texts (page_id, language, title, body)
  select made, wanted, substr(split_part(filled.text, E'\n', 1), 3), public.lines_to_rich_text(filled.text)
  from unnest(enum_range(null::public.language)) as wanted
  cross join lateral (
    select case when exists (select from public.site_texts as t where t.name <> '')
      then regexp_replace(given.text, '\[\[name: [^\]]*\]\]', replace(n.name, '\', '\\'), 'g') else given.text end
    from public.site_names as n, lateral public.page_template(kind, wanted) as given (text)
    where n.language = wanted) as filled (text);
  return made;
end
$$;

revoke execute on function
  public.lines_to_rich_text(text), public.page_template(text, public.language),
  public.create_page_from_template(text), public.about_template(public.language),
  public.privacy_template(public.language), public.rules_template(public.language), public.terms_template(public.language)
from public, anon, authenticated;

grant execute on function public.create_page_from_template(text) to authenticated, service_role;
