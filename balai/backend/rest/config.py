"""Builds the data service's rules from the settings."""

from balai.backend.rest.authentication import parse_claim_path
from balai.backend.rest.rules import QualifiedName, Rules
from balai.errors import StartError
from balai.settings import Settings, split_list


def rules_from_settings(settings: Settings, *, has_site: bool = False) -> Rules:
    """Builds the rules. With the site installed, tables must be guarded unless the settings say otherwise.

    Raises:
        StartError: a setting is invalid.
    """
    try:
        claim = parse_claim_path(settings.rest_role_claim)
    except ValueError as error:
        raise StartError(f"BALAI_REST_ROLE_CLAIM: {error}", hint="Give a path such as .app_metadata.role") from error
    return Rules(
        split_list(settings.rest_schemas) or ("public",),
        settings.rest_max_rows or None,
        split_list(settings.rest_extra_search_path),
        max_bytes=settings.rest_max_bytes or None,
        max_embeds=settings.rest_max_embeds or None,
        has_aggregates=settings.rest_aggregates,
        has_plans=settings.rest_plans,
        tx_end=settings.rest_tx_end,
        pre_request=_function(settings.rest_pre_request),
        root_spec=_function(settings.rest_root_spec),
        openapi=settings.rest_openapi,
        has_timing=settings.rest_server_timing,
        trace_header=settings.rest_trace_header.lower(),
        origins=split_list(settings.rest_cors_origins),
        anon_role="" if settings.rest_anon_role == "none" else settings.rest_anon_role,
        audience=settings.rest_jwt_audience,
        role_claim=claim,
        requires_policies=settings.rest_require_policies == "true" or (has_site and not settings.rest_require_policies),
    )


def _function(text: str) -> QualifiedName | None:
    schema, dot, name = text.rpartition(".")
    return (schema if dot else "public", name) if name else None
