-- Reports: a member says once, of a post or a reply, that somebody should look. Administrators read and close them.
create table public.reports (
  id uuid primary key default gen_random_uuid(),
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  reporter_id uuid default auth.uid() references public.profiles (id) on delete set null,
  reason text not null check (reason in ('spam', 'abuse', 'private', 'other')),
  note text not null default '' check (char_length(note) <= 1000),
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  created_at timestamptz not null default now(),
  handled_by uuid references public.profiles (id) on delete set null,
  handled_at timestamptz,
  constraint reports_thing check (num_nonnulls(post_id, reply_id) = 1),
  constraint reports_handled check ((status = 'open') = (handled_at is null))
);
create unique index reports_post_once on public.reports (post_id, reporter_id) where post_id is not null;
create unique index reports_reply_once on public.reports (reply_id, reporter_id) where reply_id is not null;
create index reports_by_status on public.reports (status, created_at desc, id desc);

-- What is gone already needs no report: by asking as the reporter the row must be there and still hold its text.
create function public.can_report(post uuid, reply uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.posts where id = can_report.post and body is not null)
    or exists (select from public.replies where id = can_report.reply and body is not null)
$$;

-- One decision closes every open report on the same thing; upheld hides it in the same transaction. The thing is locked
-- first, so that two administrators at two reports of one post wait for each other.
create function public.handle_report(report uuid, outcome text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  thing record;
begin
  perform public.check_administrator();
  if outcome is null or outcome not in ('upheld', 'dismissed') then
    perform public.refuse('422', 'unknown_outcome', 'An outcome is upheld or dismissed');
  end if;
  select reports.post_id, reports.reply_id into thing from public.reports where reports.id = handle_report.report;
  if not found then
    perform public.refuse('404', 'not_found', 'No such report');
  end if;
  perform from public.posts where posts.id = thing.post_id for no key update;
  perform from public.replies where replies.id = thing.reply_id for no key update;
  update public.reports set status = handle_report.outcome, handled_by = auth.uid(), handled_at = now()
  where reports.status = 'open' and (reports.post_id = thing.post_id or reports.reply_id = thing.reply_id);
  if not found then
    perform public.refuse('409', 'handled', 'This report has been handled already');
  elsif outcome = 'upheld' then
    perform public.set_hidden(true, thing.post_id, thing.reply_id);
  end if;
end
$$;

alter table public.reports enable row level security;
revoke all on public.reports from anon, authenticated;
grant all on public.reports to service_role;
grant insert (id, post_id, reply_id, reason, note) on public.reports to authenticated;
grant select on public.reports to authenticated;
create policy "A member reports in her own name" on public.reports for insert to authenticated
  with check (reporter_id = (select auth.uid()) and public.can_report(post_id, reply_id));
create policy "Administrators read reports" on public.reports for select to authenticated
  using ((select public.is_admin()));

revoke execute on function public.can_report(uuid, uuid), public.handle_report(uuid, text)
  from public, anon, authenticated;
grant execute on function public.can_report(uuid, uuid), public.handle_report(uuid, text)
  to authenticated, service_role;

call public.announce_changes('public.reports');
