-- Whether the caller sees the post or reply and its text. A deleted or hidden one needs no report.
create or replace function public.can_report(post uuid, reply uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.posts where id = can_report.post and body is not null)
    or exists (select from public.replies where id = can_report.reply and body is not null)
$$;

-- Closes every open report on the same post or reply; upheld hides it in the same transaction. The post or reply is
-- locked first, so that two moderators with two reports of it wait for each other.
create or replace function public.handle_report(report uuid, outcome text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  reported record;
begin
  select reports.post_id, reports.reply_id into reported from public.reports where reports.id = handle_report.report;
  perform public.check_moderator(reported.post_id, reported.reply_id);
  if outcome is null or outcome not in ('upheld', 'dismissed') then
    perform public.raise_error('422', 'unknown_outcome', 'An outcome is upheld or dismissed');
  end if;
  if num_nonnulls(reported.post_id, reported.reply_id) = 0 then
    perform public.raise_error('404', 'not_found', 'No such report');
  end if;
  perform from public.posts where posts.id = reported.post_id for no key update;
  perform from public.replies where replies.id = reported.reply_id for no key update;
  update public.reports set status = handle_report.outcome, handled_by = auth.uid(), handled_at = now()
  where reports.status = 'open' and (reports.post_id = reported.post_id or reports.reply_id = reported.reply_id);
  if not found then
    perform public.raise_error('409', 'handled', 'This report has been handled already');
  elsif outcome = 'upheld' then
    perform public.set_hidden(true, reported.post_id, reported.reply_id);
  end if;
end
$$;

-- The reverse of handle_report(): opens the reports again that were closed with this one, and shows what was hidden with
-- them. Texts hidden before stay hidden. Opening again changes nothing.
create or replace function public.reopen_report(report uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  handled public.reports;
begin
  select * into handled from public.reports where reports.id = reopen_report.report;
  perform public.check_moderator(handled.post_id, handled.reply_id);
  if handled.id is null then
    perform public.raise_error('404', 'not_found', 'No such report');
  end if;
  perform from public.posts where posts.id = handled.post_id for no key update;
  perform from public.replies where replies.id = handled.reply_id for no key update;
  update public.reports set status = 'open', handled_by = null, handled_at = null
  where reports.handled_at = handled.handled_at
    and (reports.post_id = handled.post_id or reports.reply_id = handled.reply_id);
  if found and handled.status = 'upheld' and exists (
    select from public.posts where posts.id = handled.post_id and posts.hidden_at = handled.handled_at
    union all
    select from public.replies where replies.id = handled.reply_id and replies.hidden_at = handled.handled_at)
  then
    perform public.set_hidden(false, handled.post_id, handled.reply_id);
  end if;
end
$$;

revoke execute on function
  public.can_report(uuid, uuid), public.handle_report(uuid, text), public.reopen_report(uuid)
from public, anon, authenticated;

grant execute on function
  public.can_report(uuid, uuid), public.handle_report(uuid, text), public.reopen_report(uuid)
to authenticated, service_role;

comment on function public.can_report(uuid, uuid) is 'internal';
