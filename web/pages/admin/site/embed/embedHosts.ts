/** Hosts of websites as they are typed: one a line, with or without what stands around them in an address. */

export function hostsOf(text: string): string[] {
  const hosts = text
    .split(/[\s,]+/)
    .map((line) =>
      line
        .toLowerCase()
        .replace(/^https?:\/\//, "")
        .replace(/\/.*$/, ""),
    )
    .filter(Boolean);
  return [...new Set(hosts)];
}

/** As the database checks it. */
export function isHost(host: string): boolean {
  return /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:[0-9]{1,5})?$/.test(host);
}
