// Auth with the unmodified JavaScript client. Run by test_auth_js.py with the instance's URL and keys.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createRequire } from "node:module";

const require = createRequire(process.env.WEB + "/package.json");
const { createClient } = require("@supabase/supabase-js");
const { URL_: url, ANON: anon, SERVICE: service } = process.env;
// Node 20 has no WebSocket, and the client requires one although nothing here uses it.
const realtime = { transport: globalThis.WebSocket ?? class {} };
const PASSWORD = "correct horse battery";
const newPhone = () => `+6012${String(Math.floor(Math.random() * 1e7)).padStart(7, "0")}`;
const newEmail = () => `${crypto.randomUUID().slice(0, 10)}@example.org`;

function storage() {
  const kept = new Map();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

function client(options = {}) {
  const store = storage();
  const made = createClient(url, anon, { auth: { storage: store, autoRefreshToken: false, ...options }, realtime });
  return Object.assign(made, { store });
}

const admin = createClient(url, service, { auth: { persistSession: false, autoRefreshToken: false }, realtime });

async function member() {
  const email = newEmail();
  const { data, error } = await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  assert.ifError(error);
  return { email, id: data.user.id };
}

async function mail(email) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(`${url}/mailbox?to=${encodeURIComponent(email)}`, { headers: { accept: "application/json" } });
    const { messages } = await answer.json();
    if (messages.length) return messages[0].plain;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`no mail to ${email}`);
}

/** The code of an authenticator app, a number of 30 s steps from now (RFC 6238). */
function totp(secret, steps) {
  const bits = [...secret].map((sign) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"));
  const key = Buffer.from(bits.join("").match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac("sha1", key).update(counter).digest();
  const value = hash.readUInt32BE(hash[19] & 15) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, "0");
}

const tests = {
  async "signs up, is told to confirm, confirms by the mailed code"() {
    const supabase = client();
    const email = newEmail();
    const events = [];
    supabase.auth.onAuthStateChange((event) => void events.push(event));
    const { data, error } = await supabase.auth.signUp({ email, password: PASSWORD, options: { data: { language: "ms" } } });
    assert.ifError(error);
    assert.equal(data.session, null);
    assert.equal(data.user.email, email);
    const early = await supabase.auth.signInWithPassword({ email, password: PASSWORD });
    assert.equal(early.error.code, "email_not_confirmed");
    const text = await mail(email);
    assert.match(text, /Sahkan e-mel saya/);
    const token = /\b\d{6}\b/.exec(text.replace(/token_hash=\w+/, ""))[0];
    const verified = await supabase.auth.verifyOtp({ email, token, type: "signup" });
    assert.ifError(verified.error);
    assert.ok(verified.data.session.access_token);
    assert.ok(events.includes("SIGNED_IN"));
    // The storage key is derived from the host name, which the site's pages rely on.
    assert.ok([...supabase.store.kept.keys()].some((key) => /^sb-.*-auth-token$/.test(key)));
  },

  async "signs in and up by a code in a text message, and moves to another number"() {
    const supabase = client();
    const phone = newPhone();
    assert.ifError((await supabase.auth.signInWithOtp({ phone })).error);
    const token = /\d{6}/.exec(await mail(phone))[0];
    const { data, error } = await supabase.auth.verifyOtp({ phone, token, type: "sms" });
    assert.ifError(error);
    assert.equal(data.user.phone, phone.slice(1));
    const next = newPhone();
    const asked = await supabase.auth.updateUser({ phone: next });
    assert.ifError(asked.error);
    assert.equal(asked.data.user.new_phone, next.slice(1));
    const change = { phone: next, token: /\d{6}/.exec(await mail(next))[0], type: "phone_change" };
    assert.equal((await supabase.auth.verifyOtp(change)).data.user.phone, next.slice(1));
    const wrong = await supabase.auth.verifyOtp({ phone: next, token: "000000", type: "sms" });
    assert.equal(wrong.error.code, "otp_expired");
  },

  async "a known address looks like a new one"() {
    const { email, id } = await member();
    const { data, error } = await client().auth.signUp({ email, password: PASSWORD });
    assert.ifError(error);
    assert.notEqual(data.user.id, id);
    assert.deepEqual(data.user.identities, []);
  },

  async "errors carry their codes, weak passwords their reasons"() {
    const wrong = await client().auth.signInWithPassword({ email: newEmail(), password: "wrong" });
    assert.equal(wrong.error.code, "invalid_credentials");
    assert.equal(wrong.error.message, "Invalid login credentials");
    const weak = await client().auth.signUp({ email: newEmail(), password: "short" });
    assert.equal(weak.error.name, "AuthWeakPasswordError");
    assert.deepEqual(weak.error.reasons, ["length"]);
  },

  async "refreshes, and an expired session is recovered from storage"() {
    const { email } = await member();
    const supabase = client();
    const { data } = await supabase.auth.signInWithPassword({ email, password: PASSWORD });
    const refreshed = await supabase.auth.refreshSession();
    assert.ifError(refreshed.error);
    assert.notEqual(refreshed.data.session.refresh_token, data.session.refresh_token);
    const [key, value] = [...supabase.store.kept][0];
    const store = storage();
    const expired = { ...JSON.parse(value), expires_at: 1, expires_in: 0 };
    store.setItem(key, JSON.stringify(expired));
    const events = [];
    const later = createClient(url, anon, { auth: { storage: store, autoRefreshToken: false }, realtime });
    later.auth.onAuthStateChange((event) => void events.push(event));
    const { data: recovered } = await later.auth.getSession();
    assert.ok(recovered.session.expires_at > Date.now() / 1000);
    assert.ok(events.includes("TOKEN_REFRESHED") || events.includes("INITIAL_SESSION"));
  },

  async "two tabs with the same token both stay signed in"() {
    const { email } = await member();
    const first = client();
    const { data } = await first.auth.signInWithPassword({ email, password: PASSWORD });
    const tabs = await Promise.all(
      [client(), client(), client()].map((tab) => tab.auth.refreshSession({ refresh_token: data.session.refresh_token })),
    );
    for (const { error } of tabs) assert.ifError(error);
    assert.equal(new Set(tabs.map((tab) => tab.data.session.refresh_token)).size, 1);
  },

  async "a token that nobody gave out is refused for good"() {
    const unknown = await client().auth.refreshSession({ refresh_token: "abcdefghijkl" });
    assert.equal(unknown.error.code, "refresh_token_not_found");
  },

  async "signs out everywhere, and the others learn of it"() {
    const { email } = await member();
    const [one, two] = [client(), client()];
    await one.auth.signInWithPassword({ email, password: PASSWORD });
    await two.auth.signInWithPassword({ email, password: PASSWORD });
    const { error } = await one.auth.signOut({ scope: "global" });
    assert.ifError(error);
    const gone = await two.auth.getUser();
    assert.equal(gone.error.name, "AuthSessionMissingError");
    assert.equal(two.store.kept.size, 0);
  },

  async "recovers by the link of the mail and changes the password"() {
    const { email } = await member();
    const supabase = client();
    assert.ifError((await supabase.auth.resetPasswordForEmail(email, { redirectTo: `${url}/en/reset-password` })).error);
    const token_hash = /token_hash=(\w+)/.exec(await mail(email))[1];
    assert.ifError((await supabase.auth.verifyOtp({ token_hash, type: "recovery" })).error);
    const same = await supabase.auth.updateUser({ password: PASSWORD });
    assert.equal(same.error.code, "same_password");
    assert.ifError((await supabase.auth.updateUser({ password: "another good password" })).error);
    const signedIn = await client().auth.signInWithPassword({ email, password: "another good password" });
    assert.ifError(signedIn.error);
  },

  async "a PKCE link gives its code to its browser alone"() {
    const { email } = await member();
    const supabase = client({ flowType: "pkce" });
    assert.ifError((await supabase.auth.resetPasswordForEmail(email, { redirectTo: `${url}/en` })).error);
    const token = /token_hash=(pkce_\w+)/.exec(await mail(email))[1];
    const query = new URLSearchParams({ token, type: "recovery", redirect_to: `${url}/en` });
    const followed = await fetch(`${url}/auth/v1/verify?${query}`, { redirect: "manual" });
    assert.equal(followed.status, 303);
    const code = new URL(followed.headers.get("location")).searchParams.get("code");
    const stranger = await client({ flowType: "pkce" }).auth.exchangeCodeForSession(code);
    assert.ok(stranger.error);
    const { data, error } = await supabase.auth.exchangeCodeForSession(code);
    assert.ifError(error);
    assert.equal(data.user.email, email);
  },

  async "checks a session by the public keys, without asking the server who it is"() {
    const { email, id } = await member();
    const asked = [];
    const counting = (address, options) => {
      asked.push(new URL(address).pathname);
      return fetch(address, options);
    };
    const supabase = createClient(url, anon, { auth: { persistSession: false }, global: { fetch: counting }, realtime });
    assert.ifError((await supabase.auth.signInWithPassword({ email, password: PASSWORD })).error);
    const { data, error } = await supabase.auth.getClaims();
    assert.ifError(error);
    assert.equal(data.header.alg, "ES256");
    assert.equal(data.claims.sub, id);
    assert.ok(asked.includes("/auth/v1/.well-known/jwks.json") && !asked.includes("/auth/v1/user"));
    const { data: session } = await supabase.auth.getSession();
    const [head, , signature] = session.session.access_token.split(".");
    const forged = Buffer.from(JSON.stringify({ ...data.claims, role: "service_role" })).toString("base64url");
    assert.equal((await supabase.auth.getClaims(`${head}.${forged}.${signature}`)).data, null);
  },

  async "an authenticator app raises the session, and the level goes when the app goes"() {
    const { email } = await member();
    const supabase = client();
    assert.ifError((await supabase.auth.signInWithPassword({ email, password: PASSWORD })).error);
    const { data: made, error } = await supabase.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
    assert.ifError(error);
    assert.ok(made.totp.qr_code.startsWith("data:image/svg+xml;utf-8,<svg") && !made.totp.qr_code.includes("#"));
    const wrong = await supabase.auth.mfa.challengeAndVerify({ factorId: made.id, code: "abcdef" });
    assert.equal(wrong.error.code, "mfa_verification_failed");
    const proved = await supabase.auth.mfa.challengeAndVerify({ factorId: made.id, code: totp(made.totp.secret, -1) });
    assert.ifError(proved.error);
    const level = async (of) => (await of.auth.mfa.getAuthenticatorAssuranceLevel()).data;
    assert.equal((await level(supabase)).currentLevel, "aal2");
    const other = client();
    assert.ifError((await other.auth.signInWithPassword({ email, password: PASSWORD })).error);
    assert.equal((await level(other)).currentLevel, "aal1");
    assert.equal((await level(other)).nextLevel, "aal2");
    const early = await other.auth.updateUser({ password: "another good password" });
    assert.equal(early.error.code, "insufficient_aal");
    const { data: listed } = await other.auth.mfa.listFactors();
    assert.equal(listed.totp[0].id, made.id);
    const { data: asked } = await other.auth.mfa.challenge({ factorId: made.id });
    const code = totp(made.totp.secret, 0);
    assert.ifError((await other.auth.mfa.verify({ factorId: made.id, challengeId: asked.id, code })).error);
    const again = await other.auth.mfa.challengeAndVerify({ factorId: made.id, code });
    assert.equal(again.error.code, "mfa_verification_failed");
    assert.equal((await other.auth.mfa.unenroll({ factorId: made.id })).data.id, made.id);
    assert.ifError((await other.auth.refreshSession()).error);
    assert.equal((await level(other)).nextLevel, "aal1");
  },

  async "is nobody in particular, and then somebody"() {
    const supabase = client();
    const { data, error } = await supabase.auth.signInAnonymously({ options: { data: { language: "vi" } } });
    assert.ifError(error);
    assert.equal(data.user.is_anonymous, true);
    const email = newEmail();
    assert.ifError((await supabase.auth.updateUser({ email })).error);
    const token = /\b(\d{6})\b/.exec((await mail(email)).replace(/token_hash=\w+/g, ""))[1];
    const changed = await supabase.auth.verifyOtp({ email, token, type: "email_change" });
    assert.ifError(changed.error);
    assert.equal(changed.data.user.id, data.user.id);
    assert.equal(changed.data.user.is_anonymous, false);
  },

  async "administers factors, links and other people's sessions"() {
    const { email, id } = await member();
    const supabase = client();
    const { data: signedIn } = await supabase.auth.signInWithPassword({ email, password: PASSWORD });
    const { data: made } = await supabase.auth.mfa.enroll({ factorType: "totp" });
    const { data: listed, error } = await admin.auth.admin.mfa.listFactors({ userId: id });
    assert.ifError(error);
    assert.equal(listed.factors[0].id, made.id);
    // The client wraps this response once more than the others.
    assert.equal((await admin.auth.admin.mfa.deleteFactor({ userId: id, id: made.id })).data.data.id, made.id);
    const { data: link, error: refused } = await admin.auth.admin.generateLink({ type: "recovery", email });
    assert.ifError(refused);
    assert.equal(link.properties.verification_type, "recovery");
    const { hashed_token: token_hash } = link.properties;
    assert.ifError((await client().auth.verifyOtp({ token_hash, type: "recovery" })).error);
    assert.ifError((await admin.auth.admin.updateUserById(id, { ban_duration: "1h" })).error);
    assert.equal((await supabase.auth.getUser()).error.code, "user_banned");
    assert.ifError((await admin.auth.admin.updateUserById(id, { ban_duration: "none" })).error);
    assert.ifError((await admin.auth.admin.signOut(signedIn.session.access_token, "global")).error);
    const gone = await supabase.auth.refreshSession();
    assert.equal(gone.error.code, "refresh_token_not_found");
  },

  async "administers accounts in pages"() {
    const { id } = await member();
    await member();
    const { data, error } = await admin.auth.admin.listUsers({ page: 1, perPage: 1 });
    assert.ifError(error);
    assert.equal(data.users.length, 1);
    assert.equal(data.nextPage, 2);
    assert.ok(data.total >= 2);
    // The client reads only one digit of the number.
    assert.ok(data.lastPage >= 1);
    assert.ifError((await admin.auth.admin.deleteUser(id)).error);
    assert.equal((await admin.auth.admin.getUserById(id)).error.code, "user_not_found");
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
