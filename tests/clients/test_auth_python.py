"""Auth with the unmodified Python client: sign-up, sign-in, sign-out, refresh, recovery, administration."""

import re
import uuid
from typing import Any

import httpx
import pyotp
import pytest
from supabase import AuthApiError, Client, create_client
from supabase.lib.client_options import SyncClientOptions

from tests.clients.conftest import Instance

PASSWORD = "correct horse battery"


def new_email() -> str:
    return f"{uuid.uuid4().hex[:10]}@example.org"


@pytest.fixture
def client(instance: Instance) -> Client:
    options = SyncClientOptions(auto_refresh_token=False)
    return create_client(instance.url, instance.anon_key, options)


@pytest.fixture
def admin(instance: Instance) -> Client:
    return create_client(instance.url, instance.service_key, SyncClientOptions(auto_refresh_token=False))


def test_sign_up_confirm_and_sign_in(instance: Instance, client: Client) -> None:
    email = new_email()
    options = {"data": {"display_name": "Mei", "language": "zh"}}
    made = client.auth.sign_up({"email": email, "password": PASSWORD, "options": options})
    assert made.session is None
    assert made.user is not None
    assert made.user.user_metadata["display_name"] == "Mei"
    with pytest.raises(AuthApiError) as refused:
        client.auth.sign_in_with_password({"email": email, "password": PASSWORD})
    assert refused.value.code == "email_not_confirmed"
    confirmed = client.auth.verify_otp({"email": email, "token": instance.emailed_code(email), "type": "signup"})
    assert confirmed.session is not None
    assert confirmed.user is not None
    assert confirmed.user.email_confirmed_at is not None
    client.auth.sign_out()
    signed_in = client.auth.sign_in_with_password({"email": email, "password": PASSWORD})
    assert signed_in.user is not None
    assert signed_in.user.id == made.user.id
    assert signed_in.user.identities is not None
    assert signed_in.user.identities[0].provider == "email"


def test_claims_are_verified_by_the_public_keys(client: Client, admin: Client) -> None:
    email = new_email()
    admin.auth.admin.create_user({"email": email, "password": PASSWORD, "email_confirm": True})
    client.auth.sign_in_with_password({"email": email, "password": PASSWORD})
    found = client.auth.get_claims()
    assert found is not None
    assert (found["headers"]["alg"], found["claims"]["email"]) == ("ES256", email)


def test_errors_have_their_codes(client: Client) -> None:
    with pytest.raises(AuthApiError) as wrong:
        client.auth.sign_in_with_password({"email": new_email(), "password": "wrong"})
    assert (wrong.value.code, wrong.value.status, wrong.value.message) == (
        "invalid_credentials",
        400,
        "Invalid login credentials",
    )
    with pytest.raises(Exception, match="Password should be at least 10 characters") as weak:
        client.auth.sign_up({"email": new_email(), "password": "short"})
    assert weak.value.reasons == ["length"]  # type: ignore[attr-defined]


def test_refresh_user_and_sign_out(client: Client, admin: Client) -> None:
    email = new_email()
    admin.auth.admin.create_user({"email": email, "password": PASSWORD, "email_confirm": True})
    first = client.auth.sign_in_with_password({"email": email, "password": PASSWORD}).session
    assert first is not None
    second = client.auth.refresh_session().session
    assert second is not None
    assert second.refresh_token != first.refresh_token
    user = client.auth.get_user()
    assert user is not None
    assert user.user.email == email
    changed = client.auth.update_user({"data": {"language": "vi"}})
    assert changed.user.user_metadata["language"] == "vi"
    claims = client.auth.get_claims()
    assert claims is not None
    assert claims["claims"]["sub"] == changed.user.id
    token = second.access_token
    client.auth.sign_out({"scope": "global"})
    with pytest.raises(AuthApiError) as gone:
        client.auth.get_user(token)
    assert gone.value.code == "session_not_found"


def test_recovery_by_emailed_link(instance: Instance, client: Client, admin: Client) -> None:
    email = new_email()
    admin.auth.admin.create_user({"email": email, "password": PASSWORD, "email_confirm": True})
    client.auth.reset_password_for_email(email, {"redirect_to": f"{instance.url}/en/reset-password"})
    session = client.auth.verify_otp({"token_hash": instance.emailed_hash(email), "type": "recovery"}).session
    assert session is not None
    client.auth.update_user({"password": "another good password"})
    client.auth.sign_out()
    assert client.auth.sign_in_with_password({"email": email, "password": "another good password"}).user is not None


def test_code_instead_of_a_password(instance: Instance, client: Client, admin: Client) -> None:
    email = new_email()
    admin.auth.admin.create_user({"email": email, "password": PASSWORD, "email_confirm": True})
    client.auth.sign_in_with_otp({"email": email, "options": {"should_create_user": False}})
    response = client.auth.verify_otp({"email": email, "token": instance.emailed_code(email), "type": "email"})
    assert response.session is not None
    # The site does not reveal that an address has no account; `balai backend` does, as in the protocol.
    client.auth.sign_in_with_otp({"email": new_email(), "options": {"should_create_user": False}})


def test_link_followed_by_scanners_still_signs_in(instance: Instance, client: Client, admin: Client) -> None:
    email = new_email()
    admin.auth.admin.create_user({"email": email, "password": PASSWORD, "email_confirm": True})
    client.auth.sign_in_with_otp({"email": email, "options": {"should_create_user": False}})
    found = re.search(r"https?://\S+token_hash=\S+", instance.newest_email(email))
    assert found is not None
    for attempt in range(20):
        assert httpx.request("HEAD" if attempt % 4 == 0 else "GET", found[0]).status_code == 200
    response = client.auth.verify_otp({"token_hash": instance.emailed_hash(email), "type": "magiclink"})
    assert response.session is not None


def test_account_by_phone(instance: Instance, client: Client) -> None:
    phone = f"+6012{uuid.uuid4().int % 10**7:07d}"
    made = client.auth.sign_up({"phone": phone, "password": PASSWORD})
    assert made.session is None
    assert made.user is not None
    assert made.user.phone == phone.removeprefix("+")
    with pytest.raises(AuthApiError) as early:
        client.auth.sign_in_with_password({"phone": phone, "password": PASSWORD})
    assert early.value.code == "phone_not_confirmed"
    confirmed = client.auth.verify_otp({"phone": phone, "token": instance.emailed_code(phone), "type": "sms"})
    assert confirmed.session is not None
    assert client.auth.sign_in_with_password({"phone": phone, "password": PASSWORD}).session is not None


def test_authenticator_app(client: Client, admin: Client) -> None:
    email = new_email()
    admin.auth.admin.create_user({"email": email, "password": PASSWORD, "email_confirm": True})
    client.auth.sign_in_with_password({"email": email, "password": PASSWORD})
    made = client.auth.mfa.enroll({"factor_type": "totp", "friendly_name": "phone"})
    assert made.totp is not None
    asked = client.auth.mfa.challenge({"factor_id": made.id})
    code = pyotp.TOTP(made.totp.secret).now()
    raised = client.auth.mfa.verify({"factor_id": made.id, "challenge_id": asked.id, "code": code})
    assert raised.user.factors is not None
    assert client.auth.mfa.get_authenticator_assurance_level().current_level == "aal2"
    assert [factor.id for factor in client.auth.mfa.list_factors().totp] == [made.id]
    user_id = raised.user.id
    # The client declares an object with `factors`, and returns the list itself.
    listed: Any = admin.auth.admin.mfa.list_factors({"user_id": user_id})
    assert [factor.id for factor in listed] == [made.id]
    with pytest.raises(AuthApiError) as replayed:
        client.auth.mfa.challenge_and_verify({"factor_id": made.id, "code": code})
    assert replayed.value.code == "mfa_verification_failed"
    assert client.auth.mfa.unenroll({"factor_id": made.id}).id == made.id


def test_anonymous_user(client: Client) -> None:
    response = client.auth.sign_in_anonymously()
    assert response.user is not None
    assert response.user.is_anonymous is True
    assert client.auth.get_user() is not None


def test_generated_links(client: Client, admin: Client) -> None:
    email = new_email()
    made = admin.auth.admin.generate_link({"type": "signup", "email": email, "password": PASSWORD})
    assert made.properties.verification_type == "signup"
    session = client.auth.verify_otp({"token_hash": made.properties.hashed_token, "type": "signup"})
    assert session.user is not None
    assert session.user.id == made.user.id


def test_administration(admin: Client, client: Client) -> None:
    email = new_email()
    made = admin.auth.admin.create_user({"email": email, "password": PASSWORD, "user_metadata": {"full_name": "Mei"}})
    assert admin.auth.admin.get_user_by_id(made.user.id).user.email == email
    assert made.user.id in {user.id for user in admin.auth.admin.list_users(page=1, per_page=1000)}
    changed = admin.auth.admin.update_user_by_id(made.user.id, {"email_confirm": True, "app_metadata": {"team": "a"}})
    assert changed.user.app_metadata["team"] == "a"
    assert client.auth.sign_in_with_password({"email": email, "password": PASSWORD}).user is not None
    invited = admin.auth.admin.invite_user_by_email(new_email())
    assert invited.user.invited_at is not None
    admin.auth.admin.delete_user(made.user.id)
    with pytest.raises(AuthApiError) as gone:
        admin.auth.admin.get_user_by_id(made.user.id)
    assert gone.value.code == "user_not_found"
    with pytest.raises(AuthApiError) as refused:
        client.auth.admin.list_users()
    assert refused.value.code == "not_admin"
