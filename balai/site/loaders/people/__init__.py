"""Loaders of the members' screens: a profile, the directory, members that one follows."""
