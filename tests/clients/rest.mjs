// Calls every method of the JavaScript REST client; a failed expectation ends the program.
import assert from "node:assert/strict";
import { createClient } from "../../web/node_modules/@supabase/supabase-js/dist/index.mjs";

const [url, key] = process.argv.slice(2);
// Older Node versions have no WebSocket; nothing here needs one.
const realtime = { transport: globalThis.WebSocket ?? class {} };
const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false }, realtime });
const same = async (query, data) => {
  const answer = await query;
  assert.equal(answer.error, null, JSON.stringify(answer.error));
  assert.deepEqual(answer.data, data);
  return answer;
};
const refused = async (query, code, status) => {
  const answer = await query;
  assert.equal(answer.error?.code, code, JSON.stringify(answer));
  assert.equal(answer.status, status);
};

// All methods and the called ones: at the end they must be equal.
const known = new Set();
const called = new Set();
const notice = (object) => {
  for (let prototype = Object.getPrototypeOf(object); prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype)) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const method = prototype[name];
      if (name === "constructor" || typeof method !== "function" || method.noticed) continue;
      known.add(name);
      prototype[name] = Object.assign(
        function (...given) {
          called.add(name);
          return method.apply(this, given);
        },
        { noticed: true },
      );
    }
  }
};
for (const builder of [client.rest, client.from("books"), client.from("books").select()]) notice(builder);

const books = () => client.from("books");
await same(books().select("id, title").eq("id", 1), [{ id: 1, title: "Alpha" }]);
const counted = await same(books().select("id", { count: "exact" }).order("id").range(0, 1), [{ id: 1 }, { id: 2 }]);
assert.equal(counted.count, 4);
const head = await client.from("books").select("*", { count: "exact", head: true });
assert.deepEqual([head.data, head.count], [null, 4]);
await same(books().select("id, author:authors!author_id (name)").eq("id", 1).single(), { id: 1, author: { name: "Ana" } });
await same(books().select("id").eq("id", 99).maybeSingle(), null);
await refused(books().select("id").single(), "PGRST116", 406);
await same(books().select("id").or("id.eq.1,and(year.gt.2000,title.eq.Gamma)").order("id", { ascending: false }), [{ id: 3 }, { id: 1 }]);
await same(books().select("id").in("title", ["Delta, (x)", "Beta"]).order("id"), [{ id: 2 }, { id: 4 }]);
await same(books().select("id").contains("tags", ["a"]), [{ id: 1 }]);
await same(books().select("id").contains("data", { k: { n: 2 } }), [{ id: 2 }]);
await same(books().select("id").overlaps("tags", ["a", "c"]).order("id"), [{ id: 1 }, { id: 4 }]);
await same(books().select("id").rangeAdjacent("pages", "[30,40)"), [{ id: 4 }]);
await same(books().select("id").textSearch("words", "alpha or delta", { type: "websearch" }).order("id"), [{ id: 1 }, { id: 4 }]);
await same(books().select("id").not("year", "is", null).order("id"), [{ id: 1 }, { id: 2 }, { id: 3 }]);
await same(books().select("id").ilike("title", "%eta"), [{ id: 2 }]);
await same(books().select("id").match({ id: 2, author_id: 1 }), [{ id: 2 }]);
await same(books().select("id, reviews (id)").eq("id", 1).order("id", { referencedTable: "reviews", ascending: false }).limit(1, { referencedTable: "reviews" }), [
  { id: 1, reviews: [{ id: 2 }] },
]);
await same(client.from("authors").select("id, books!author_id (count)").eq("id", 1), [{ id: 1, books: [{ count: 2 }] }]);
assert.equal((await books().select("id, year").eq("id", 1).csv()).data, "id,year\n1,1990");
await same(client.schema("other").from("things").select(), [{ id: 1, name: "thing" }]);
await refused(client.from("nope").select(), "PGRST205", 404);
await refused(client.from("secrets").select(), "42501", 401);

const authors = () => client.from("authors");
const inserted = await same(authors().insert({ id: 70, name: "J" }), null);
assert.equal(inserted.status, 201);
await same(authors().insert([{ id: 71, name: "K" }, { id: 72, name: "L", mood: "glad" }]).select("id, mood"), [
  { id: 71, mood: null },
  { id: 72, mood: "glad" },
]);
await same(authors().insert([{ id: 73, name: "K" }, { id: 74, name: "L", mood: "glad" }], { defaultToNull: false }).select("mood"), [
  { mood: "calm" },
  { mood: "glad" },
]);
await same(authors().upsert({ id: 70, name: "JJ" }).select("name").single(), { name: "JJ" });
await same(authors().upsert({ id: 70, name: "X" }, { onConflict: "id", ignoreDuplicates: true }).select(), []);
await same(authors().update({ name: "JJJ" }).eq("id", 70).select("name"), [{ name: "JJJ" }]);
await refused(authors().update({ name: "x" }).gte("id", 70).select().single(), "PGRST116", 406);
await refused(authors().insert({ id: 1, name: "again" }), "23505", 409);
const gone = await authors().delete({ count: "exact" }).gte("id", 70);
assert.deepEqual([gone.error, gone.count, gone.status], [null, 5, 204]);

await same(client.rpc("add", { a: 2, b: 3 }), 5);
await same(client.rpc("add", { a: 2 }, { get: true }), 3);
await same(client.rpc("total", { numbers: [1, 2] }), 3);
await same(client.rpc("old_books", { before: 2005 }).select("id").order("id").limit(1), [{ id: 1 }]);
await same(client.rpc("nothing"), null);
await refused(client.rpc("none"), "PGRST202", 404);
await refused(client.rpc("fail_with", { state: "PT409", message: "Full", detail: "full", hint: "h" }), "PT409", 409);

// Every other filter and modifier.
const found = (query, ...ids) => same(query.order("id"), ids.map((id) => ({ id })));
const some = () => books().select("id");
await found(some().neq("id", 1), 2, 3, 4);
await found(some().gt("id", 2).lt("id", 4), 3);
await found(some().lte("id", 2), 1, 2);
await found(some().like("title", "%eta"), 2);
await found(some().likeAllOf("title", ["%a%", "G%"]), 3);
await found(some().likeAnyOf("title", ["A%", "B%"]), 1, 2);
await found(some().ilikeAllOf("title", ["%A%", "g%"]), 3);
await found(some().ilikeAnyOf("title", ["a%", "b%"]), 1, 2);
await found(some().regexMatch("title", "^.e"), 2, 4);
await found(some().regexIMatch("title", "^[ab]"), 1, 2);
await found(some().is("year", null), 4);
await found(some().isDistinct("year", 1990), 2, 3, 4);
await found(some().notIn("title", ["Delta, (x)", "Beta"]), 1, 3);
await found(some().containedBy("tags", ["a", "b"]), 1, 2, 3);
await found(some().rangeGt("pages", "[1,10)"), 2, 4);
await found(some().rangeGte("pages", "[10,20)"), 2, 4);
await found(some().rangeLt("pages", "[20,30)"), 1, 2);
await found(some().rangeLte("pages", "[10,20)"), 1, 2);
await found(some().textSearch("words", "beta word", { type: "phrase" }), 2);
await found(some().textSearch("title", "gammas", { config: "english" }), 3);
await found(some().filter("id", "in", "(1,4)"), 1, 4);
await found(some().or("stars.eq.5", { referencedTable: "reviews" }).select("id, reviews!inner()"), 1);
await same(some().order("year", { ascending: false, nullsFirst: true }).limit(2), [{ id: 4 }, { id: 3 }]);
await same(books().select("id, reviews(id)").eq("id", 1).order("id", { referencedTable: "reviews" }).range(1, 1, { referencedTable: "reviews" }), [
  { id: 1, reviews: [{ id: 2 }] },
]);
await same(books().select("author:authors!author_id(name), price.sum()").eq("author_id", 1), [{ author: { name: "Ana" }, sum: 30.5 }]);
await same(books().select("...authors!author_id(name), id").eq("id", 3), [{ name: "Bo", id: 3 }]);
await same(books().select("id, year").gte("id", 3).order("id").stripNulls(), [{ id: 3, year: 2010 }, { id: 4 }]);
await same(books().select("id, year").eq("id", 4).stripNulls().single(), { id: 4 });
await same(books().select("data->k->>n, first_sequel(id)").eq("id", 2), [{ n: "2", first_sequel: { id: 3 } }]);
await same(client.from("maps").select("place").eq("id", 1).geojson(), { type: "FeatureCollection", features: [{ type: "Feature" }] });
const text = await books().select().explain();
assert.match(text.data, /^Aggregate {2}\(cost=/);
const plan = await books().select().explain({ analyze: true, verbose: true, settings: true, buffers: true, wal: true, format: "json" });
assert.equal(plan.data[0].Plan["Node Type"], "Aggregate", JSON.stringify(plan.error));
await same(books().select("id").eq("id", 1).returns(), [{ id: 1 }]);
await same(books().select("id").eq("id", 1).overrideTypes(), [{ id: 1 }]);
await same(books().select("id").eq("id", 1).setHeader("x-trace", "t").retry(false), [{ id: 1 }]);
await same(books().select("id").eq("id", 1).abortSignal(new AbortController().signal), [{ id: 1 }]);
const stopped = await client.rpc("nap", { seconds: 5 }).abortSignal(AbortSignal.timeout(50));
assert.ok(stopped.error && !stopped.status);
await assert.rejects(async () => await books().select("nope").throwOnError(), { code: "42703" });
const planned = await books().select("*", { count: "planned", head: true });
assert.ok(planned.count > 0);
assert.equal((await books().select("*", { count: "estimated" }).limit(1)).count, 4);

// Writes that are rolled back, limited, merged.
await same(authors().insert({ id: 80, name: "R" }).select("id").rollback(), [{ id: 80 }]);
await same(authors().select("id").eq("id", 80), []);
await refused(client.from("reviews").update({ note: "x" }).gt("id", 0).maxAffected(2), "PGRST124", 400);
await same(client.from("reviews").update({ note: "x" }).eq("id", 1).maxAffected(1).select("note").rollback(), [{ note: "x" }]);
const upserted = await authors().upsert([{ id: 1, name: "Ana" }, { id: 81, name: "S" }], { onConflict: "id", count: "exact", defaultToNull: false });
assert.deepEqual([upserted.status, upserted.count], [201, 2]);
assert.equal((await authors().update({ name: "T" }, { count: "exact" }).eq("id", 81)).count, 1);
await same(authors().delete().eq("id", 81).select("name").maybeSingle(), { name: "T" });
await same(authors().insert([]).select(), []);

// Function calls of every kind.
await same(client.rpc("total", { numbers: [1, 2] }, { get: false }), 3);
await same(client.rpc("where_is", { spot: "(1,2)", tags: ["a", "b"], data: "{}" }, { get: true }), { x: 1, tags: ["a", "b"], data: {} });
const bare = await client.rpc("some_numbers", {}, { head: true, count: "exact" });
assert.deepEqual([bare.data, bare.count], [null, 2]);
await same(client.rpc("one_book", { which: 1 }).select("id, authors!author_id(name)").single(), { id: 1, authors: { name: "Ana" } });
assert.equal((await client.rpc("pick").select("n, label").order("n").csv()).data, "n,label\n1,a\n2,b");
await same(client.schema("other").rpc("none").then((answer) => ({ ...answer, error: null, data: answer.error.code })), "PGRST202");

const described = await client.rest.getOpenApiSpec();
assert.ok((described.data ?? described).paths["/books"], JSON.stringify(described).slice(0, 200));

const left = [...known].filter((name) => !called.has(name));
assert.deepEqual(left, [], "methods that nothing here calls");
console.log("done");
