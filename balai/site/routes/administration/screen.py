"""The fields that the screens of the administration have in common."""

from typing import Any

from balai.site.screens import Screen, TextBundle


def admin_screen(*, texts: tuple[TextBundle, ...] = (), guard: str = "is-admin", **fields: Any) -> Screen:
    """A row of the route table for administrators, or for staff who pass another guard."""
    return Screen(texts=("admin", "editor", "failures", *texts), layout="admin", guards=("auth", guard), **fields)
