-- The caller's account for the security page, without any hash.
create or replace function public.my_account() returns table (
  email text, new_email text, phone text, has_password boolean, identities jsonb, due_at timestamptz,
  erases_texts boolean)
language sql stable security definer set search_path = '' as $$
  select coalesce(u.email, ''), coalesce(u.email_change, ''), coalesce(u.phone, ''),
    coalesce(u.encrypted_password, '') <> '',
    coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'provider', i.provider, 'email', i.email,
        'lastSignInAt', i.last_sign_in_at) order by i.created_at, i.id)
      from auth.identities as i where i.user_id = u.id), '[]'),
    deletion.due_at, coalesce(deletion.erases_texts, false)
  from auth.users as u
  left join public.account_deletions as deletion on deletion.user_id = u.id and not deletion.by_administrator
  where u.id = auth.uid()
$$;

-- All data of a member as JSON. Only their own rows; replies to them belong to their authors.
-- hidden_areas: those whose texts are left out.
create or replace function public.data_of(member uuid, hidden_areas uuid[] default '{}') returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'createdAt', u.created_at,
        'lastSignInAt', u.last_sign_in_at, 'details', u.raw_user_meta_data)
      from auth.users as u where u.id = member),
    'identities', (
      select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'data', i.identity_data,
        'createdAt', i.created_at, 'lastSignInAt', i.last_sign_in_at) order by i.created_at), '[]')
      from auth.identities as i where i.user_id = member),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('createdAt', s.created_at, 'lastUsedAt', s.refreshed_at,
        'browser', s.user_agent, 'address', host(s.ip)) order by s.created_at), '[]')
      from auth.sessions as s where s.user_id = member),
    'pushDevices', (
      select coalesce(jsonb_agg(jsonb_build_object('device', d.device, 'endpoint', d.endpoint,
        'showsDetails', d.has_details, 'createdAt', d.created_at) order by d.created_at), '[]')
      from public.push_subscriptions as d where d.member_id = member),
    'profile', (select to_jsonb(p) - 'calendar_token' - 'name_keys' from public.profiles as p where p.id = member),
    'follows', (
      select coalesce(jsonb_agg(jsonb_build_object('member', x.followed_id, 'since', x.created_at)
        order by x.created_at), '[]')
      from public.follows as x where x.follower_id = member),
    'blocks', (
      select coalesce(jsonb_agg(jsonb_build_object('member', x.blocked_id, 'since', x.created_at)
        order by x.created_at), '[]')
      from public.member_blocks as x where x.member_id = member),
    'messagesToTheSite', (
      select coalesce(jsonb_agg(jsonb_build_object('name', x.name, 'email', x.email, 'language', x.language,
        'text', x.body, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.messages as x where x.member_id = member),
    'privateMessages', (
      select coalesce(jsonb_agg(jsonb_build_object('conversation', x.conversation_id, 'text', x.body,
        'createdAt', x.created_at, 'deletedAt', x.deleted_at) order by x.created_at), '[]')
      from public.private_messages as x where x.author_id = member),
    'conversations', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'with', case when x.first_id = member
        then x.second_id else x.first_id end, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.conversations as x where member in (x.first_id, x.second_id)),
    'privateReports', (
      select coalesce(jsonb_agg(jsonb_build_object('reason', x.reason, 'note', x.note, 'status', x.status,
        'createdAt', x.created_at) order by x.created_at), '[]')
      from public.private_reports as x where x.reporter_id = member),
    'profileReports', (
      select coalesce(jsonb_agg(jsonb_build_object('member', x.profile_id, 'reason', x.reason, 'note', x.note,
        'status', x.status, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.profile_reports as x where x.reporter_id = member),
    'translationReports', (
      select coalesce(jsonb_agg(jsonb_build_object('translation', x.translation_id, 'reason', x.reason, 'note', x.note,
        'status', x.status, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.translation_reports as x where x.reporter_id = member),
    'mentions', (
      select coalesce(jsonb_agg(jsonb_build_object('post', x.post_id, 'reply', x.reply_id, 'createdAt', x.created_at)
        order by x.id), '[]')
      from public.mentions as x where x.member_id = member),
    'articles', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'language', t.language, 'status', t.status,
        'title', t.title, 'summary', t.summary, 'text', t.body, 'createdAt', x.created_at)
        order by x.created_at, t.language), '[]')
      from public.articles as x join public.article_texts as t on t.article_id = x.id
      where x.author_id = member and x.deleted_at is null),
    'articleReviews', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('article', x.article_id, 'language', x.language,
        'note', case when x.member_id = member then x.note end, 'outcome', x.outcome, 'comment', x.comment,
        'submittedAt', x.submitted_at, 'decidedAt', x.decided_at)) order by x.submitted_at), '[]')
      from public.article_reviews as x where member in (x.member_id, x.decided_by)))
  -- A function takes a hundred arguments at most.
  || jsonb_build_object(
    'posts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'language', x.language, 'title', x.title,
        'text', x.body, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.posts as x where x.author_id = member and x.forum_id <> all (hidden_areas)),
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'post', x.post_id, 'language', x.language,
        'text', x.body, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.replies as x join public.posts as thread on thread.id = x.post_id
      where x.author_id = member and thread.forum_id <> all (hidden_areas)),
    'translations', (
      select coalesce(jsonb_agg(jsonb_build_object('post', x.post_id, 'reply', x.reply_id, 'language', x.language,
        'title', x.title, 'text', x.body, 'createdAt', x.created_at) order by x.created_at), '[]')
      from (
        select t.post_id, t.reply_id, t.language, t.title, t.body, t.created_at
        from public.translations as t where t.translator_id = member
        union all
        select t.post_id, t.reply_id, t.language, t.title, t.body, t.created_at
        from public.withheld_translations as t where t.translator_id = member) as x
      left join public.replies as answer on answer.id = x.reply_id
      join public.posts as thread on thread.id = coalesce(x.post_id, answer.post_id)
      where thread.forum_id <> all (hidden_areas)),
    'translationRequests', (
      select coalesce(jsonb_agg(jsonb_build_object('post', x.post_id, 'reply', x.reply_id, 'language', x.language,
        'createdAt', x.created_at) order by x.created_at), '[]')
      from public.translation_requests as x where x.member_id = member),
    'trust', (select to_jsonb(x) - 'member_id' - 'pinned_by' from public.member_trust as x where x.member_id = member),
    'reading', jsonb_build_object(
      'topicsReadAt', (select x.read_at from public.topics_read as x where x.member_id = member),
      'threads', (
        select coalesce(jsonb_agg(jsonb_build_object('post', x.post_id, 'lastNumber', x.last_number,
          'readAt', x.updated_at) order by x.updated_at), '[]')
        from public.thread_reads as x where x.member_id = member)),
    'readingDays', (select coalesce(jsonb_agg(to_jsonb(x) - 'member_id' order by x.day), '[]')
      from public.reading_days as x where x.member_id = member),
    'heldTexts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'post', x.post_id, 'language', x.language,
        'title', x.title, 'text', x.body, 'poll', x.poll, 'status', x.status, 'reason', x.reason, 'note', x.note,
        'createdAt', x.created_at) order by x.created_at), '[]')
      from public.held_texts as x where x.author_id = member and x.forum_id <> all (hidden_areas)),
    'reports', (
      select coalesce(jsonb_agg(jsonb_build_object('post', x.post_id, 'reply', x.reply_id, 'reason', x.reason,
        'note', x.note, 'status', x.status, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.reports as x where x.reporter_id = member),
    'reactions', (
      select coalesce(jsonb_agg(jsonb_build_object('post', x.post_id, 'reply', x.reply_id, 'kind', x.kind,
        'createdAt', x.created_at) order by x.id), '[]')
      from public.reactions as x where x.member_id = member),
    'bookmarks', (select coalesce(jsonb_agg(to_jsonb(x) - 'member_id' order by x.created_at), '[]')
      from public.bookmarks as x where x.member_id = member),
    'polls', (
      select coalesce(jsonb_agg(jsonb_build_object('post', x.post_id, 'question', x.question, 'options', (
          select jsonb_agg(o.label order by o.number) from public.poll_options as o where o.poll_id = x.id),
        'createdAt', x.created_at) order by x.created_at), '[]')
      from public.polls as x join public.posts as thread on thread.id = x.post_id
      where thread.author_id = member and thread.forum_id <> all (hidden_areas)),
    -- While a poll is open. For the member alone.
    'votes', (
      select coalesce(jsonb_agg(jsonb_build_object('post', p.post_id, 'question', p.question, 'choices', (
          select jsonb_agg(o.label order by o.number) from public.poll_options as o
          where o.poll_id = x.poll_id and o.number = any (x.choices))) order by p.created_at), '[]')
      from public.poll_votes as x join public.polls as p on p.id = x.poll_id where x.member_id = member),
    'bookings', (
      select coalesce(jsonb_agg(to_jsonb(x) - '{member_id,person_id,booked_by,host_id,wanted_host_id,attendance_by}'::text[] order by x.created_at), '[]')
      from public.bookings as x where x.member_id = member),
    -- Of sensitive answers their id: the program that has the key adds the value to the member's own copy.
    'bookingAnswers', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', x.id, 'booking', x.booking_id, 'question', q.texts,
        'version', q.version, 'options', nullif(q.options, '[]'), 'language', x.language, 'answer', x.value,
        'isSensitive', x.is_sensitive, 'isFile', x.object_name is not null, 'answeredAt', x.created_at))
        order by x.created_at, q.position), '[]')
      from public.booking_answers as x join public.service_questions as q on q.id = x.question_id
      join public.bookings as b on b.id = x.booking_id where b.member_id = member),
    'bookingPrices', (
      select coalesce(jsonb_agg(to_jsonb(x) - 'marked_by' order by b.created_at), '[]')
      from public.booking_prices as x join public.bookings as b on b.id = x.booking_id where b.member_id = member),
    'workHours', (
      select coalesce(jsonb_agg(jsonb_build_object('weekday', x.weekday, 'opens', x.opens, 'closes', x.closes)
        order by x.weekday, x.opens), '[]')
      from public.work_hours as x where x.host_id = member),
    'absences', (
      select coalesce(jsonb_agg(jsonb_build_object('startsAt', x.starts_at, 'endsAt', x.ends_at, 'note', x.note,
        'calendar', x.calendar_id) order by x.starts_at), '[]')
      from public.absences as x where x.host_id = member),
    -- Their addresses are secrets.
    'calendarFeeds', (
      select coalesce(jsonb_agg(jsonb_build_object('covers', x.covers, 'room', x.room_id, 'createdAt', x.created_at)
        order by x.created_at), '[]')
      from public.calendar_feeds as x where x.owner_id = member),
    'readCalendars', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'site', x.site, 'since', x.created_at)
        order by x.created_at), '[]')
      from public.read_calendars as x where x.host_id = member),
    'hostedServices', (
      select coalesce(jsonb_agg(x.service_id order by x.service_id), '[]') from public.service_hosts as x where x.host_id = member),
    'bookingNotes', (
      select coalesce(jsonb_agg(jsonb_build_object('booking', x.booking_id, 'text', x.body,
        'createdAt', x.created_at) order by x.created_at), '[]')
      from public.booking_notes as x where x.written_by = member),
    'bookedAsGuest', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name, 'email', x.email, 'phone', x.phone,
        'since', x.created_at, 'takenOverAt', x.claimed_at) order by x.created_at), '[]')
      from public.guests as x where x.claimed_by = member),
    'consents', (
      select coalesce(jsonb_agg(jsonb_build_object('page', p.slug, 'title', t.title, 'version', v.number,
        'language', x.language, 'origin', x.origin, 'givenAt', x.given_at, 'withdrawnAt', x.withdrawn_at)
        order by x.given_at), '[]')
      from public.consents as x join public.page_versions as v on v.id = x.version_id
      join public.pages as p on p.id = v.page_id
      left join public.page_version_texts as t on t.version_id = v.id and t.language = x.language
      where x.user_id = member),
    'privacyRequests', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'channel', x.channel, 'message', x.message,
        'receivedOn', x.received_on, 'dueOn', x.due_on, 'extensionReason', x.extension_reason, 'state', x.state,
        'answer', x.outcome, 'closedAt', x.closed_at) order by x.created_at), '[]')
      from public.privacy_requests as x where x.member_id = member),
    'perspectives', (
      select coalesce(jsonb_agg(jsonb_build_object('reason', x.reason, 'startedAt', x.started_at,
        'endedAt', coalesce(x.ended_at, x.ends_at)) order by x.started_at), '[]')
      from public.perspectives as x where x.member_id = member),
    'dataIncidents', public.incident_notices_of(member),
    'emailBounces', (
      select to_jsonb(x) - '{id,member_id,guest_id,counted}'::text[] from public.email_bounces as x where x.member_id = member),
    'watches', (
      select coalesce(jsonb_agg(jsonb_build_object('forum', x.forum_id, 'post', x.post_id, 'language', x.language,
        'tag', x.tag, 'level', x.level, 'changedAt', x.changed_at) order by x.changed_at), '[]')
      from public.watches as x where x.member_id = member),
    'notices', jsonb_build_object(
      'received', (
        select coalesce(jsonb_agg(to_jsonb(x) - '{member_id,actor_id}'::text[] order by x.created_at), '[]')
        from public.notifications as x where x.member_id = member),
      'settings', (select to_jsonb(x) - 'member_id' from public.notice_settings as x where x.member_id = member),
      'choices', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'channel', x.channel, 'isOn', x.is_on)
          order by x.kind, x.channel), '[]')
        from public.notice_choices as x where x.member_id = member)),
    'groups', (
      select coalesce(jsonb_agg(jsonb_build_object('group', g.slug, 'status', x.status, 'since', x.created_at)
        order by x.created_at), '[]')
      from public.group_members as x join public.groups as g on g.id = x.group_id where x.member_id = member),
    'roles', (
      select coalesce(jsonb_agg(jsonb_build_object('role', coalesce(r.preset, r.name), 'group', x.group_id,
        'area', x.forum_id, 'service', x.service_id, 'since', x.granted_at) order by x.granted_at), '[]')
      from public.role_grants as x join public.roles as r on r.id = x.role_id where x.member_id = member),
    'bans', (
      select coalesce(jsonb_agg(jsonb_build_object('area', x.forum_id, 'reason', x.reason, 'until', x.until,
        'since', x.created_at) order by x.created_at), '[]')
      from public.area_bans as x where x.member_id = member),
    'automaticActs', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'post', x.post_id, 'reply', x.reply_id,
        'since', x.created_at, 'until', x.until, 'undoneAt', x.undone_at) order by x.created_at), '[]')
      from public.automatic_acts as x where x.member_id = member),
    'penalties', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'reason', x.reason, 'since', x.created_at,
        'until', x.until, 'liftedAt', x.lifted_at) order by x.created_at), '[]')
      from public.penalties as x where x.member_id = member),
    'deskNotes', (
      select coalesce(jsonb_agg(jsonb_build_object('text', x.body, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.desk_notes as x where x.author_id = member),
    'staffLog', (
      select coalesce(jsonb_agg(jsonb_build_object('at', x.at, 'thing', x.thing, 'act', x.act) order by x.id), '[]')
      from public.staff_log as x where x.actor_id = member),
    'drafts', (
      select coalesce(jsonb_agg(jsonb_build_object('place', x.place, 'content', x.content,
        'updatedAt', x.updated_at) order by x.updated_at), '[]')
      from public.drafts as x where x.user_id = member))
  where member is not null
$$;

create or replace function public.my_data() returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.data_of(auth.uid())
$$;

-- The same of another member, for a request of theirs: for staff with the right "export". Without what is not theirs to
-- read: drafts, articles, notifications, votes, private messages, fields of the profile whose audience they are not in,
-- and texts in areas that they do not see.
create or replace function public.member_data(member uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  data jsonb;
begin
  perform public.check_may('export');
  if not exists (select from public.profiles as p where p.id = member_data.member) then
    perform public.raise_error('404', 'not_found', 'No such member');
  end if;
  insert into public.staff_log (actor_id, thing, act, thing_id, member_id)
  values (auth.uid(), 'profiles', 'read', member_data.member, member_data.member);
  data := public.data_of(member_data.member, public.hidden_forums())
    - '{drafts,articles,votes,privateMessages,conversations,privateReports}'::text[] #- '{notices,received}';
  -- Nor the fields of the profile that are for others.
  select coalesce(jsonb_set(data, '{profile}', (data -> 'profile') - array_agg(f.field)), data) into data
  from public.profiles as p
  cross join lateral (
    values ('about', p.about_for), ('speaks', p.languages_for), ('created_at', p.since_for)) as f (field, audience)
  where p.id = member_data.member and not public.is_shown(f.audience, p.id);
  return case when data -> 'profile' ? 'created_at' then data else data #- '{account,createdAt}' end;
end
$$;

-- When the caller may ask for the next copy: a day after the last that did not fail, and three times a day at most.
create or replace function public.next_export_of(member uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest(
    max(x.requested_at) filter (where x.error is null) + interval '1 day',
    (array_agg(x.requested_at order by x.requested_at desc))[3] + interval '1 day')
  from public.account_exports as x
  where x.member_id = next_export_of.member and x.requested_at > now() - interval '1 day'
$$;

-- Asks for a copy of the caller's data. Repeating it while one is being made changes nothing.
-- Errors: PT401 no_session; PT429 export_too_soon.
create or replace function public.request_account_export() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then
    perform public.raise_error('401', 'no_session', 'Please sign in');
  end if;
  perform from public.profiles as p where p.id = auth.uid() for no key update;
  if exists (select from public.account_exports as x where x.member_id = auth.uid() and x.ended_at is null) then
    return;
  elsif public.next_export_of(auth.uid()) > now() then
    perform public.raise_error('429', 'export_too_soon', 'One copy a day');
  end if;
  insert into public.account_exports (member_id) values (auth.uid());
  notify balai_exports;
end
$$;

-- The caller's copy: whether one is being made, the error of the last, and the one that is ready.
create or replace function public.my_account_export() returns table (
  is_open boolean, error text, bytes bigint, expires_at timestamptz, next_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select coalesce(last.ended_at is null and last.id is not null, false), last.error, ready.bytes, ready.expires_at,
    public.next_export_of(auth.uid())
  from (select auth.uid() as id) as me
  left join lateral (
    select x.* from public.account_exports as x where x.member_id = me.id order by x.requested_at desc limit 1
  ) as last on true
  left join lateral (
    select x.* from public.account_exports as x where x.member_id = me.id and x.expires_at > now()
    order by x.requested_at desc limit 1
  ) as ready on true
$$;

-- The bytes of the caller's copy.
create or replace function public.my_export_file() returns table (version text, bytes bigint, made_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select x.version, x.bytes, x.ended_at from public.account_exports as x
  where x.member_id = auth.uid() and x.expires_at > now() order by x.requested_at desc limit 1
$$;

-- For the job: the copy that the caller makes now. A worker that has not confirmed for three minutes has ended; the third
-- time the copy fails.
create or replace function public.begin_account_export() returns table (id uuid, member_id uuid, attempt smallint)
language plpgsql security definer set search_path = '' as $$
begin
  update public.account_exports as x set ended_at = now(), error = 'failed'
  where x.ended_at is null and x.attempts >= 3 and x.alive_at < now() - interval '3 minutes';
  return query
    update public.account_exports as x set started_at = now(), alive_at = now(), attempts = x.attempts + 1
    where x.id = (
      select w.id from public.account_exports as w
      where w.ended_at is null and (w.started_at is null or w.alive_at < now() - interval '3 minutes')
      order by w.requested_at limit 1 for update skip locked)
    returning x.id, x.member_id, x.attempts;
end
$$;

-- For the job: the copy is ready for seven days, and earlier ones go. False: it was taken over or deleted meanwhile.
create or replace function public.finish_account_export(export uuid, attempt smallint, blob text, size bigint)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  done public.account_exports;
begin
  update public.account_exports as x set ended_at = now(), version = blob, bytes = size,
    expires_at = now() + interval '7 days'
  where x.id = export and x.attempts = attempt and x.ended_at is null returning x.* into done;
  if not found then
    return false;
  end if;
  update storage.unreferenced_blobs as b set due_at = done.expires_at where b.version = blob;
  if not found then
    perform public.raise_error('409', 'conflict', 'The bytes were removed meanwhile');
  end if;
  delete from public.account_exports as x
  where x.member_id = done.member_id and x.id <> done.id and x.version is not null;
  return true;
end
$$;

-- The bytes go with the row: with the account, and after seven days.
create or replace function public.discard_export() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.unreferenced_blobs (version, due_at) values (old.version, now())
  on conflict (version) do update set due_at = now();
  return null;
end
$$;

revoke execute on function
  public.next_export_of(uuid), public.request_account_export(), public.my_account_export(), public.my_export_file(),
  public.begin_account_export(), public.finish_account_export(uuid, smallint, text, bigint), public.discard_export()
from public, anon, authenticated;
grant execute on function public.request_account_export(), public.my_account_export(), public.my_export_file()
to authenticated, service_role;

revoke execute on function
  public.my_account(), public.data_of(uuid, uuid[]), public.my_data(), public.member_data(uuid)
from public, anon, authenticated;
grant execute on function public.my_account(), public.my_data(), public.member_data(uuid)
to authenticated, service_role;
