type Query = Readonly<Record<string, string | null | undefined>>;

/** A path with its query, some parameters changed; null takes one away. For filters and pages of the shown screen. */
export function addressWith(path: string, query: Query, changes: Query = {}): string {
  const pairs = Object.entries({ ...query, ...changes }).filter(([, value]) => value != null && value !== "");
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`).join("&");
  return text ? `${path}?${text}` : path;
}

/** Of an address, as on the server. */
const MAX_LENGTH = 2_048;
// "/%25252f…" hides its slash behind several layers; a program on the way may remove any number of them.
const MAX_LAYERS = 5;
// URL parsers treat a backslash as a slash and drop tabs and line breaks: "/\t/host" and "/\host" lead to `host`.
const NEVER = /[\\\p{Cc}\p{Cs}]/u;

/**
 * Whether a path with query and fragment stays on this site. The rules of `balai/http/local_path.py`, which gives the
 * reasons; `tests/support/local_paths.json` holds both to one table.
 */
function isLocalPath(text: string): boolean {
  if (!text.startsWith("/") || NEVER.test(text)) return false;
  let path = text.split(/[?#]/, 1)[0] ?? "";
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const folded = path.normalize("NFKC").replaceAll("。", ".");
    const hasDots = folded.split("/").some((segment) => segment === "." || segment === "..");
    if (folded.startsWith("//") || NEVER.test(folded) || hasDots) return false;
    const decoded = path.replace(/(?:%[\da-f]{2})+/gi, decode);
    if (decoded === path) return true;
    path = decoded;
  }
  return false;
}

function decode(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes.replace(/%([0-7][\da-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

/** A local path to return to after signing in, from an untrusted query parameter; null for any other address. */
export function findLocalPath(text: string | undefined): string | null {
  return text && isLocalPath(text) ? text : null;
}

/** The local path of an address; null for another site's. */
export function findOwnPath(address: string | null, origin: string): string | null {
  // Compared as text: a URL parser would accept user names, ports and backslashes that other programs read differently.
  if (!address || address.length > MAX_LENGTH || !address.toLowerCase().startsWith(origin)) return null;
  const rest = address.slice(origin.length);
  return /^([/?#]|$)/.test(rest) ? findLocalPath(rest.startsWith("/") ? rest : `/${rest}`) : null;
}
