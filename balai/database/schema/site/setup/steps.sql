-- The steps of the setup guide. Each is saved with what undoing it needs, in one transaction; steps of two
-- administrators wait for each other.

-- For a redirect: whether the caller is an administrator of a site where the guide was never begun.
create or replace function public.needs_setup() returns boolean
language sql stable set search_path = '' as $$
  select public.is_admin() and not exists (select from public.setup_steps)
    and exists (select from public.site_setup where finished_at is null and postponed_at is null)
$$;

create or replace function public.lock_setup() returns void
language plpgsql set search_path = '' as $$
begin
  perform public.check_admin();
  perform from public.site_setup for update;
end
$$;

-- given: {"en": {"name", "tagline"}, …}
create or replace function public.set_up_names(given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  before jsonb;
begin
  select jsonb_object_agg(t.language, jsonb_build_object('name', t.name, 'tagline', t.tagline)) into before
  from public.site_texts as t;
  update public.site_texts as t set
    name = btrim(coalesce(given -> t.language::text ->> 'name', t.name)),
    tagline = btrim(coalesce(given -> t.language::text ->> 'tagline', t.tagline))
  where given ? t.language::text;
  if not exists (select from public.site_texts as t where t.name <> '') then
    perform public.raise_error('422', 'no_name', 'The site needs a name in at least one language');
  end if;
  return jsonb_build_object('before', before);
end
$$;

-- given: {week: the seven weekdays as in set_weekly_hours(), phone, addresses: {"en": "…"}}. The days that differ stay.
create or replace function public.set_up_hours(given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  before jsonb;
begin
  select jsonb_build_object(
    'week', (select jsonb_agg(public.list_day_hours(usual.hours) order by usual.weekday)
      from public.opening_hours as usual),
    'phone', (select s.phone from public.site_settings as s),
    'addresses', (select jsonb_object_agg(t.language, t.address) from public.site_texts as t)) into before;
  perform public.set_weekly_hours(given -> 'week');
  update public.site_settings set phone = btrim(coalesce(given ->> 'phone', phone));
  update public.site_texts as t set address = btrim(given -> 'addresses' ->> t.language::text)
  where given -> 'addresses' ? t.language::text;
  return jsonb_build_object('before', before);
end
$$;

-- given: columns of site_settings that the steps of the guide change, with their values.
create or replace function public.set_up_settings(given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  columns constant text[] := '{logo_url,preset,accent,font_pair,languages,default_language}';
  before public.site_settings;
  after public.site_settings;
begin
  select * into before from public.site_settings for update;
  after := jsonb_populate_record(before, (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(given) where key = any (columns)));
  update public.site_settings set
    (logo_url, preset, accent, font_pair, languages, default_language)
    = (after.logo_url, after.preset, after.accent, after.font_pair, after.languages, after.default_language);
  return jsonb_build_object('before', (
    select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(before)) where given ? key and key = any (columns)));
end
$$;

-- given: {open: [ids of drafts], made: null or a new forum as in bring_forum()}
create or replace function public.set_up_forums(given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  made jsonb := case when jsonb_typeof(given -> 'made') = 'object' then public.bring_forum(given -> 'made', false) end;
  opened jsonb;
begin
  with changed as (
    update public.forums as f set is_draft = false
    where f.is_draft and f.id in (select e.id::uuid from jsonb_array_elements_text(given -> 'open') as e (id)) returning f.id)
  select coalesce(jsonb_agg(id), '[]') into opened from changed;
  return jsonb_build_object('opened', opened, 'made', case when made is null then '[]' else jsonb_build_array(made) end);
end
$$;

create or replace function public.set_up_services(given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  made jsonb := case when jsonb_typeof(given -> 'made') = 'object' then public.bring_service(given -> 'made', false) end;
  opened jsonb;
begin
  with changed as (
    update public.services as s set is_active = true, updated_at = now()
    where not s.is_active and s.id in (select e.id::uuid from jsonb_array_elements_text(given -> 'open') as e (id))
    returning s.id)
  select coalesce(jsonb_agg(id), '[]') into opened from changed;
  return jsonb_build_object('opened', opened, 'made', case when made is null then '[]' else jsonb_build_array(made) end);
end
$$;

-- given: {invitations: [{note, language, makes_administrator, address}]}, at most ten. Each link works once; one with an
-- address is also sent to it.
create or replace function public.set_up_people(given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  made jsonb;
begin
  with added as (
    insert into public.invitations (note, language, makes_administrator, max_uses, address)
    select btrim(coalesce(i.note, '')), i.language, coalesce(i.makes_administrator, false), 1, nullif(btrim(i.address), '')
    from jsonb_to_recordset(given -> 'invitations')
      as i (note text, language public.language, makes_administrator boolean, address text)
    limit 10 returning id)
  select coalesce(jsonb_agg(id), '[]') into made from added;
  return jsonb_build_object('invitations', made);
end
$$;

-- Traces of a step that is saved again: the values before the first save stay, what was created adds up.
create or replace function public.join_traces(earlier jsonb, later jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, case
    when key = 'before' then coalesce(later -> key, '{}') || coalesce(earlier -> key, '{}')
    else coalesce(earlier -> key, '[]') || coalesce(later -> key, '[]') end), '{}')
  from (select jsonb_object_keys(earlier || later) as key) as keys
$$;

create or replace function public.save_setup_step(step text, given jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  earlier jsonb;
  trace jsonb;
begin
  perform public.lock_setup();
  select s.trace into earlier from public.setup_steps as s where s.step = save_setup_step.step;
  case
    when step = 'name' then trace := public.set_up_names(given);
    when step in ('logo', 'look', 'languages') then trace := public.set_up_settings(given);
    when step = 'hours' then trace := public.set_up_hours(given);
    when step = 'kind' then
      -- Another kind replaces what the first one brought.
      perform public.remove_kind(coalesce(earlier, '{}'));
      earlier := null;
      trace := public.bring_kind(given ->> 'kind', given);
    when step = 'forum' then trace := public.set_up_forums(given);
    when step = 'service' then trace := public.set_up_services(given);
    when step = 'people' then trace := public.set_up_people(given);
    else trace := '{}';
  end case;
  insert into public.setup_steps as s (step, state, trace, decided_by)
  values (save_setup_step.step, 'done', public.join_traces(coalesce(earlier, '{}'), trace), auth.uid())
  on conflict on constraint setup_steps_pkey do update
    set state = 'done', trace = excluded.trace, decided_at = now(), decided_by = excluded.decided_by;
end
$$;

-- A step that is done stays done.
create or replace function public.skip_setup_step(step text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.lock_setup();
  insert into public.setup_steps (step, state, decided_by) values (skip_setup_step.step, 'skipped', auth.uid())
  on conflict do nothing;
end
$$;

-- Opens a step again and restores what was there before it. Changed or used rows stay.
create or replace function public.undo_setup_step(step text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  trace jsonb;
begin
  perform public.lock_setup();
  delete from public.setup_steps as s where s.step = undo_setup_step.step returning s.trace into trace;
  if trace is null then
    return;
  end if;
  if step = 'name' then
    update public.site_texts as t set
      name = trace -> 'before' -> t.language::text ->> 'name', tagline = trace -> 'before' -> t.language::text ->> 'tagline'
    where trace -> 'before' ? t.language::text;
  elsif step in ('logo', 'look', 'languages') then
    perform public.set_up_settings(coalesce(trace -> 'before', '{}'));
  elsif step = 'hours' and trace ? 'before' then
    perform public.set_up_hours(trace -> 'before');
  elsif step = 'kind' then
    perform public.remove_kind(trace);
  elsif step = 'forum' then
    update public.forums as f set is_draft = true
    where f.post_count = 0 and f.id in (select e.id::uuid from jsonb_array_elements_text(trace -> 'opened') as e (id));
    perform public.remove_brought_forum(made) from jsonb_array_elements(trace -> 'made') as made;
  elsif step = 'service' then
    update public.services as s set is_active = false, updated_at = now()
    where s.id in (select e.id::uuid from jsonb_array_elements_text(trace -> 'opened') as e (id))
      and not exists (select from public.bookings as b where b.service_id = s.id);
    perform public.remove_brought_service(made) from jsonb_array_elements(trace -> 'made') as made;
  elsif step = 'people' then
    update public.invitations as i set revoked_at = now()
    where i.revoked_at is null and i.used = 0
      and i.id in (select e.id::uuid from jsonb_array_elements_text(trace -> 'invitations') as e (id));
  end if;
end
$$;

-- Whether the guide is still offered. Its steps stay as they are.
create or replace function public.finish_setup(finished boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.lock_setup();
  update public.site_setup set finished_at = case when finished then coalesce(finished_at, now()) end;
end
$$;

-- The guide is for later: the site does not open on it again.
create or replace function public.postpone_setup() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.lock_setup();
  update public.site_setup set postponed_at = coalesce(postponed_at, now());
end
$$;

revoke execute on function
  public.needs_setup(), public.lock_setup(), public.set_up_names(jsonb), public.set_up_settings(jsonb),
  public.set_up_hours(jsonb), public.set_up_forums(jsonb), public.set_up_services(jsonb), public.set_up_people(jsonb),
  public.join_traces(jsonb, jsonb), public.save_setup_step(text, jsonb), public.skip_setup_step(text),
  public.undo_setup_step(text), public.finish_setup(boolean), public.postpone_setup()
from public, anon, authenticated;

grant execute on function
  public.save_setup_step(text, jsonb), public.skip_setup_step(text), public.undo_setup_step(text),
  public.finish_setup(boolean), public.postpone_setup()
to authenticated, service_role;
grant execute on function public.needs_setup() to authenticated, service_role;

comment on function public.needs_setup() is 'internal';
