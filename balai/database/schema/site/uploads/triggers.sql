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
  for each row when (new.body::text like '%/text-files/%') execute function public.note_article_files();

create trigger note_changed_article_files after update on public.article_texts
  for each row when (old.body is distinct from new.body
    and (old.body::text like '%/text-files/%' or new.body::text like '%/text-files/%'))
  execute function public.note_article_files();
