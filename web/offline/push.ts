/** Push messages to the devices of a member: this one's subscription, and the list of all. */
import { type Outcome, write } from "../lib/requests/write";

/** Of the device in hand. `install`: only for a site on the home screen, as on iOS. */
export type PushState = "on" | "off" | "forbidden" | "install" | "missing";

export interface PushDevice {
  id: string;
  /** "Chrome · Android"; empty if unknown. */
  name: string;
  hasDetails: boolean;
  addedAt: string;
  isThis: boolean;
}

export interface PushDevices {
  state: PushState;
  devices: readonly PushDevice[];
}

export async function findSubscription(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function listDevices(): Promise<Outcome<PushDevices>> {
  const endpoint = (await findSubscription())?.endpoint;
  const { value, failure } = await write((client) =>
    client.from("push_subscriptions").select("id, endpoint, device, has_details, created_at").order("created_at"),
  );
  if (failure) return { value: null, failure };
  const devices = value.map((row) => ({
    id: row.id,
    name: row.device,
    hasDetails: row.has_details,
    addedAt: row.created_at,
    isThis: row.endpoint === endpoint,
  }));
  const isOn = devices.some(({ isThis }) => isThis);
  return { value: { state: isOn ? "on" : readState(), devices }, failure: null };
}

function readState(): PushState {
  if (!("serviceWorker" in navigator)) return "missing";
  if (!("PushManager" in window)) return "standalone" in navigator ? "install" : "missing";
  return Notification.permission === "denied" ? "forbidden" : "off";
}

/** `device`: its name for the list. Asks the user, then the browser's push service, then tells the site. Null: not allowed. */
export async function turnOn(device: string): Promise<Outcome<unknown> | null> {
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
    return await save(subscription, device);
  } catch {
    return null;
  }
}

export function changeDetails(id: string, has_details: boolean): Promise<Outcome<unknown>> {
  return write((client) => client.from("push_subscriptions").update({ has_details }).eq("id", id));
}

export function sendTest(id: string): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("send_test_push", { subscription: id }));
}

export async function removeDevice({ id, isThis }: PushDevice): Promise<Outcome<unknown>> {
  const removed = await write((client) => client.from("push_subscriptions").delete().eq("id", id));
  if (!removed.failure && isThis) await (await findSubscription())?.unsubscribe();
  return removed;
}

function save(subscription: PushSubscription, device: string): Promise<Outcome<unknown>> {
  const { endpoint, keys = {} } = subscription.toJSON();
  const values = { endpoint: endpoint ?? "", public_key: keys.p256dh ?? "", auth_secret: keys.auth ?? "", device };
  return write((client) => client.rpc("save_push_subscription", values));
}
