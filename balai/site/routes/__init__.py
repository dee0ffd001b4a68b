"""The only list of screens: the server matches requests with it, the browser's route table is generated from it.

Each path exists under every language prefix. A literal segment wins over a parameter. To add a screen: a row in
the module of its area, a loader in `loaders/<area>/`, a page that `web/pages/<area>/index.ts` exports, its texts under
`<name>.`, and a test. Then run `balai types`.
"""

from balai.site.routes.accounts import ACCOUNT_SCREENS
from balai.site.routes.administration import ADMIN_SCREENS
from balai.site.routes.blog import BLOG_SCREENS
from balai.site.routes.booking import BOOKING_SCREENS
from balai.site.routes.day import DAY_SCREENS
from balai.site.routes.forum import FORUM_SCREENS
from balai.site.routes.people import PEOPLE_SCREENS
from balai.site.routes.profile import PROFILE_SCREENS
from balai.site.routes.resources import RESOURCE_SCREENS
from balai.site.routes.site import SITE_SCREENS
from balai.site.screens import Screen

SCREENS: tuple[Screen, ...] = (
    *SITE_SCREENS,
    *BLOG_SCREENS,
    *BOOKING_SCREENS,
    *FORUM_SCREENS,
    *RESOURCE_SCREENS,
    *PROFILE_SCREENS,
    *PEOPLE_SCREENS,
    *DAY_SCREENS,
    *ACCOUNT_SCREENS,
    *ADMIN_SCREENS,
)
