"""Functions that the site brings along, under `/functions/v1`. They know the backend by its addresses alone."""

from balai.functions import Function

FUNCTIONS = {"contact": Function("module:balai.site.functions.contact", time_limit_s=20, memory_mb=128)}
