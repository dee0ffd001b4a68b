-- The emailing of an article to those who get new articles: chosen in the editor, begun when it is published, in batches
-- that a job takes. Errors: 42501 not_allowed; PT404 not_found.

-- Whether the caller decides that an article is emailed: editors, and authors who publish what they wrote.
create or replace function public.may_email_article(article public.articles) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.publishes_text(article, article.source_language)
$$;

-- Stores the choice of the editor. Null: as it was. An edition that has begun stays.
create or replace function public.choose_edition(article public.articles, is_emailed boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if is_emailed is null
    or is_emailed = exists (select from public.article_editions as e where e.article_id = article.id) then
    return;
  elsif not public.may_email_article(article) then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  elsif is_emailed then
    insert into public.article_editions (article_id, requested_by) values (article.id, auth.uid()) on conflict do nothing;
    perform pg_notify('balai_editions', '');
  else
    delete from public.article_editions as e where e.article_id = article.id and e.started_at is null;
  end if;
end
$$;

-- The members who get a new article now, after one of them in the order of ids. Only those who may read it.
create or replace function public.newsletter_members(audience uuid, after uuid, most integer)
returns table (id uuid, email text, language public.language)
language sql stable security definer set search_path = '' as $$
  select p.id, u.email::text, public.offered_language(p.language)
  from public.notice_choices as c
  join public.profiles as p on p.id = c.member_id
  join auth.users as u on u.id = p.id
  left join public.notice_settings as s on s.member_id = p.id
  where c.kind = 'new_article' and c.channel = 'email' and c.is_on and c.member_id > newsletter_members.after
    and u.email is not null and u.email_confirmed_at is not null and (u.banned_until is null or u.banned_until < now())
    and not coalesce(s.is_unsubscribed, false)
    and not exists (select from public.email_bounces as b where b.member_id = p.id and public.is_stopped(b))
    and (audience is null or exists (select from public.group_members as g
      where g.group_id = audience and g.member_id = p.id and g.status = 'member'))
  order by c.member_id limit newsletter_members.most
$$;

-- The guests who get a new article now: none of an article for a group.
create or replace function public.newsletter_guests_after(audience uuid, after uuid, most integer)
returns table (id uuid, email text, language public.language, link uuid)
language sql stable security definer set search_path = '' as $$
  select g.id, g.email, public.offered_language(g.language), g.link
  from public.newsletter_guests as g
  where audience is null and g.email is not null and g.id > newsletter_guests_after.after
    and public.member_at(g.email) is null
    and not exists (select from public.email_bounces as b where b.guest_id = g.id and public.is_stopped(b))
  order by g.id limit newsletter_guests_after.most
$$;

-- Takes the next recipients of the oldest edition that is due, with the text for each: in their language if the article has
-- a published text in it, else the source. For the job, which queues their emails in the same transaction: a worker that
-- is killed leaves the edition where its last batch ended. One edition at a time, one batch each `pause`.
create or replace function public.take_edition_batch(most integer, pause interval)
returns table (article_id uuid, member_id uuid, email text, language text, link uuid, title text, summary text,
  body text, slug text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  edition public.article_editions;
  article public.articles;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('balai.editions', 0)) then
    return;
  end if;
  select e.* into edition from public.article_editions as e join public.articles as a on a.id = e.article_id
  where e.ended_at is null and public.is_published(a)
  order by e.started_at nulls last, e.created_at, e.article_id limit 1 for update of e;
  if not found or edition.next_batch_at > clock_timestamp() then
    return;
  end if;
  select a.* into article from public.articles as a where a.id = edition.article_id;
  return query
    with members as materialized (
      select m.* from public.newsletter_members(article.group_id, edition.after_member, most) as m
    ), guests as materialized (
      select g.* from public.newsletter_guests_after(article.group_id, edition.after_guest,
        most - (select count(*)::integer from members)) as g
    ), links as (
      insert into public.newsletter_links (member_id) select m.id from members as m
      on conflict (member_id) do update set member_id = excluded.member_id
      returning newsletter_links.member_id, newsletter_links.link
    ), moved as (
      update public.article_editions as e set started_at = coalesce(e.started_at, now()),
        queued = e.queued + taken.number, next_batch_at = clock_timestamp() + pause,
        ended_at = case when taken.number < most then now() end,
        after_member = coalesce((select m.id from members as m order by m.id desc limit 1), e.after_member),
        after_guest = coalesce((select g.id from guests as g order by g.id desc limit 1), e.after_guest)
      from (select (select count(*) from members)::integer + (select count(*) from guests)::integer as number) as taken
      where e.article_id = edition.article_id
    ), recipients as (
      select m.id as member_id, m.email, m.language, l.link from members as m join links as l on l.member_id = m.id
      union all
      select null, g.email, g.language, g.link from guests as g
    )
    select article.id, r.member_id, r.email, r.language::text, r.link, x.title, x.summary,
      left(public.rich_text_plain(x.body), 4000), x.slug
    from recipients as r
    cross join lateral (
      select x.* from public.article_texts as x
      where x.article_id = article.id and x.status = 'published' and x.language in (r.language, article.source_language)
      order by x.language = r.language desc limit 1) as x;
end
$$;

-- Stops an edition: emails that wait are deleted, further ones are not made. One that is being sent at this moment is
-- sent. Returns how many were deleted. Repeated, it changes nothing.
create or replace function public.stop_edition(article uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  withdrawn integer := 0;
begin
  if not exists (select from public.articles as a where a.id = stop_edition.article and public.may_email_article(a)) then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  end if;
  -- A batch that is being made is waited for: its emails are deleted too.
  perform from public.article_editions as e where e.article_id = stop_edition.article for update;
  if not found then
    perform public.raise_error('404', 'not_found', 'This article is not emailed');
  end if;
  if to_regclass('mailbox.queue') is not null then
    execute $message$
      with withdrawn as (
        delete from mailbox.queue as q
        where q.kind = 'edition' and q.sent_at is null and q.given_up_at is null
          and q.content -> 'variables' ->> 'edition' = $1 and (q.attempts = 0 or q.last_error is not null)
        returning 1)
      select count(*)::integer from withdrawn
    $message$ into withdrawn using stop_edition.article::text;
  end if;
  update public.article_editions as e set started_at = coalesce(e.started_at, now()), queued = greatest(0, e.queued - withdrawn),
    stopped_at = case when e.ended_at is null or withdrawn > 0 then coalesce(e.stopped_at, now()) else e.stopped_at end,
    ended_at = coalesce(e.ended_at, now())
  where e.article_id = stop_edition.article;
  return withdrawn;
end
$$;

-- The edition of an article for its editor; no row: it is not emailed. `waiting`: queued emails that are not sent yet.
create or replace function public.edition_of(article uuid)
returns table (started_at timestamptz, ended_at timestamptz, stopped_at timestamptz, sent integer, waiting integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  edition public.article_editions;
  left_over integer := 0;
begin
  select e.* into edition from public.article_editions as e join public.articles as a on a.id = e.article_id
  where e.article_id = edition_of.article and public.may_email_article(a);
  if not found then
    return;
  end if;
  if to_regclass('mailbox.queue') is not null then
    execute $message$
      select count(*)::integer from mailbox.queue as q
      where q.kind = 'edition' and q.sent_at is null and q.given_up_at is null
        and q.content -> 'variables' ->> 'edition' = $1
    $message$ into left_over using edition_of.article::text;
  end if;
  return query select edition.started_at, edition.ended_at, edition.stopped_at, greatest(0, edition.queued - left_over), left_over;
end
$$;

-- How many get new articles, by language: for those who publish, beside the choice to send one.
create or replace function public.count_newsletter() returns table (language text, members integer, guests integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if (public.my_scopes('edit') || public.my_scopes('publish')) = '{}' and not public.is_admin() then
    return;
  end if;
  return query
    select each.language::text, count(each.member)::integer, count(each.guest)::integer
    from (
      select m.language, m.id as member, null::uuid as guest
      from public.newsletter_members(null, '00000000-0000-0000-0000-000000000000', null) as m
      union all
      select g.language, null, g.id
      from public.newsletter_guests_after(null, '00000000-0000-0000-0000-000000000000', null) as g) as each
    group by each.language order by each.language;
end
$$;

revoke execute on function
  public.may_email_article(public.articles), public.choose_edition(public.articles, boolean),
  public.newsletter_members(uuid, uuid, integer), public.newsletter_guests_after(uuid, uuid, integer),
  public.take_edition_batch(integer, interval), public.stop_edition(uuid), public.edition_of(uuid), public.count_newsletter()
from public, anon, authenticated;
grant execute on function
  public.may_email_article(public.articles), public.stop_edition(uuid), public.edition_of(uuid), public.count_newsletter()
to authenticated, service_role;

comment on function public.may_email_article(public.articles) is 'internal';
comment on function public.edition_of(uuid) is 'internal';
comment on function public.count_newsletter() is 'internal';
