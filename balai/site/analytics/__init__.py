"""Page view counts, without cookies or addresses."""
