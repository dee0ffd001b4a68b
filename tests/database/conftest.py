"""Fixtures shared by several database tests."""

from tests.factories.forum import community as community
