"""Security keys and passkeys: options for the browser, and verification of its responses (WebAuthn level 2).

The `webauthn` library does the verification. Our choices: no attestation is requested, and the origins of the relying
party are the only accepted ones.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import msgspec
import webauthn
from webauthn.helpers import options_to_json_dict
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from balai.backend.auth.config import AuthConfig
from balai.backend.auth.users.rows import User


class InvalidResponse(Exception):
    """The browser's response does not satisfy the challenge."""


class RelyingParty(msgspec.Struct, frozen=True):
    """The relying party: its host and name, and the only accepted origins."""

    id: str
    name: str
    origins: tuple[str, ...]


class Credential(msgspec.Struct, frozen=True):
    """A stored key."""

    id: bytes
    public_key: bytes
    sign_count: int
    aaguid: UUID | None = None

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> "Credential":
        """Decodes what `fields` returned."""
        return cls(_bytes(fields["id"]), _bytes(fields["public_key"]), int(fields["sign_count"]))

    def fields(self) -> dict[str, Any]:
        """Encodes the credential for a JSON column."""
        return {"id": _text(self.id), "public_key": _text(self.public_key), "sign_count": self.sign_count}


def relying_party(config: AuthConfig) -> RelyingParty:
    """Returns the relying party: the site, unless the settings name another."""
    parts = urlsplit(config.site_url)
    host = config.webauthn_rp_id or parts.hostname or "localhost"
    origins = config.webauthn_rp_origins or (f"{parts.scheme}://{parts.netloc}",)
    return RelyingParty(host, config.webauthn_rp_name or host, origins)


def creation_options(
    party: RelyingParty, user: User, *, exclude: Iterable[bytes], resident: bool
) -> tuple[dict[str, Any], bytes]:
    """Returns options for a new key, and their challenge. `resident`: discoverable without a user name."""
    options = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name=party.name,
        user_name=user.email or user.phone or str(user.id),
        user_id=user.id.bytes,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED if resident else ResidentKeyRequirement.DISCOURAGED,
            require_resident_key=resident,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=known) for known in exclude],
    )
    return options_to_json_dict(options), options.challenge


def request_options(party: RelyingParty, known: Iterable[Credential]) -> tuple[dict[str, Any], bytes]:
    """Returns options for known keys, and their challenge. Without known keys any passkey of this site is accepted."""
    options = webauthn.generate_authentication_options(
        rp_id=party.id,
        allow_credentials=[PublicKeyCredentialDescriptor(id=credential.id) for credential in known],
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return options_to_json_dict(options), options.challenge


def verify_creation(party: RelyingParty, challenge: bytes, response: dict[str, Any]) -> Credential:
    """Verifies a new key. Raises InvalidResponse."""
    try:
        verified = webauthn.verify_registration_response(
            credential=response,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
        )
    except (WebAuthnException, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidResponse from error
    return Credential(
        verified.credential_id, verified.credential_public_key, verified.sign_count, UUID(verified.aaguid)
    )


def verify_request(party: RelyingParty, challenge: bytes, response: dict[str, Any], known: Credential) -> int:
    """Verifies a signature and returns the new counter. Raises InvalidResponse, also if the counter went back.

    A counter that goes back reveals a copied key.
    """
    try:
        if credential_id_of(response) != known.id:
            raise InvalidResponse
        verified = webauthn.verify_authentication_response(
            credential=response,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
            credential_public_key=known.public_key,
            credential_current_sign_count=known.sign_count,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidResponse from error
    return verified.new_sign_count


def credential_id_of(response: dict[str, Any]) -> bytes:
    """Returns the id of the key that a browser used. Raises InvalidResponse."""
    try:
        return _bytes(response["rawId"])
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise InvalidResponse from error


def is_for_user(response: dict[str, Any], user_id: UUID) -> bool:
    """Whether the user handle of the response is this user's, or absent. Raises InvalidResponse."""
    try:
        handle = response["response"].get("userHandle")
        return not handle or _bytes(handle) == user_id.bytes
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise InvalidResponse from error


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")
