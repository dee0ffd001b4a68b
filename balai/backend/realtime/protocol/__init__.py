"""Frames and join messages of the realtime protocol."""
