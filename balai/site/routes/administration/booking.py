"""The administration of bookings, services and places in the route table."""

from balai.site.loaders.booking import administration, places, reception
from balai.site.loaders.messaging import service_messages
from balai.site.routes.administration.screen import admin_screen
from balai.site.screens import Screen

BOOKING_SCREENS: tuple[Screen, ...] = (
    admin_screen(
        name="admin.bookings",
        guard="may-bookings",
        path="/admin/bookings",
        page="admin/Bookings",
        title="admin.bookings.title",
        texts=("booking", "ticket"),
        load=administration.load_bookings,
        query=("day", "span", "service", "after"),
    ),
    admin_screen(
        name="admin.reception",
        guard="may-bookings",
        path="/admin/bookings/new",
        page="admin/Reception",
        title="admin.reception.title",
        texts=("booking", "ticket"),
        load=reception.load_reception,
        query=("service", "day", "host"),
    ),
    admin_screen(
        name="admin.services",
        path="/admin/services",
        page="admin/Services",
        title="admin.services.title",
        texts=("booking", "ticket"),
        load=administration.load_services,
    ),
    admin_screen(
        name="admin.service",
        path="/admin/services/{serviceId}",
        page="admin/Service",
        title="admin.service.title",
        texts=("booking", "ticket"),
        load=administration.load_service_editor,
        params={"serviceId": "uuid-or-new"},
    ),
    admin_screen(
        name="admin.service-messages",
        path="/admin/services/{serviceId}/messages",
        page="admin/messages/ServiceMessages",
        title="admin.texts.title",
        load=service_messages.load_service_messages,
        params={"serviceId": "uuid"},
    ),
    admin_screen(
        name="admin.places",
        guard="may-hours",
        path="/admin/places",
        page="admin/places/Places",
        title="admin.places.title",
        load=places.load_places,
    ),
    admin_screen(
        name="admin.place",
        guard="may-hours",
        path="/admin/places/{placeId}",
        page="admin/places/Place",
        title="admin.place.title",
        texts=("booking",),
        load=places.load_place,
        params={"placeId": "uuid"},
    ),
)
