"""Loaders of the day at the desk: the board, check-in, the queue of walk-ins, and reports."""
