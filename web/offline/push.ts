/** This device's subscription to push messages. */
import { type Outcome, write } from "../lib/requests/write";

/** `install`: only for a site on the home screen, as on iOS. */
export type PushState = "on" | "off" | "forbidden" | "install" | "missing";

export interface PushDevice {
  state: PushState;
  hasDetails: boolean;
}

export async function findSubscription(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function readDevice(): Promise<PushDevice> {
  const none = (state: PushState) => ({ state, hasDetails: false });
  if (!("serviceWorker" in navigator)) return none("missing");
  if (!("PushManager" in window)) return none("standalone" in navigator ? "install" : "missing");
  if (Notification.permission === "denied") return none("forbidden");
  const subscription = await findSubscription();
  if (!subscription) return none("off");
  const { value } = await write((client) =>
    client.from("push_subscriptions").select("has_details").eq("endpoint", subscription.endpoint).maybeSingle(),
  );
  return value ? { state: "on", hasDetails: value.has_details } : none("off");
}

/** Asks the user, then the browser's push service, then tells the site. Null: not allowed. */
export async function turnOn(hasDetails: boolean): Promise<Outcome<unknown> | null> {
  const key = await write((client) => client.rpc("push_key"));
  if (key.failure || !key.value) return key;
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key.value ?? "" });
    // Made with a former key of the site.
    const subscription = await subscribe().catch(async () => {
      await (await pushManager.getSubscription())?.unsubscribe();
      return subscribe();
    });
    return await save(subscription, hasDetails);
  } catch {
    return null;
  }
}

export async function changeDetails(hasDetails: boolean): Promise<Outcome<unknown> | null> {
  const subscription = await findSubscription();
  return subscription && save(subscription, hasDetails);
}

export async function turnOff(): Promise<Outcome<unknown> | null> {
  const subscription = await findSubscription();
  if (!subscription) return null;
  const removed = await write((client) =>
    client.from("push_subscriptions").delete().eq("endpoint", subscription.endpoint),
  );
  if (!removed.failure) await subscription.unsubscribe();
  return removed;
}

function save(subscription: PushSubscription, has_details: boolean): Promise<Outcome<unknown>> {
  const { endpoint, keys = {} } = subscription.toJSON();
  const values = { endpoint: endpoint ?? "", public_key: keys.p256dh ?? "", auth_secret: keys.auth ?? "", has_details };
  return write((client) => client.rpc("save_push_subscription", values));
}
