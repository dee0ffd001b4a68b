"""Small worlds that several loader tests share."""

from tests.forum_world import hall as hall
