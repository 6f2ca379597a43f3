import type { Plugin } from "vite";

/**
 * Fixes packages that handle text from data unsafely. The build fails when the fixed code of a package has changed, so
 * that no problem returns unnoticed.
 */
export const safePackages = (): Plugin[] => [ownKeys, noEvalProbe];

/**
 * ECharts' renderer caches text widths in an object with a prototype: a label called `__proto__` gave every object of
 * the page two more keys.
 */
const ownKeys: Plugin = {
  name: "own-keys",
  transform: {
    filter: { id: /zrender\/lib\/core\/LRU\.js$/ },
    handler(code) {
      const safe = code.replaceAll("this._map = {};", "this._map = Object.create(null);");
      if (safe === code || /_map = \{/.test(safe)) this.error("zrender keeps its memory in another way");
      return { code: safe, map: null };
    },
  },
};

/**
 * Zod probes whether it may compile code. Every page's CSP forbids it, and browsers report the attempt as a violation,
 * which could hide a real one.
 */
const noEvalProbe: Plugin = {
  name: "no-eval-probe",
  transform: {
    filter: { id: /zod\/v4\/core\/util\.js$/ },
    handler(code) {
      const safe = code.replace(
        /cached\(\(\) => \{\s*\/\/ Skip the probe[\s\S]*?new F\(""\);[\s\S]*?\n\}\);/,
        "cached(() => false);",
      );
      if (safe === code || /new F\(/.test(safe)) this.error("zod tries in another way whether it may compile code");
      return { code: safe, map: null };
    },
  },
};
