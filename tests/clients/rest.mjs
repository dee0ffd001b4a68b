// Walks through what an application does with the JavaScript client; every expectation that fails ends the program.
import assert from "node:assert/strict";
import { createClient } from "../../web/node_modules/@supabase/supabase-js/dist/index.mjs";

const [url, key] = process.argv.slice(2);
// Older Node has no WebSocket of its own; nothing here needs one.
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
console.log("done");
