/** Files for members only: each address is signed for the signed-in user and expires soon. */

import { type Outcome, write } from "../requests/write";
import { readUploadFailure } from "../uploads/failures";

const MEMBER_FILE = /\/storage\/v1\/object\/authenticated\/member-files\/([^?#]+)/;
const LIFE_S = 60;

export function isMemberFile(address: string): boolean {
  return MEMBER_FILE.test(address);
}

/** The original name of an uploaded file; null for any other address. */
export function nameOfFile(address: string): string | null {
  if (!/\/storage\/v1\/object\/(public|authenticated)\/(files|member-files)\//.test(address)) return null;
  return new URL(address, "http://x").searchParams.get("download");
}

/** The address to go to, good for a minute. */
export function signMemberFile(address: string): Promise<Outcome<{ signedUrl: string }>> {
  const key = MEMBER_FILE.exec(address)?.[1] ?? "";
  const download = nameOfFile(address) ?? true;
  return write(
    (supabase) => supabase.storage.from("member-files").createSignedUrl(key, LIFE_S, { download }),
    readUploadFailure,
  );
}
