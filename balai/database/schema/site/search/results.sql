-- Turning matches into results: excerpts with marked words, and how to reach an item.

-- A Latin character without diacritics as a pattern for all its forms, with combining marks after it.
create or replace function search.letter_pattern(letter text) returns text
language sql immutable strict parallel safe as $$
  select case letter
    when 'a' then '[AaÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎǞǟǠǡǺǻȀȁȂȃȦȧḀḁẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặ]'
    when 'b' then '[BbḂḃḄḅḆḇ]'
    when 'c' then '[CcÇçĆćĈĉĊċČčḈḉ]'
    when 'd' then '[DdĎďĐđḊḋḌḍḎḏḐḑḒḓ]'
    when 'e' then '[EeÈÉÊËèéêëĒēĔĕĖėĘęĚěȄȅȆȇȨȩḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệ]'
    when 'f' then '[FfḞḟ]'
    when 'g' then '[GgĜĝĞğĠġĢģǦǧǴǵḠḡ]'
    when 'h' then '[HhĤĥȞȟḢḣḤḥḦḧḨḩḪḫẖ]'
    when 'i' then '[IiÌÍÎÏìíîïĨĩĪīĬĭĮįİıǏǐȈȉȊȋḬḭḮḯỈỉỊị]'
    when 'j' then '[JjĴĵǰ]'
    when 'k' then '[KkĶķǨǩḰḱḲḳḴḵ]'
    when 'l' then '[LlĹĺĻļĽľŁłḶḷḸḹḺḻḼḽ]'
    when 'm' then '[MmḾḿṀṁṂṃ]'
    when 'n' then '[NnÑñŃńŅņŇňǸǹṄṅṆṇṈṉṊṋ]'
    when 'o' then '[OoÒÓÔÕÖØòóôõöøŌōŎŏŐőƠơǑǒǪǫǬǭǾǿȌȍȎȏȪȫȬȭȮȯȰȱṌṍṎṏṐṑṒṓỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợ]'
    when 'p' then '[PpṔṕṖṗ]'
    when 'r' then '[RrŔŕŖŗŘřȐȑȒȓṘṙṚṛṜṝṞṟ]'
    when 's' then '[SsŚśŜŝŞşŠšſȘșṠṡṢṣṤṥṦṧṨṩẛ]'
    when 't' then '[TtŢţŤťȚțṪṫṬṭṮṯṰṱẗ]'
    when 'u' then '[UuÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲųƯưǓǔǕǖǗǘǙǚǛǜȔȕȖȗṲṳṴṵṶṷṸṹṺṻỤụỦủỨứỪừỬửỮữỰự]'
    when 'v' then '[VvṼṽṾṿ]'
    when 'w' then '[WwŴŵẀẁẂẃẄẅẆẇẈẉẘ]'
    when 'x' then '[XxẊẋẌẍ]'
    when 'y' then '[YyÝýÿŶŷŸȲȳẎẏẙỲỳỴỵỶỷỸỹ]'
    when 'z' then '[ZzŹźŻżŽžẐẑẒẓẔẕ]'
    else case when letter ~ '[a-z]' then '[' || upper(letter) || letter || ']' when letter ~ '[0-9]' then letter else '[' || letter || ']' end
  end || search.marks()
$$;

-- Where a text may match: first the words as they are, then also what contains a stem, which `search.is_form` verifies.
create or replace function search.mark_patterns(words search.query_word[]) returns text[]
language sql stable strict parallel safe set search_path = '' as $$
  with word as (
    select w.label, w.unspaced from unnest(words) w
    where w.label is not null and (w.weight >= 0.3 or not exists (select from unnest(words) o where o.is_required and o.weight >= 0.3))
  ), stem as (
    select distinct search.stem_core(substr(s.stem, 3)) as core
    from search.stems(array(select w.label from word w where not w.unspaced and w.label ~ '^[a-z]{3,}$')) s
  ), pattern(pattern, is_form) as (
    select string_agg('[' || c || coalesce((select string_agg(v.variant, '') from search.han_variants v where v.plain = c), '') || ']' || search.marks(), '' order by n), false
    from word w, string_to_table(w.label, null) with ordinality l(c, n) where w.unspaced group by w.label
    union all
    select case when w.label ~ '^[0-9]{8,}$' then '[0-9+() .-]*' || (
        select string_agg(d, '[^0-9[:alpha:]]{0,2}' order by n) from string_to_table(right(w.label, 8), null) with ordinality l(d, n))
      when w.label ~ '^[0-9]{4,}$' then (
        select string_agg(d, '[^0-9[:alpha:]]{0,2}' order by n) from string_to_table(w.label, null) with ordinality l(d, n))
      else search.letter() || '*' || (
        select string_agg(search.letter_pattern(c), '' order by n) from string_to_table(w.label, null) with ordinality l(c, n))
        || search.letter() || '*' end, false
    from word w where not w.unspaced
    union all
    select search.letter() || '*' || (
      select string_agg(search.letter_pattern(c), '' order by n) from string_to_table(s.core, null) with ordinality l(c, n))
      || search.letter() || '*', true
    from stem s where length(s.core) >= 3
  )
  select array[string_agg(p.pattern, '|') filter (where not p.is_form), string_agg(p.pattern, '|')] from pattern p
$$;

-- The part of a stem that all forms contain: prefixes may replace its first letter, endings its last.
create or replace function search.stem_core(stem text) returns text
language sql immutable strict parallel safe as $$
  select case when length(stem) > 5 then substr(stem, 2, length(stem) - 2) when length(stem) > 3 then substr(stem, 2) else stem end
$$;

-- The part of a text to show, from about a quarter before the first match. It is cut between words only, and not between
-- a character and its combining marks.
create or replace function search.window_of(source text, patterns text[], size integer)
returns table (shown text, is_cut_before boolean, is_cut_after boolean)
language plpgsql stable parallel safe as $$
declare
  readable text := left(source, 30000);
  place integer := 0;
  start integer;
begin
  if length(readable) > size then
    place := regexp_instr(readable, patterns[1]);
    if place = 0 and patterns[2] is distinct from patterns[1] then
      place := regexp_instr(readable, patterns[2]);
    end if;
  end if;
  start := greatest(place - 1 - size / 4, 0);
  shown := substr(source, start + 1, size);
  is_cut_before := start > 0;
  is_cut_after := length(source) > start + size;
  if is_cut_before then
    shown := coalesce(nullif(regexp_replace(shown, '^' || search.letter() || '*' || search.marks(), ''), ''), shown);
  end if;
  if is_cut_after then
    shown := coalesce(nullif(regexp_replace(shown, '(' || search.letter() || '+|[' || search.unspaced_characters() || ']' || search.marks() || ')$', ''), ''), shown);
  end if;
  return next;
end
$$;

-- Texts with the matches marked: each as [{"text": "…", "match": false}, {"text": "clinic", "match": true}, …].
create or replace function search.marked(texts text[], cut_before boolean[], cut_after boolean[], words search.query_word[], patterns text[])
returns jsonb[]
language sql stable parallel safe set search_path = '' as $$
  with source as materialized (
    select t.i, t.text, t.is_cut_before, t.is_cut_after
    from unnest(texts, cut_before, cut_after) with ordinality as t(text, is_cut_before, is_cut_after, i)
  ), found as materialized (
    select s.i, m.n * 2 as n, m.parts[1] as text, search.folded(search.exact_form(m.parts[1])) as plain
    from source s, regexp_matches(s.text, '(' || patterns[2] || ')', 'g') with ordinality m(parts, n)
  ), spaced as materialized (
    select w.label, w.weak::text like '%:*%' as is_open from unnest(words) w where not w.unspaced
  ), stem as materialized (
    select s.stem from search.stems(array(select w.label from spaced w where w.label ~ '^[a-z]{3,}$')) s
    union select 'e:' || w.label from spaced w
    union select 'm:' || w.label from spaced w
  ), form as materialized (
    select distinct s.word from search.stems(array(select distinct f.plain from found f where f.plain ~ '^[a-z]{3,}$')) s
    where s.stem in (select st.stem from stem st)
    union select substr(st.stem, 3) from stem st
  ), segment as (
    select f.i, f.n, f.text, f.plain !~ '^[a-z]' or f.plain in (select form.word from form)
      or exists (select from spaced w where w.label = f.plain or w.is_open and starts_with(f.plain, w.label)) as is_match
    from found f
    union all
    select s.i, g.n * 2 - 1, g.text, false
    from source s, regexp_split_to_table(s.text, patterns[2]) with ordinality g(text, n)
    union all select s.i, 0, '…', false from source s where s.is_cut_before
    union all select s.i, 1000000, '…', false from source s where s.is_cut_after
  ), island as (
    select g.*, row_number() over (partition by g.i order by g.n) - row_number() over (partition by g.i, g.is_match order by g.n) as island
    from segment g where g.text <> ''
  ), joined as (
    select d.i, min(d.n) as n, d.is_match, regexp_replace(string_agg(d.text, '' order by d.n), '\s+', ' ', 'g') as text
    from island d group by d.i, d.is_match, d.island
  ), done as (
    select j.i, jsonb_agg(jsonb_build_object('text', j.text, 'match', j.is_match) order by j.n) as segments
    from joined j group by j.i
  )
  select array_agg(coalesce(d.segments, '[]') order by s.i) from source s left join done d using (i)
$$;

-- How to reach an item, as the caller's own policies show it; null if they do not.
create or replace function search.result_place(kind text, item uuid, language public.language) returns jsonb
language sql stable set search_path = '' as $$
  select case kind
    when 'article' then (
      select jsonb_build_object('slug', t.slug, 'cover', a.cover_url, 'isDraft', a.status = 'draft' or t.status = 'draft')
      from public.article_texts t join public.articles a on a.id = t.article_id
      where t.article_id = item and t.language = result_place.language)
    when 'post' then (
      select jsonb_build_object('forum', f.slug, 'post', p.id, 'isTranslation', p.language <> result_place.language,
        'path', public.path_to_text(f.slug, p.id, p.article_id, null, result_place.language))
      from public.posts p join public.forums f on f.id = p.forum_id where p.id = item and p.title is not null)
    when 'reply' then (
      select jsonb_build_object('forum', f.slug, 'post', p.id, 'number', r.number, 'title', coalesce(t.title, p.title),
        'titleLanguage', coalesce(t.language, p.language), 'isTranslation', r.language <> result_place.language,
        'path', public.path_to_text(f.slug, p.id, p.article_id, r.number, result_place.language))
      from public.replies r join public.posts p on p.id = r.post_id join public.forums f on f.id = p.forum_id
      left join public.translations t on t.post_id = p.id and t.language = result_place.language
      where r.id = item and r.body is not null and p.title is not null)
    when 'resource' then (
      select jsonb_build_object('url', public.resource_address(r.id, result_place.language), 'kind', r.kind,
        'category', c.slug, 'contentLanguages', array(
          select f.language from public.resource_files f where f.resource_id = r.id and f.language is not null
          order by f.language))
      from public.resource_texts t join public.resources r on r.id = t.resource_id
      join public.resource_categories c on c.id = r.category_id
      where t.resource_id = item and t.language = result_place.language)
    when 'service' then (
      select jsonb_strip_nulls(jsonb_build_object('slug', s.slug, 'startsAt', search.next_date(s.id)))
      from public.service_texts t join public.services s on s.id = t.service_id
      where t.service_id = item and t.language = result_place.language)
    when 'page' then (
      select jsonb_build_object('slug', p.slug)
      from public.pages p join public.page_versions v on v.page_id = p.id and v.number = p.published_version
      join public.page_version_texts t on t.version_id = v.id
      where p.id = item and p.deleted_at is null and t.language = result_place.language)
  end
$$;

-- Searches as the caller: results are limited by their policies. `after` is the cursor of the last row.
-- kinds: article, post, reply, resource, service, event (a service with a date of its own to come), page, person.
-- place: how to reach the item: {slug} of an article or page, {url, category} of a resource, {slug} of a service, with
-- startsAt of an event, {forum, post, number, title, path} of a post or reply, {picture} of a person. author: a member's id;
-- forum: an area, with those below it; since: of texts from then on; newest: by time instead of by how well they match.
-- Among other kinds, at most five people precede the first page of texts, beyond its size. The cursor of a person leads to
-- further people only. A person has no language and no time, and is not found with a filter that has one.
create or replace function public.search(
  query text, reader public.language default 'en', kinds text[] default null, content_language public.language default null,
  after text default null, page_size integer default 20, author uuid default null, forum uuid default null,
  since timestamptz default null, newest boolean default false)
returns table (
  kind text, id uuid, language public.language, title jsonb, excerpt jsonb, place jsonb, ring integer,
  created_at timestamptz, cursor text)
language plpgsql stable set search_path = '' as $$
declare
  words search.query_word[] := array(select w from search.query_words(query) w);
  -- The areas as the caller sees them: a filter by another one finds nothing.
  areas constant uuid[] := case when forum is not null then
    array(select f.id from public.forums as f where search.forum in (f.id, f.parent_id)) end;
  found search.match[];
  patterns text[];
  is_after_person constant boolean := starts_with(after, 'p');
  max_rows constant integer := least(greatest(coalesce(page_size, 20), 1), 50);
begin
  if is_after_person and after !~ '^p[01]_([0-9a-f]{2})*_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or not is_after_person and after !~ '^[1-5]_-?[0-9]{1,18}_[0-9a-f-]{36}_-?[0-9]{1,5}_-?[0-9]{1,18}_[0-9a-f-]{36}$' then
    raise exception 'Not a cursor of this search' using errcode = 'PT400', detail = 'bad_cursor';
  end if;
  if (kinds is null or 'person' = any (kinds)) and (after is null or is_after_person)
      and num_nonnulls(content_language, author, search.forum, since) = 0 then
    return query
      select 'person', p.id, null::public.language, jsonb_build_array(jsonb_build_object('text', p.display_name, 'match', false)),
        case when p.about = '' then '[]' else jsonb_build_array(jsonb_build_object('text', p.about, 'match', false)) end,
        jsonb_build_object('picture', p.picture_url), 5, null::timestamptz, p.cursor
      from search.people(query, after,
        case when is_after_person or kinds = '{person}' then max_rows else least(max_rows, 5) end) p;
  end if;
  if cardinality(words) = 0 or is_after_person or kinds <@ '{person}' then
    return;
  end if;
  found := array(
    select m from search.matches(
      words, reader, row(kinds, content_language, author, areas, since, newest, null)::search.options, after, max_rows) m);
  patterns := search.mark_patterns(
    words || search.heard(array(select left(m.title, 300) from unnest(found) m where m.ring = 1), words));
  return query
    with hit as materialized (
      select m.*, seen.place, body.shown, body.is_cut_before, body.is_cut_after
      from unnest(found) with ordinality m(kind, item_id, language, title, body, ring, score, at, cursor, n)
      cross join lateral search.result_place(m.kind, m.item_id, m.language) seen(place)
      -- A Chinese character carries about as much as half a word and is twice as wide.
      cross join lateral search.window_of(m.body, patterns, case when m.language = 'zh' then 110 else 210 end) body
      where seen.place is not null
    ), marked as materialized (
      select search.marked(
        array_agg(left(h.title, 300) order by h.n) || array_agg(h.shown order by h.n),
        array_agg(false) || array_agg(h.is_cut_before order by h.n),
        array_agg(length(h.title) > 300 order by h.n) || array_agg(h.is_cut_after order by h.n), words, patterns) as texts, count(*)::integer as size
      from hit h
    ), ordered as (
      select h.*, row_number() over (order by h.n)::integer as i from hit h
    )
    select case when o.place ? 'startsAt' then 'event' else o.kind end, o.item_id,
      o.language, k.texts[o.i], k.texts[k.size + o.i], o.place, o.ring, o.at, o.cursor
    from ordered o cross join marked k
    order by o.n;
end
$$;

revoke execute on function
  search.letter_pattern(text), search.mark_patterns(search.query_word[]), search.stem_core(text),
  search.window_of(text, text[], integer),
  search.marked(text[], boolean[], boolean[], search.query_word[], text[]), search.result_place(text, uuid, public.language),
  public.search(text, public.language, text[], public.language, text, integer, uuid, uuid, timestamptz, boolean)
from public, anon, authenticated;

grant execute on function
  search.letter_pattern(text), search.mark_patterns(search.query_word[]), search.stem_core(text),
  search.window_of(text, text[], integer),
  search.marked(text[], boolean[], boolean[], search.query_word[], text[]), search.result_place(text, uuid, public.language),
  public.search(text, public.language, text[], public.language, text, integer, uuid, uuid, timestamptz, boolean)
to anon, authenticated, service_role;
