// Storage with the unmodified JavaScript client. Run by test_storage_js.py with the instance's URL and keys.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const require = createRequire(process.env.WEB + "/package.json");
const { createClient } = require("@supabase/supabase-js");
const { URL_: url, ANON: anon, SERVICE: service } = process.env;
// Node 20 has no WebSocket, and the client requires one although nothing here uses it.
const realtime = { transport: globalThis.WebSocket ?? class {} };
const auth = { persistSession: false, autoRefreshToken: false };
const admin = createClient(url, service, { auth, realtime }).storage;
const visitor = createClient(url, anon, { auth, realtime }).storage;
const good = async (query) => {
  const { data, error } = await query;
  assert.ifError(error);
  return data;
};
const refused = async (query, status, code) => {
  const { data, error } = await query;
  assert.deepEqual([data, error.statusCode, error.code], [null, status, code], error.message);
};

const checks = {
  async "buckets are made, listed, changed and removed"() {
    assert.deepEqual(await good(admin.createBucket("b1", { fileSizeLimit: "2MB", allowedMimeTypes: ["image/*"] })), { name: "b1" });
    await refused(admin.createBucket("b1"), "409", "BucketAlreadyExists");
    await refused(admin.createBucket("b/2"), "400", "InvalidBucketName");
    await refused(visitor.createBucket("b3"), "403", "AccessDenied");
    const bucket = await good(admin.getBucket("b1"));
    assert.deepEqual([bucket.public, bucket.file_size_limit, bucket.allowed_mime_types, bucket.owner], [false, 2_000_000, ["image/*"], ""]);
    await good(admin.updateBucket("b1", { public: true, fileSizeLimit: null }));
    const listed = await good(admin.listBuckets({ search: "B1", limit: 1, sortColumn: "name", sortOrder: "desc" }));
    assert.deepEqual(listed.map(({ id, type, file_size_limit, public: open }) => [id, type, file_size_limit, open]), [["b1", "STANDARD", null, true]]);
    assert.deepEqual(await good(visitor.listBuckets()), []);
    await refused(visitor.getBucket("b1"), "404", "NoSuchBucket");
    await good(admin.from("b1").upload("x.png", new Uint8Array([1]), { contentType: "image/png" }));
    await refused(admin.deleteBucket("b1"), "409", "ResourceNotEmpty");
    await refused(visitor.emptyBucket("b1"), "403", "AccessDenied");
    await good(admin.emptyBucket("b1"));
    assert.deepEqual(await good(admin.deleteBucket("b1")), { message: "Successfully deleted" });
    await refused(admin.deleteBucket("b1"), "404", "NoSuchBucket");
  },
  async "what is uploaded in any form comes back"() {
    const stream = () => new Response("a stream").body;
    for (const [name, body] of Object.entries({ text: "a text", blob: new Blob(["a blob"]), bytes: Buffer.from("some bytes"), stream: stream() })) {
      const made = await good(admin.from("shelf").upload(`/in//${name}.txt`, body, { metadata: { name: "诊所" }, cacheControl: "60" }));
      assert.deepEqual([made.path, made.fullPath], [`in/${name}.txt`, `shelf/in/${name}.txt`]);
      assert.equal(await (await good(admin.from("shelf").download(made.path))).text(), body instanceof ReadableStream ? "a stream" : await new Response(body).text());
      const told = await good(admin.from("shelf").info(made.path));
      assert.deepEqual([told.id, told.metadata, told.cacheControl], [made.id, { name: "诊所" }, "max-age=60"]);
    }
    assert.equal(await good(admin.from("shelf").exists("in/text.txt")), true);
    assert.equal((await admin.from("shelf").exists("in/none")).data, false);
    await refused(admin.from("shelf").upload("in/text.txt", "again"), "409", "KeyAlreadyExists");
    await good(admin.from("shelf").upload("in/text.txt", "again", { upsert: true }));
    await good(admin.from("shelf").update("in/text.txt", "and again"));
    await refused(visitor.from("shelf").download("in/text.txt"), "404", "NoSuchKey");
    const streamed = await good(admin.from("shelf").download("in/text.txt").asStream());
    assert.equal(await new Response(streamed).text(), "and again");
  },
  async "folders are listed"() {
    const names = async (path, options) => (await good(admin.from("shelf").list(path, options))).map(({ name, id }) => (id ? name : `${name}/`));
    for (const key of ["l/b/2.txt", "l/A.txt", "l/b/1.txt", "l/c.txt", "lost"]) await good(admin.from("shelf").upload(key, key));
    assert.deepEqual(await names("l"), ["A.txt", "b/", "c.txt"]);
    assert.deepEqual(await names("l/", { sortBy: { column: "name", order: "desc" }, limit: 2 }), ["c.txt", "b/"]);
    assert.deepEqual(await names("l", { offset: 1 }), ["b/", "c.txt"]);
    assert.deepEqual(await names("l", { sortBy: { column: "created_at", order: "asc" } }), ["b/", "A.txt", "c.txt"]);
    assert.deepEqual(await names("L/B"), ["1.txt", "2.txt"]);
    assert.deepEqual(await names("", { search: "L" }), ["l/", "lost"]);
    assert.deepEqual(await names("l", { search: "b/2" }), ["b/2.txt"]);
    const [first] = await good(admin.from("shelf").list("l"));
    assert.deepEqual([first.metadata.size, first.metadata.mimetype], [7, "text/plain;charset=UTF-8"]);
    assert.deepEqual(await good(visitor.from("shelf").list("l")), []);
    assert.deepEqual(await good(admin.from("nowhere").list()), []);
  },
  async "addresses are signed and public"() {
    const files = admin.from("shelf");
    await good(files.upload("s/one.txt", "one"));
    const { signedUrl } = await good(files.createSignedUrl("s/one.txt", 60, { download: "诊所.txt" }));
    const answer = await fetch(signedUrl);
    assert.equal(await answer.text(), "one");
    assert.match(answer.headers.get("content-disposition"), /filename\*=UTF-8''%E8%AF%8A%E6%89%80\.txt/);
    assert.equal((await fetch(signedUrl.replace("one.txt", "two.txt"))).status, 400);
    assert.equal((await fetch(`${signedUrl.replace(/token=[^&]*/, `token=${anon}`)}`)).status, 400);
    const many = await good(files.createSignedUrls(["s/one.txt", "s/none"], 60));
    assert.equal(await (await fetch(many[0].signedUrl)).text(), "one");
    assert.deepEqual([many[1].signedUrl, many[1].error], [null, "Either the object does not exist or you do not have access to it"]);
    await refused(visitor.from("shelf").createSignedUrl("s/one.txt", 60), "404", "NoSuchKey");
    assert.equal((await (await fetch(files.getPublicUrl("s/one.txt").data.publicUrl)).json()).code, "NoSuchBucket");
    await good(admin.updateBucket("shelf", { public: true }));
    assert.equal(await (await fetch(files.getPublicUrl("s/one.txt", { download: true }).data.publicUrl)).text(), "one");
    await good(admin.updateBucket("shelf", { public: false }));
  },
  async "lists come in pages"() {
    const files = admin.from("shelf");
    for (const key of ["p/a/1", "p/a/2", "p/b", "p/c/1", "p/d"]) await good(files.upload(key, key));
    for (const order of ["asc", "desc"])
      for (const column of ["name", "created_at"]) {
        const seen = [];
        let cursor;
        do {
          const page = await good(files.listV2({ prefix: "p/", with_delimiter: true, limit: 2, cursor, sortBy: { column, order } }));
          seen.push(...[...page.folders, ...page.objects].map(({ key, name }) => [key, name].join()).sort());
          assert.equal(page.hasNext, page.nextCursor !== undefined);
          cursor = page.nextCursor;
        } while (cursor);
        assert.deepEqual(seen.sort(), ["a,p/a/", "b,p/b", "c,p/c/", "d,p/d"], `${column} ${order}`);
      }
    const flat = await good(files.listV2({ prefix: "p/", limit: 4 }));
    assert.deepEqual([flat.objects.map(({ name }) => name), flat.folders, flat.hasNext], [["p/a/1", "p/a/2", "p/b", "p/c/1"], [], true]);
    assert.deepEqual((await good(files.listV2({ prefix: "p/", cursor: flat.nextCursor }))).objects.map(({ name }) => name), ["p/d"]);
    await refused(files.listV2({ cursor: "eyJ4IjoxfQ==" }), "400", "InvalidParameter");
    assert.deepEqual((await good(visitor.from("shelf").listV2())).objects, []);
  },
  async "objects are moved and copied"() {
    const files = admin.from("shelf");
    await good(files.upload("m/1", "one", { contentType: "text/css", metadata: { by: "Mei" } }));
    await good(admin.createBucket("other", { public: true }));
    await good(files.copy("m/1", "m/2", { destinationBucket: "other" }));
    assert.equal(await (await good(files.download("m/1"))).text(), "one");
    const { metadata, contentType } = await good(admin.from("other").info("m/2"));
    assert.deepEqual([metadata, contentType], [{ by: "Mei" }, "text/css"]);
    const before = await good(files.info("m/1"));
    await good(files.move("m/1", "m/3"));
    const after = await good(files.info("m/3"));
    assert.deepEqual([after.id, after.version === before.version], [before.id, false]);
    await refused(files.download("m/1"), "404", "NoSuchKey");
    await refused(files.move("m/1", "m/4"), "404", "NoSuchKey");
    await refused(files.move("m/3", "m/2", { destinationBucket: "other" }), "409", "ResourceAlreadyExists");
    await refused(files.copy("m/3", "m/2", { destinationBucket: "other" }), "409", "KeyAlreadyExists");
    await refused(files.copy("m/3", "m/2", { destinationBucket: "none" }), "404", "NoSuchBucket");
    await refused(visitor.from("other").move("m/2", "m/5"), "404", "NoSuchKey");
  },
  async "uploads are signed"() {
    const files = admin.from("shelf");
    const { token, path } = await good(files.createSignedUploadUrl("u/1"));
    const made = await good(visitor.from("shelf").uploadToSignedUrl(path, token, "signed", { contentType: "text/plain" }));
    assert.deepEqual(made, { path: "u/1", fullPath: "shelf/u/1" });
    assert.equal(await (await good(files.download("u/1"))).text(), "signed");
    await refused(visitor.from("shelf").uploadToSignedUrl(path, token, "again"), "409", "KeyAlreadyExists");
    await refused(files.createSignedUploadUrl("u/1"), "409", "KeyAlreadyExists");
    const over = await good(files.createSignedUploadUrl("u/1", { upsert: true }));
    await good(visitor.from("shelf").uploadToSignedUrl("u/1", over.token, new Blob(["over"])));
    assert.equal(await (await good(files.download("u/1"))).text(), "over");
    await refused(visitor.from("shelf").uploadToSignedUrl("u/2", over.token, "x"), "400", "InvalidSignature");
    await refused(visitor.from("shelf").createSignedUploadUrl("u/3"), "403", "AccessDenied");
  },
  async "objects are removed"() {
    await good(admin.from("shelf").upload("r/1", "1"));
    const removed = await good(admin.from("shelf").remove(["r/1", "r/none"]));
    assert.deepEqual(removed.map(({ name, bucket_id }) => [name, bucket_id]), [["r/1", "shelf"]]);
    await refused(admin.from("shelf").download("r/1"), "404", "NoSuchKey");
    assert.deepEqual(await good(admin.from("shelf").purgeCache("r/1")), { message: "success" });
    assert.deepEqual(await good(admin.purgeBucketCache("shelf")), { message: "success" });
  },
  async "what is refused can be thrown, and headers be added"() {
    await assert.rejects(admin.from("shelf").throwOnError().download("none"), { message: "Object not found", statusCode: "404" });
    assert.deepEqual(await good(admin.from("shelf").setHeader("x-client-info", "tests").list("none")), []);
  },
  async "what is not kept here says so in the client's own words"() {
    const { analytics, vectors } = admin;
    const index = vectors.from("v").index("i");
    const away = [
      () => admin.getBucketLifecycle("shelf"),
      () => admin.updateBucketLifecycle("shelf", { rules: [] }),
      () => admin.deleteBucketLifecycle("shelf"),
      () => analytics.createBucket("a"),
      () => analytics.listBuckets(),
      () => analytics.deleteBucket("a"),
      () => vectors.createBucket("v"),
      () => vectors.getBucket("v"),
      () => vectors.listBuckets(),
      () => vectors.deleteBucket("v"),
      () => vectors.from("v").createIndex({ indexName: "i", dataType: "float32", dimension: 1, distanceMetric: "cosine" }),
      () => vectors.from("v").getIndex("i"),
      () => vectors.from("v").listIndexes(),
      () => vectors.from("v").deleteIndex("i"),
      () => index.putVectors({ vectors: [{ key: "k", data: { float32: [1] } }] }),
      () => index.getVectors({ keys: ["k"] }),
      () => index.listVectors(),
      () => index.queryVectors({ queryVector: { float32: [1] }, topK: 1 }),
      () => index.deleteVectors({ keys: ["k"] }),
    ];
    for (const ask of away) {
      const { data, error } = await ask();
      assert.deepEqual([data, error.status], [null, 404], ask.toString());
      assert.match(error.message, /^Route [A-Z]+:\/.* not found$/);
    }
  },
};

await good(admin.createBucket("shelf"));
for (const [name, check] of Object.entries(checks)) {
  await check();
  console.log(`ok ${name}`);
}
