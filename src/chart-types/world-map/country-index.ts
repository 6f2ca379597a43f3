import { COUNTRIES } from "../../chart-kit/map/countries.ts";
import { countryName } from "../../chart-kit/map/country-name.ts";

export interface Country {
  /** ISO 3166-1 alpha-3; identifies the shape. */
  cca3: string;
  name: string;
  title(): string;
  longitude: number;
  latitude: number;
}

export const FIELD_TYPES = ["cca2", "cca3", "cioc", "name"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

let indexes: Record<FieldType, Map<string, Country>> | undefined;

export function countryOf(value: unknown, type: FieldType): Country | undefined {
  indexes ??= indexed();
  return typeof value === "string" ? indexes[type].get(plain(value)) : undefined;
}

const FURTHER: Readonly<Record<string, string>> = {
  "Congo, Dem. Rep.": "COD",
  "Congo, Rep.": "COG",
  "Cote d'Ivoire": "CIV",
  "Czech Republic": "CZE",
  "Hong Kong, China": "HKG",
  "Korea, Dem. Rep.": "PRK",
  "Korea, Rep.": "KOR",
  Lao: "LAO",
  "Macedonia, FYR": "MKD",
  "Micronesia, Fed. Sts.": "FSM",
  "Slovak Republic": "SVK",
  "South Korea": "KOR",
  "North Korea": "PRK",
  "St. Lucia": "LCA",
  "St. Vincent and the Grenadines": "VCT",
  Swaziland: "SWZ",
  Turkey: "TUR",
  UK: "GBR",
  USA: "USA",
  "West Bank and Gaza": "PSE",
  "Kyrgyz Republic": "KGZ",
  "Cape Verde": "CPV",
  "Macao, China": "MAC",
};

function indexed(): Record<FieldType, Map<string, Country>> {
  const indexes = { cca2: new Map(), cca3: new Map(), cioc: new Map(), name: new Map() } as Record<
    FieldType,
    Map<string, Country>
  >;
  const others: [string, Country][] = [];
  for (const line of COUNTRIES.trim().split("\n")) {
    const [cca2 = "", cca3 = "", cioc = "", name = "", official = "", place = "", spellings = ""] = line.split("|");
    const [latitude = 0, longitude = 0] = place.split(" ").map(Number);
    const country: Country = { cca3, name, title: () => countryName(cca2, name), latitude, longitude };
    indexes.cca2.set(plain(cca2), country);
    indexes.cca3.set(plain(cca3), country);
    if (cioc) indexes.cioc.set(plain(cioc), country);
    indexes.name.set(plain(name), country);
    others.push(...[official, ...spellings.split(";")].filter(Boolean).map((one): [string, Country] => [one, country]));
  }
  for (const [name, country] of others) if (!indexes.name.has(plain(name))) indexes.name.set(plain(name), country);
  for (const [name, cca3] of Object.entries(FURTHER)) {
    const country = indexes.cca3.get(plain(cca3));
    if (country) indexes.name.set(plain(name), country);
  }
  return indexes;
}

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("&", "and")
    .toLowerCase()
    .trim();
