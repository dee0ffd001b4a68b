/**
 * One channel of the realtime service: row changes and presence. A chunk of its own, loaded when the browser is idle, so
 * that reading does not wait for it.
 */
import type { RealtimeChannel, RealtimeClient } from "@supabase/realtime-js";
import { getAccess, getSupabase } from "../lib/requests/supabase";
import type { Handlers, Live, RowSubscription } from "./types";

interface RowChange {
  table: string;
  eventType: "INSERT" | "UPDATE" | "DELETE";
  new: Record<string, unknown>;
}

interface SystemMessage {
  extension?: string;
  status?: string;
}

let guests: Promise<RealtimeClient> | null = null;

/** Members have the whole client for their session; guests get no more than they need. */
function getClient(isMember: boolean): Promise<Pick<RealtimeClient, "channel" | "removeChannel">> {
  if (isMember) return getSupabase();
  guests ??= import("@supabase/realtime-js").then(({ RealtimeClient: Client }) => {
    const { url, anonKey } = getAccess();
    return new Client(`${url.replace(/^http/, "ws")}/realtime/v1`, { params: { apikey: anonKey } });
  });
  return guests;
}

/** `key`: which member one is; a guest has none. */
export async function openChannel(
  topic: string,
  rows: readonly RowSubscription[],
  handlers: Handlers,
  key?: string,
): Promise<Live> {
  const supabase = await getClient(key !== undefined);
  const config = handlers.onWho ? { private: true, presence: { key: key ?? "", enabled: true } } : {};
  const channel = supabase.channel(topic, { config });
  for (const { table, event = "*", filter } of rows) {
    const wish = { event: event as "*", schema: "public", table, ...(filter && { filter }) };
    channel.on("postgres_changes", wish, ({ table: name, eventType, new: row }: RowChange) =>
      handlers.onChange({ table: name, event: eventType, row }),
    );
  }
  watchInterruptions(channel, handlers.onMissed);
  const { onWho } = handlers;
  if (onWho) channel.on("presence", { event: "sync" }, () => onWho(namesOf(channel, key)));
  let isShown = handlers.isShown ?? false;
  let isJoined = false;
  // After a reconnect too: the service has lost the presence state.
  channel.subscribe((status) => {
    isJoined = status === "SUBSCRIBED";
    if (isJoined && isShown) channel.track({});
  });
  return {
    close: () => void supabase.removeChannel(channel),
    show: () => {
      isShown = true;
      if (isJoined) channel.track({});
    },
    hide: () => {
      isShown = false;
      if (isJoined) channel.untrack();
    },
  };
}

/** Each time but the first that the rows are followed (again), some may have been missed. */
function watchInterruptions(channel: RealtimeChannel, onMissed: () => void): void {
  let isFirst = true;
  channel.on("system", {}, ({ extension, status }: SystemMessage) => {
    if (extension !== "postgres_changes" || status !== "ok") return;
    if (!isFirst) onMissed();
    isFirst = false;
  });
}

const MAX_NAME = 80;
const MAX_NAMES = 3;

/** Names of the other users on this topic, without duplicates: those of their profiles, which the server writes. */
function namesOf(channel: RealtimeChannel, own?: string): string[] {
  const names = new Set<string>();
  for (const [key, metas] of Object.entries(channel.presenceState<{ name?: unknown }>())) {
    const name = metas[0]?.name;
    if (key !== own && typeof name === "string" && name.trim()) names.add(name.trim().slice(0, MAX_NAME));
  }
  return [...names].slice(0, MAX_NAMES);
}
