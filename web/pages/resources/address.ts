/** Short name of an address: the site's name, the number, the mailbox. Nothing for a page of this site. */
export function shortAddress(address: string): string {
  const [, scheme = "", rest = ""] = /^([a-z]+):(?:\/\/)?([^?#]*)/i.exec(address) ?? [];
  if (scheme === "tel" || scheme === "mailto") return rest;
  return (rest.split("/", 1)[0] ?? "").replace(/^(.*@)?(www\.)?/, "");
}

/** The type of a file by its ending, in capitals: "PDF". Null for what is no file of this site. */
export function typeOfFile(address: string): string | null {
  if (!/^\/(storage\/v1|member-files)\//.test(address)) return null;
  const ending = /\.([a-z0-9]{2,5})(?:[?#]|$)/i.exec(address)?.[1];
  return ending ? ending.toUpperCase() : null;
}
