/**
 * Checks the interface texts: four languages with the same keys and placeholders, the plural forms
 * that each language needs and no others, no key without a use, no use without a key, no title that ends with a period, no
 * space between Chinese and a value, and no text for people anywhere but in the four files. Keys are used from web/ and,
 * for titles and emails, from balai/.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const python = join(dirname(web), "balai");
const LANGS = ["en", "zh", "ms", "vi"];
/** The forms that our four languages have (CLDR, cardinals). `error.detail.too_many` is none. */
const PLURAL = /_(one|other)$/;
/** Between Chinese characters and a value, which may be Chinese itself. */
const SPACE_BESIDE_VALUE = /[\u4e00-\u9fff] \{\{|\}\} [\u4e00-\u9fff]/;
/** A dotted name, as keys are. Loose strings such as "div" are no use of a key. */
const KEY = /^[a-z][\w-]*(\.[\w-]+)+$/i;
/** Attributes that people see or hear. */
const SPOKEN = new Set([
  "alt",
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "label",
  "placeholder",
  "title",
]);

const problems = [];
const tables = Object.fromEntries(
  LANGS.map((lang) => [lang, JSON.parse(readFileSync(join(web, "locales", `${lang}.json`), "utf8"))]),
);

checkForms();
const uses = collectUses();
checkUses(uses);

if (problems.length) {
  console.error(problems.join("\n"));
  console.error(`${problems.length} problems with interface texts`);
  process.exit(1);
}
console.log(`${Object.keys(tables.en).length} interface texts in ${LANGS.length} languages`);

/** Same names in all four; plural forms as CLDR has them for cardinal numbers; same placeholders. */
function checkForms() {
  const names = new Set(LANGS.flatMap((lang) => Object.keys(tables[lang]).map((key) => key.replace(PLURAL, ""))));
  for (const name of names) {
    const isPlural = LANGS.some((lang) => Object.keys(formsOf(lang, name)).length > 0);
    for (const lang of LANGS) {
      const given = isPlural ? Object.keys(formsOf(lang, name)).sort() : name in tables[lang] ? ["text"] : [];
      const wanted = isPlural ? new Intl.PluralRules(lang).resolvedOptions().pluralCategories.toSorted() : ["text"];
      if (isPlural && name in tables[lang]) problems.push(`${lang}: ${name} has a text beside its plural forms`);
      if (given.join() !== wanted.join())
        problems.push(`${lang}: ${name} has ${given.join() || "no text"}, not ${wanted.join()}`);
    }
    checkPlaceholders(name);
  }
  for (const lang of LANGS) {
    for (const [key, text] of Object.entries(tables[lang])) {
      if (!text.trim()) problems.push(`${lang}: ${key} is empty`);
      if (SPACE_BESIDE_VALUE.test(text))
        problems.push(`${lang}: ${key} has a space beside a value: lib/texts.tsx adds it`);
    }
  }
}

function formsOf(lang, name) {
  return Object.fromEntries(
    Object.entries(tables[lang]).flatMap(([key, text]) =>
      PLURAL.test(key) && key.replace(PLURAL, "") === name ? [[PLURAL.exec(key)[1], text]] : [],
    ),
  );
}

function checkPlaceholders(name) {
  const said = LANGS.map((lang) => {
    // "one" may say the number in a word.
    const { one: _one, ...forms } = formsOf(lang, name);
    const texts = [tables[lang][name], ...Object.values(forms)].filter((text) => text !== undefined);
    return [...new Set(texts.flatMap((text) => text.match(/\{\{\s*[\w.]+/g) ?? []))].sort().join(", ");
  });
  if (new Set(said).size > 1) problems.push(`${name} has other placeholders in other languages: ${said.join(" | ")}`);
}

/** Every literal in the sources that may be a key, and where `t` and `text` are called with one. */
function collectUses() {
  const literals = new Set();
  const patterns = [];
  const asked = [];
  for (const file of listFiles(web, /(?<!\.test)\.tsx?$/)) {
    const source = readFileSync(file, "utf8");
    const where = relative(dirname(web), file);
    walk(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }, file), (node) => {
      if (node.type === "Literal" && typeof node.value === "string") literals.add(node.value);
      if (node.type === "TemplateLiteral" && node.expressions.length) {
        patterns.push(patternOf(node.quasis.map((quasi) => quasi.value.raw)));
      }
      const key = keyOf(node);
      if (key) asked.push([key, where]);
      checkTitle(node);
      checkBareText(node, where);
    });
  }
  for (const file of listFiles(python, /\.py$/)) {
    const source = readFileSync(file, "utf8");
    const where = relative(dirname(web), file);
    for (const [, f, text] of source.matchAll(/(f?)"([^"\\\n]+)"/g)) {
      if (f && text.includes("{")) patterns.push(patternOf(text.split(/\{[^}]*\}/)));
      else literals.add(text);
    }
    for (const [, key] of source.matchAll(/(?<![`\w])(?:text\(|title=)"([^"\n]+)"/g))
      if (KEY.test(key)) asked.push([key, where]);
  }
  return { literals, patterns: patterns.filter(Boolean), asked };
}

function checkUses({ literals, patterns, asked }) {
  const names = new Set(Object.keys(tables.en).map((key) => key.replace(PLURAL, "")));
  for (const name of names) {
    if (!literals.has(name) && !patterns.some((pattern) => pattern.test(name)))
      problems.push(`${name} is used nowhere`);
  }
  for (const [key, where] of asked) if (!names.has(key)) problems.push(`${where}: there is no text ${key}`);
}

/** The key in `t("key")`. */
function keyOf(node) {
  const isCall = node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "t";
  const key = isCall ? node.arguments[0] : undefined;
  return key?.type === "Literal" ? key.value : undefined;
}

/** A title is a heading. */
function checkTitle(node) {
  if (node.type !== "JSXAttribute" || attributeName(node.name) !== "title" || !node.value) return;
  walk(node.value, (part) => {
    const key = keyOf(part);
    for (const lang of LANGS)
      if (/[.。]$/.test(tables[lang][key] ?? "")) problems.push(`${lang}: the title ${key} ends with a period`);
  });
}

/** `error.page.${kind}.title` → a pattern, when it begins or ends like a key. */
function patternOf(parts) {
  if (!/^[a-z][\w-]*\./i.test(parts[0])) return null;
  const source = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[\\w.-]+");
  return new RegExp(`^${source}$`);
}

/** Text between tags, or in an attribute that users see, cannot be translated. */
function checkBareText(node, where) {
  if (node.type === "JSXText" && /\p{L}{2}/u.test(node.value))
    problems.push(`${where}: bare text "${node.value.trim()}"`);
  if (node.type !== "JSXAttribute" || !SPOKEN.has(attributeName(node.name))) return;
  const text = node.value?.type === "Literal" ? node.value.value : "";
  if (/\p{L}{2}/u.test(text) && !/^https?:/.test(text))
    problems.push(`${where}: bare text in ${attributeName(node.name)}="${text}"`);
}

function attributeName(name) {
  return name.type === "JSXNamespacedName" ? `${name.namespace.name}:${name.name.name}` : name.name;
}

function walk(node, visit) {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === "object" && typeof child.type === "string") walk(child, visit);
    }
  }
}

function listFiles(folder, pattern) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ["node_modules", "static", "generated"].includes(entry.name) ? [] : listFiles(path, pattern);
    return pattern.test(entry.name) ? [path] : [];
  });
}
