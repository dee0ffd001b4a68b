/** Addresses of uploaded files: as rows have them in forms, as the site gives them to readers everywhere else. */

/** Of the site, which sends members on to the file (balai/site/pictures/member_files.py). */
const SENT = "/member-files/";

/** Whether readers open a file for members alone there. */
export function isMemberFile(address: string): boolean {
  return address.startsWith(SENT);
}

/** The original name of an uploaded file; null for any other address. */
export function nameOfFile(address: string): string | null {
  const isStored = /\/storage\/v1\/object\/(public|authenticated)\/(files|member-files)\//.test(address);
  return isStored || isMemberFile(address) ? new URL(address, "http://x").searchParams.get("download") : null;
}
