import { createClient } from "@supabase/supabase-js";

/** Everything that an app needs to book. `url`: the address of the site; `key`: its public key. */
export function openBookings(url, key, options = {}) {
  const supabase = createClient(url, key, options);

  /** The result of a call; what the site refuses is thrown. `details` of the error is a fixed word, such as `full`. */
  async function ask(call) {
    const { data, error } = await call;
    if (error) throw error;
    return data;
  }

  /** The same for calls that may require a proof of work, which keeps bots from booking. It takes about a second. */
  async function askProven(name, values) {
    const answer = await supabase.rpc(name, values);
    if (answer.error?.details !== "bot_check_required") return ask(answer);
    const puzzle = await ask(supabase.rpc("create_bot_challenge"));
    return ask(supabase.rpc(name, values).setHeader("x-bot-check", await solve(puzzle)));
  }

  return {
    /** The services, with their names in one language: "en", "zh", "ms" or "vi". */
    listServices: (language) =>
      ask(
        supabase
          .from("services")
          .select("id, duration_minutes, capacity, time_zone, allows_guests, texts:service_texts!inner (name, description)")
          .eq("is_active", true)
          .eq("texts.language", language)
          .order("position"),
      ),

    /** The times of some days with at least so many free places. Days are the venue's, such as "2027-03-14". */
    async listFreeTimes(service, fromDay, toDay, party = 1) {
      const slots = await ask(supabase.rpc("list_slots", { service, from_day: fromDay, to_day: toDay }));
      return slots.filter(({ left }) => left >= party).map(({ starts_at, ends_at, left }) => ({ starts_at, ends_at, left }));
    },

    /** Calls `onChange` whenever places of the service are taken or freed. Returns a function that ends it. */
    async watch(service, onChange) {
      const notices = { event: "INSERT", schema: "public", table: "slot_notices", filter: `service_id=eq.${service}` };
      const channel = supabase.channel(`service ${service}`).on("postgres_changes", notices, onChange);
      await new Promise((resolve, reject) => {
        channel.subscribe((status, error) => {
          if (status === "SUBSCRIBED") resolve();
          else if (status === "CHANNEL_ERROR" || status === "TIMED_OUT") reject(error ?? new Error(status));
        });
      });
      return () => supabase.removeChannel(channel);
    },

    signIn: async (email, password) => {
      const { error } = await supabase.auth.signInWithPassword({ email, password });
      if (error) throw error;
    },

    /** Books for the signed-in member. Sent again with the same `id`, it is the same booking. */
    book: (id, service, startsAt, { party = 1, note = "", orWait = false } = {}) =>
      askProven("book", { id, service, starts_at: startsAt, party, note, or_wait: orWait }),

    /** The member's bookings to come. */
    listOwn: async () => {
      const { data } = await supabase.auth.getUser();
      return ask(
        supabase
          .from("bookings")
          .select("id, service_id, status, starts_at, ends_at, party_size")
          .eq("member_id", data.user.id)
          .neq("status", "cancelled")
          .gt("ends_at", new Date().toISOString())
          .order("starts_at"),
      );
    },

    /** Sends six digits to an email address or phone number. Returns the address as the site stores it. */
    requestCode: (address, language) => askProven("request_guest_code", { address, language }),

    /** A token for the right digits, valid for 30 minutes; null for wrong ones. */
    proveAddress: (address, code) => ask(supabase.rpc("prove_guest_address", { address, code })),

    /** Books without an account. Keep `link` of the answer: it opens `/en/book/ticket/LINK`, moves and cancels. */
    bookAsGuest: (id, service, startsAt, { name, address, token, party = 1, note = "", language = "en" }) =>
      ask(supabase.rpc("book_as_guest", { id, service, starts_at: startsAt, name, address, token, party, note, language })),

    /** `link`: of a guest's booking; a member is signed in instead. Here and below. */
    move: (id, startsAt, link = null) => ask(supabase.rpc("change_booking", { id, starts_at: startsAt, link })),

    cancel: (id, link = null) => ask(supabase.rpc("cancel_booking", { id, link })),
  };
}

/** The number whose hash with the salt is the given one. */
async function solve({ algorithm, challenge, maxNumber, salt, signature }) {
  for (let number = 0; number <= maxNumber; number++) {
    const hash = await crypto.subtle.digest(algorithm, new TextEncoder().encode(salt + number));
    const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (hex === challenge) return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
  }
  throw new Error("the puzzle has no solution");
}
