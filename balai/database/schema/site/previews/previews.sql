-- Previews of links: which links of a text have one. A job of the site fetches them (balai/jobs/forum/link_previews.py).

-- The addresses that stand alone on a line of the text, as they are: a link with words of its own has no preview. At most
-- ten, in their order.
create or replace function public.standalone_links(body jsonb) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(href order by place), '{}') from (
    select href, min(place) as place from (
      select line.place, line.node #>> '{content,0,text}' as words,
        jsonb_path_query_first(line.node, '$.content[0].marks[*] ? (@.type == "link").attrs.href') #>> '{}' as href
      from jsonb_array_elements(case when jsonb_typeof(body -> 'content') = 'array' then body -> 'content' else '[]' end)
        with ordinality as line (node, place)
      where line.node ->> 'type' = 'paragraph' and jsonb_typeof(line.node -> 'content') = 'array'
        and jsonb_array_length(line.node -> 'content') = 1) as links
    where href ~ '^https://[^/?#@]+([/?#]|$)' and char_length(href) <= 2048
      and btrim(words) in (href, rtrim(href, '/'), substr(href, 9), rtrim(substr(href, 9), '/'))
    group by href order by 2 limit 10) as first
$$;

-- Notes the links of a text that was written, edited, hidden or deleted. A preview that no text shows any more goes.
create or replace function public.note_text_links() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  post constant uuid := case when tg_table_name = 'posts' then to_jsonb(new) ->> 'id' end;
  reply constant uuid := case when tg_table_name = 'replies' then to_jsonb(new) ->> 'id' end;
  article constant uuid := case when tg_table_name = 'article_texts' then to_jsonb(new) ->> 'article_id' end;
  urls text[] := public.standalone_links(new.body);
  gone bigint[];
begin
  if article is not null then
    urls := array(select distinct unnest(public.standalone_links(t.body))
      from public.article_texts as t where t.article_id = article);
  end if;
  with removed as (
    delete from public.text_links as l using public.link_previews as p
    where p.id = l.link_id and (l.post_id = post or l.reply_id = reply or l.article_id = article) and p.url <> all (urls)
    returning l.link_id)
  select array_agg(link_id) into gone from removed;
  -- One that another text is about to show is locked by its writer.
  delete from public.link_previews where id in (
    select p.id from public.link_previews as p
    where p.id = any (gone) and not exists (select from public.text_links as l where l.link_id = p.id)
    for update skip locked);
  if urls <> '{}' then
    -- In one order, so that two writers with the same links wait for each other and not for ever.
    insert into public.link_previews as p (url) select url from unnest(urls) as url order by url
    on conflict (url) do update set due_at = p.due_at;
    insert into public.text_links (link_id, post_id, reply_id, article_id)
    select p.id, post, reply, article from public.link_previews as p where p.url = any (urls) on conflict do nothing;
    perform pg_notify('balai_link_previews', '');
  end if;
  return null;
end
$$;

revoke execute on function public.standalone_links(jsonb), public.note_text_links() from public, anon, authenticated;
