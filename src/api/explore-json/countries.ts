import { createRequire } from "node:module";

/** Countries by the codes and names that data uses, from the open data set `world-countries`. */
export interface Country {
  cca3: string;
  name: string;
  /** Degrees, of a point within. */
  latitude: number;
  longitude: number;
}

interface Entry {
  name: { common: string; official: string };
  cca2: string;
  cca3: string;
  cioc: string;
  latlng: [number, number];
}

let indexes: Record<string, Map<string, Country>> | undefined;

/** Without regard to case. `by` is `cca2`, `cca3`, `cioc` or `name`. */
export function findCountry(by: string, value: unknown): Country | undefined {
  indexes ??= indexed(createRequire(import.meta.url)("world-countries") as Entry[]);
  const index = Object.hasOwn(indexes, by) ? indexes[by] : undefined;
  return typeof value === "string" ? index?.get(value.trim().toLowerCase()) : undefined;
}

function indexed(entries: readonly Entry[]): Record<string, Map<string, Country>> {
  const made: Record<"cca2" | "cca3" | "cioc" | "name", Map<string, Country>> = {
    cca2: new Map(),
    cca3: new Map(),
    cioc: new Map(),
    name: new Map(),
  };
  for (const entry of entries) {
    const [latitude, longitude] = entry.latlng;
    const country = { cca3: entry.cca3, name: entry.name.common, latitude, longitude };
    for (const by of ["cca2", "cca3", "cioc"] as const) if (entry[by]) made[by].set(entry[by].toLowerCase(), country);
    for (const name of [entry.name.official, entry.name.common]) made.name.set(name.toLowerCase(), country);
  }
  return made;
}
