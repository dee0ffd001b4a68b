-- Questions of a service, and the answers of a booking. A form stores its answers under the id of the booking that it
-- will ask for (/booking-answers: the program encrypts sensitive ones first); the booking takes them over in its own
-- transaction, and fails without the required ones. A course that is booked as a whole is asked once: the answers belong to
-- its first date, and are read with each of its dates.
-- Errors: PT422 answers_missing, answer_wrong, question_wrong, no_answer_key; PT404 not_found; PT429 too_fast.

-- The questions that a service asks now, in their order.
create or replace function public.asked_questions(service uuid) returns setof public.service_questions
language sql stable set search_path = '' as $$
  select q.* from public.service_questions as q
  where q.service_id = asked_questions.service and q.replaced_at is null order by q.position, q.id
$$;

-- Whether a value answers a question: its type, its bounds, and choices that exist. Files are checked by their upload.
create or replace function public.is_answer(q public.service_questions, value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case
    when q.kind in ('text', 'long') then jsonb_typeof(value) = 'string' and btrim(value #>> '{}') <> ''
      and char_length(value #>> '{}') <= case q.kind when 'text' then 300 else 4000 end
    when q.kind = 'choice' then exists (
      select from jsonb_array_elements(q.options) as option where option -> 'key' = is_answer.value)
    when q.kind = 'choices' then jsonb_typeof(value) = 'array' and value <> '[]'
      and value <@ (select jsonb_agg(option -> 'key') from jsonb_array_elements(q.options) as option)
      and jsonb_array_length(value) = (select count(distinct one) from jsonb_array_elements(value) as one)
    when q.kind = 'yes_no' then jsonb_typeof(value) = 'boolean'
    when q.kind = 'consent' then value = 'true'
    when q.kind = 'date' then jsonb_typeof(value) = 'string' and public.is_day(value #>> '{}')
    when q.kind = 'number' then jsonb_typeof(value) = 'number' and abs((value #>> '{}')::numeric) < 1e15
      and (value #>> '{}')::numeric >= coalesce(q.lowest, '-infinity')
      and (value #>> '{}')::numeric <= coalesce(q.highest, 'infinity')
    when q.kind = 'file' then jsonb_typeof(value -> 'name') = 'string' and jsonb_typeof(value -> 'size') = 'number'
  end, false)
$$;

create or replace function public.check_answer(question uuid, value jsonb) returns public.service_questions
language plpgsql stable set search_path = '' as $$
declare
  q public.service_questions;
begin
  select x.* into q from public.service_questions as x join public.services as s on s.id = x.service_id
  where x.id = check_answer.question and x.replaced_at is null and s.is_active;
  if not found then
    perform public.raise_error('404', 'question_gone', 'This question is not asked any more');
  elsif not public.is_answer(q, check_answer.value) then
    perform public.raise_error('422', 'answer_wrong', 'Not an answer to this question: ' || q.id);
  end if;
  return q;
end
$$;

-- Limits what a client stores without a booking: 300 rows and 40 files an hour for each network, 20,000 for the site.
create or replace function public.check_prepared_answers(network bytea) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('balai.booking_answers', 0));
  if 300 <= (select count(*) from public.booking_answers as a where a.booking_id is null
      and a.created_at > now() - interval '1 hour' and a.network_hash = network)
    or 40 <= (select count(*) from public.booking_answers as a where a.booking_id is null and a.object_name is not null
      and a.created_at > now() - interval '1 hour' and a.network_hash = network)
    or 20000 <= (select count(*) from public.booking_answers as a where a.booking_id is null
      and a.created_at > now() - interval '1 hour') then
    perform public.raise_error('429', 'too_fast', 'Too many answers in a short time');
  end if;
end
$$;

-- For the program alone: stores an uploaded file's row, before its bytes.
create or replace function public.add_answer_file(
  id uuid, question uuid, language public.language, value jsonb, sealed bytea, key_id text, client text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  network constant bytea := public.guest_hash('network ' || client);
begin
  perform public.check_prepared_answers(network);
  insert into public.booking_answers as a (
    id, question_id, language, is_sensitive, value, sealed, key_id, object_name, network_hash)
  values (add_answer_file.id, question, add_answer_file.language, add_answer_file.sealed is not null,
    case when add_answer_file.sealed is null then add_answer_file.value end, add_answer_file.sealed,
    add_answer_file.key_id, add_answer_file.id::text, network);
end
$$;

-- For the program alone: stores the answers of a form under the id of the booking that it is about to make. A repeated
-- request replaces them; after the booking it changes nothing.
-- answers: [{"id", "question", "value"} or {"id", "question", "sealed" (base64), "key"} or {"question", "file"}, …].
-- Their values have been checked.
create or replace function public.prepare_answers(
  intake uuid, language public.language, answers jsonb, client text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  network constant bytea := public.guest_hash('network ' || client);
begin
  if exists (select from public.bookings as b where b.id = prepare_answers.intake) then
    return;
  end if;
  perform public.check_prepared_answers(network);
  update public.booking_answers as a set intake_id = null
  where a.intake_id = prepare_answers.intake and a.booking_id is null and a.object_name is not null;
  delete from public.booking_answers as a where a.intake_id = prepare_answers.intake and a.booking_id is null;
  update public.booking_answers as a set intake_id = prepare_answers.intake, language = prepare_answers.language
  from jsonb_array_elements(prepare_answers.answers) as given
  where a.id = (given ->> 'file')::uuid and a.question_id = (given ->> 'question')::uuid and a.booking_id is null;
  insert into public.booking_answers as a (id, intake_id, question_id, language, is_sensitive, value, sealed, key_id, network_hash)
  select (given ->> 'id')::uuid, prepare_answers.intake, q.id, prepare_answers.language, q.is_sensitive,
    case when not q.is_sensitive then given -> 'value' end,
    case when q.is_sensitive then decode(given ->> 'sealed', 'base64') end,
    case when q.is_sensitive then given ->> 'key' end, network
  from jsonb_array_elements(prepare_answers.answers) as given
  join public.service_questions as q on q.id = (given ->> 'question')::uuid
  where given ->> 'file' is null;
end
$$;

-- The hook of a booking: takes over what was prepared for it, and rejects it without the required answers. The lock of
-- bookings, which saving a service acquires, too, holds the questions as they are until commit.
create or replace function public.take_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  missing text;
begin
  update public.booking_answers as a set booking_id = new.id, network_hash = null
  from public.service_questions as q
  where a.intake_id = new.id and a.booking_id is null and q.id = a.question_id and q.service_id = new.service_id
    and q.replaced_at is null and q.is_sensitive = a.is_sensitive;
  select string_agg(q.id::text, ', ' order by q.position, q.id) into missing
  from public.asked_questions(new.service_id) as q
  where q.is_required and not exists (
    select from public.booking_answers as a
    where a.booking_id = coalesce(new.series_id, new.id) and a.question_id = q.id);
  if missing is not null then
    perform public.raise_error('422', 'answers_missing',
      'Required questions have no answer; send them to /booking-answers before the booking: ' || missing);
  end if;
  return null;
end
$$;

-- Whether the caller reads a sensitive answer: the host of the booking, and holders of the roles that the question names,
-- for the site or the service. Administrators and other staff do not.
create or replace function public.may_open_answer(b public.bookings, roles uuid[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(b.host_id = auth.uid(), false) or cardinality(roles) > 0 and public.is_assured(auth.uid()) and exists (
    select from public.role_grants as g
    where g.member_id = auth.uid() and g.role_id = any (may_open_answer.roles)
      and g.scope_id in (public.site_scope(), b.service_id))
$$;

-- The same of an answer, for its policy. Of a course: the host of any of its dates, too.
create or replace function public.may_see_answer(booking uuid, question uuid, is_sensitive boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select bool_or(b.member_id = auth.uid() or case when may_see_answer.is_sensitive
      then public.may_open_answer(b, q.reader_roles) else public.may_handle_booking(b) end)
    from public.bookings as b join public.service_questions as q on q.id = may_see_answer.question
    where b.id = may_see_answer.booking or b.series_id = may_see_answer.booking), false)
$$;

-- The answers of bookings that the caller may see, with the text that was asked. Of sensitive ones only that there is an
-- answer. link: the signed link of a guest's booking.
create or replace function public.list_answers(bookings uuid[], link text default null)
returns table (id uuid, booking_id uuid, kind text, texts jsonb, options jsonb, version integer, is_sensitive boolean,
  is_file boolean, value jsonb, asked_in public.language, answered_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select a.id, b.id, q.kind, q.texts, q.options, q.version, a.is_sensitive, a.object_name is not null, a.value,
    a.language, a.created_at
  from public.bookings as b
  join public.booking_answers as a on a.booking_id = coalesce(b.series_id, b.id)
  join public.service_questions as q on q.id = a.question_id
  where b.id = any (list_answers.bookings)
    and (public.may_see_answer(a.booking_id, a.question_id, a.is_sensitive)
      or b.id = public.linked_booking(list_answers.link))
  order by b.id, q.position, q.id
$$;

-- The stored form of one answer: encrypted, or the name of a file. Reading a sensitive answer of another
-- person is logged. Empty for those who may not.
create or replace function public.open_answer(answer uuid, link text default null)
returns table (id uuid, kind text, options jsonb, value jsonb, sealed bytea, key_id text, object_name text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  a public.booking_answers;
  b public.bookings;
begin
  select x.* into a from public.booking_answers as x where x.id = open_answer.answer and x.booking_id is not null;
  if not found or not (public.may_see_answer(a.booking_id, a.question_id, a.is_sensitive)
    or exists (select from public.bookings as own
      where own.id = public.linked_booking(open_answer.link) and coalesce(own.series_id, own.id) = a.booking_id)) then
    return;
  end if;
  select x.* into strict b from public.bookings as x where x.id = a.booking_id;
  if a.is_sensitive and auth.uid() is not null and not public.is_own_booking(b, open_answer.link) then
    insert into public.staff_log (actor_id, thing, act, thing_id, member_id)
    values (auth.uid(), 'booking_answers', 'read', b.id, b.member_id);
  end if;
  return query select a.id, q.kind, q.options, a.value, a.sealed, a.key_id, a.object_name
    from public.service_questions as q where q.id = a.question_id;
end
$$;

-- Saves the questions of a service; what is not named stays. A question that has been answered and whose text, kind,
-- choices, bounds or readers change is replaced by a new one: what was promised when it was answered holds.
create or replace function public.write_service_questions(given jsonb, target uuid) returns void
language plpgsql set search_path = '' as $$
declare
  one record;
  known public.service_questions;
  stored uuid[] := '{}';
  is_replaced boolean;
begin
  if not given ? 'questions' then
    return;
  elsif jsonb_array_length(given -> 'questions') > 30 then
    perform public.raise_error('422', 'question_wrong', 'A service has at most 30 questions');
  end if;
  perform from public.service_questions as q where q.service_id = target for update;
  for one in
    select q.id, q.kind, q.texts, coalesce(q.options, '[]') as options, q.lowest, q.highest,
      coalesce(q.is_required, false) as is_required, coalesce(q.is_sensitive, false) as is_sensitive,
      case when q.is_sensitive then coalesce(q.reader_roles, '{}') else '{}' end as reader_roles, x.place
    from jsonb_array_elements(given -> 'questions') with ordinality as x (question, place)
    cross join lateral jsonb_populate_record(null::public.service_questions, x.question) as q
    order by x.place
  loop
    select q.* into known from public.service_questions as q
      where q.id = one.id and q.service_id = target and q.replaced_at is null;
    if one.is_sensitive and known.is_sensitive is not true
      and not exists (select from public.answer_keys as k where k.is_current) then
      perform public.raise_error('422', 'no_answer_key', 'This server has no key for sensitive answers');
    end if;
    is_replaced := known.id is not null
      and (known.kind, known.texts, known.options, known.lowest, known.highest, known.is_sensitive, known.reader_roles)
        is distinct from
        (one.kind, one.texts, one.options, one.lowest, one.highest, one.is_sensitive, one.reader_roles)
      and exists (select from public.booking_answers as a where a.question_id = known.id);
    if is_replaced then
      update public.service_questions as q set replaced_at = now() where q.id = known.id;
      one.id := gen_random_uuid();
    end if;
    insert into public.service_questions as q (id, service_id, kind, texts, options, lowest, highest, is_required,
      is_sensitive, reader_roles, position, version, replaces_id)
    values (coalesce(one.id, gen_random_uuid()), target, one.kind, one.texts, one.options, one.lowest, one.highest,
      one.is_required, one.is_sensitive, one.reader_roles, one.place,
      case when is_replaced then known.version + 1 else 1 end, case when is_replaced then known.id end)
    on conflict (id) do update
      set (kind, texts, options, lowest, highest, is_required, is_sensitive, reader_roles, position)
        = (excluded.kind, excluded.texts, excluded.options, excluded.lowest, excluded.highest, excluded.is_required,
          excluded.is_sensitive, excluded.reader_roles, excluded.position)
      where q.service_id = target and q.replaced_at is null
    returning q.id into one.id;
    if one.id is null then
      perform public.raise_error('409', 'changed_elsewhere', 'The question was changed meanwhile');
    end if;
    stored := stored || one.id;
  end loop;
  -- Those that are not asked any more; without answers nothing of them is needed.
  delete from public.service_questions as q
  where q.service_id = target and q.replaced_at is null and q.id <> all (stored)
    and not exists (select from public.booking_answers as a where a.question_id = q.id);
  update public.service_questions as q set replaced_at = now()
  where q.service_id = target and q.replaced_at is null and q.id <> all (stored);
exception when check_violation or not_null_violation or invalid_text_representation then
  perform public.raise_error('422', 'question_wrong', 'A question is not complete: ' || sqlerrm);
end
$$;

-- For the program alone, at its start: the keys that it has, the first for new answers.
create or replace function public.register_answer_keys(keys text[]) returns void
language sql security definer set search_path = '' as $$
  update public.answer_keys as k set is_current = false where k.is_current and k.id is distinct from keys[1];
  insert into public.answer_keys as k (id, is_current) select key, place = 1 from unnest(keys) with ordinality as x (key, place)
  on conflict (id) do update set is_current = excluded.is_current, seen_at = now()
$$;

-- Whether a sensitive question can be asked, for the editor.
create or replace function public.has_answer_key() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.answer_keys as k where k.is_current)
$$;

-- The file of an answer goes with it. The storage service deletes the blob.
create or replace function public.delete_answer_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects as o where o.bucket_id = 'booking-answers' and o.name = old.object_name;
  perform set_config('storage.allow_delete_query', 'false', true);
  return null;
end
$$;

revoke execute on function
  public.asked_questions(uuid), public.is_answer(public.service_questions, jsonb), public.check_answer(uuid, jsonb),
  public.check_prepared_answers(bytea),
  public.add_answer_file(uuid, uuid, public.language, jsonb, bytea, text, text),
  public.prepare_answers(uuid, public.language, jsonb, text), public.take_answers(),
  public.may_open_answer(public.bookings, uuid[]), public.may_see_answer(uuid, uuid, boolean),
  public.list_answers(uuid[], text), public.open_answer(uuid, text), public.write_service_questions(jsonb, uuid),
  public.register_answer_keys(text[]), public.has_answer_key(), public.delete_answer_file()
from public, anon, authenticated;

grant execute on function public.list_answers(uuid[], text), public.open_answer(uuid, text) to anon, authenticated;
grant execute on function public.asked_questions(uuid) to anon, authenticated;
grant execute on function public.may_see_answer(uuid, uuid, boolean), public.has_answer_key() to authenticated;

comment on function public.list_answers(uuid[], text) is 'internal';
comment on function public.open_answer(uuid, text) is 'internal';
comment on function public.has_answer_key() is 'internal';
comment on function public.asked_questions(uuid) is 'internal';
comment on function public.may_see_answer(uuid, uuid, boolean) is 'internal';
