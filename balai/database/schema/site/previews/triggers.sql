call public.announce_changes('public.link_previews');
call public.announce_changes('public.text_links');

create trigger note_text_links after insert on public.posts
  for each row when (new.body::text like '%"link"%') execute function public.note_text_links();

create trigger note_text_links after insert on public.replies
  for each row when (new.body::text like '%"link"%') execute function public.note_text_links();

create trigger note_text_links after insert on public.article_texts
  for each row when (new.body::text like '%"link"%') execute function public.note_text_links();

-- Not "update of body": it would miss a body that another trigger has emptied.
create trigger note_changed_text_links after update on public.posts
  for each row when (old.body is distinct from new.body
    and (old.body::text like '%"link"%' or new.body::text like '%"link"%'))
  execute function public.note_text_links();

create trigger note_changed_text_links after update on public.replies
  for each row when (old.body is distinct from new.body
    and (old.body::text like '%"link"%' or new.body::text like '%"link"%'))
  execute function public.note_text_links();

create trigger note_changed_text_links after update on public.article_texts
  for each row when (old.body is distinct from new.body
    and (old.body::text like '%"link"%' or new.body::text like '%"link"%'))
  execute function public.note_text_links();
