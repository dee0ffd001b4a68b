"""Privileges: every function and table that visitors and members can reach, by name.

A new one fails here until it is added on purpose.
"""

from balai.database.pool import Pool
from balai.database.transaction import as_owner

FUNCTIONS = """
select proc.oid::regprocedure::text from pg_proc as proc
where pronamespace = 'public'::regnamespace and has_function_privilege($1, proc.oid, 'execute')
  and not exists (select from pg_depend as part where part.objid = proc.oid and part.deptype = 'e')
"""
INTERNAL = """
select oid::regprocedure::text from pg_proc
where pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') like 'internal%'
"""
TABLES = """
select relname, string_agg(privilege, ' ' order by place) as privileges
from pg_class, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'])
  with ordinality as asked (privilege, place)
where relnamespace = $2::text::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
  and case when privilege in ('delete', 'truncate', 'trigger') then has_table_privilege($1, oid, privilege)
    else has_any_column_privilege($1, oid, privilege) end
group by relname
"""
COLUMNS = """
select attname from pg_attribute
where attrelid = $2::text::regclass and attnum > 0 and not attisdropped
  and has_column_privilege($1, attrelid, attnum, $3)
"""

FOR_ALL = {
    "book_as_guest(uuid,uuid,timestamp with time zone,text,text,text,integer,text,boolean,language,text,uuid)",
    "show_poll(uuid)",
    "cancel_booking(uuid,text)",
    "change_booking(uuid,timestamp with time zone,text)",
    "guest_booking(text,language)",
    "prove_guest_address(text,text)",
    "request_guest_code(text,language)",
    "restore_booking(uuid,text)",
    "file_size(text)",
    "find_booking_link(uuid,language)",
    "is_confirmed_by_guest(text)",
    "find_notice_link(uuid)",
    "opening_state(timestamp with time zone)",
    "opening_times(timestamp with time zone)",
    "person_about(uuid)",
    "show_person(uuid)",
    "asked_consents(language)",
    "request_bot_check_code(text,language)",
    "create_bot_challenge()",
    "calendar_feed(uuid)",
    "comments_area(articles)",
    "has_calendar_feed(uuid)",
    "has_invitation(text)",
    "is_admin()",
    "hidden_forums()",
    "may(site_right,uuid)",
    "my_groups()",
    "my_scopes(site_right)",
    "site_scope()",
    "language_order(language)",
    "list_slots(uuid,date,date,uuid)",
    "next_article_change()",
    "next_free(uuid,integer,integer,timestamp with time zone,uuid)",
    "host_names(uuid)",
    "room_name(jsonb,language)",
    "next_times(uuid[])",
    "preferred_languages(language)",
    "redeem_bot_check_code(text,text)",
    "search(text,language,text[],language,text,integer)",
    "service_text(uuid,language)",
    "suggest_tags(text)",
}
# Of those for all, what policies and pages call, and clients do not.
INTERNAL_FOR_ALL = {
    "guest_booking(text,language)",
    "person_about(uuid)",
    "comments_area(articles)",
    "file_size(text)",
    "find_booking_link(uuid,language)",
    "is_confirmed_by_guest(text)",
    "find_notice_link(uuid)",
    "opening_state(timestamp with time zone)",
    "opening_times(timestamp with time zone)",
    "is_admin()",
    "hidden_forums()",
    "may(site_right,uuid)",
    "my_groups()",
    "my_scopes(site_right)",
    "site_scope()",
    "language_order(language)",
    "next_article_change()",
    "next_free(uuid,integer,integer,timestamp with time zone,uuid)",
    "host_names(uuid)",
    "room_name(jsonb,language)",
    "next_times(uuid[])",
    "preferred_languages(language)",
    "service_text(uuid,language)",
}
INTERNAL_FOR_MEMBERS = {
    "is_acquainted(uuid,uuid[])",
    "is_staff()",
    "local_instant(timestamp without time zone,text)",
    "booking_languages(date,date)",
    "booking_report(date,date)",
    "desk_times(uuid,date)",
    "handles_bookings()",
    "is_library_file(text,text)",
    "may_upload_to_area(text)",
    "moderated_forums()",
    "open_comments(uuid)",
    "my_rights()",
    "my_silence()",
    "desk_list(text,language,boolean,timestamp with time zone,uuid,integer)",
    "closed_forums(language)",
    "seen_areas()",
    "writes_articles()",
    "needs_setup()",
    "count_new_members(timestamp with time zone)",
    "owes_name()",
    "count_pictures_without_alt(jsonb)",
    "is_open_invitation(invitations)",
    "admit_picture_fetch()",
    "may_upload()",
    "waiting_position(bookings)",
}
# Called by constraints and policies of tables that members write.
BY_CONSTRAINTS = {
    "count_mentions(jsonb)",
    "folded_name(text)",
    "name_keys(text)",
    "pinyin()",
    "is_day_hours(int4multirange)",
    "is_note_in_languages(jsonb,integer)",
    "is_section_list(text[])",
    "can_bookmark(uuid,uuid,uuid,uuid,uuid)",
    "can_report(uuid,uuid)",
    "is_tag_list(text[])",
    "day_span(time without time zone,time without time zone)",
    "has_booking_of(uuid,boolean)",
    "has_image(jsonb)",
    "has_rich_text_attributes(text,jsonb)",
    "has_rich_text_marks(jsonb)",
    "hosted_services()",
    "is_clean_line(text,integer)",
    "is_image_address(text)",
    "is_language_list(language[])",
    "is_link_address(text)",
    "is_long_enough(text,integer,integer)",
    "is_rich_text(jsonb,integer)",
    "is_rich_text_attribute(text,text,jsonb)",
    "is_rich_text_child(text,text)",
    "is_rich_text_node(jsonb,text,integer)",
    "is_rich_text_table(jsonb)",
    "is_time_zone(text)",
    "is_whole_number(jsonb,integer,integer)",
    "placeholders_of(text)",
    "rich_text_plain(jsonb)",
    "strip_hidden_characters(text)",
}
FOR_MEMBERS = {
    "is_acquainted(uuid,uuid[])",
    "is_staff()",
    "add_absence(uuid,uuid,uuid,timestamp without time zone,timestamp without time zone,text)",
    "local_instant(timestamp without time zone,text)",
    "save_work_hours(uuid,uuid,jsonb)",
    "add_poll(uuid,jsonb)",
    "add_post_with_poll(uuid,uuid,language,text,jsonb,text[],jsonb)",
    "close_poll(uuid)",
    "vote(uuid,integer[])",
    "add_comment(uuid,uuid,jsonb,language,uuid)",
    "answer_conversation(uuid,boolean)",
    "delete_private_message(uuid)",
    "find_conversation(uuid)",
    "my_conversations(timestamp with time zone,uuid,integer)",
    "read_conversation(uuid,integer)",
    "report_private_message(uuid,uuid,text,text)",
    "send_private_message(uuid,uuid,text)",
    "find_people(text,uuid)",
    "list_people(text,text,uuid,integer)",
    "my_visibility()",
    "set_blocked(uuid,boolean)",
    "set_following(uuid,boolean)",
    "is_library_file(text,text)",
    "may_upload_to_area(text)",
    "moderated_forums()",
    "open_comments(uuid)",
    "my_rights()",
    "my_silence()",
    "closed_forums(language)",
    "seen_areas()",
    "writes_articles()",
    "join_group(uuid)",
    "leave_group(uuid)",
    "needs_setup()",
    "owes_name()",
    "decline_name()",
    "push_key()",
    "save_notice_settings(time without time zone,time without time zone,text,boolean)",
    "set_notice_choice(text,text,boolean)",
    "set_watch(text,uuid,uuid,language,text)",
    "save_push_subscription(text,text,text,boolean,text)",
    "send_test_push(uuid)",
    "accept_invitation(text)",
    "book(uuid,uuid,timestamp with time zone,integer,text,boolean,uuid)",
    "booking_details(language)",
    "close_time(uuid,timestamp with time zone,timestamp with time zone,uuid,uuid,text)",
    "handles_bookings()",
    "mark_attendance(uuid,attendance)",
    "booking_languages(date,date)",
    "booking_report(date,date)",
    "call_next(uuid,text)",
    "move_times(uuid,date,date)",
    "set_number_state(uuid,text)",
    "take_number(uuid,uuid)",
    "preview_closing(timestamp with time zone,timestamp with time zone,uuid,uuid)",
    "undo_closing(uuid)",
    "list_reactions(uuid,uuid)",
    "set_answer(uuid,uuid)",
    "set_bookmark(boolean,timestamp with time zone,text,uuid,uuid,uuid,uuid,uuid)",
    "set_reaction(text,boolean,uuid,uuid)",
    "set_tags(uuid,text[])",
    "delete_post(uuid)",
    "delete_reply(uuid)",
    "edit_post(uuid,text,jsonb,language)",
    "edit_reply(uuid,jsonb,language)",
    "request_account_deletion()",
    "admit_picture_fetch()",
    "may_upload()",
    "my_account()",
    "my_data()",
    "end_my_session(uuid)",
    "give_consents(uuid[],language)",
    "my_content_languages()",
    "my_profile()",
    "my_sessions()",
    "mark_thread_read(uuid,integer)",
    "explain_trust(uuid)",
    "my_held_texts(uuid)",
    "mark_topics_read()",
    "unread_since()",
    "waiting_position(bookings)",
    "read_notifications(uuid[])",
    "renew_calendar_token()",
    "restore_post(uuid)",
    "restore_reply(uuid)",
    "cancel_account_deletion()",
    "withdraw_consent(uuid)",
    "count_pictures_without_alt(jsonb)",
}
# Each checks by itself whether the caller is an administrator, or has the right.
FOR_ADMINISTRATORS = {
    "book_for(uuid,uuid,timestamp with time zone,uuid,uuid,text,text,language,integer,text,boolean,uuid)",
    "desk_times(uuid,date)",
    "find_bookers(uuid,text)",
    "decide_held_text(uuid,text,text,text)",
    "pin_trust_level(uuid,integer)",
    "reopen_held_text(uuid)",
    "set_area_queue(uuid,boolean)",
    "undo_automatic_act(uuid)",
    "apply_act(uuid,text,uuid[],jsonb,uuid[])",
    "clean_member(uuid,uuid,text)",
    "list_moderated_forums(language)",
    "preview_clean(uuid)",
    "merge_posts(uuid,uuid,uuid)",
    "preview_act(text,uuid[],jsonb,uuid[])",
    "set_topic_state(uuid,jsonb)",
    "split_replies(uuid,uuid,uuid[],uuid,text)",
    "undo_act(uuid)",
    "delete_group(uuid)",
    "member_data(uuid)",
    "open_confidential_area(uuid,text)",
    "save_group(uuid,text,text,boolean,jsonb)",
    "set_area_ban(uuid,uuid,text,timestamp with time zone)",
    "lift_penalty(uuid)",
    "claim_case(uuid)",
    "close_case(uuid,text)",
    "desk_list(text,language,boolean,timestamp with time zone,uuid,integer)",
    "note_case(uuid,uuid,text)",
    "release_case(uuid)",
    "reopen_case(uuid)",
    "set_present(boolean)",
    "preview_barrier(text,text)",
    "add_barrier(uuid,text,text,text)",
    "remove_barrier(uuid)",
    "penalize(uuid,uuid,text,integer,text,uuid)",
    "penalties_of(uuid,uuid)",
    "set_area_rights(uuid,jsonb,uuid,uuid,boolean)",
    "set_group_member(uuid,uuid,text)",
    "finish_setup(boolean)",
    "postpone_setup()",
    "restore_setting(text,bigint)",
    "save_setup_step(text,jsonb)",
    "set_forum_draft(uuid,boolean)",
    "skip_setup_step(text)",
    "undo_setup_step(text)",
    "save_opening_hours(jsonb,jsonb)",
    "create_page_from_template(text)",
    "delete_article(uuid)",
    "delete_forum(uuid)",
    "delete_page(uuid)",
    "delete_resource(uuid)",
    "delete_resource_category(uuid)",
    "handle_report(uuid,text)",
    "is_open_invitation(invitations)",
    "count_new_members(timestamp with time zone)",
    "handle_private_report(uuid,text)",
    "list_members(text,timestamp with time zone,uuid,integer)",
    "order_forums(uuid[])",
    "order_resources(uuid,uuid[])",
    "restore_appearance(bigint)",
    "save_menu(text,jsonb)",
    "publish_page(uuid,integer,boolean)",
    "republish_page(uuid)",
    "restore_article(uuid)",
    "restore_page(uuid)",
    "restore_removed(text,uuid)",
    "reopen_report(uuid)",
    "save_article(jsonb,jsonb,integer)",
    "save_page(jsonb,jsonb,integer)",
    "save_forum(uuid,text,integer,jsonb)",
    "save_resource(jsonb,jsonb,integer)",
    "save_resource_category(jsonb,jsonb)",
    "save_service(jsonb,jsonb,jsonb,jsonb)",
    "set_administrator(uuid,boolean)",
    "set_message_handled(uuid,boolean)",
    "set_hidden(boolean,uuid,uuid)",
    "set_locked(uuid,boolean)",
    "set_pinned(uuid,boolean)",
    "show_member(uuid)",
    "unpublish_page(uuid)",
}
READ_BY_ALL = dict.fromkeys(
    (
        "article_slugs",
        "article_texts",
        "articles",
        "forum_tags",
        "forum_texts",
        "forums",
        "group_texts",
        "groups",
        "menu_items",
        "moved_replies",
        "page_names",
        "page_slugs",
        "page_version_texts",
        "page_versions",
        "pages",
        "poll_options",
        "polls",
        "post_tags",
        "posts",
        "profiles",
        "replies",
        "resource_categories",
        "resource_category_texts",
        "resource_texts",
        "resources",
        "service_exceptions",
        "rooms",
        "service_hosts",
        "service_hours",
        "service_rooms",
        "service_texts",
        "services",
        "site_names",
        "opening_exceptions",
        "opening_hours",
        "queue_numbers",
        "site_settings",
        "site_texts",
        "slot_notices",
        "text_pictures",
        "wordings",
    ),
    "select",
)
# Policies decide which rows a member sees and writes.
MEMBERS_TABLES = READ_BY_ALL | {
    "area_bans": "select",
    "automatic_acts": "select",
    "held_texts": "select delete",
    "area_rights": "select",
    "penalties": "select",
    "desk_cases": "select",
    "barriers": "select",
    "confidential_reads": "select",
    "group_members": "select",
    "role_grants": "select insert delete",
    "roles": "select insert update delete",
    "staff_log": "select",
    "absences": "select insert update delete",
    "rooms": "select insert update delete",
    "work_hours": "select insert delete",
    "administrators": "select",
    "appearances": "select",
    "menu_items": "select insert delete",
    "messages": "select",
    "bookings": "select",
    "booking_notes": "select insert delete",
    "closings": "select",
    "guests": "select",
    "bookmarks": "select insert update delete",
    "consents": "select",
    "content_versions": "select",
    "account_deletions": "select",
    "drafts": "select insert update delete",
    "conversations": "select",
    "follows": "select",
    "private_messages": "select",
    "private_reports": "select",
    "member_blocks": "select",
    "forum_acts": "select",
    "invitations": "select insert update",
    "notice_choices": "select",
    "notice_kinds": "select",
    "notice_settings": "select",
    "notifications": "select",
    "page_texts": "select",
    "page_views": "select",
    "posts": "select insert",
    "profiles": "select update",
    "push_subscriptions": "select update delete",
    "reactions": "select insert delete",
    "replies": "select insert",
    "reports": "select insert",
    "service_exceptions": "select insert update delete",
    "service_links": "select",
    "opening_exceptions": "select insert update delete",
    "opening_hours": "select update",
    "site_settings": "select update",
    "setting_changes": "select",
    "setup_steps": "select",
    "site_setup": "select",
    "site_texts": "select update",
    "slots": "select",
    "thread_reads": "select",
    "topics_read": "select",
    "watches": "select",
    "wordings": "select insert update delete",
}
WRITTEN_COLUMNS = {
    ("drafts", "insert"): {"user_id", "place", "content"},
    ("drafts", "update"): {"user_id", "place", "content"},
    ("invitations", "insert"): {
        *("note", "language", "makes_administrator", "role_id", "group_id", "max_uses", "expires_at"),
    },
    ("role_grants", "insert"): {"id", "member_id", "role_id", "group_id", "forum_id", "service_id"},
    ("roles", "insert"): {"id", "name", "rights"},
    ("roles", "update"): {"name", "rights"},
    ("invitations", "update"): {"revoked_at"},
    ("posts", "insert"): {"id", "forum_id", "language", "title", "body", "tags"},
    ("profiles", "update"): {
        *("display_name", "picture_url", "about", "language", "content_languages", "time_zone"),
        *("speaks", "about_for", "languages_for", "since_for", "activity_for", "is_listed", "takes_messages"),
    },
    ("replies", "insert"): {"id", "post_id", "language", "body", "quoted_reply_id"},
    ("reports", "insert"): {"id", "post_id", "reply_id", "reason", "note"},
    ("site_settings", "update"): {
        "time_zone",
        "logo_url",
        "default_language",
        "requires_bot_check",
        "administrators_need_factor",
        "preset",
        "accent",
        "font_pair",
        "cover_url",
        "cover_focus_x",
        "cover_focus_y",
        "languages",
        "phone",
        "map_url",
        "home_sections",
        "has_directory",
        "has_messages",
        "comments_forum_id",
        "holds_first_posts",
        "limits_newcomers",
        "post_gap_seconds",
        "hides_after_reports",
    },
    ("wordings", "insert"): {"language", "key", "text", "original"},
    ("wordings", "update"): {"language", "key", "text", "original"},
    ("site_texts", "update"): {"name", "tagline", "home", "about", "opening_hours", "address"},
    ("opening_hours", "update"): {"hours"},
}


async def test_functions_of_visitors(pool: Pool) -> None:
    assert await _functions(pool, "anon") == FOR_ALL


async def test_functions_that_clients_do_not_call_are_internal(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        found = {row[0] for row in await connection.fetch(INTERNAL)}
    assert found == BY_CONSTRAINTS | INTERNAL_FOR_ALL | INTERNAL_FOR_MEMBERS


async def test_functions_of_members(pool: Pool) -> None:
    assert await _functions(pool, "authenticated") == FOR_ALL | BY_CONSTRAINTS | FOR_MEMBERS | FOR_ADMINISTRATORS


async def test_table_privileges_of_visitors(pool: Pool) -> None:
    assert await _tables(pool, "anon", "public") == READ_BY_ALL


async def test_table_privileges_of_members(pool: Pool) -> None:
    assert await _tables(pool, "authenticated", "public") == MEMBERS_TABLES


async def test_writable_columns_of_members(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        for (table, action), columns in WRITTEN_COLUMNS.items():
            rows = await connection.fetch(COLUMNS, "authenticated", f"public.{table}", action)
            assert {row["attname"] for row in rows} == columns, (table, action)


async def test_private_columns_of_profiles(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        for role in ("anon", "authenticated"):
            rows = await connection.fetch(COLUMNS, role, "public.profiles", "select")
            assert {row["attname"] for row in rows} == {"id", "display_name", "picture_url"}


async def test_other_schemas_are_unreachable(pool: Pool) -> None:
    tables = ("han_variants", "han_words", "malay_prefixes", "malay_words", "stop_words")
    words = dict.fromkeys(tables, "select")
    for role in ("anon", "authenticated"):
        assert await _tables(pool, role, "search") == words
        for schema in ("auth", "mailbox", "balai"):
            assert await _tables(pool, role, schema) == {}, schema


async def test_files_are_reachable_only_through_policies(pool: Pool) -> None:
    everything = "select insert update delete truncate references trigger"
    for role in ("anon", "authenticated"):
        assert await _tables(pool, role, "storage") == {"buckets": everything, "objects": everything}


async def test_every_table_has_row_security(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        without = await connection.fetch("""
            select oid::regclass::text from pg_class where relkind in ('r', 'p') and not relrowsecurity
              and relnamespace::regnamespace::text in ('public', 'auth', 'mailbox', 'search', 'storage')""")
    assert [row[0] for row in without] == []


async def test_security_definer_functions_fix_their_search_path(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        without = await connection.fetch("""
            select oid::regprocedure::text from pg_proc where prosecdef
              and not exists (select from unnest(proconfig) as setting where setting like 'search_path=%')""")
    assert [row[0] for row in without] == []


async def _functions(pool: Pool, role: str) -> set[str]:
    async with as_owner(pool) as connection:
        return {row[0] for row in await connection.fetch(FUNCTIONS, role)}


async def _tables(pool: Pool, role: str, schema: str) -> dict[str, str]:
    async with as_owner(pool) as connection:
        rows = await connection.fetch(TABLES, role, schema)
    return {row["relname"]: row["privileges"] for row in rows}
