"""The table of rights: who may do what to what. The world of world.py has these callers and things."""

ADMINISTRATORS = {"administrator", "reasoned"}
MEMBERS = {
    *("member", "grouped", "asked", "invited", "banned", "other", "leader", "area_moderator", "group_moderator"),
    *("moderator", "moderator_aal1", "contributor", "author", "editor", "translator", "receptionist", "desk", "host"),
    *("officer", "librarian", "administrator_aal1"),
    *ADMINISTRATORS,
}
ALL = MEMBERS | {"guest"}
# Those of whom no two see the same forums and articles, for pages: each costs several milliseconds.
READERS = ADMINISTRATORS | {
    *("guest", "member", "grouped", "asked", "other", "leader", "area_moderator", "group_moderator"),
    *("moderator", "administrator_aal1", "author", "contributor", "editor", "librarian"),
}

# Members of the groups A and B. The leader of A and the banned member belong to it.
GROUP_A = {"grouped", "banned", "leader"}
GROUP_B = {"other"}
MODERATORS = {"moderator"} | ADMINISTRATORS
# Roles for the bookings of the first service.
RECEPTION = {"receptionist", "desk", "host"}

# Areas. `secret` is confidential, `cellar` lies below `lounge` and has its rights, `annex` lies below it with its own.
AREAS: dict[str, dict[str, set[str]]] = {
    "open": {
        "see": ALL,
        "reply": MEMBERS - {"banned"},
        "create": MEMBERS - {"banned"},
        "moderate": MODERATORS | {"area_moderator"},
    },
    "sub": {
        "see": ALL,
        "reply": MEMBERS - {"banned"},
        "create": MEMBERS - {"banned"},
        "moderate": MODERATORS | {"area_moderator"},
    },
    "notice": {"see": ALL, "reply": GROUP_A | MODERATORS, "create": GROUP_A | MODERATORS, "moderate": MODERATORS},
    "questions": {"see": ALL, "reply": MEMBERS, "create": GROUP_A | MODERATORS, "moderate": MODERATORS},
    "members": {"see": MEMBERS, "reply": MEMBERS, "create": MEMBERS, "moderate": MODERATORS},
    "lounge": {
        "see": GROUP_A | MODERATORS,
        "reply": GROUP_A - {"banned"} | MODERATORS,
        "create": GROUP_A - {"banned"} | MODERATORS,
        "moderate": MODERATORS | {"leader"},
    },
    "cellar": {
        "see": GROUP_A | MODERATORS,
        "reply": GROUP_A - {"banned"} | MODERATORS,
        "create": GROUP_A - {"banned"} | MODERATORS,
        "moderate": MODERATORS | {"leader"},
    },
    "annex": {
        "see": GROUP_B | MODERATORS | {"leader"},
        "reply": GROUP_B | MODERATORS | {"leader"},
        "create": GROUP_B | MODERATORS | {"leader"},
        "moderate": MODERATORS | {"leader"},
    },
    "watched": {
        "see": GROUP_A | MODERATORS | {"group_moderator"},
        "reply": GROUP_A | MODERATORS | {"group_moderator"},
        "create": GROUP_A | MODERATORS | {"group_moderator"},
        "moderate": MODERATORS | {"group_moderator"},
    },
    # No role for the whole site opens it; a logged reason opens it for reading.
    "secret": {"see": GROUP_A | {"reasoned"}, "reply": GROUP_A, "create": GROUP_A, "moderate": {"leader"}},
    # The private thread of a session: who attends, and the staff of the service. No role of the forum opens it.
    "class": {"see": {"member"} | RECEPTION, "reply": {"member"} | RECEPTION, "create": set(), "moderate": RECEPTION},
    "draft": {"see": ADMINISTRATORS, "reply": set(), "create": set(), "moderate": ADMINISTRATORS},
}

# Texts stay in the thread of their session, for its moderators too.
REFUSED = {("class", "split")}
# Of the post, where it is not "grouped". That of a session has none.
AUTHORS: dict[str, set[str]] = {"annex": {"other"}, "class": set()}

EDITORS = {"editor"} | ADMINISTRATORS
READERS_OF_ALL = EDITORS | {"translator"}
# "draft" and "published" are the author's, "first" is the contributor's draft.
ARTICLES: dict[str, dict[str, set[str]]] = {
    "public": {"see": ALL, "save": EDITORS, "delete": EDITORS, "translate": EDITORS | {"translator"}},
    "for_members": {"see": MEMBERS, "save": EDITORS, "delete": EDITORS, "translate": EDITORS | {"translator"}},
    "for_group": {
        "see": GROUP_A | READERS_OF_ALL,
        "save": EDITORS,
        "delete": EDITORS,
        "translate": EDITORS | {"translator"},
    },
    "published": {
        "see": ALL,
        "save": EDITORS | {"author"},
        "delete": EDITORS | {"author"},
        "translate": EDITORS | {"author", "translator"},
    },
    "draft": {
        "see": READERS_OF_ALL | {"author"},
        "save": EDITORS | {"author"},
        "publish": EDITORS | {"author"},
        "delete": EDITORS | {"author"},
        "translate": EDITORS | {"author", "translator"},
    },
    "first": {
        "see": READERS_OF_ALL | {"contributor"},
        "save": EDITORS | {"contributor"},
        "publish": EDITORS,
        "delete": EDITORS | {"contributor"},
        "translate": EDITORS | {"contributor", "translator"},
    },
}

# The librarian has the right "library" for group A, and is no member of it.
OF_GROUP_A = EDITORS | {"librarian"}
RESOURCES: dict[str, dict[str, set[str]]] = {
    "public": {"see": ALL, "save": EDITORS, "delete": EDITORS},
    "for_members": {"see": MEMBERS, "save": EDITORS, "delete": EDITORS},
    "for_group": {"see": GROUP_A | OF_GROUP_A, "save": OF_GROUP_A, "delete": OF_GROUP_A},
    "of_group": {"see": GROUP_A | OF_GROUP_A, "save": OF_GROUP_A, "delete": OF_GROUP_A},
    "unpublished": {"see": EDITORS, "save": EDITORS, "delete": EDITORS},
}

# Of resources. "give" is: to group A; "order" is: all of them.
CATEGORIES: dict[str, dict[str, set[str]]] = {
    "papers": {"see": ALL, "save": EDITORS, "give": EDITORS, "order": EDITORS, "delete": EDITORS},
    "members": {"see": MEMBERS, "save": EDITORS, "give": EDITORS, "order": EDITORS, "delete": EDITORS},
    "group": {
        "see": GROUP_A | OF_GROUP_A,
        "save": OF_GROUP_A,
        "give": OF_GROUP_A,
        "order": OF_GROUP_A,
        "delete": OF_GROUP_A,
    },
}

FILES: dict[str, dict[str, set[str]]] = {
    "member-files/list.pdf": {"see": MEMBERS, "add": EDITORS, "delete": EDITORS},
    "member-files/groups/{A}/list.pdf": {"see": GROUP_A | OF_GROUP_A, "add": OF_GROUP_A, "delete": OF_GROUP_A},
    "member-files/areas/{lounge}/{me}/a.png": {
        "see": AREAS["lounge"]["see"],
        "add": AREAS["lounge"]["reply"],
        "delete": ADMINISTRATORS,
    },
    "member-files/areas/{secret}/{me}/a.png": {
        "see": AREAS["secret"]["see"],
        "add": AREAS["secret"]["reply"],
        "delete": set(),
    },
}

# One booking of each of two services, by "member".
BOOKINGS: dict[str, dict[str, set[str]]] = {
    "first": {
        "see": {"member", "receptionist", "desk", "host"} | ADMINISTRATORS,
        "cancel": {"member", "receptionist", "desk", "host"} | ADMINISTRATORS,
        "close a day": {"host"} | ADMINISTRATORS,
    },
    "second": {
        "see": {"member", "receptionist"} | ADMINISTRATORS,
        "cancel": {"member", "receptionist"} | ADMINISTRATORS,
        "close a day": ADMINISTRATORS,
    },
}

# A group that everyone may know of, and one that its members and those whom it invited know: "asked" is invited to B.
# Members see their own request or invitation.
GROUPS: dict[str, dict[str, set[str]]] = {
    "A": {
        "see": ALL,
        "see its members": GROUP_A | ADMINISTRATORS,
        "see its requests": {"asked", "invited", "leader"} | ADMINISTRATORS,
        "accept a request": {"leader"} | ADMINISTRATORS,
        "change": {"leader"} | ADMINISTRATORS,
        "delete": set(),  # it has areas
    },
    "B": {
        "see": GROUP_B | ADMINISTRATORS | {"asked"},
        "see its members": GROUP_B | ADMINISTRATORS,
        "see its requests": ADMINISTRATORS | {"asked"},
        "accept a request": ADMINISTRATORS,
        "change": ADMINISTRATORS,
        "delete": ADMINISTRATORS,
    },
}

# The statement for a row that is not in a scope, and who may make it.
SITE: dict[str, tuple[str, set[str]]] = {
    "read messages": ("select from public.messages", {"receptionist"} | ADMINISTRATORS),
    "list members": (
        "select from public.list_members('', 'infinity', gen_random_uuid(), 5)",
        {"officer"} | ADMINISTRATORS,
    ),
    "export a member": ("select public.member_data('{member}')", {"officer"} | ADMINISTRATORS),
    "read the log": ("select from public.staff_log", {"officer"} | ADMINISTRATORS),
    "write the log": ("insert into public.staff_log (thing, act) values ('posts', 'update') returning 1", set()),
    "change the log": ("update public.staff_log set act = 'read' returning 1", set()),
    "delete the log": ("delete from public.staff_log returning 1", set()),
    "change settings": ("update public.site_settings set time_zone = 'UTC' returning 1", ADMINISTRATORS),
    "give a role": (
        "insert into public.role_grants (member_id, role_id) values ('{member}', '{moderator_role}') returning 1",
        ADMINISTRATORS,
    ),
    "give oneself a role": (
        "insert into public.role_grants (member_id, role_id) values ('{me}', '{leader_role}') returning 1",
        ADMINISTRATORS,
    ),
    "widen one's role": ("update public.role_grants set group_id = null returning 1", set()),
    "change a preset": ("update public.roles set rights = '{{edit}}' where preset is not null returning 1", set()),
    "make a role": (
        "insert into public.roles (name, rights) values ('Cook', '{{library}}') returning 1",
        ADMINISTRATORS,
    ),
    "make an administrator": ("select public.set_administrator('{member}', true)", ADMINISTRATORS),
    "delete a member": ("select public.delete_member('{member}')", ADMINISTRATORS),
    "restore a member": ("select public.restore_member('{member}')", ADMINISTRATORS),
    "set rights of an area": ("select public.set_area_rights('{open}', '[]')", ADMINISTRATORS),
    "open a confidential area": (
        "select public.open_confidential_area('{secret}', 'A member asked for help.')",
        MODERATORS,
    ),
    "make a group": ("select public.save_group(gen_random_uuid(), 'cooks', 'open', true, '{texts}')", ADMINISTRATORS),
    "make a forum": ("select public.save_forum(gen_random_uuid(), 'cooks', null, '{texts}')", ADMINISTRATORS),
    "delete a forum": ("select public.delete_forum('{empty}')", ADMINISTRATORS),
    "make an invitation": (
        "insert into public.invitations (language, role_id) values ('en', '{moderator_role}') returning 1",
        ADMINISTRATORS,
    ),
    "read invitations": ("select from public.invitations", ADMINISTRATORS),
}
# Screens, by what the visitor needs.
SCREENS: dict[str, set[str]] = {
    "/admin/desk": MODERATORS | RECEPTION | {"area_moderator", "group_moderator", "leader"},
    "/admin/acts": MODERATORS | EDITORS | {"area_moderator", "group_moderator", "leader", "contributor", "author"},
    "/admin/articles": EDITORS | {"contributor", "author", "translator"},
    "/blog/new": EDITORS | {"contributor", "author", "translator"},
    "/admin/resources": OF_GROUP_A,
    "/admin/bookings": {"receptionist", "desk", "host"} | ADMINISTRATORS,
    "/admin/bookings/new": {"receptionist", "desk", "host"} | ADMINISTRATORS,
    "/admin/messages": {"receptionist"} | ADMINISTRATORS,
    "/admin/members": {"officer"} | ADMINISTRATORS,
    "/admin/settings": ADMINISTRATORS,
    "/admin/groups": ADMINISTRATORS | {"leader"},
    "/admin/log": {"officer"} | ADMINISTRATORS,
    "/admin/forums": ADMINISTRATORS,
    "/admin/invitations": ADMINISTRATORS,
    "/admin/services": ADMINISTRATORS,
}
