import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import compile from "icu-minify/compile";
import { keyOf } from "../src/i18n/key.ts";
import { LANGUAGES } from "../src/i18n/locale.ts";
import { withoutContext } from "../src/i18n/translate.ts";
import { foundMessages } from "./found-messages.ts";

const ROOT = join(import.meta.dirname, "..");
/** Loaded by the server, which serves users in several languages. */
const SHARED = /^src\/(?:api|model|query|connectors|server|chart-\w+)\//;

export interface Texts {
  /** English text -> where it is first used. */
  places: ReadonlyMap<string, string>;
  problems: readonly string[];
}

export type Catalog = Readonly<Record<string, string>>;

export function sourceTexts(): Texts {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file));
  return textsOf(files.sort().map((path) => ({ path, code: readFileSync(join(ROOT, path), "utf8") })));
}

export function textsOf(files: readonly { path: string; code: string }[]): Texts {
  const places = new Map<string, string>();
  const problems: string[] = [];
  const keys = new Map<string, string>();
  for (const { path, code } of files) {
    for (const { text, line, isAtLoad } of foundMessages(path, code)) {
      const place = `${path}:${line}`;
      if (isAtLoad && SHARED.test(path)) problems.push(`${place} translates when the module is loaded: use msg()`);
      if (places.has(text)) continue;
      places.set(text, place);
      const problem = syntaxProblem(withoutContext(text));
      if (problem) problems.push(`${place} ${problem}: "${text}"`);
      const other = keys.get(keyOf(text));
      if (other) problems.push(`${place} has the key of another text, so reword one: "${text}", "${other}"`);
      keys.set(keyOf(text), text);
    }
  }
  return { places, problems };
}

export function readCatalog(language: string): Catalog {
  const file = fileOf(language);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Catalog) : {};
}

const fileOf = (language: string) => join(ROOT, "locales", `${language}.json`);

export const translatedLanguages = Object.keys(LANGUAGES).filter((language) => language !== "en");

/** Adds new texts without a translation, and removes unused ones. */
export function updateCatalog(language: string, { places }: Texts): void {
  const catalog = readCatalog(language);
  const next = [...places.keys()].sort().map((text) => [text, catalog[text] ?? ""]);
  writeFileSync(fileOf(language), `${JSON.stringify(Object.fromEntries(next), null, 2)}\n`);
}

export interface CatalogState {
  untranslated: readonly { text: string; place: string }[];
  problems: readonly string[];
}

export function checkCatalog(language: string, catalog: Catalog, { places }: Texts): CatalogState {
  const texts = [...places];
  const problems = texts.flatMap(([text]) =>
    catalog[text]
      ? translationProblems(text, catalog[text], language).map((wrong) => `${wrong}: "${catalog[text]}"`)
      : [],
  );
  const unused = Object.keys(catalog).filter((text) => !places.has(text));
  return {
    untranslated: texts.flatMap(([text, place]) => (catalog[text] ? [] : [{ text, place }])),
    problems: [...problems, ...unused.map((text) => `unused text "${text}"`)].map(
      (problem) => `${language}: ${problem}`,
    ),
  };
}

function syntaxProblem(text: string): string | undefined {
  if (/\boffset:\d/.test(text)) return "has a plural offset, which can't be shown";
  try {
    compile(text);
    return undefined;
  } catch (error) {
    return `isn't valid ICU (${error instanceof Error ? error.message : error})`;
  }
}

function translationProblems(text: string, translation: string, language: string): string[] {
  const problem = syntaxProblem(translation);
  if (problem) return [problem];
  const [english, own] = [partsOf(withoutContext(text)), partsOf(translation)];
  const lacking = own.plurals.flatMap(({ type, forms }) => formsOf(language, type).filter((form) => !forms.has(form)));
  return [
    ...(namesIn(english) === namesIn(own) ? [] : ["other values or tags than in English"]),
    ...(lacking.length > 0 ? [`no plural form ${lacking.join(", ")}`] : []),
  ];
}

/** Spanish, French and Portuguese have a plural form for whole millions, which our texts don't need. */
function formsOf(language: string, type: Intl.PluralRuleType): string[] {
  const forms: string[] = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
  return /^(es|fr|pt)/.test(language) ? forms.filter((form) => form !== "many") : forms;
}

interface Parts {
  kinds: Set<string>;
  plurals: { type: Intl.PluralRuleType; forms: ReadonlySet<string> }[];
}

const namesIn = ({ kinds }: Parts) => [...kinds].sort().join();

function partsOf(text: string): Parts {
  const parts: Parts = { kinds: new Set(), plurals: [] };
  collectParts(compile(text), parts);
  return parts;
}

/** Indexed by icu-minify's argument types. */
const KINDS: readonly string[] = ["", "text", "number", "number", "number", "date", "date"];
const [SELECT, PLURAL, ORDINAL] = [1, 2, 3];

function collectParts(nodes: unknown, parts: Parts): void {
  if (!Array.isArray(nodes)) return;
  for (const node of nodes) if (Array.isArray(node)) collectPart(node, parts);
}

function collectPart(node: readonly unknown[], parts: Parts): void {
  const [name, kind, branches] = node;
  if (kind === undefined || (typeof kind === "number" && kind >= SELECT)) {
    parts.kinds.add(`${name} ${KINDS[kind ?? SELECT]}`);
    if (kind === PLURAL || kind === ORDINAL) parts.plurals.push(pluralOf(kind, branches as object));
    if (kind !== undefined && kind <= ORDINAL)
      for (const branch of Object.values(branches as object)) collectParts(branch, parts);
  } else {
    parts.kinds.add(`${name} tag`);
    collectParts(node.slice(1), parts);
  }
}

function pluralOf(kind: number, branches: object): Parts["plurals"][number] {
  return { type: kind === PLURAL ? "cardinal" : "ordinal", forms: new Set(Object.keys(branches)) };
}
