/** Uploads files to the site's storage, with progress. Loaded when a user picks a file. */
import { MEMBERS } from "../audiences";
import { newId } from "../requests/newId";
import { getAccess, getSupabase } from "../requests/supabase";
import { fileName, keySafe } from "./names";
import { urlOf } from "./pictures";
import { type Shrunk, shrink } from "./shrink";
import { textFileType } from "./textFiles";

export interface Uploaded {
  /** As texts and rows have it: a path for pictures, for documents of another backend the whole address. */
  address: string;
  width?: number;
  height?: number;
  /** Of a file, as texts show it. */
  name?: string;
}

interface Sending {
  place?: PicturePlace;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

type Bucket = "pictures" | "text-pictures" | "text-files" | "files" | "member-files";
/** Purpose of a picture. Those of the forum and of articles are as readable as the text that shows them. */
export type PicturePlace = "forum" | "article" | "site";

const ENDINGS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
  "image/avif": "avif",
};
// The server reads and cleans a picture of the largest size in less.
const STALL_MS = 60_000;
// As `fetch` says it.
const LOST = "Failed to fetch";
const A_YEAR_S = 31_536_000;

/** A picture, made small. Rejects with what `readFailure` and `readUploadFailure` understand. */
export async function uploadPicture(file: File, sending: Sending): Promise<Uploaded> {
  const owner = await findOwner();
  const shrunk = await shrink(file);
  sending.signal.throwIfAborted();
  if (shrunk) return sendPicture(owner, shrunk, sending);
  // The server converts it to JPEG; its size is known only then.
  const key = `${owner}/${newId()}.jpg`;
  const type = file.type || (/\.hei[cf]$/i.test(file.name) ? "image/heic" : "application/octet-stream");
  const address = await send(bucketFor(sending), key, file.slice(0, file.size, type), sending);
  return { address, ...(await measure(address)) };
}

/** A picture on another host: the site fetches and stores it. Rejects with the response, whose `details` say why. */
export async function fetchPicture(url: string, place: PicturePlace, signal: AbortSignal): Promise<Uploaded> {
  const { data } = await (await getSupabase()).auth.getSession();
  if (!data.session) throw { code: "PT401", status: 401 };
  const headers = { Authorization: `Bearer ${data.session.access_token}`, "Content-Type": "application/json" };
  const response = await fetch("/pictures", {
    method: "POST",
    headers,
    body: JSON.stringify({ url, place }),
    signal,
  });
  const answer = await response.json();
  if (!response.ok) throw answer;
  return { address: answer.address, ...(await measure(answer.address)) };
}

async function sendPicture(owner: string, { blob, width, height }: Shrunk, sending: Sending): Promise<Uploaded> {
  const key = `${owner}/${newId()}_${width}x${height}.${ENDINGS[blob.type] ?? "bin"}`;
  return { address: await send(bucketFor(sending), key, blob, sending), width, height };
}

function bucketFor({ place }: Sending): Bucket {
  return place === "forum" || place === "article" ? "text-pictures" : "pictures";
}

/** A document of the library. Downloads keep its original name, in any script. */
/** A file of the library. `audience`: the group that reads it, null for everyone. */
export async function uploadFile(file: File, audience: string | null, sending: Sending): Promise<Uploaded> {
  const bucket: Bucket = audience === null ? "files" : "member-files";
  const folder = audience === null || audience === MEMBERS ? "" : `groups/${audience}/`;
  const name = fileName(file.name);
  const type = file.type || "application/octet-stream";
  const address = await send(bucket, `${folder}${newId()}/${keySafe(name)}`, file.slice(0, file.size, type), sending, {
    name,
  });
  return { address: `${address}?download=${encodeURIComponent(name)}` };
}

/** A file of a text: as readable as the text. */
export async function uploadTextFile(file: File, sending: Sending): Promise<Uploaded> {
  const owner = await findOwner();
  const name = fileName(file.name);
  const body = file.slice(0, file.size, textFileType(file) ?? "application/octet-stream");
  return { address: await send("text-files", `${owner}/${newId()}/${keySafe(name)}`, body, sending), name };
}

async function findOwner(): Promise<string> {
  const { data } = await (await getSupabase()).auth.getSession();
  if (!data.session) throw { code: "PT401", status: 401 };
  return data.session.user.id;
}

/**
 * Not by the client's own `upload`: `fetch` reports no upload progress. The request is the same. One that makes no
 * progress for `STALL_MS` ends as a lost connection does, and can be repeated.
 */
async function send(bucket: Bucket, key: string, body: Blob, sending: Sending, note?: object): Promise<string> {
  const { url, anonKey } = getAccess();
  const { data } = await (await getSupabase()).auth.getSession();
  const path = `/storage/v1/object/${bucket}/${key}`;
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url + path);
    request.setRequestHeader("Authorization", `Bearer ${data.session?.access_token ?? anonKey}`);
    request.setRequestHeader("apikey", anonKey);
    request.setRequestHeader("Content-Type", body.type);
    request.setRequestHeader("Cache-Control", bucket.startsWith("text-") ? "private, no-cache" : `max-age=${A_YEAR_S}`);
    if (note) request.setRequestHeader("x-metadata", toBase64(JSON.stringify(note)));
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStalled = false;
    const expectProgress = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isStalled = true;
        request.abort();
      }, STALL_MS);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      expectProgress();
      sending.onProgress(total > 0 ? loaded / total : 0);
    };
    request.onloadend = () => clearTimeout(timer);
    request.onload = () => (request.status < 300 ? resolve() : reject(refusalOf(request)));
    request.onerror = () => reject(new TypeError(LOST));
    request.onabort = () => reject(isStalled ? new TypeError(LOST) : new DOMException("Stopped", "AbortError"));
    sending.signal.addEventListener("abort", () => request.abort(), { once: true });
    expectProgress();
    request.send(body);
  });
  // Pictures are stored by path. Documents are links, which may lead to another host.
  const isPath =
    bucket.endsWith("pictures") || bucket === "text-files" || new URL(url, location.href).origin === location.origin;
  const way = bucket === "member-files" || bucket.startsWith("text-") ? "authenticated" : "public";
  return `${isPath ? "" : url}/storage/v1/object/${way}/${bucket}/${key}`;
}

function refusalOf(request: XMLHttpRequest): object {
  try {
    const { code, statusCode, message } = JSON.parse(request.responseText);
    return { code, message, status: Number(statusCode) || request.status };
  } catch {
    return { status: request.status };
  }
}

async function measure(address: string): Promise<{ width?: number; height?: number }> {
  const { measurePicture } = await import("../richText/picture");
  return measurePicture(urlOf(address) ?? "");
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
