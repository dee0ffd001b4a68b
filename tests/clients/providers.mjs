// Provider sign-in with the unmodified JavaScript client. Run by test_providers.py.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";

const require = createRequire(process.env.WEB + "/package.json");
const { createClient } = require("@supabase/supabase-js");
const { URL_: url, ANON: anon, ISSUER: issuer, CALLBACK: callback, SAML: saml } = process.env;
const realtime = { transport: globalThis.WebSocket ?? class {} };
const client = () => {
  const kept = new Map();
  const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  return createClient(url, anon, { auth: { storage, flowType: "pkce", autoRefreshToken: false }, realtime });
};

/** A browser: follows redirects with its cookies until a URL has the given prefix. */
async function visit(address, until) {
  const cookies = new Map();
  for (let hop = 0; hop < 12 && !address.startsWith(until); hop++) {
    const place = address.startsWith(callback) ? address.replace(callback, `${url}/auth/v1/callback`) : address;
    const header = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(place, { redirect: "manual", headers: { cookie: header } });
    assert.ok(answer.headers.get("location"), await answer.text());
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      cookies.set(name, value);
    }
    address = new URL(answer.headers.get("location"), address).href;
  }
  return new URL(address);
}

const options = (who) => ({
  redirectTo: `${url}/en/welcome`,
  skipBrowserRedirect: true,
  queryParams: { login_hint: who },
});

async function signIn(supabase, who) {
  const { data, error } = await supabase.auth.signInWithOAuth({ provider: "keycloak", options: options(who) });
  assert.ifError(error);
  const end = await visit(data.url, `${url}/en/welcome`);
  return supabase.auth.exchangeCodeForSession(end.searchParams.get("code"));
}

const tests = {
  async "signs in at a provider, and the code is good once"() {
    const supabase = client();
    const { data, error } = await signIn(supabase, "js-mei");
    assert.ifError(error);
    assert.equal(data.user.email, "js-mei@example.org");
    assert.ok(data.session.provider_token);
    assert.equal((await supabase.auth.getSession()).data.session.access_token, data.session.access_token);
  },
  async "is told when consent is refused"() {
    const { data } = await client().auth.signInWithOAuth({ provider: "keycloak", options: options("refuses") });
    const end = await visit(data.url, `${url}/en/welcome`);
    assert.equal(end.searchParams.get("error"), "access_denied");
    assert.match(end.hash, /error_description=She\+would\+rather\+not/);
  },
  async "links and unlinks an identity"() {
    const supabase = client();
    await signIn(supabase, "js-lan");
    const linked = await supabase.auth.linkIdentity({ provider: "keycloak", options: options("js-lan-at-work") });
    assert.ifError(linked.error);
    const end = await visit(linked.data.url, `${url}/en/welcome`);
    assert.ifError((await supabase.auth.exchangeCodeForSession(end.searchParams.get("code"))).error);
    const { identities } = (await supabase.auth.getUserIdentities()).data;
    assert.deepEqual(identities.map((identity) => identity.id), ["js-lan", "js-lan-at-work"]);
    const again = await supabase.auth.linkIdentity({ provider: "keycloak", options: options("js-lan-at-work") });
    const refused = await visit(again.data.url, `${url}/en/welcome`);
    assert.equal(refused.searchParams.get("error_code"), "identity_already_exists");
    assert.ifError((await supabase.auth.unlinkIdentity(identities[1])).error);
    const { error } = await supabase.auth.unlinkIdentity(identities[0]);
    assert.equal(error.code, "single_identity_not_deletable");
  },
  async "signs in with an ID token"() {
    const nonce = "a raw nonce";
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer, aud: "hall", sub: "js-token", iat: now, exp: now + 60,
      nonce: createHash("sha256").update(nonce).digest("hex"),
      email: "js-token@example.org", email_verified: true,
    };
    const token = await (await fetch(`${issuer}/sign`, { method: "POST", body: JSON.stringify(claims) })).text();
    const { data, error } = await client().auth.signInWithIdToken({ provider: "keycloak", token, nonce });
    assert.ifError(error);
    assert.equal(data.user.email, "js-token@example.org");
    const wrong = await client().auth.signInWithIdToken({ provider: "keycloak", token, nonce: "another" });
    assert.equal(wrong.error.message, "Nonces mismatch");
  },
  async "signs in by a company's identity provider"() {
    const supabase = client();
    const { data, error } = await supabase.auth.signInWithSSO({
      domain: "campus.example",
      options: { redirectTo: `${url}/en/welcome`, skipBrowserRedirect: true },
    });
    assert.ifError(error);
    const asked = new URL(data.url).searchParams;
    const metadata = await (await fetch(`${url}/auth/v1/sso/saml/metadata`)).text();
    const body = JSON.stringify({ metadata, request: asked.get("SAMLRequest"), who: "js-mei" });
    const answer = await (await fetch(`${saml}/respond`, { method: "POST", body })).text();
    const form = new URLSearchParams({ SAMLResponse: answer, RelayState: asked.get("RelayState") });
    const end = await fetch(`${url}/auth/v1/sso/saml/acs`, { method: "POST", body: form, redirect: "manual" });
    const code = new URL(end.headers.get("location")).searchParams.get("code");
    const session = await supabase.auth.exchangeCodeForSession(code);
    assert.ifError(session.error);
    assert.equal(session.data.user.email, "js-mei@campus.example");
    const unknown = await client().auth.signInWithSSO({ domain: "nowhere.example" });
    assert.equal(unknown.error.code, "sso_provider_not_found");
  },
};

let failed = 0;
for (const [name, run] of Object.entries(tests)) {
  try {
    await run();
    console.log(`ok ${name}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${name}\n${error.stack}`);
  }
}
process.exit(failed ? 1 : 0);
