-- Files in texts and articles, and colours of texts as tokens of the theme.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('text-files', 'text-files', false, 10000000, array[
    'application/pdf', 'text/plain', 'text/csv',
    'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.presentation'])
on conflict (id) do nothing;

-- The table of pictures lists files as well; an article has files, and its pictures are public.
alter table public.text_pictures
  add column article_id uuid references public.articles (id) on delete cascade,
  drop constraint text_pictures_one_text,
  drop constraint text_pictures_once,
  add constraint text_pictures_one_text check (num_nonnulls(post_id, reply_id, article_id) = 1),
  add constraint text_pictures_once unique nulls not distinct (picture, post_id, reply_id, article_id);
create index text_pictures_of_article on public.text_pictures (article_id) where article_id is not null;

drop policy if exists "Members add pictures to texts" on storage.objects;
drop policy if exists "Pictures in texts are visible with a text" on storage.objects;

-- Each colour becomes the token that is nearest: by hue, or grey for one that has hardly any. Without the triggers, whose
-- rules are for new texts: no edit is noted, and no version of the text is stored.
do $$
declare
  place record;
  found record;
  mark record;
  bytes bytea;
  red int;
  green int;
  blue int;
  low int;
  high int;
  hue numeric;
  token text;
begin
  for place in select * from (values
    ('posts', 'body'), ('replies', 'body'), ('content_versions', 'body'), ('held_texts', 'body'), ('drafts', 'content'),
    ('article_texts', 'body'), ('page_texts', 'body'), ('page_version_texts', 'body'), ('site_texts', 'home'),
    ('site_texts', 'about')
  ) as texts (table_name, column_name) loop
    execute format('alter table public.%I disable trigger user', place.table_name);
    for found in execute format('select ctid as row, %2$I::text as document from public.%1$I where %2$I::text like $1',
        place.table_name, place.column_name) using '%"color": "#%' loop
      for mark in
        select distinct part[1] as kind, part[2] as hex from regexp_matches(
          found.document, '"type": "(highlight|textStyle)", "attrs": \{"color": "(#(?:[0-9A-Fa-f]{3}){1,2})"', 'g') as part
      loop
        bytes := decode(case length(mark.hex) when 4 then regexp_replace(substr(mark.hex, 2), '(.)', '\1\1', 'g')
          else substr(mark.hex, 2) end, 'hex');
        red := get_byte(bytes, 0);
        green := get_byte(bytes, 1);
        blue := get_byte(bytes, 2);
        low := least(red, green, blue);
        high := greatest(red, green, blue);
        if high - low < 20 then
          token := case mark.kind when 'highlight' then 'note' else 'text' end;
        else
          hue := 60.0 * case high when red then (green - blue)::numeric / (high - low)
            when green then 2 + (blue - red)::numeric / (high - low) else 4 + (red - green)::numeric / (high - low) end;
          hue := case when hue < 0 then hue + 360 else hue end;
          token := case when hue < 15 or hue >= 320 then 'bad' when hue < 38 then 'warm' when hue < 70 then 'note'
            when hue < 165 then 'good' else 'accent' end;
        end if;
        token := token || case when mark.kind = 'highlight' or token = 'text' then '-soft' else '' end;
        found.document := replace(found.document, format('"type": "%s", "attrs": {"color": "%s"', mark.kind, mark.hex),
          format('"type": "%s", "attrs": {"color": "%s"', mark.kind, token));
      end loop;
      execute format('update public.%I set %I = $1 where ctid = $2', place.table_name, place.column_name)
      using found.document::jsonb, found.row;
    end loop;
    execute format('alter table public.%I enable trigger user', place.table_name);
  end loop;
end $$;
