"""Small worlds that several database tests share."""

from tests.forum_world import hall as hall
