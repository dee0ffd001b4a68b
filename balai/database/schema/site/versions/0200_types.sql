-- before: checks

-- What every other table of the site stands on: the four languages, the rules for names and for rich text, and the
-- notice that a table has changed. It needs only the names that a hosted project has too: the schema auth with
-- auth.users and auth.uid(), and the roles anon, authenticated and service_role.
--
-- Hosted projects grant new functions and tables to everyone by default, ours to no one. So each migration says both
-- what it takes away and what it gives.
create type public.language as enum ('en', 'zh', 'ms', 'vi');

-- How text becomes words that can be found.
--
-- Members write Chinese, Vietnamese, Malay and English, often in one sentence, so no text has "a" language
-- here: every run of letters is cut by its own script. Scripts without spaces give single characters and
-- pairs of neighbours (a word of two characters is found inside a sentence, with no dictionary to go stale);
-- the others give words, folded so that "kham benh" finds "khám bệnh", with their English and Malay stems.
-- Classes of characters are spelled out, because \w and lower() know only ASCII in a database made with
-- locale C, and operators choose the locale, not we.
create schema search;
grant usage on schema search to anon, authenticated, service_role;
