-- The caller's account for the security page, without any hash.
create or replace function public.my_account() returns table (
  email text, new_email text, phone text, has_password boolean, identities jsonb, due_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select coalesce(u.email, ''), coalesce(u.email_change, ''), coalesce(u.phone, ''),
    coalesce(u.encrypted_password, '') <> '',
    coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'provider', i.provider, 'email', i.email,
        'lastSignInAt', i.last_sign_in_at) order by i.created_at, i.id)
      from auth.identities as i where i.user_id = u.id), '[]'),
    (select d.due_at from public.account_deletions as d where d.user_id = u.id)
  from auth.users as u where u.id = auth.uid()
$$;

-- All data of the caller as JSON. Only the caller's own rows; replies to them belong to their authors.
create or replace function public.my_data() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'account', (
      select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'createdAt', u.created_at,
        'lastSignInAt', u.last_sign_in_at, 'details', u.raw_user_meta_data)
      from auth.users as u where u.id = auth.uid()),
    'identities', (
      select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'data', i.identity_data,
        'createdAt', i.created_at, 'lastSignInAt', i.last_sign_in_at) order by i.created_at), '[]')
      from auth.identities as i where i.user_id = auth.uid()),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('createdAt', s.created_at, 'lastUsedAt', s.refreshed_at,
        'browser', s.user_agent, 'address', host(s.ip)) order by s.created_at), '[]')
      from auth.sessions as s where s.user_id = auth.uid()),
    'pushDevices', (
      select coalesce(jsonb_agg(jsonb_build_object('device', d.device, 'endpoint', d.endpoint,
        'showsDetails', d.has_details, 'createdAt', d.created_at) order by d.created_at), '[]')
      from public.push_subscriptions as d where d.member_id = auth.uid()),
    'profile', (
      select to_jsonb(p) - 'calendar_token' - 'name_keys' from public.profiles as p where p.id = auth.uid()),
    'follows', (
      select coalesce(jsonb_agg(jsonb_build_object('member', x.followed_id, 'since', x.created_at)
        order by x.created_at), '[]')
      from public.follows as x where x.follower_id = auth.uid()),
    'blocks', (
      select coalesce(jsonb_agg(jsonb_build_object('member', x.blocked_id, 'since', x.created_at)
        order by x.created_at), '[]')
      from public.member_blocks as x where x.member_id = auth.uid()),
    'privateMessages', (
      select coalesce(jsonb_agg(jsonb_build_object('conversation', x.conversation_id, 'text', x.body,
        'createdAt', x.created_at, 'deletedAt', x.deleted_at) order by x.created_at), '[]')
      from public.private_messages as x where x.author_id = auth.uid()),
    'conversations', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'with', case when x.first_id = auth.uid()
        then x.second_id else x.first_id end, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.conversations as x where auth.uid() in (x.first_id, x.second_id)),
    'privateReports', (
      select coalesce(jsonb_agg(jsonb_build_object('reason', x.reason, 'note', x.note, 'status', x.status,
        'createdAt', x.created_at) order by x.created_at), '[]')
      from public.private_reports as x where x.reporter_id = auth.uid()),
    'mentions', (
      select coalesce(jsonb_agg(jsonb_build_object('post', x.post_id, 'reply', x.reply_id, 'createdAt', x.created_at)
        order by x.id), '[]')
      from public.mentions as x where x.member_id = auth.uid()),
    'posts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'language', x.language, 'title', x.title,
        'text', x.body, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.posts as x where x.author_id = auth.uid()),
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'post', x.post_id, 'language', x.language,
        'text', x.body, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.replies as x where x.author_id = auth.uid()),
    'reports', (
      select coalesce(jsonb_agg(jsonb_build_object('post', x.post_id, 'reply', x.reply_id, 'reason', x.reason,
        'note', x.note, 'status', x.status, 'createdAt', x.created_at) order by x.created_at), '[]')
      from public.reports as x where x.reporter_id = auth.uid()),
    'reactions', (
      select coalesce(jsonb_agg(jsonb_build_object('post', x.post_id, 'reply', x.reply_id, 'kind', x.kind,
        'createdAt', x.created_at) order by x.id), '[]')
      from public.reactions as x where x.member_id = auth.uid()),
    'bookmarks', (
      select coalesce(jsonb_agg(to_jsonb(x) - 'member_id' order by x.created_at), '[]')
      from public.bookmarks as x where x.member_id = auth.uid()),
    'bookings', (
      select coalesce(jsonb_agg(to_jsonb(x) - 'member_id' order by x.created_at), '[]')
      from public.bookings as x where x.member_id = auth.uid()),
    'consents', (
      select coalesce(jsonb_agg(jsonb_build_object('page', p.slug, 'title', t.title, 'version', v.number,
        'language', x.language, 'origin', x.origin, 'givenAt', x.given_at, 'withdrawnAt', x.withdrawn_at)
        order by x.given_at), '[]')
      from public.consents as x join public.page_versions as v on v.id = x.version_id
      join public.pages as p on p.id = v.page_id
      left join public.page_version_texts as t on t.version_id = v.id and t.language = x.language
      where x.user_id = auth.uid()),
    'watches', (
      select coalesce(jsonb_agg(jsonb_build_object('forum', x.forum_id, 'post', x.post_id, 'language', x.language,
        'tag', x.tag, 'level', x.level, 'changedAt', x.changed_at) order by x.changed_at), '[]')
      from public.watches as x where x.member_id = auth.uid()),
    'notices', jsonb_build_object(
      'settings', (
        select to_jsonb(x) - 'member_id' from public.notice_settings as x where x.member_id = auth.uid()),
      'choices', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'channel', x.channel, 'isOn', x.is_on)
          order by x.kind, x.channel), '[]')
        from public.notice_choices as x where x.member_id = auth.uid())),
    'drafts', (
      select coalesce(jsonb_agg(jsonb_build_object('place', x.place, 'content', x.content,
        'updatedAt', x.updated_at) order by x.updated_at), '[]')
      from public.drafts as x where x.user_id = auth.uid()))
  where auth.uid() is not null
$$;

revoke execute on function public.my_account(), public.my_data() from public, anon, authenticated;
grant execute on function public.my_account(), public.my_data() to authenticated, service_role;
