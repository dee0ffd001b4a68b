/**
 * How the browser's build is divided into files. Each area of `pages/` is one chunk by itself, because the generated
 * table imports the area's index; this module says where code goes that several areas share.
 *
 *   app      React, and what the entry or a reader's area needs
 *   account  signing in, second factors, passwords, the deletion of an account
 *   writing  drafts and rich text
 *   uploads  pictures and files, and whom they are for
 *   library  entries of the resources, which the page of a group shows, too
 *   forms    fields and dialogs, for everything that sends something
 *   staff    fields and calls of the administration and the editors, and their styles: each file is a name in the entry
 *   parts    styles of parts that open later or few pages have, for the same reason
 *
 * Without groups a reader's page has 17 to 23 files, most of them below 2 KB. At most six is the rule (bench/first_load.py):
 * the entry, app, the bundler's runtime, the texts, an area and its texts.
 */
import { fileURLToPath } from "node:url";

/** Facts of the bundler's context about a module. */
interface Context {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const web = fileURLToPath(new URL("..", import.meta.url));
const VENDOR = /node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper/;
const isVendor = (id: string) => VENDOR.test(id);
/** Whether a module is ours and its path below `web/` fits. */
const own = (pattern: RegExp) => (id: string) =>
  id.startsWith(web) && !id.includes("node_modules") && pattern.test(id.slice(web.length));
const ACCOUNT = own(
  /^(auth\/(?!botCheck|accountRules|formMemory)|components\/(erasure|fields\/\w*Password)|lib\/api\/(members|messages|profile)\b)/,
);
const WRITING = own(
  /^(components\/(richTextEditor|drafts\/LanguageDoubt)|lib\/(languages|richText|api\/(forum|community)))/,
);
const UPLOADS = own(/^(components\/fields\/(Audience|Picture|Upload)|lib\/(audiences|uploads))/);
const LIBRARY = own(/^(pages\/resources\/(?!index)|lib\/(api\/memberFiles|format\/size))/);
const FORMS = own(
  /^(auth\/(accountRules|botCheck\/|formMemory)|(components|lib)\/(?!bulk|erasure|penalties|held|intake|marks|bookmarks|bookings\/|fields\/(Audience|BookingFilters|EditorBar|LanguageTabs|BotCheckFallback|EmailBotCheck)|audiences|api\/(contact|day|rights|slug)|format\/(compareNames|useZoneOptions)|forms\/typingSpeed|api\/(community\/held|booking\/)|api\/people\/|parts\/PersonHead|watch\/notices))/,
);
const STAFF = own(
  /^(pages\/admin\/.*\.module\.css$|components\/(bulk|fields\/(EditorBar|LanguageTabs))|lib\/(api\/(day|rights|slug)|format\/(compareNames|useZoneOptions)))/,
);
const PARTS = own(/^components\/(held|intake|fields\/BookingFilters).*\.module\.css$/);
const SHARED = own(/^(?!pages\/.*index\.ts$)/);
/** Areas whose pages readers open first. */
const READING = ["site", "blog", "forum", "booking", "resources", "search"].map(
  (area) => `${web}pages/${area}/index.ts`,
);
const ROOTS = [`${web}entries/browser.tsx`, ...READING];

let read: ReadonlySet<string> | null = null;

/** Everything that the entry and the reading areas import statically. */
function readModules(context: Context): ReadonlySet<string> {
  if (read) return read;
  const seen = new Set<string>();
  const waiting = [...ROOTS];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  read = seen;
  return seen;
}

export const chunkGroups = [
  {
    name: (id: string, context: Context) =>
      isVendor(id) || (SHARED(id) && readModules(context).has(id)) ? "app" : null,
    minShareCount: 2,
    priority: 2,
  },
  { name: "library", test: LIBRARY, minShareCount: 2, priority: 3 },
  { name: "account", test: ACCOUNT, minShareCount: 2, priority: 1 },
  { name: "writing", test: WRITING, minShareCount: 2, priority: 1 },
  { name: "uploads", test: UPLOADS, minShareCount: 2, priority: 1 },
  { name: "staff", test: STAFF, minShareCount: 2, priority: 1 },
  { name: "parts", test: PARTS, minShareCount: 2, priority: 1 },
  { name: "forms", test: FORMS, minShareCount: 2 },
];
