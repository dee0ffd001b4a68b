/** Acts on incidents with personal data, and the file of the affected people. */

import type { Incident, IncidentPerson } from "../../../generated/payloads";
import { refusalReader } from "../../../lib/api/rights/refusals";
import type { Lang } from "../../../lib/page";
import { type Outcome, write } from "../../../lib/requests/write";

export const KINDS = [
  "profile",
  "email",
  "phone",
  "bookings",
  "answers",
  "messages",
  "texts",
  "contact",
  "files",
] as const satisfies readonly Incident["kinds"][number][];
export const SCOPES = ["everybody", "member", "service", "group", "area"] as const;
export type Scope = (typeof SCOPES)[number];

const readRefusal = refusalReader({
  incident_closed: "admin.incident.error.closed",
  incident_sent: "admin.incident.error.sent",
  list_changed: "admin.incident.error.listChanged",
  no_list: "admin.incident.error.noList",
  text_missing: "admin.incident.error.textMissing",
  wrong_time: "admin.incident.error.future",
  too_many_incidents: "admin.incident.error.tooMany",
  incidents_order: "admin.incident.error.order",
  incidents_due: "admin.incident.error.due",
  incidents_period: "admin.incident.error.period",
  not_found: "admin.incident.error.gone",
});

export interface Facts {
  id: string;
  title: string;
  description: string;
  notes: string;
  discovered_at: string;
  began_at: string | null;
  ended_at: string | null;
  due_at: string | null;
}

export interface Listing {
  incident: string;
  kinds: string[];
  scope: Scope;
  scope_id: string | null;
  data_from: string | null;
  data_until: string | null;
}

export function saveIncident(facts: Facts): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("save_incident", { ...facts }), readRefusal);
}

export function listPeople(listing: Listing): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("list_incident_people", { ...listing }), readRefusal);
}

export function closeIncident(incident: string, isClosed = true): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("close_incident", { incident, is_closed: isClosed }), readRefusal);
}

export function reportIncident(incident: string, isReported = true): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("report_incident", { incident, is_reported: isReported }), readRefusal);
}

/** Null texts: the draft from the facts again. */
export function saveText(
  incident: string,
  language: Lang,
  subject: string | null,
  body: string | null,
): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("save_incident_text", { incident, language, subject, body }), readRefusal);
}

export function sendNotice(incident: string, people: number, listed_at: string | null): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("send_incident_notice", { incident, people, listed_at }), readRefusal);
}

/** A person in the file. */
export interface ListedPerson {
  id: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  language: Lang;
  hasAccount: boolean;
  kinds: IncidentPerson["kinds"][number]["kind"][];
  sinceByKind: Record<string, string>;
  since: string;
  notifiedAt: string | null;
}

/** As many as the function returns at once. */
const PART = 5000;

/** All people of the list. */
export async function readPeople(incident: string): Promise<Outcome<ListedPerson[]>> {
  const people: ListedPerson[] = [];
  for (;;) {
    const after = people.at(-1)?.id ?? 0;
    const { value, failure } = await write(
      (client) => client.rpc("read_incident_people", { incident, after }),
      readRefusal,
    );
    if (failure) return { value: null, failure };
    const part = value as unknown as ListedPerson[];
    people.push(...part);
    if (part.length < PART) return { value: people, failure: null };
  }
}

/** In the device's own time, as a field of the browser takes it. */
export function toField(moment: string | null): string {
  if (!moment) return "";
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const toMoment = (field: string): string | null => (field ? new Date(field).toISOString() : null);

/** "empty" and "too long", as texts. */
export function checkWords(words: string, longest: number): string | null {
  const length = [...words.trim()].length;
  return length === 0 ? "error.missing" : length > longest ? "error.tooLong" : null;
}
