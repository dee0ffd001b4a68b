create trigger note_text_pictures after insert on public.posts
  for each row when (new.body::text ~ '/text-(pictures|files)/') execute function public.note_text_pictures();

create trigger note_text_pictures after insert on public.replies
  for each row when (new.body::text ~ '/text-(pictures|files)/') execute function public.note_text_pictures();

-- Not "update of body": it would miss a body that another trigger has emptied.
create trigger note_changed_text_pictures after update on public.posts
  for each row when (old.body is distinct from new.body
    and (old.body::text ~ '/text-(pictures|files)/' or new.body::text ~ '/text-(pictures|files)/'))
  execute function public.note_text_pictures();

create trigger note_changed_text_pictures after update on public.replies
  for each row when (old.body is distinct from new.body
    and (old.body::text ~ '/text-(pictures|files)/' or new.body::text ~ '/text-(pictures|files)/'))
  execute function public.note_text_pictures();

create trigger note_article_files after insert on public.article_texts
  for each row when (new.body::text ~ '/text-(pictures|files)/') execute function public.note_article_files();

create trigger note_changed_article_files after update on public.article_texts
  for each row when ((old.body, old.status) is distinct from (new.body, new.status)
    and (old.body::text ~ '/text-(pictures|files)/' or new.body::text ~ '/text-(pictures|files)/'))
  execute function public.note_article_files();

create trigger note_removed_article_files after delete on public.article_texts
  for each row when (old.body::text ~ '/text-(pictures|files)/') execute function public.note_article_files();

create trigger note_cover after insert on public.articles
  for each row when (new.cover_url like '%/text-pictures/%') execute function public.note_article_files();

create trigger note_changed_cover after update on public.articles
  for each row when (old.cover_url is distinct from new.cover_url
    and (old.cover_url like '%/text-pictures/%' or new.cover_url like '%/text-pictures/%'))
  execute function public.note_article_files();
