-- The shape of texts and choices that an administrator writes for a service's questions and price. CHECK constraints call
-- them. Texts are objects by language, so that all languages of a question are one value, which an answer refers to.

-- {"en": {"label": …, "help": …}, …}: at least one language; each with a label.
create or replace function public.is_question_texts(texts jsonb) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select case when jsonb_typeof(texts) <> 'object' or texts = '{}' then false else not exists (
    select from jsonb_each(texts) as text (lang, words)
    where text.lang not in ('en', 'zh', 'ms', 'vi') or jsonb_typeof(text.words) <> 'object'
      or jsonb_typeof(text.words -> 'label') is distinct from 'string'
      or public.is_clean_line(text.words ->> 'label', 200) is not true
      or jsonb_typeof(coalesce(text.words -> 'help', '""')) <> 'string'
      or char_length(coalesce(text.words ->> 'help', '')) > 2000) end
$$;

-- [{"key": "a", "labels": {"en": …}}, …]: at most 50, with different keys.
create or replace function public.is_question_options(options jsonb) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select case when jsonb_typeof(options) <> 'array' or jsonb_array_length(options) > 50 then false else (
    select count(*) = count(distinct option ->> 'key') and coalesce(bool_and(
      jsonb_typeof(option) = 'object' and coalesce(option ->> 'key', '') ~ '^[a-z0-9-]{1,40}$'
      and public.is_texts_by_language(option -> 'labels', 200) is true and option -> 'labels' <> '{}'), true)
    from jsonb_array_elements(options) as option) end
$$;

-- {"en": "…"}: lines or short texts by language, none of them empty.
create or replace function public.is_texts_by_language(texts jsonb, longest integer) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select case when jsonb_typeof(texts) <> 'object' then false else not exists (
    select from jsonb_each(texts) as text (lang, words)
    where text.lang not in ('en', 'zh', 'ms', 'vi') or jsonb_typeof(text.words) <> 'string'
      or btrim(text.words #>> '{}') = '' or char_length(text.words #>> '{}') > longest) end
$$;

revoke execute on function
  public.is_question_texts(jsonb), public.is_question_options(jsonb), public.is_texts_by_language(jsonb, integer)
from public, anon, authenticated;
grant execute on function
  public.is_question_texts(jsonb), public.is_question_options(jsonb), public.is_texts_by_language(jsonb, integer)
to service_role;
