// The unmodified TUS client uploads over a connection that breaks ten times. Run by test_storage_js.py.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import net from "node:net";

const require = createRequire(process.env.WEB + "/package.json");
const { createClient } = require("@supabase/supabase-js");
const tus = require("tus-js-client");
const { URL_: url, SERVICE: service } = process.env;
const realtime = { transport: globalThis.WebSocket ?? class {} };
const { storage } = createClient(url, service, { auth: { persistSession: false, autoRefreshToken: false }, realtime });

// A proxy that breaks the connection after a number of bytes, a number of times.
const SIZE = 11_000_000;
const CUTS = 10;
const EVERY = 900_000;
let passed = 0;
let cuts = 0;
const line = net.createServer((near) => {
  const far = net.connect(Number(new URL(url).port), "127.0.0.1");
  let here = 0;
  near.on("data", (data) => {
    passed += data.length;
    here += data.length;
    far.write(data);
    if (here > EVERY && cuts < CUTS) {
      cuts += 1;
      near.destroy();
      far.end();
    }
  });
  far.pipe(near);
  for (const end of [near, far]) end.on("error", () => {}).on("close", () => (end === near ? far.end() : near.destroy()));
});
await new Promise((resolve) => line.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${line.address().port}`;

const upload = (body, objectName, options = {}) =>
  new Promise((resolve, reject) => {
    const made = new tus.Upload(body, {
      endpoint: `${origin}/storage/v1/upload/resumable`,
      headers: options.headers ?? { authorization: `Bearer ${service}` },
      metadata: { bucketName: "large", objectName, contentType: "application/zip", cacheControl: "60", metadata: '{"name":"诊所.zip"}' },
      retryDelays: Array(20).fill(10),
      onError: reject,
      onSuccess: () => resolve(made),
      ...options.more,
    });
    made.start();
  });

assert.ifError((await storage.createBucket("large")).error);
const file = randomBytes(SIZE);
await upload(file, "in/one.zip");
assert.equal(cuts, CUTS);
// Data received before a disconnection was not sent again: less than 10 % more than the file was sent.
assert.ok(passed < SIZE * 1.1, `${passed} bytes for ${SIZE}`);
const { data } = await storage.from("large").download("in/one.zip");
assert.ok(Buffer.from(await data.arrayBuffer()).equals(file));
const { data: told } = await storage.from("large").info("in/one.zip");
assert.deepEqual([told.size, told.contentType, told.cacheControl, told.metadata], [SIZE, "application/zip", "max-age=60", { name: "诊所.zip" }]);
console.log("ok cut ten times");

await assert.rejects(upload(file, "in/one.zip", { more: { retryDelays: [] } }), /409/);
await upload(file.subarray(0, 100_000), "in/one.zip", { headers: { authorization: `Bearer ${service}`, "x-upsert": "true" }, more: { chunkSize: 30_000 } });
await upload(file.subarray(0, 50_000), "in/two", { more: { uploadDataDuringCreation: true } });
await upload(Buffer.alloc(0), "in/empty");
const sizes = Object.fromEntries((await storage.from("large").list("in")).data.map(({ name, metadata }) => [name, metadata.size]));
assert.deepEqual(sizes, { "one.zip": 100_000, two: 50_000, empty: 0 });
console.log("ok in pieces, at once and empty");

const { data: signed } = await storage.from("large").createSignedUploadUrl("in/signed");
const endpoint = `${origin}/storage/v1/upload/resumable/sign`;
await upload(file.subarray(0, 10), "in/signed", { headers: { "x-signature": signed.token }, more: { endpoint } });
assert.equal((await storage.from("large").exists("in/signed")).data, true);
console.log("ok signed");
line.close();
process.exit(0);
