// A real SAML identity provider on a free port. `GET /sso` is its page for browsers: the user types a name. `POST /respond`
// answers a request of the instance for tests without a browser. The user's attributes may be changed before signing, so
// that a test can let the provider itself send something wrong.
import { createServer } from "node:http";
import { createRequire } from "node:module";

const samlify = createRequire(`${process.env.WEB}/package.json`)("samlify");
samlify.setSchemaValidator({ validate: async () => "the tests look at what is written" });
const { KEY: privateKey, CERTIFICATE: signingCert } = process.env;
const name = (suffix) => `urn:oasis:names:tc:SAML:2.0:${suffix}`;
const attribute = (key, value) =>
  `<saml:Attribute Name="${key}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
const context = samlify.SamlLib.defaultLoginResponseTemplate.context
  .replace("{AuthnStatement}", '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionNotOnOrAfter="{End}"/>')
  .replace(
    "{AttributeStatement}",
    `<saml:AttributeStatement>${attribute("mail", "{Mail}")}${attribute("displayName", "{Name}")}</saml:AttributeStatement>`,
  );

function identityProvider(url, { encrypted = false, checked = false } = {}) {
  return samlify.IdentityProvider({
    isAssertionEncrypted: encrypted,
    wantAuthnRequestsSigned: checked,
    entityID: `${url}/metadata`,
    privateKey,
    signingCert,
    requestSignatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    nameIDFormat: [name("nameid-format:persistent")],
    singleSignOnService: [{ Binding: name("bindings:HTTP-Redirect"), Location: `${url}/sso` }],
    loginResponseTemplate: { context, attributes: [] },
  });
}

const minutes = (count) => new Date(Date.now() + count * 60_000).toISOString();

async function respond(provider, { metadata, request, signed, who, changes = {}, sign = "assertion", replace = [] }) {
  const hall = samlify.ServiceProvider({
    metadata: sign === "message" ? metadata.replace('AssertionsSigned="true"', 'AssertionsSigned="false"') : metadata,
    wantMessageSigned: sign !== "assertion",
  });
  const asked = await provider.parseLoginRequest(hall, "redirect", { query: { SAMLRequest: request, ...signed?.query }, octetString: signed?.octets });
  const url = hall.entityMeta.getAssertionConsumerService("post");
  const values = {
    ID: `_${crypto.randomUUID()}`,
    AssertionID: `_${crypto.randomUUID()}`,
    Destination: url,
    SubjectRecipient: url,
    Audience: hall.entityMeta.getEntityID(),
    Issuer: provider.entityMeta.getEntityID(),
    IssueInstant: minutes(0),
    StatusCode: name("status:Success"),
    ConditionsNotBefore: minutes(0),
    ConditionsNotOnOrAfter: minutes(5),
    SubjectConfirmationDataNotOnOrAfter: minutes(5),
    InResponseTo: asked.extract.request.id,
    NameIDFormat: name("nameid-format:persistent"),
    NameID: who,
    Mail: `${who}@campus.example`,
    Name: `Name of ${who}`,
    End: minutes(60),
    ...changes,
  };
  const fill = (template) => {
    let filled = samlify.SamlLib.replaceTagsByValue(template, values);
    for (const [from, to] of replace) filled = filled.replaceAll(from, to);
    return { id: values.ID, context: filled };
  };
  const answer = await provider.createLoginResponse(hall, asked, "post", { email: who }, fill, true);
  return answer.context;
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
const hidden = (name, value) => `<input type="hidden" name="${name}" value="${escaped(value)}">`;
const page = (form) => `<!doctype html><html lang="en"><title>Campus</title><h1>Campus</h1>${form}`;

/** The page of the redirect, and then the form that posts the response back to the instance. */
async function signOn(provider, query) {
  const [request, relay, who] = ["SAMLRequest", "RelayState", "who"].map((key) => query.get(key) ?? "");
  if (!who) {
    const fields = hidden("SAMLRequest", request) + hidden("RelayState", relay);
    return page(`<form>${fields}<label>Name <input name="who"></label><button>Sign in</button></form>`);
  }
  const xml = samlify.Utility.inflateString(request);
  const metadata = await (await fetch(/<saml:Issuer[^>]*>([^<]+)</.exec(xml)[1])).text();
  const answer = hidden("SAMLResponse", await respond(provider, { metadata, request, who }));
  const action = /AssertionConsumerService [^>]*Location="([^"]+)"/.exec(metadata)[1];
  return page(`<form method="post" action="${action}">${answer}${hidden("RelayState", relay)}<button>Go on</button></form>`);
}

async function serve(provider, url, text) {
  if (url.pathname === "/metadata") return provider.getMetadata();
  if (url.pathname === "/sso") return signOn(provider, url.searchParams);
  const body = JSON.parse(text);
  return respond(identityProvider(url.origin, { encrypted: body.encrypted, checked: Boolean(body.signed) }), body);
}

const server = createServer(async (request, response) => {
  const origin = `http://${request.headers.host}`;
  const url = new URL(request.url, origin);
  try {
    if (url.pathname === "/sso") response.setHeader("content-type", "text/html; charset=utf-8");
    let body = "";
    for await (const chunk of request) body += chunk;
    response.end(await serve(identityProvider(origin), url, body));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error.stack ?? error));
  }
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
