-- Reported translations of posts and replies.
-- Errors: PT401 no_session; PT404 not_found; PT429 too_fast.

-- A translation that is shown, or withheld: by its removal or with its original.
create or replace function public.find_translation(translation uuid)
returns table (
  post_id uuid, reply_id uuid, language public.language, title text, body jsonb, translator_id uuid, is_withheld boolean)
language sql stable security definer set search_path = '' as $$
  select t.post_id, t.reply_id, t.language, t.title, t.body, t.translator_id, false
  from public.translations as t where t.id = translation
  union all
  select t.post_id, t.reply_id, t.language, t.title, t.body, t.translator_id, true
  from public.withheld_translations as t where t.id = translation
$$;

-- Reports the translation of a post or reply into a language. Moderators of its area receive it, first those who read the
-- language.
create or replace function public.report_translation(
  id uuid, wanted public.language, reason text, note text default '', post uuid default null, reply uuid default null)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_text record;
begin
  if not public.is_member() then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('balai.translation_reports.' || auth.uid(), 0));
  if 20 <= (select count(*) from public.translation_reports as r
    where r.reporter_id = auth.uid() and r.created_at > now() - interval '1 hour') then
    perform public.raise_error('429', 'too_fast', 'At most 20 in an hour');
  end if;
  -- As for reports of the originals, the subject of a notice: no title of a confidential area or a marked text.
  select t.id, p.forum_id,
    public.name_in_message(p, (select s.default_language from public.site_settings as s)) as subject
  into found_text
  from public.translations as t
  left join public.replies as r on r.id = t.reply_id
  join public.posts as p on p.id = coalesce(t.post_id, r.post_id)
  where (t.post_id = report_translation.post or t.reply_id = report_translation.reply) and t.language = wanted
    and num_nonnulls(report_translation.post, report_translation.reply) = 1
    and p.forum_id <> all (public.hidden_forums());
  if not found then
    perform public.raise_error('404', 'not_found', 'No such translation');
  end if;
  -- A repeated request, or a second report before the first is decided.
  insert into public.translation_reports (id, translation_id, reporter_id, reason, note)
  values (report_translation.id, found_text.id, auth.uid(), report_translation.reason,
    btrim(coalesce(report_translation.note, '')))
  on conflict do nothing;
  if found then
    perform public.queue_notices('staff_report', public.first_moderators(found_text.forum_id, wanted),
      report_translation.id::text, auth.uid(), path => '/admin/desk', merged_by => found_text.id::text,
      subject => found_text.subject);
  end if;
end
$$;

create or replace function public.follow_translation_case() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject record;
begin
  if new.status = 'open' then
    select t.language, p.forum_id into subject
    from public.find_translation(new.translation_id) as t
    left join public.replies as r on r.id = t.reply_id
    join public.posts as p on p.id = coalesce(t.post_id, r.post_id);
    perform public.open_case('translation', new.translation_id, subject.language, subject.forum_id, now())
    where subject.forum_id is not null;
  else
    perform public.end_case('translation', new.translation_id,
      case new.status when 'upheld' then 'resolved' else 'rejected' end);
  end if;
  return null;
end
$$;

-- After a translation has left one of its tables: the case goes unless the other one has it now.
create or replace function public.forget_translation_case() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.find_translation(old.id)) then
    delete from public.desk_cases as c where c.kind = 'translation' and c.thing_id = old.id;
    delete from public.translation_reports as r where r.translation_id = old.id;
  end if;
  return null;
end
$$;

-- Resolved: the translation is removed, as a moderator removes one. One that is withheld with its original stays away when
-- that comes back.
create or replace function public.decide_translation(found_case public.desk_cases, is_resolved boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was_withheld boolean := false;
begin
  delete from public.desk_undo as u where u.case_id = found_case.id;
  if is_resolved then
    update public.withheld_translations as w set reason = 'removed', withheld_at = now(), removed_by = auth.uid()
    where w.id = found_case.thing_id and w.reason = 'original';
    was_withheld := found;
    if exists (select from public.translations as t where t.id = found_case.thing_id) then
      perform public.remove_translation(found_case.thing_id);
      was_withheld := true;
    end if;
  end if;
  insert into public.desk_undo (case_id, data) select found_case.id, '{}' where was_withheld;
  update public.translation_reports as r set status = case when is_resolved then 'upheld' else 'dismissed' end,
    handled_by = auth.uid(), handled_at = now()
  where r.translation_id = found_case.thing_id and r.status = 'open';
end
$$;

-- A translation that the decision removed is shown again, or waits again for its original. One that was removed before stays removed.
create or replace function public.reopen_translation(found_case public.desk_cases) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.desk_undo as u where u.case_id = found_case.id) then
    update public.withheld_translations as w set reason = 'original'
    where w.id = found_case.thing_id and w.reason = 'removed'
      and not exists (select from public.posts as p where p.id = w.post_id and p.body is not null)
      and not exists (select from public.replies as r where r.id = w.reply_id and r.body is not null);
    if not found then
      perform public.restore_translation(found_case.thing_id);
    end if;
  end if;
  update public.translation_reports as r set status = 'open', handled_by = null, handled_at = null
  where r.translation_id = found_case.thing_id and r.handled_at = (
    select max(x.handled_at) from public.translation_reports as x where x.translation_id = found_case.thing_id)
    -- The same member may have reported it again.
    and not exists (
      select from public.translation_reports as x
      where x.translation_id = r.translation_id and x.reporter_id = r.reporter_id and x.status = 'open');
  perform public.open_case('translation', found_case.thing_id, found_case.language, found_case.forum_id,
    found_case.opened_at);
end
$$;

revoke execute on function
  public.find_translation(uuid), public.report_translation(uuid, public.language, text, text, uuid, uuid),
  public.follow_translation_case(), public.forget_translation_case(),
  public.decide_translation(public.desk_cases, boolean), public.reopen_translation(public.desk_cases)
from public, anon, authenticated;

grant execute on function public.report_translation(uuid, public.language, text, text, uuid, uuid)
to authenticated, service_role;
