"""Does not load."""

import nowhere_to_be_found  # type: ignore[import-not-found]  # noqa: F401
