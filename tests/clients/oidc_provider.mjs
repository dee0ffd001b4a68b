// A real OpenID provider on a free port. The request's `login_hint` is the user; users whose name begins with "refuses" do
// not consent. `POST /rotate` changes the keys, `POST /sign` signs any claims with the current one.
import { createServer } from "node:http";

const modules = `${process.env.WEB}/node_modules`;
const { Provider } = await import(`${modules}/oidc-provider/lib/index.js`);
const jose = await import(`${modules}/jose/dist/webapi/index.js`);

const claimsOf = (id) => ({
  sub: id,
  name: `Name of ${id}`,
  ...(id.startsWith("mailless") ? {} : { email: `${id}@example.org`, email_verified: !id.startsWith("unverified") }),
});
let key;
let provider;

async function renew(issuer) {
  const made = await jose.generateKeyPair("RS256", { extractable: true });
  key = { ...(await jose.exportJWK(made.privateKey)), kid: crypto.randomUUID(), use: "sig", alg: "RS256" };
  provider = new Provider(issuer, {
    clients: [
      {
        client_id: "hall",
        client_secret: "secret of the hall",
        redirect_uris: JSON.parse(process.env.REDIRECT_URIS),
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ["a secret of the tests"] },
    claims: { email: ["email", "email_verified"], profile: ["name"], openid: ["sub"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => claimsOf(id) }),
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid email profile offline_access");
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
  });
}

async function interact(request, response) {
  const { params } = await provider.interactionDetails(request, response);
  const id = params.login_hint ?? "mei";
  const refusal = { error: "access_denied", error_description: "She would rather not" };
  const result = id.startsWith("refuses") ? refusal : { login: { accountId: id }, consent: {} };
  await provider.interactionFinished(request, response, result);
}

async function sign(request, response) {
  let body = "";
  for await (const chunk of request) body += chunk;
  const signed = new jose.SignJWT(JSON.parse(body)).setProtectedHeader({ alg: "RS256", kid: key.kid });
  response.end(await signed.sign(await jose.importJWK(key, "RS256")));
}

const server = createServer(async (request, response) => {
  try {
    if (request.url.startsWith("/interaction/")) await interact(request, response);
    else if (request.url === "/sign") await sign(request, response);
    else if (request.url === "/rotate") {
      await renew(provider.issuer);
      response.end();
    } else provider.callback()(request, response);
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error.stack));
  }
});
server.listen(0, "127.0.0.1", async () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  await renew(issuer);
  process.stdout.write(`${issuer}\n`);
});
