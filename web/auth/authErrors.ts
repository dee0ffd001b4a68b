/**
 * Maps errors of the auth service and its client to text keys: the one place that knows their codes, names and messages.
 * A code wins over a message. An unlisted error goes by its status, never by its raw message.
 */
import { type Failure, readFailure } from "../lib/requests/errors";

/** Texts of the service or its client that have no code, or share one with others. The first that fits wins. */
const BY_MESSAGE: readonly [RegExp, string][] = [
  [/either an email or phone number and a password/i, "error.auth.missingBoth"],
  [/either an email or phone number/i, "error.auth.missingAddress"],
  [/linked to another user/i, "error.auth.linkedToOther"],
  [/already linked/i, "error.auth.linkedAlready"],
  [/no session defined in url|no code detected/i, "error.auth.addressIncomplete"],
  [/not a valid (implicit grant|pkce) flow url/i, "error.auth.addressUnfit"],
  [/session missing|no current session/i, "error.session"],
  [/token has expired or is invalid/i, "error.auth.code"],
  [/phone number format|invalid phone/i, "error.auth.phone"],
  [/validate email|invalid email format|email address is (required|too long)/i, "error.auth.email"],
  [/cannot be longer than 72/i, "error.auth.weak.long"],
  [/invalid login credentials/i, "error.auth.credentials"],
  [/invitation is no longer valid/i, "error.auth.invitationOver"],
];

const CLOSED = "error.auth.wayClosed";
const AGAIN = "error.auth.beginAgain";
const KEY = "error.auth.keyFailed";
const BROWSER = "error.auth.otherBrowser";
const COMPANY = "error.auth.companyFailed";

const BY_CODE = new Map(
  Object.entries({
    ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "error.auth.keyKnown",
    ERROR_CEREMONY_ABORTED: "error.auth.keyCancelled",
    ERROR_INVALID_DOMAIN: CLOSED,
    ERROR_INVALID_RP_ID: CLOSED,
    access_denied: "error.auth.cancelled",
    anonymous_provider_disabled: CLOSED,
    bad_code_verifier: BROWSER,
    bad_jwt: "error.session",
    bad_oauth_callback: AGAIN,
    bad_oauth_state: AGAIN,
    captcha_failed: "error.auth.captcha",
    conflict: "error.busy",
    current_password_invalid: "error.auth.currentPassword",
    current_password_required: "error.auth.currentPassword",
    email_address_invalid: "error.auth.email",
    email_address_not_authorized: "error.auth.email",
    email_conflict_identity_not_deletable: "error.auth.taken",
    email_exists: "error.auth.taken",
    email_not_confirmed: "error.auth.notConfirmed",
    email_provider_disabled: CLOSED,
    feature_disabled: CLOSED,
    flow_state_already_used: AGAIN,
    flow_state_expired: AGAIN,
    flow_state_not_found: BROWSER,
    identity_already_exists: "error.auth.linkedAlready",
    identity_not_found: "error.gone",
    insufficient_aal: "error.auth.secondFactor",
    invalid_credentials: "error.auth.credentials",
    invite_not_found: "error.auth.linkExpired",
    manual_linking_disabled: CLOSED,
    mfa_challenge_expired: "error.auth.code",
    mfa_factor_name_conflict: "error.auth.factorName",
    mfa_factor_not_found: "error.auth.factorGone",
    mfa_ip_address_mismatch: AGAIN,
    mfa_phone_enroll_not_enabled: CLOSED,
    mfa_phone_verify_not_enabled: CLOSED,
    mfa_totp_enroll_not_enabled: CLOSED,
    mfa_totp_verify_not_enabled: CLOSED,
    mfa_verification_failed: "error.auth.code",
    mfa_verification_rejected: "error.auth.notDone",
    mfa_verified_factor_exists: "error.auth.factorPhone",
    mfa_webauthn_enroll_not_enabled: CLOSED,
    mfa_webauthn_verify_not_enabled: CLOSED,
    no_authorization: "error.session",
    not_admin: "error.forbidden",
    oauth_client_state_expired: AGAIN,
    oauth_client_state_not_found: AGAIN,
    oauth_invalid_state: AGAIN,
    oauth_provider_not_supported: CLOSED,
    otp_disabled: "error.auth.signupDisabled",
    otp_expired: "error.auth.linkExpired",
    over_email_send_rate_limit: "error.tooMany",
    over_request_rate_limit: "error.tooMany",
    over_sms_send_rate_limit: "error.tooMany",
    passkey_disabled: CLOSED,
    phone_exists: "error.auth.phoneTaken",
    phone_not_confirmed: "error.auth.phoneNotConfirmed",
    phone_provider_disabled: CLOSED,
    pkce_code_verifier_not_found: BROWSER,
    provider_disabled: CLOSED,
    provider_email_needs_verification: "error.auth.providerEmail",
    reauthentication_needed: "error.auth.reauthenticate",
    reauthentication_not_valid: "error.auth.code",
    refresh_token_already_used: "error.session",
    refresh_token_not_found: "error.session",
    request_timeout: "error.busy",
    same_password: "error.auth.samePassword",
    saml_assertion_no_email: COMPANY,
    saml_assertion_no_user_id: COMPANY,
    saml_idp_already_exists: "error.duplicate",
    saml_idp_not_found: COMPANY,
    saml_provider_disabled: CLOSED,
    saml_relay_state_expired: AGAIN,
    saml_relay_state_not_found: AGAIN,
    session_expired: "error.session",
    session_not_found: "error.session",
    signup_disabled: "error.auth.signupDisabled",
    single_identity_not_deletable: "error.auth.lastIdentity",
    sms_send_failed: "error.auth.sms",
    sso_domain_already_exists: "error.duplicate",
    sso_provider_disabled: "error.auth.noCompany",
    sso_provider_not_found: "error.auth.noCompany",
    too_many_enrolled_mfa_factors: "error.auth.factorMany",
    too_many_passkeys: "error.auth.passkeyMany",
    unexpected_audience: "error.forbidden",
    unexpected_failure: "error.server",
    user_already_exists: "error.auth.taken",
    user_banned: "error.auth.banned",
    user_not_found: "error.session",
    user_sso_managed: "error.auth.companyManaged",
    validation_failed: "error.notAccepted",
    weak_password: "error.auth.weakPassword",
    webauthn_challenge_expired: AGAIN,
    webauthn_challenge_not_found: AGAIN,
    webauthn_credential_exists: "error.auth.keyKnown",
    webauthn_verification_failed: KEY,
  }),
);

/** The reasons of a weak password that have a text of their own. */
const REASONS = new Set(["length", "characters", "pwned"]);
const RETRYABLE = new Set(["error.busy", "error.network", "error.server", "error.tooMany", "error.auth.wait"]);
/** Codes of several errors, which only their message tells apart. */
const SHARED_CODES = new Set(["validation_failed", "otp_expired", "identity_already_exists", "signup_disabled"]);
const UNAVAILABLE = new Set([502, 503, 504]);
/** "For security purposes, you can only request this after 42 seconds." */
const SECONDS = /after (\d+) seconds?/;

/** Any error of the auth client, or one thrown by mistake. */
export function readAuthFailure(error: unknown): Failure {
  const plain = readFailure(error);
  const { message, name, status, reasons } = readFacts(error);
  if (plain.key === "error.network") return plain;
  if (name === "NotAllowedError") return failureOf("error.auth.keyCancelled", plain.code, {});
  const seconds = SECONDS.exec(message)?.[1];
  if (seconds !== undefined) return failureOf("error.auth.wait", plain.code, { values: { count: Number(seconds) } });
  const key =
    keyOf(plain.code, message) ??
    (plain.code.startsWith("ERROR_") ? KEY : UNAVAILABLE.has(status) ? "error.busy" : plain.key);
  return failureOf(key, plain.code, reasons.length ? { reasons } : {});
}

/** The error that the service put into the address on its redirect, in the query or the fragment. */
export function readAddressFailure(params: URLSearchParams): Failure {
  const code = params.get("error_code") ?? "";
  const message = params.get("error_description") ?? "";
  const key = keyOf(code, message) ?? keyOf(params.get("error") ?? "", "") ?? "error.auth.notDone";
  return failureOf(key, code || (params.get("error") ?? ""), {});
}

function keyOf(code: string, message: string): string | undefined {
  const said = BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1];
  const isVague = !BY_CODE.has(code) || SHARED_CODES.has(code);
  return (isVague ? said : undefined) ?? BY_CODE.get(code);
}

function failureOf(key: string, code: string, more: Pick<Failure, "values" | "reasons">): Failure {
  return { key, code, isRetryable: RETRYABLE.has(key), ...more };
}

/** The texts of a rejected password: every known reason, otherwise that it is weak. */
export function passwordKeys(failure: Failure): readonly string[] {
  const known = (failure.reasons ?? []).filter((reason) => REASONS.has(reason));
  return known.length ? known.map((reason) => `error.auth.weak.${reason}`) : [failure.key];
}

function readFacts(error: unknown) {
  const facts: Record<string, unknown> = typeof error === "object" && error !== null ? { ...error } : {};
  const text = error instanceof Error ? error.message : facts.message;
  return {
    message: typeof text === "string" ? text : "",
    name: error instanceof Error ? error.name : "",
    status: typeof facts.status === "number" ? facts.status : 0,
    reasons: Array.isArray(facts.reasons) ? facts.reasons.filter((reason) => typeof reason === "string") : [],
  };
}
