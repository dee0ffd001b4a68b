// Channels with the official JavaScript client: every method except row changes.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { createClient } = require("@supabase/supabase-js");
const [url, key, member, stranger] = process.argv.slice(2);
const open = (vsn) => createClient(url, key, { realtime: { vsn } });
let session = key;
const mei = createClient(url, key, { accessToken: async () => session });
const [tan, old] = [open("2.0.0"), open("1.0.0")];

// Received messages, and a promise of the next ones.
class Ear {
  heard = [];
  wake = () => undefined;
  note = (what) => {
    this.heard.push(what);
    this.wake();
  };
  async next() {
    while (this.heard.length === 0) {
      await new Promise((resolve) => {
        this.wake = resolve;
      });
    }
    return this.heard.shift();
  }
}
const subscribe = (channel) =>
  new Promise((resolve) => {
    channel.subscribe((state, error) => resolve(error ? `${state} ${error.message}` : state));
  });

// Broadcasts: acknowledged, to the sender, as bytes, before joining, over HTTP; to both protocol versions.
const ears = { tan: new Ear(), old: new Ear(), own: new Ear() };
const hers = tan.channel("room").on("broadcast", { event: "*" }, ears.tan.note);
const his = old.channel("room").on("broadcast", { event: "said" }, ears.old.note);
const mine = mei
  .channel("room", { config: { broadcast: { ack: true, self: true } } })
  .on("broadcast", { event: "said" }, ears.own.note);
assert.equal(await subscribe(hers), "SUBSCRIBED");
assert.equal(await subscribe(his), "SUBSCRIBED");
const said = { type: "broadcast", event: "said", payload: { text: "xin chào", n: [1, null] } };
assert.equal(await mine.send(said), "ok");
assert.deepEqual([await ears.tan.next(), await ears.old.next()], [said, said]);
assert.equal(await subscribe(mine), "SUBSCRIBED");
assert.equal(await mine.send(said), "ok");
assert.deepEqual([await ears.tan.next(), await ears.old.next(), await ears.own.next()], [said, said, said]);
assert.equal(await his.send({ ...said, payload: { n: 2 } }), "ok");
assert.deepEqual((await ears.tan.next()).payload, { n: 2 });
assert.deepEqual((await ears.own.next()).payload, { n: 2 });
const bytes = new Uint8Array([0, 255, 7]);
assert.equal(await mine.send({ type: "broadcast", event: "said", payload: bytes.buffer }), "ok");
assert.deepEqual(new Uint8Array((await ears.tan.next()).payload), bytes);
assert.deepEqual(new Uint8Array((await ears.own.next()).payload), bytes);
assert.deepEqual(await mine.httpSend("said", { n: 3 }), { success: true });
assert.deepEqual([(await ears.tan.next()).payload, (await ears.old.next()).payload], [{ n: 3 }, { n: 3 }]);
assert.deepEqual(await mine.httpSend("other/said", bytes), { success: true });
assert.deepEqual(new Uint8Array((await ears.tan.next()).payload), bytes);
assert.deepEqual((await ears.own.next()).payload, { n: 3 });

// Presence.
const seen = new Ear();
const watch = (client, who) => client.channel("desk", { config: { presence: { key: who } } });
const watcher = watch(tan, "tan")
  .on("presence", { event: "join" }, ({ key: who, newPresences }) => seen.note(["join", who, newPresences[0].at]))
  .on("presence", { event: "leave" }, ({ key: who, leftPresences }) => seen.note(["leave", who, leftPresences[0].at]));
const present = watch(mei, "mei");
assert.equal(await subscribe(watcher), "SUBSCRIBED");
assert.equal(await subscribe(present), "SUBSCRIBED");
assert.equal(await present.track({ at: "desk" }), "ok");
assert.deepEqual(await seen.next(), ["join", "mei", "desk"]);
assert.equal(await present.track({ at: "door" }), "ok");
assert.deepEqual(await seen.next(), ["join", "mei", "door"]);
assert.deepEqual(await seen.next(), ["leave", "mei", "desk"]);
assert.deepEqual(
  watcher.presenceState().mei.map((meta) => meta.at),
  ["door"],
);
assert.equal(await present.untrack(), "ok");
assert.deepEqual(await seen.next(), ["leave", "mei", "door"]);
assert.equal(await present.track({ at: "desk" }), "ok");
assert.deepEqual(await seen.next(), ["join", "mei", "desk"]);
assert.equal(await mei.removeChannel(present), "ok");
assert.deepEqual(await seen.next(), ["leave", "mei", "desk"]);

// Private channels, tokens, replay.
const reason = "You do not have permissions to read from this Channel topic: hall";
const shut = mei.channel("hall", { config: { private: true } });
assert.equal(await subscribe(shut), `CHANNEL_ERROR Unauthorized: ${reason}`);
await mei.removeChannel(shut);
session = member;
await mei.realtime.setAuth();
const past = new Ear();
const replayed = mei
  .channel("hall", { config: { private: true, broadcast: { replay: { since: 0, limit: 2 }, self: true } } })
  .on("broadcast", { event: "said" }, past.note);
assert.equal(await subscribe(replayed), "SUBSCRIBED");
const [first, second] = [await past.next(), await past.next()];
assert.deepEqual([first.payload.n, second.payload.n, first.meta.replayed], [2, 3, true]);
assert.equal(await replayed.send({ type: "broadcast", event: "said", payload: { n: 4 } }), "ok");
assert.deepEqual((await past.next()).payload, { n: 4 });
assert.deepEqual(await replayed.httpSend("said", { n: 5 }), { success: true });
assert.deepEqual((await past.next()).payload, { n: 5 });
await assert.rejects(tan.channel("hall", { config: { private: true } }).httpSend("said", {}), /Unauthorized/);
const told = new Ear();
replayed.on("system", {}, told.note);
session = stranger;
await mei.realtime.setAuth();
assert.deepEqual(await told.next(), {
  extension: "system",
  status: "error",
  message: "You no longer have permission to read from this Channel topic: hall",
  channel: "hall",
});

// Reconnection.
await old.realtime.disconnect();
assert.ok(!old.realtime.isConnected() && !old.realtime.isDisconnecting());
old.realtime.connect();
assert.ok(old.realtime.isConnecting());
const anew = old.channel("anew");
assert.equal(await subscribe(anew), "SUBSCRIBED");

// The connection itself.
assert.ok(tan.realtime.isConnected() && tan.realtime.connectionState() === "open");
assert.match(tan.realtime.endpointURL(), /vsn=2\.0\.0/);
const beats = new Ear();
tan.realtime.onHeartbeat(beats.note);
await tan.realtime.sendHeartbeat();
assert.deepEqual([await beats.next(), await beats.next()], ["sent", "ok"]);
assert.equal(await hers.unsubscribe(), "ok");
assert.deepEqual(
  tan.getChannels().map((channel) => channel.topic),
  ["realtime:desk", "realtime:hall"],
);
for (const client of [mei, tan, old]) {
  await client.removeAllChannels();
  await client.realtime.disconnect();
  assert.equal(client.getChannels().length, 0);
}
console.log("done");
process.exit(0);
