"""Answers to the questions of a service: stored before the booking, sensitive ones encrypted; opened for readers."""
