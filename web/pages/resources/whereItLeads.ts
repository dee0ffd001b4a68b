/** What a person calls an address: the site's name, the number, the mailbox. Nothing for a page of our own. */
export function whereItLeads(address: string): string {
  const [, scheme = "", rest = ""] = /^([a-z]+):(?:\/\/)?([^?#]*)/i.exec(address) ?? [];
  if (scheme === "tel" || scheme === "mailto") return rest;
  return (rest.split("/", 1)[0] ?? "").replace(/^(.*@)?(www\.)?/, "");
}
