"""Hooks: programs and database functions of the operator's that are asked, or told, when something happens."""
