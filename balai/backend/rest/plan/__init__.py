"""Turns a parsed request into a plan: embeds, aggregates, overloads, media types."""
