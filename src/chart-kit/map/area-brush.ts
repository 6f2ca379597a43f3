import type { RangeColumn, Selection } from "../../chart-seam/chart-type.ts";
import { number } from "../../i18n/intl.ts";
import type { BrushDimension } from "../../model/brush.ts";
import { Spatial } from "../../model/map-values.ts";
import { numberEdges } from "../../query/brush/edges.ts";
import { plainColumn, rangeOf } from "../selection.ts";
import type { MapArea, MapSpec } from "./map-spec.ts";

/** Only maps of two columns: other places aren't ranges of a column. */
function columnsOf(form: Readonly<Record<string, unknown>>): { lon: string; lat: string } | undefined {
  const { data: spatial } = Spatial.safeParse(form.spatial);
  if (spatial?.type !== "latlong") return undefined;
  const [lon, lat] = [plainColumn(spatial.lonCol), plainColumn(spatial.latCol)];
  return lon === undefined || lat === undefined ? undefined : { lon, lat };
}

export function areaRanges(form: Readonly<Record<string, unknown>>): RangeColumn[] {
  const columns = columnsOf(form);
  return columns ? [columns.lon, columns.lat].map((column) => ({ column, kind: "number" })) : [];
}

export function areaBrush(
  form: Readonly<Record<string, unknown>>,
  selected: Selection | null | undefined,
): MapSpec["brush"] {
  const columns = columnsOf(form);
  if (!columns) return undefined;
  const [lon, lat] = [rangeOf(selected, columns.lon), rangeOf(selected, columns.lat)];
  return {
    select: (area) => selectionIn(area, columns),
    dimensions: (within) => dimensionsIn(within, columns),
    ...(lon && lat ? { shown: { west: lon.from, east: lon.to, south: lat.from, north: lat.to } } : {}),
  };
}

const MOST_STEPS = 200;

function dimensionsIn(within: MapArea, { lon, lat }: { lon: string; lat: string }): BrushDimension[] {
  const { clauses } = selectionIn(within, { lon, lat });
  return clauses.map(({ column, range }) => ({
    column,
    edges: numberEdges(range?.from ?? 0, range?.to ?? 1, MOST_STEPS),
  }));
}

/** About a meter. */
const DIGITS = 5;
const rounded = (degrees: number) => Number(degrees.toFixed(DIGITS));

function selectionIn({ west, east, south, north }: MapArea, { lon, lat }: { lon: string; lat: string }): Selection {
  // Maps repeat the world to the sides.
  const turn = 360 * Math.round((west + east) / 2 / 360);
  const within = (degrees: number) => rounded(Math.min(180, Math.max(-180, degrees - turn)));
  const across = { from: within(west), to: within(east), includesEnd: true };
  const along = { from: rounded(south), to: rounded(north), includesEnd: true };
  const text = ({ from, to }: { from: number; to: number }) =>
    `${number(from, { maximumFractionDigits: 2 })} – ${number(to, { maximumFractionDigits: 2 })}`;
  return {
    clauses: [
      { column: lon, values: [], range: across },
      { column: lat, values: [], range: along },
    ],
    label: `${text(across)}, ${text(along)}`,
  };
}
