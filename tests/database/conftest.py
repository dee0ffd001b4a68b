"""Small worlds that several database tests share."""

from tests.forum_world import forum_world as forum_world
