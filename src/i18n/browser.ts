import type { CompiledMessage } from "icu-minify/format";
import { effectiveZone, setZoneCookie } from "./browser-zone.ts";
import { keyOf } from "./key.ts";
import { type Language, localeFrom, regionOf } from "./locale.ts";
import { translateBy } from "./translate.ts";

type Catalog = Readonly<Record<string, CompiledMessage>>;

declare global {
  interface Window {
    messages?: Record<string, Catalog>;
  }
}

const language = (document.documentElement.lang || "en") as Language;
const region = regionOf(language, navigator.languages);
localeFrom(() => ({ language, region, zone: effectiveZone() }));
setZoneCookie();

if (language !== "en") {
  translateBy({
    lookup(text) {
      const key = typeof text === "string" ? keyOf(text) : text[0];
      return Object.values(window.messages ?? {}).find((catalog) => Object.hasOwn(catalog, key))?.[key];
    },
    compile: (text) => text,
  });
}
