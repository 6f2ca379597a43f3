import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type GeoPermissibleObjects, geoEquirectangular } from "d3-geo";
import { geoProject } from "d3-geo-projection";
import type { GeoJSON } from "geojson";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { Plugin } from "vite";

/**
 * Base maps as build files: `import { url } from "ground:fine-land"`. Land, coasts and borders are from Natural Earth
 * (world-atlas) in two levels of detail; US states are from the Census Bureau (us-atlas). The sources are shapes on a
 * sphere; they are projected, cut at the edge of the map and rounded to their precision. Country regions (see
 * `regions.ts`) are one file each: `import { urls } from "ground:regions"`.
 */
const PREFIX = "ground:";
const requireFrom = createRequire(import.meta.url);

const GROUND: Readonly<Record<string, () => GeoJSON>> = {
  "coarse-land": () => landOf("world-atlas/countries-110m.json", 2),
  "coarse-borders": () => bordersOf("world-atlas/countries-110m.json", { of: "countries", digits: 2 }),
  "fine-land": () => landOf("world-atlas/countries-50m.json", 3),
  "fine-borders": () => bordersOf("world-atlas/countries-50m.json", { of: "countries", digits: 3 }),
  countries: () => countriesOf("world-atlas/countries-110m.json"),
  states: () => bordersOf("us-atlas/states-10m.json", { of: "states", digits: 3 }),
};

export function ground(): Plugin {
  let isServed = false;
  return {
    name: "ground",
    configResolved({ command }) {
      isServed = command === "serve";
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      const name = id.startsWith(`\0${PREFIX}`) ? id.slice(PREFIX.length + 1) : "";
      const urlOf = (file: string, shape: GeoJSON) => {
        if (isServed) return JSON.stringify(`data:application/json,${encodeURIComponent(JSON.stringify(shape))}`);
        const id = this.emitFile({ type: "asset", name: `${file}.json`, source: JSON.stringify(shape) });
        return `import.meta.ROLLUP_FILE_URL_${id}`;
      };
      if (name === "regions") {
        const urls = allRegions().map(({ code, shape }) => `${code}: ${urlOf(`regions-${code.toLowerCase()}`, shape)}`);
        return `export const urls = { ${urls.join(", ")} };`;
      }
      const make = GROUND[name];
      return make && `export const url = ${urlOf(name, make())};`;
    },
  };
}

const REGIONS = new URL("../src/chart-types/country-map/regions.ndjson", import.meta.url);

function allRegions(): { code: string; shape: GeoJSON }[] {
  const lines = readFileSync(REGIONS, "utf8").trim().split("\n");
  return lines.map((line) => {
    const { code, topology } = JSON.parse(line) as { code: string; topology: Topology };
    const shape = feature(topology, topology.objects.regions as GeometryCollection);
    const tenths = (_: string, value: unknown) => (typeof value === "number" ? Math.round(value * 10) / 10 : value);
    return { code, shape: JSON.parse(JSON.stringify(shape, tenths)) };
  });
}

function landOf(file: string, digits: number): GeoJSON {
  const topology = topologyOf(file);
  return flat(feature(topology, topology.objects.land as GeometryCollection), digits);
}

interface Named {
  cca3: string;
  ccn3: string;
  name: { common: string };
}

/** `id` is the three-letter code. Excludes Antarctica, which has no data and a large area. */
function countriesOf(file: string): GeoJSON {
  const topology = topologyOf(file);
  const known = requireFrom("world-countries") as Named[];
  const shapes = feature(topology, topology.objects.countries as GeometryCollection<{ name: string }>);
  const features = shapes.features.flatMap((one) => {
    const country = known.find(({ ccn3, name }) => ccn3 === one.id || name.common === one.properties.name);
    const id = country?.cca3 ?? one.properties.name;
    return id === "ATA" ? [] : [{ ...one, properties: { id } }];
  });
  return flat({ type: "FeatureCollection", features }, 2);
}

function bordersOf(file: string, { of, digits }: { of: string; digits: number }): GeoJSON {
  const topology = topologyOf(file);
  return flat(
    mesh(topology, topology.objects[of] as GeometryCollection, (a, b) => a !== b),
    digits,
  );
}

function topologyOf(file: string): Topology {
  return JSON.parse(readFileSync(requireFrom.resolve(file), "utf8"));
}

const DEGREES = 180 / Math.PI;

function flat(shape: GeoJSON, digits: number): GeoJSON {
  const plate = geoEquirectangular().scale(DEGREES).translate([0, 0]).reflectY(true).precision(1);
  const cut = geoProject(shape as GeoPermissibleObjects, plate);
  const factor = 10 ** digits;
  return JSON.parse(
    JSON.stringify(cut, (_, value) => (typeof value === "number" ? Math.round(value * factor) / factor : value)),
  );
}
