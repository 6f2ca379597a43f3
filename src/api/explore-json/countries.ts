import { COUNTRIES } from "../../chart-kit/map/countries.ts";

/** Countries by the codes and names that data uses. */
export interface Country {
  cca3: string;
  name: string;
  /** Degrees, of a point within. */
  latitude: number;
  longitude: number;
}

let indexes: Record<string, Map<string, Country>> | undefined;

/** Without regard to case. `by` is `cca2`, `cca3`, `cioc` or `name`. */
export function findCountry(by: string, value: unknown): Country | undefined {
  indexes ??= indexed();
  const index = Object.hasOwn(indexes, by) ? indexes[by] : undefined;
  return typeof value === "string" ? index?.get(value.trim().toLowerCase()) : undefined;
}

function indexed(): Record<string, Map<string, Country>> {
  const made: Record<"cca2" | "cca3" | "cioc" | "name", Map<string, Country>> = {
    cca2: new Map(),
    cca3: new Map(),
    cioc: new Map(),
    name: new Map(),
  };
  for (const line of COUNTRIES.trim().split("\n")) {
    const [cca2 = "", cca3 = "", cioc = "", name = "", official = "", place = ""] = line.split("|");
    const [latitude = 0, longitude = 0] = place.split(" ").map(Number);
    const country = { cca3, name, latitude, longitude };
    made.cca2.set(cca2.toLowerCase(), country);
    made.cca3.set(cca3.toLowerCase(), country);
    if (cioc) made.cioc.set(cioc.toLowerCase(), country);
    if (official) made.name.set(official.toLowerCase(), country);
    made.name.set(name.toLowerCase(), country);
  }
  return made;
}
