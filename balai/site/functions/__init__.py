"""The site's own functions under `/functions/v1`. They reach the backend over HTTP only."""

from balai.functions import Function

FUNCTIONS = {"contact": Function("module:balai.site.functions.contact", time_limit_s=20, memory_mb=128)}
