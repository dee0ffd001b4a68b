"""The desk and other work of staff with what members write and ask for, in the route table."""

from balai.site.loaders import contact
from balai.site.loaders.admin import barriers
from balai.site.loaders.people import incidents, privacy
from balai.site.loaders.rights import acts, desk
from balai.site.routes.administration.screen import admin_screen
from balai.site.screens import Screen

DESK_SCREENS: tuple[Screen, ...] = (
    admin_screen(
        name="admin.desk",
        guard="handles-cases",
        path="/admin/desk",
        page="admin/desk/Desk",
        title="admin.desk.title",
        texts=("forum",),
        load=desk.load_desk,
        query=("after", "state", "language", "show"),
    ),
    admin_screen(
        name="admin.barriers",
        path="/admin/barriers",
        page="admin/rights/Barriers",
        title="admin.barriers.title",
        load=barriers.load_barriers,
    ),
    admin_screen(
        name="admin.acts",
        guard="acts-on-several",
        path="/admin/acts",
        page="admin/Acts",
        title="admin.acts.title",
        texts=("forum",),
        load=acts.load_acts,
        query=("after",),
    ),
    admin_screen(
        name="admin.messages",
        guard="may-messages",
        path="/admin/messages",
        page="admin/Messages",
        title="admin.messages.title",
        texts=("account",),
        load=contact.load_messages,
        query=("after",),
    ),
    admin_screen(
        name="admin.privacy",
        guard="may-export",
        path="/admin/privacy",
        page="admin/privacy/Privacy",
        title="admin.privacy.title",
        texts=("account",),
        load=privacy.load_privacy,
        query=("after", "state", "member"),
    ),
    admin_screen(
        name="admin.incidents",
        path="/admin/incidents",
        page="admin/incidents/Incidents",
        title="admin.incidents.title",
        load=incidents.load_incidents,
        query=("after", "state"),
    ),
    admin_screen(
        name="admin.incident",
        path="/admin/incidents/{incidentId}",
        params={"incidentId": "uuid"},
        page="admin/incidents/Incident",
        title="admin.incidents.title",
        texts=("people",),
        load=incidents.load_incident,
        query=("after",),
    ),
)
