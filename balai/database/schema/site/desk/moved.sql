-- Cases follow a topic, or a reply that was split off or merged, into another area: its moderators decide them then.
create or replace function public.move_cases() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  area uuid;
  replies uuid[];
begin
  if tg_table_name = 'posts' then
    area := new.forum_id;
    replies := array(select r.id from public.replies as r where r.post_id = new.id);
    -- Replies that wait; their cases follow by their own trigger.
    update public.held_texts as h set forum_id = area
    where (h.post_id = new.id or h.article_id = new.article_id) and h.forum_id <> area;
  else
    select p.forum_id into area from public.posts as p where p.id = new.post_id;
    replies := array[new.id];
  end if;
  update public.desk_cases as c set forum_id = area
  where c.forum_id <> area and (
    c.kind = 'post' and c.thing_id = new.id or c.kind = 'reply' and c.thing_id = any (replies)
    or c.kind = 'translation' and c.thing_id in (
      select t.id from public.translations as t where t.post_id = new.id or t.reply_id = any (replies)
      union all
      select t.id from public.withheld_translations as t where t.post_id = new.id or t.reply_id = any (replies)));
  return null;
end
$$;

revoke execute on function public.move_cases() from public, anon, authenticated;
