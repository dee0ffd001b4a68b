// Functions with the official JavaScript client: request bodies, responses, and the three kinds of error.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { FunctionsClient, FunctionsFetchError, FunctionsHttpError, FunctionsRelayError } = require("@supabase/functions-js");
const [url, key, wrongKey] = process.argv.slice(2);
const clientOf = (base, apikey) =>
  new FunctionsClient(`${base}/functions/v1`, { headers: { apikey, Authorization: `Bearer ${apikey}` } });
const functions = clientOf(url, key);

const echo = async (options) => {
  const { data, error } = await functions.invoke("echo", options);
  assert.equal(error, null);
  return data;
};

// Bodies.
let said = await echo({ body: { name: "Ana" } });
assert.deepEqual([said.method, said.type, said.body, said.role], ["POST", "application/json", '{"name":"Ana"}', "anon"]);
said = await echo({ body: "plain" });
assert.deepEqual([said.type, said.body], ["text/plain", "plain"]);
said = await echo({ body: new Blob(["blob"]) });
assert.deepEqual([said.type, said.body], ["application/octet-stream", "blob"]);
said = await echo({ body: new TextEncoder().encode("buffer").buffer });
assert.deepEqual([said.type, said.body], ["application/octet-stream", "buffer"]);
const form = new FormData();
form.set("field", "value");
said = await echo({ body: form });
assert.match(said.type, /^multipart\/form-data; boundary=/);
assert.match(said.body, /name="field"\r\n\r\nvalue/);
said = await echo();
assert.deepEqual([said.method, said.body], ["POST", ""]);
for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
  said = await echo({ method });
  assert.equal(said.method, method);
}
said = await echo({ body: "x".repeat(3_000_000) });
assert.equal(said.body.length, 3_000_000);
said = await echo({ headers: { "Content-Type": "text/csv" }, body: "a,b", region: "eu-west-1" });
assert.deepEqual([said.type, said.region, said.query], ["text/csv", "eu-west-1", "forceFunctionRegion=eu-west-1"]);

// Responses.
const ask = (path) => functions.invoke(`kinds/${path}`);
assert.equal((await ask("text")).data, "mee goreng 炒面");
assert.deepEqual(new Uint8Array(await (await ask("bytes")).data.arrayBuffer()), new Uint8Array([0, 1, 255]));
assert.equal((await ask("pdf")).data.size, 8);
assert.equal(await (await ask("events")).data.text(), "data: 0\n\ndata: 1\n\ndata: 2\n\n");
assert.equal((await ask("nothing")).data, "");
assert.deepEqual((await ask("a/b%20c?d=e")).data, { path: "/a/b%20c" });

// Errors.
let { data, error } = await ask("refused");
assert.equal(data, null);
assert.ok(error instanceof FunctionsHttpError);
assert.deepEqual([error.context.status, await error.context.json()], [418, { error: "not today" }]);
const relayed = async (path, status, code) => {
  ({ error } = await functions.invoke(path));
  assert.ok(error instanceof FunctionsRelayError, `${path}: ${error}`);
  assert.equal(error.context.status, status, path);
  const said = await error.context.json();
  assert.equal(said.code, code);
  assert.doesNotMatch(JSON.stringify(said), /secret/);
};
await relayed("nobody", 404, "NOT_FOUND");
await relayed("broken", 503, "BOOT_ERROR");
await relayed("kinds/raises", 500, "WORKER_ERROR");
await relayed("kinds/exits", 500, "WORKER_ERROR");
await relayed("kinds/splits", 500, "WORKER_ERROR");
await relayed("kinds/greedy", 546, "WORKER_LIMIT");
await relayed("kinds/sleeps", 546, "WORKER_LIMIT");
assert.equal((await ask("text")).data, "mee goreng 炒面");
({ error } = await clientOf(url, wrongKey).invoke("echo"));
assert.ok(error instanceof FunctionsRelayError);
assert.equal(error.context.status, 401);
({ error } = await clientOf("http://127.0.0.1:9", key).invoke("echo"));
assert.ok(error instanceof FunctionsFetchError);
functions.setAuth(wrongKey);
({ error } = await functions.invoke("echo"));
assert.ok(error instanceof FunctionsRelayError);
functions.setAuth(key);
assert.equal((await echo({})).role, "anon");
console.log("done");
