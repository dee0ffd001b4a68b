"""The settings: `declared.py` lists them, `load.py` reads them from the environment."""

from balai.settings.declared import OAUTH, SETTINGS, Settings
from balai.settings.load import keep_secret, kept_secret, load_settings, split_list, with_kept_secret

__all__ = [
    "OAUTH",
    "SETTINGS",
    "Settings",
    "keep_secret",
    "kept_secret",
    "load_settings",
    "split_list",
    "with_kept_secret",
]
