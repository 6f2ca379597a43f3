import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import compile from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";
import type { OutputChunk } from "rolldown";
import type { Plugin } from "vite";
import { isolated } from "../src/i18n/isolated.ts";
import { keyOf } from "../src/i18n/key.ts";
import { isRightToLeft, type Language } from "../src/i18n/locale.ts";
import { pseudo } from "../src/i18n/pseudo.ts";
import { withoutContext } from "../src/i18n/translate.ts";
import { foundMessages, USES_MESSAGES } from "./found-messages.ts";

/** A catalog separate from that of the whole app. */
export interface MessagePart {
  name: string;
  texts: RegExp;
  /** Modules that must not run before it has loaded. */
  neededBy: RegExp;
}

/** Texts that are in no other part; loaded with every page. */
const APP = "app";
const PSEUDO = "en-XA";
const LOCALES = join(import.meta.dirname, "../locales");

export const neededMessages = (parts: readonly MessagePart[]) => (chunk: OutputChunk) =>
  parts.filter(({ neededBy }) => chunk.moduleIds.some((id) => neededBy.test(id))).map(({ name }) => name);

/**
 * English texts with values, tags or a context are compiled into the code, so that browsers load no parser; plain ones
 * stay unchanged. Each catalog becomes its own script: `assets/messages-de-app-<hash>.js`.
 */
export function messages(parts: readonly MessagePart[]): Plugin {
  const texts = new Map<string, Set<string>>([APP, ...parts.map(({ name }) => name)].map((name) => [name, new Set()]));
  const partOf = (file: string) => parts.find((part) => part.texts.test(file))?.name ?? APP;
  return {
    name: "messages",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: USES_MESSAGES },
      handler(code, file) {
        const pieces: string[] = [];
        let at = 0;
        for (const { text, start, end } of foundMessages(file, code)) {
          texts.get(partOf(file))?.add(text);
          const english = compile(withoutContext(text));
          if (english === text) continue;
          pieces.push(code.slice(at, start), JSON.stringify([keyOf(text), english]));
          at = end;
        }
        return at === 0 ? undefined : { code: [...pieces, code.slice(at)].join(""), map: null };
      },
    },
    generateBundle() {
      for (const language of [PSEUDO, ...globSync("*.json", { cwd: LOCALES }).map((file) => basename(file, ".json"))]) {
        const translate = translator(language);
        for (const [part, own] of texts) {
          const name = `messages-${language}-${part}.js`;
          const other = part === APP ? undefined : texts.get(APP);
          const source = catalogScript(part, [...own].filter((text) => !other?.has(text)).sort(), translate);
          if (source === undefined) continue;
          // The server finds the file in the build's manifest by this name.
          this.emitFile({ type: "asset", name, originalFileName: name, source });
        }
      }
    },
  };
}

/** Returns undefined without a translation; the text is then shown in English. */
function translator(language: string) {
  if (language === PSEUDO) return (text: string) => pseudo(compile(withoutContext(text)));
  const catalog = JSON.parse(readFileSync(join(LOCALES, `${language}.json`), "utf8")) as Record<string, string>;
  const finished = isRightToLeft(language as Language) ? isolated : (message: CompiledMessage) => message;
  return (text: string) => (catalog[text] ? finished(compile(catalog[text])) : undefined);
}

/** JSON text, which browsers parse faster than code. Undefined without any translation. */
function catalogScript(part: string, texts: readonly string[], translate: ReturnType<typeof translator>) {
  const entries = texts.flatMap((text) => {
    const translation = translate(text);
    return translation === undefined ? [] : [[keyOf(text), translation] as const];
  });
  if (entries.length === 0) return undefined;
  const json = JSON.stringify(JSON.stringify(Object.fromEntries(entries)));
  return `(self.messages??={}).${part}=JSON.parse(${json});`;
}
