import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { CompiledMessage } from "icu-minify/format";
import { isolated } from "./isolated.ts";
import { isRightToLeft, type Language, type Locale, localeFrom } from "./locale.ts";
import { pseudo } from "./pseudo.ts";
import { translateBy, withoutContext } from "./translate.ts";

/**
 * Translation on the server, enabled by importing this module. Each request has a language; catalogs are in `locales/`.
 */

const FOLDER = join(import.meta.dirname, "../../locales");
const ENGLISH: Locale = { language: "en" };

const working = new AsyncLocalStorage<Locale>();

export const inLocale = <Result>(locale: Locale, work: () => Result): Result => working.run(locale, work);

type Catalog = Readonly<Record<string, string>>;

const catalogs = new Map<Language, Catalog>();

export function catalogOf(language: Language): Catalog {
  const known = catalogs.get(language);
  if (known) return known;
  const file = join(FOLDER, `${language}.json`);
  const catalog = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Catalog) : {};
  catalogs.set(language, catalog);
  return catalog;
}

const require = createRequire(import.meta.url);
const compiled = new Map<string, CompiledMessage>();

function compile(text: string): CompiledMessage {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const message = /[{<']/.test(text) ? compileSyntax(text) : text;
  compiled.set(text, message);
  return message;
}

/** The parser is loaded on first use: it takes 20 ms and 5 MB in each thread. */
const compileSyntax = (text: string): CompiledMessage =>
  (require("icu-minify/compile") as typeof import("icu-minify/compile")).default(text);

localeFrom(() => working.getStore() ?? ENGLISH);
translateBy({
  lookup(text, language) {
    if (typeof text !== "string" || language === "en") return undefined;
    if (language === "en-XA" || language === "en-XB") return pseudo(compile(withoutContext(text)));
    const translation = catalogOf(language)[text];
    if (!translation) return undefined;
    return isRightToLeft(language) ? isolated(compile(translation)) : compile(translation);
  },
  compile: (text) => compile(withoutContext(text)),
});
