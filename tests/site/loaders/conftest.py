"""Fixtures shared by several loader tests."""

from tests.factories.forum import community as community
