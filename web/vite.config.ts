/**
 * The builds of one app. `vite build` makes what browsers load: hashed files under /assets/, one chunk per area, a
 * manifest for the server, and builds/latest.json with the name of the build. `vite build --mode server` makes
 * server.js: one script that a bare V8 evaluates, with every page in it; `--mode worker` service-worker.js. A test makes a third one, `--mode pseudo`: the
 * server's, with each interface text in brackets, so that a sentence put together from several of them shows.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { bundleOfKey } from "./lib/textBundles";
import { chunkGroups } from "./scripts/chunkGroups";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const outDir = here("../balai/site/static");

/** "use client" means nothing here, yet each build would warn of it. */
const onLog: NonNullable<NonNullable<UserConfig["build"]>["rolldownOptions"]>["onLog"] = (level, log, handle) => {
  if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
};

const shared: UserConfig = {
  root: here("."),
  base: "/",
  appType: "custom",
  resolve: {
    alias: {
      // Components keep to React Router's interface; the site has a router of its own.
      "react-router": here("router/router.tsx"),
      // The full "react-dom/server" also loads the streaming renderer, which wants TextEncoder and MessageChannel.
      "react-dom-render-to-string": here("node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js"),
    },
  },
};

const clientBuild: UserConfig = {
  plugins: [splitTexts({ isWhole: false }), buildName(), textsForServer(), fontLicences()],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: "manifest.json",
    target: "es2022",
    // A font inside a style sheet would be loaded by every reader, a drawing in a script too; and the content security
    // policy refuses both.
    assetsInlineLimit: 0,
    // Lists of the modules behind each dynamic import are 0.8 KB of the first load. Style sheets are needed there.
    modulePreload: { resolveDependencies: (_name, files) => files.filter((file) => file.endsWith(".css")) },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      onLog,
      input: { browser: here("entries/browser.tsx"), "before-paint": here("entries/before-paint.ts") },
      output: {
        entryFileNames: ({ name }) => (name === "before-paint" ? "before-paint.js" : "assets/[name]-[hash].js"),
        codeSplitting: { groups: chunkGroups, includeDependenciesRecursively: false },
      },
    },
  },
};

/** One script without imports: a service worker may not share chunks with pages. */
const workerBuild: UserConfig = {
  publicDir: false,
  build: {
    outDir,
    emptyOutDir: false,
    target: "es2022",
    reportCompressedSize: false,
    rolldownOptions: {
      input: here("entries/serviceWorker.ts"),
      output: { format: "iife", entryFileNames: "service-worker.js", codeSplitting: false },
    },
  },
};

const serverBuild: UserConfig = {
  plugins: [splitTexts({ isWhole: true })],
  publicDir: false,
  define: { "process.env.NODE_ENV": '"production"' },
  ssr: { target: "webworker", noExternal: true },
  build: {
    outDir,
    emptyOutDir: false,
    ssr: here("entries/server.tsx"),
    assetsInlineLimit: 0,
    target: "es2022",
    minify: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 5000,
    rolldownOptions: {
      onLog,
      output: { format: "iife", entryFileNames: "server.js", codeSplitting: false, exports: "none" },
    },
  },
};

/**
 * Nine files of each language for browsers: `en.json?forum` and its kind with what only some screens need, `en.json` with
 * the rest. The server's bundle takes `en.json` whole.
 */
function splitTexts({ isWhole, wrap }: { isWhole: boolean; wrap?: (text: string) => string }): Plugin {
  return {
    name: "balai-split-texts",
    enforce: "pre",
    load(id) {
      const [file = "", query] = id.split("?", 2);
      if (!/\/locales\/\w+\.json$/.test(file)) return null;
      const bundle = query ?? null;
      const texts: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
      const wanted = Object.entries(texts).filter(([key]) => (isWhole ? bundle === null : bundleOfKey(key) === bundle));
      const shown = wanted.map(([key, text]) => [key, wrap ? wrap(text) : text]);
      const json = JSON.stringify(Object.fromEntries(shown));
      // Vite's own JSON plugin does not know the query.
      return bundle === null ? json : { code: `export default ${json}`, moduleType: "js" };
    },
  };
}

/** Names the build after its hashed files, so that the name changes exactly when something a browser loads does. */
function buildName(): Plugin {
  return {
    name: "balai-build-name",
    generateBundle(_options, bundle) {
      const id = createHash("sha256").update(Object.keys(bundle).sort().join("\n")).digest("hex").slice(0, 16);
      this.emitFile({ type: "asset", fileName: "builds/latest.json", source: `${JSON.stringify({ id })}\n` });
    },
  };
}

/** The site's server writes titles and feeds from the same texts: it reads them at static/locales/. */
function textsForServer(): Plugin {
  return {
    name: "balai-texts-for-server",
    generateBundle() {
      for (const lang of ["en", "zh", "ms", "vi"]) {
        const source = readFileSync(here(`locales/${lang}.json`));
        this.emitFile({ type: "asset", fileName: `locales/${lang}.json`, source });
      }
    },
  };
}

/** The fonts' licence asks to go wherever the fonts go. */
function fontLicences(): Plugin {
  return {
    name: "balai-font-licences",
    generateBundle() {
      const folder = here("../build/fonts/");
      for (const name of readdirSync(folder).filter((file) => file.endsWith(".txt"))) {
        this.emitFile({ type: "asset", fileName: `assets/${name}`, source: readFileSync(folder + name) });
      }
    },
  };
}

/** Reference that tests compare the server's bundle with: the same pages with React Router itself. */
const referenceBuild: UserConfig = {
  ...serverBuild,
  resolve: { alias: { ...shared.resolve?.alias, "react-router": here("node_modules/react-router") } },
  build: { ...serverBuild.build, ssr: here("entries/serverReference.tsx") },
};

const pseudoBuild: UserConfig = {
  ...serverBuild,
  plugins: [splitTexts({ isWhole: true, wrap: (text) => `⟦${text}⟧` })],
};

const builds: Record<string, UserConfig> = {
  server: serverBuild,
  worker: workerBuild,
  pseudo: pseudoBuild,
  reference: referenceBuild,
};

export default defineConfig(({ mode }) => ({ ...shared, ...(builds[mode] ?? clientBuild) }));
