import type { Plugin } from "vite";

/**
 * What packages do with texts out of data that harms the page. Each of these ends the build when its package is written
 * otherwise, so that nothing comes back unseen.
 */
export const safePackages = (): Plugin[] => [ownKeys, noEvalProbe];

/**
 * ECharts' renderer remembers widths of texts by the texts, in an object that has keys before anything is put in: a
 * label called `__proto__` gave every object of the page two more keys.
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
 * Zod tries whether it may compile code. It may not, by the policy of every page, and browsers report the attempt as a
 * violation, among which a real one would go unseen.
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
