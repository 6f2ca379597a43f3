import type { Plugin } from "vite";

/**
 * What packages do with texts out of data that harms the page. Each of these ends the build when its package is written
 * otherwise, so that nothing comes back unseen.
 */
export const safePackages = (): Plugin[] => [ownKeys];

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
