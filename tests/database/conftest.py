"""Fixtures shared by several database tests."""

from tests.factories.forum import hall as hall
