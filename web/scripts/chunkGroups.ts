/**
 * How the browser's build is divided into files. Each area of `pages/` is one chunk by itself, because the generated
 * table imports the area's index; this module says where code goes that several areas share.
 *
 *   vendor   React and React Router: a browser may keep it from one build to the next
 *   app      what the entry or a reader's area needs
 *   account  signing in, second factors, passwords
 *   writing  drafts and rich text
 *   uploads  pictures and files
 *   forms    fields and dialogs, for everything that sends something
 *
 * Without groups a reader's page has 17 to 23 files, most of them below 2 KB.
 */
import { fileURLToPath } from "node:url";

/** What the bundler's context says about a module. */
interface Context {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const web = fileURLToPath(new URL("..", import.meta.url));
const VENDOR = /node_modules\/(react|react-dom|react-router|scheduler)\/|vite\/preload-helper|rolldown\/runtime/;
/** Whether a module is ours and its path below `web/` fits. */
const own = (pattern: RegExp) => (id: string) =>
  id.startsWith(web) && !id.includes("node_modules") && pattern.test(id.slice(web.length));
const ACCOUNT = own(/^(auth\/(?!botCheck)|components\/fields\/\w*Password|lib\/api\/(members|messages|profile)\b)/);
const WRITING = own(/^(components\/richTextEditor|lib\/(forms\/(draft|useDraft|quiet)|richText|api\/forum))/);
const UPLOADS = own(/^(components\/fields\/(Picture|Upload)|lib\/uploads)/);
const FORMS = own(/^(auth\/botCheck|components|lib)\//);
const SHARED = own(/^(?!pages\/.*index\.ts$)/);
/** Areas that are read without sending anything. */
const READING = ["site", "blog", "forum", "resources", "search"].map((area) => `${web}pages/${area}/index.ts`);
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
  { name: "vendor", test: VENDOR, priority: 3 },
  {
    name: (id: string, context: Context) => (SHARED(id) && readModules(context).has(id) ? "app" : null),
    minShareCount: 2,
    priority: 2,
  },
  { name: "account", test: ACCOUNT, minShareCount: 2, priority: 1 },
  { name: "writing", test: WRITING, minShareCount: 2, priority: 1 },
  { name: "uploads", test: UPLOADS, minShareCount: 2, priority: 1 },
  { name: "forms", test: FORMS, minShareCount: 2 },
];
