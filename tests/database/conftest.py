"""Small worlds that several database tests share."""

from tests.factories.forum import hall as hall
