import type { Locale as AntdLocale } from "antd/es/locale/index.js";
import type { init } from "echarts/core";
import type { Language } from "../locale.ts";

/** Built-in texts of the libraries. dayjs registers its own when its locale module loads. */
export interface LibraryLocale {
  antd: AntdLocale;
  echarts: NonNullable<NonNullable<Parameters<typeof init>[2]>["locale"]>;
}

interface Loaded {
  locale: LibraryLocale;
}

const LOADERS: Partial<Record<Language, () => Promise<Loaded>>> = {
  de: () => import("./locale-de.ts"),
  es: () => import("./locale-es.ts"),
  fr: () => import("./locale-fr.ts"),
  "pt-BR": () => import("./locale-pt-BR.ts"),
  ja: () => import("./locale-ja.ts"),
  "zh-CN": () => import("./locale-zh-CN.ts"),
  ar: () => import("./locale-ar.ts"),
  "en-XA": () => import("./locale-en-XA.ts"),
  "en-XB": () => import("./locale-en-XA.ts"),
};

let current: LibraryLocale | undefined;

export function loadLibraryLocale(language: Language): Promise<void> | undefined {
  return LOADERS[language]?.().then(
    ({ locale }) => {
      current = locale;
    },
    // The page is better with some English in it than not at all.
    () => undefined,
  );
}

export const libraryLocale = (): LibraryLocale | undefined => current;
