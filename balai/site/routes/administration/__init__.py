"""The screens of the administration in the route table."""

from balai.site.routes.administration.booking import BOOKING_SCREENS
from balai.site.routes.administration.content import CONTENT_SCREENS
from balai.site.routes.administration.desk import DESK_SCREENS
from balai.site.routes.administration.people import PEOPLE_SCREENS
from balai.site.routes.administration.site import SITE_SCREENS
from balai.site.screens import Screen

ADMIN_SCREENS: tuple[Screen, ...] = (
    *PEOPLE_SCREENS,
    *DESK_SCREENS,
    *BOOKING_SCREENS,
    *CONTENT_SCREENS,
    *SITE_SCREENS,
)
