// Runs the example of docs/guides/booking-app.md against a site; a failed expectation ends the program.
import assert from "node:assert/strict";
import { openBookings } from "./booking-app.mjs";

const [url, key, service, day, email, password, guest] = process.argv.slice(2);
const options = { auth: { persistSession: false, autoRefreshToken: false } };
const [app, visitor] = [openBookings(url, key, options), openBookings(url, key, options)];
const refusal = (promise) => promise.then(() => "accepted", (error) => error.details ?? error.code);

const services = await app.listServices("vi");
const found = services.find(({ id }) => id === service);
assert.deepEqual([found.texts[0].name, found.allows_guests], ["Khám sức khoẻ", true]);
const times = await app.listFreeTimes(service, day, day);
assert.deepEqual(times.map(({ left }) => left), [1, 1]);
const [first, second] = times.map(({ starts_at }) => starts_at);

let announce;
const changed = new Promise((resolve) => {
  announce = resolve;
});
const stop = await visitor.watch(service, announce);
assert.equal(await refusal(app.book(crypto.randomUUID(), service, first)), "42501");
await app.signIn(email, password);
const id = crypto.randomUUID();
const booked = await app.book(id, service, first, { note: "Lần đầu" });
assert.equal(booked.status, "booked");
assert.equal((await app.book(id, service, first)).id, id);
await changed;
assert.deepEqual((await visitor.listFreeTimes(service, day, day)).map(({ starts_at }) => starts_at), [second]);
assert.deepEqual((await app.listOwn()).map((one) => one.id), [id]);

// The code arrives by email; the test reads it and answers on the standard input.
const address = await visitor.requestCode(guest, "vi");
console.log(`code for ${address}`);
const code = await new Promise((resolve) => process.stdin.once("data", (text) => resolve(String(text).trim())));
assert.equal(await visitor.proveAddress(address, code === "000000" ? "000001" : "000000"), null);
const token = await visitor.proveAddress(address, code);
const who = { name: "Lê Văn Huy", address, token, language: "vi" };
assert.equal(await refusal(visitor.bookAsGuest(crypto.randomUUID(), service, first, who)), "full");
const ticket = await visitor.bookAsGuest(crypto.randomUUID(), service, second, who);
assert.equal((await fetch(`${url}/vi/book/ticket/${ticket.link}`)).status, 200);
assert.equal(await refusal(visitor.cancel(ticket.id)), "not_found");
assert.equal((await app.cancel(id)).status, "cancelled");
const moved = await visitor.move(ticket.id, first, ticket.link);
assert.equal(Date.parse(moved.starts_at), Date.parse(first));
assert.equal((await visitor.cancel(ticket.id, ticket.link)).status, "cancelled");
await stop();
console.log("done");
process.exit();
