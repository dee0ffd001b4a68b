// Row changes with the official JavaScript client. After each printed line the test makes the next change.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { RealtimeClient } = require("@supabase/realtime-js");
const [url, key, token] = process.argv.slice(2);
const client = new RealtimeClient(`${url}/realtime/v1`, { params: { apikey: key } });
await client.setAuth(token);

const heard = [];
let wake = () => undefined;
const until = async (count) => {
  while (heard.length < count) {
    await new Promise((resolve) => {
      wake = resolve;
    });
  }
};
const note = (what) => {
  heard.push(what);
  wake();
};
const channel = client.channel("hall", { config: { broadcast: { self: true } } });
channel
  .on("postgres_changes", { event: "*", schema: "public", table: "notes" }, (change) => note(["all", change]))
  .on("postgres_changes", { event: "INSERT", schema: "public", table: "notes", filter: "id=gt.1" }, (change) =>
    note(["some", change]),
  )
  .on("broadcast", { event: "said" }, (message) => note(["broadcast", message]))
  .on("system", {}, (message) => message.extension === "postgres_changes" && console.info(message.message))
  .subscribe((status, error) => assert.ok(["SUBSCRIBED", "CLOSED"].includes(status), error?.message));

await until(1);
assert.equal(heard[0][0], "all");
const { commit_timestamp, ...change } = heard[0][1];
assert.deepEqual(change, {
  schema: "public",
  table: "notes",
  eventType: "INSERT",
  new: { id: 1, body: "hall", price: 2.5, tags: ["a"], done: true },
  old: {},
  errors: null,
});
assert.ok(!Number.isNaN(Date.parse(commit_timestamp)));
console.info("one");
await until(3);
assert.deepEqual(heard.slice(1).map(([name, { eventType }]) => [name, eventType]).sort(), [
  ["all", "INSERT"],
  ["some", "INSERT"],
]);
console.info("two");
await until(4);
assert.deepEqual([heard[3][1].eventType, heard[3][1].new.body, heard[3][1].old], ["UPDATE", "roof", { id: 1 }]);
console.info("three");
await until(5);
assert.deepEqual([heard[4][1].eventType, heard[4][1].new, heard[4][1].old], ["DELETE", {}, { id: 1 }]);
console.info("four");
await until(6);
assert.equal(heard[5][0], "broadcast");
assert.deepEqual(heard[5][1].payload, { a: 1, id: "x" });
await client.removeAllChannels();
console.info("done");
process.exit(0);
