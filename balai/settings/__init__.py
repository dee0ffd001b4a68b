"""The settings: `declared.py`, `accounts.py` and `server.py` list them, `load.py` reads them from the environment."""

from balai.settings.accounts import OAUTH
from balai.settings.declared import SETTINGS, Settings
from balai.settings.load import (
    data_folder,
    environment_of,
    environment_with,
    given_variables,
    load_settings,
    read_secret,
    split_list,
    store_secret,
    with_stored_secret,
)

__all__ = [
    "OAUTH",
    "SETTINGS",
    "Settings",
    "data_folder",
    "environment_of",
    "environment_with",
    "given_variables",
    "load_settings",
    "read_secret",
    "split_list",
    "store_secret",
    "with_stored_secret",
]
