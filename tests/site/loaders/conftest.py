"""Small worlds that several loader tests share."""

from tests.factories.forum import hall as hall
