import { verbatim } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
/** Keys are stored with charts. The number of colors is part of the contract, as colors repeat after it. */
export interface CategoricalScheme {
  key: string;
  name: Message;
  colors: readonly string[];
  isFeatured?: boolean;
}

/** Distinguishable on both backgrounds and with protanopia, deuteranopia and tritanopia. */
export const TESSERA: readonly string[] = hex(
  "4266C6 D3793D 088580 BC84A2 746805 5094F7 D35260 887CB6 08A97F 885A66 0E708C 59784A",
);

const SUPERSET = hex(
  "1FA8C9 454E7C 5AC189 FF7F44 666666 E04355 FCC700 A868B7 3CCCCB A38F79 8FD3E4 A1A6BD ACE1C4 FEC0A1 B2B2B2 EFA1AA FDE380 D3B3DA 9EE5E5 D1C6BC",
);
const PRESET = hex(
  "6BD3B3 FCC550 408184 66CBE2 EE5960 484E5A FF874E 03748E C9BBAB B17BAA B5E9D9 FDE2A7 9FC0C1 B2E5F0 F6ACAF A3A6AC FFC3A6 81B9C6 E4DDD5 D8BDD4",
);

export const CATEGORICAL_SCHEMES: readonly CategoricalScheme[] = [
  { key: "tessera", name: verbatim("Tessera"), colors: TESSERA, isFeatured: true },
  { key: "supersetColors", name: msg("Superset Colors"), colors: SUPERSET, isFeatured: true },
  { key: "presetColors", name: msg("Preset Colors"), colors: PRESET, isFeatured: true },
  {
    key: "supersetAndPresetColors",
    name: msg("Superset and Preset Colors"),
    colors: hex("004960 2893B3 20A7C9 5CC0DA 7DCDE1 A9D3E1 C6ECE1 AAE2D2 71CFB4 2FC096 178F7A 067162"),
    isFeatured: true,
  },
  {
    key: "modernSunset",
    name: msg("Modern sunset"),
    colors: hex("0D2B45 203C56 3F4A6B 544E68 7A5578 8D697A A9738A D08159 E0925F FFAA5E FFC48A FFD4A3"),
    isFeatured: true,
  },
  {
    key: "colorsOfRainbow",
    name: msg("Colors of Rainbow"),
    colors: hex("D7263D F0563B F7882F F9B233 F4D35E B5CC4A 5DAE4B 1F9E89 1B7FA8 3159B5 5B3FA8 8E2F8F"),
    isFeatured: true,
  },
  {
    key: "blueToGreen",
    name: msg("Blue to Green"),
    colors: hex("1F3C88 24539A 296AAB 2E82BB 339AC4 3BB0C0 45BFAF 55C79A 72CF86 9AD878"),
  },
  {
    key: "redToYellow",
    name: msg("Red to Yellow"),
    colors: hex("8E0F2E A81F30 C13033 D54636 E25D39 EC773E F39146 F8AB52 FBC563 FDDF7C"),
  },
  {
    key: "wavesOfBlue",
    name: msg("Waves Of Blue"),
    colors: hex("0B2A4A 12406B 19568B 216DA9 2F85C4 479DD8 67B3E5 8AC8EF AFDBF6 D3ECFB"),
  },
  {
    key: "bnbColors",
    name: msg("Airbnb Colors"),
    colors: hex("FF5A5F 7B0051 007A87 00D1C1 8CE071 FFB400 B4A76C FF8083 CC0086 00A1B3 00FFEB BBEDAB FFD266"),
  },
  { key: "d3Category10", name: verbatim("D3 Category 10"), colors: d3Category10() },
  {
    key: "d3Category20",
    name: verbatim("D3 Category 20"),
    colors: alternate(d3Category10(), hex("AEC7E8 FFBB78 98DF8A FF9896 C5B0D5 C49C94 F7B6D2 C7C7C7 DBDB8D 9EDAE5")),
  },
  {
    key: "d3Category20b",
    name: verbatim("D3 Category 20b"),
    colors: hex(
      "393B79 5254A3 6B6ECF 9C9EDE 637939 8CA252 B5CF6B CEDB9C 8C6D31 BD9E39 E7BA52 E7CB94 843C39 AD494A D6616B E7969C 7B4173 A55194 CE6DBD DE9ED6",
    ),
  },
  {
    key: "d3Category20c",
    name: verbatim("D3 Category 20c"),
    colors: hex(
      "3182BD 6BAED6 9ECAE1 C6DBEF E6550D FD8D3C FDAE6B FDD0A2 31A354 74C476 A1D99B C7E9C0 756BB1 9E9AC8 BCBDDC DADAEB 636363 969696 BDBDBD D9D9D9",
    ),
  },
  {
    key: "echarts4Colors",
    name: msg("ECharts v4.x Colors"),
    colors: hex("C23531 2F4554 61A0A8 D48265 91C7AE 749F83 CA8622 BDA29A 6E7074 546570 C4CCD3"),
  },
  {
    key: "echarts5Colors",
    name: msg("ECharts v5.x Colors"),
    colors: hex("5470C6 91CC75 FAC858 EE6666 73C0DE 3BA272 FC8452 9A60B4 EA7CCC"),
  },
  { key: "googleCategory10c", name: verbatim("Google Category 10c"), colors: googleCategory20().slice(0, 10) },
  { key: "googleCategory20c", name: verbatim("Google Category 20c"), colors: googleCategory20() },
  {
    key: "lyftColors",
    name: msg("Lyft Colors"),
    colors: hex("EA0B8C 6C838E 29ABE2 33D9C1 9DACB9 7560AA 2D5584 831C4A 333D47 AC2077"),
  },
];

export const DEFAULT_CATEGORICAL_SCHEME = "tessera";

const byKey = new Map(CATEGORICAL_SCHEMES.map((scheme) => [scheme.key, scheme]));

/**
 * `SUPERSET_DEFAULT` in imported charts means their server's default. A missing or unknown key returns the default
 * scheme.
 */
export function categoricalColors(key: string | null | undefined): readonly string[] {
  if (key === "SUPERSET_DEFAULT") return SUPERSET;
  return byKey.get(key ?? "")?.colors ?? TESSERA;
}

export const isScheme = (key: string): boolean => key === "SUPERSET_DEFAULT" || byKey.has(key);

function d3Category10(): string[] {
  return hex("1F77B4 FF7F0E 2CA02C D62728 9467BD 8C564B E377C2 7F7F7F BCBD22 17BECF");
}

function googleCategory20(): string[] {
  return hex(
    "3366CC DC3912 FF9900 109618 990099 0099C6 DD4477 66AA00 B82E2E 316395 994499 22AA99 AAAA11 6633CC E67300 8B0707 651067 329262 5574A6 3B3EAC",
  );
}

function alternate(first: readonly string[], second: readonly string[]): string[] {
  return first.flatMap((color, i) => [color, second[i] ?? color]);
}

function hex(text: string): string[] {
  return text.split(" ").map((digits) => `#${digits}`);
}
