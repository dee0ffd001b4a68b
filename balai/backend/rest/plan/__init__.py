"""From a typed request to a plan: embeds, aggregates, overloads, media types."""
