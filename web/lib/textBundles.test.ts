import { expect, it } from "vitest";
import { screens } from "../generated/screens";
import en from "../locales/en.json";
import { bundleOfKey } from "./textBundles";

/** The route table, in all its files. */
const routes = Object.values(
  import.meta.glob<string>("../../balai/site/routes/**/*.py", { query: "?raw", import: "default", eager: true }),
).join("\n");

/** Every module of ours by its path below web/. */
const sources: Record<string, string> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*", "!../node_modules/**"], {
      query: "?raw",
      import: "default",
      eager: true,
    }),
  ).map(([path, text]) => [path.startsWith("../") ? path.slice(3) : path.replace("./", "lib/"), text]),
);
const keys = new Set(Object.keys(en).map((key) => key.replace(/_(one|other)$/, "")));

function resolve(from: string, name: string): string | undefined {
  const path = new URL(name, `file:///${from}`).pathname.slice(1);
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((file) => file in sources);
}

const STATIC = /\bfrom\s*"(\.[^"]+)"/g;
const ANY = /(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+)"/g;

/** Everything that a page may show: its own modules and what they import, later parts included, types left out. */
function modulesOf(page: string, imports = ANY): Set<string> {
  const seen = new Set<string>();
  const waiting = [page];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || file === "generated/pages.ts") continue;
    seen.add(file);
    const values = (sources[file] ?? "").replace(/^(import|export) type [^;]*;$/gms, "");
    for (const [, name = ""] of values.matchAll(imports)) {
      const target = resolve(file, name);
      if (target) waiting.push(target);
    }
  }
  return seen;
}

/** Keys that stand in a module: whole ones, and those that a template with `${…}` may make. */
function keysIn(source: string): string[] {
  const whole = [...source.matchAll(/["`]([a-z][\w-]*(?:\.[\w-]+)+)["`]/gi)].map(([, key = ""]) => key);
  const made = [...source.matchAll(/`([a-z][\w-]*\.[^`\s]*\$\{[^`]*)`/gi)].flatMap(([, text = ""]) => {
    const parts = text.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^()|[\]\\]/g, "\\$&"));
    const pattern = new RegExp(`^${parts.join("[\\w.-]+")}$`);
    return [...keys].filter((key) => pattern.test(key));
  });
  return [...whole.filter((key) => keys.has(key)), ...made];
}

/** `usePart(load, "editor")`: a part that comes later brings its own bundle. */
function bundlesOfParts(modules: string[]): (string | null)[] {
  return modules.flatMap((file) =>
    [...(sources[file] ?? "").matchAll(/\busePart\(\w+, "(\w+)"\)/g)].map(([, name = ""]) => name),
  );
}

function pageOf(screen: string): string {
  const [, area = "", component = ""] =
    new RegExp(`name="${screen.replace(".", "\\.")}",.*?page="([\\w/]+)/(\\w+)"`, "s").exec(routes) ?? [];
  const index = sources[`pages/${area}/index.ts`] ?? "";
  const [, file = ""] = new RegExp(`\\b${component}\\b.*from "\\./([\\w/]+)"`).exec(index) ?? [];
  return `pages/${area}/${file}.tsx`;
}

/** Also parts of the administration's frame. Their texts are held by "gives every page the texts of the frame". */
const FRAME = modulesOf("app/Layout.tsx");
/** A reader of a failure has waited for a request, and so for the client and these texts (lib/requests/supabase.ts). */
const READS_FAILURES = /^(lib\/(api|requests|uploads)|auth|components\/botCheck)\//;

it.each(screens.map(({ name, texts }) => [name, texts] as const))("%s has the texts that it uses", (name, texts) => {
  const page = pageOf(name);
  expect(sources).toHaveProperty([page]);
  const modules = [...modulesOf(page)].filter((file) => !FRAME.has(file));
  const atOnce = modulesOf(page, STATIC);
  const later = bundlesOfParts(modules);
  const missing = modules.flatMap((file) =>
    keysIn(sources[file] ?? "")
      .map((key) => ({ key, bundle: bundleOfKey(key) }))
      // A module of data access serves administrators as well.
      .filter(({ bundle }) => bundle && !texts.includes(bundle) && !(bundle === "admin" && file.startsWith("lib/api/")))
      .filter(({ bundle }) => !(bundle === "failures" && READS_FAILURES.test(file)))
      .filter(({ bundle }) => atOnce.has(file) || !later.includes(bundle ?? ""))
      .map(({ key }) => `${file}: ${key}`),
  );
  expect(missing).toEqual([]);
});

it("gives every page the texts of the frame", () => {
  const entries = ["app/Root.tsx", "app/Layout.tsx", "app/ErrorPage.tsx"];
  const frame = entries.flatMap((file) => [...modulesOf(file)]);
  const atOnce = new Set(entries.flatMap((file) => [...modulesOf(file, STATIC)]));
  // Texts of returns from the auth service are loaded by auth/authReturn.ts itself.
  const own = frame.filter((file) => !file.startsWith("auth/") && !READS_FAILURES.test(file));
  const missing = own.flatMap((file) => {
    const brought = atOnce.has(file) ? [] : bundlesOfParts(frame);
    return keysIn(sources[file] ?? "").filter((key) => bundleOfKey(key) && !brought.includes(bundleOfKey(key)));
  });
  expect(missing).toEqual([]);
});
