import { rangeText } from "../../chart-kit/axes/extremes-text.ts";
import { rgbaOf } from "../../chart-kit/map/color.ts";
import {
  type LocatedRow,
  locatedRows,
  mapFrame,
  markOf,
  missingLocationWarning,
  tooltipWriter,
} from "../../chart-kit/map/map-rows.ts";
import type { MapSpec, PointLayer } from "../../chart-kit/map/map-spec.ts";
import { fadeOthers, legendOf, type Paint, paintOf } from "../../chart-kit/map/paint.ts";
import { positionIn } from "../../chart-kit/map/spatial.ts";
import { type Measure, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { columnLabel } from "../../model/adhoc.ts";
import { spatialColumns } from "../../model/map-values.ts";
import type { DataRow } from "../../model/query-context.ts";
import type { ScatterForm } from "./schema.ts";

type Input = TransformInput<ScatterForm>;

export function transform(input: Input): Drawing<MapSpec> {
  const { formData: form } = input;
  const { spatial } = form;
  const { placed, left } = locatedRows(input, (row) => (spatial ? positionIn(row, spatial) : null));
  const measure = form.point_radius_fixed.metric ? measureOf(form.point_radius_fixed.metric, input) : null;
  const rows = placed.map(({ row }) => row);
  const radiusOf = radii(input, rows, measure);
  if (measure) placed.sort((a, b) => radiusOf(b.row) - radiusOf(a.row));
  const scheme = form.color_scheme_type;
  const paint = paintOf(input, rows, { scheme, dimension: form.dimension, measure, alpha: 0.72 });
  const summary = summaryOf(rows, measure);
  return {
    summary,
    isEmpty: placed.length === 0,
    ...missingLocationWarning(left, placed.length),
    props: {
      ...mapFrame(
        input,
        placed.map(({ at }) => at),
      ),
      summary,
      layers: [layerOf(input, { placed, measure, radiusOf, paint })],
      legend: legendOf(form, [paint.legend], measure && scheme !== "categorical_palette" ? measure.label : undefined),
    },
  };
}

interface Drawn {
  placed: readonly LocatedRow[];
  measure: Measure | null;
  radiusOf(row: DataRow): number;
  paint: Paint;
}

function layerOf(input: Input, { placed, measure, radiusOf, paint }: Drawn): PointLayer {
  const { formData: form, theme } = input;
  const columns = spatialColumns(form.spatial);
  const dimension = form.dimension ? [columnLabel(form.dimension)] : [];
  const keys = [...dimension, ...(measure ? [measure.key] : []), ...columns.map(columnLabel)];
  const tooltipOf = tooltipWriter(input, keys);
  const markAt = (index: number) => {
    const one = placed[index];
    return one ? markOf(input, { ...one, tooltip: tooltipOf(one.row), columns }) : null;
  };
  return {
    id: "points",
    kind: "points",
    count: placed.length,
    mark: markAt,
    unit: form.point_unit === "scaled" ? "pixels" : "meters",
    minPixels: form.min_radius,
    maxPixels: form.max_radius,
    outline: rgbaOf(theme.background, 0.8),
    points: placed.map(({ row, at }, index) => ({
      at,
      radius: radiusOf(row),
      color: fadeOthers(paint.colorOf(row), input.selected != null && markAt(index)?.isSelected === false),
    })),
  };
}

const METERS = { m: 1, km: 1000, miles: 1609.344 } as const;

/** Radius in meters; areas are areas of the circle. */
function metersOf(size: number, unit: ScatterForm["point_unit"]): number {
  const [kind, of] = unit.split("_") as ["square" | "radius", keyof typeof METERS];
  return (kind === "square" ? Math.sqrt(size / Math.PI) : size) * (METERS[of] ?? 1);
}

const LARGEST = 34;

function radii({ formData: form, width, height }: Input, rows: readonly DataRow[], measure: Measure | null) {
  const { fixed = 1000 } = form.point_radius_fixed;
  const sizeOf = (row: DataRow) => (measure ? Math.max(0, numberIn(row, measure.key) ?? 0) : fixed);
  if (form.point_unit !== "scaled") {
    return (row: DataRow) => metersOf(sizeOf(row), form.point_unit) * form.multiplier;
  }
  if (!measure) return () => fixed * form.multiplier;
  const most = rows.reduce((top, row) => Math.max(top, sizeOf(row)), 0);
  const largest = Math.min(form.max_radius, LARGEST, Math.min(width, height) * 0.05);
  return (row: DataRow) => (most > 0 ? Math.sqrt(sizeOf(row) / most) * largest * form.multiplier : 0);
}

function summaryOf(rows: readonly DataRow[], measure: Measure | null): string {
  const count = rows.length;
  if (!measure) return t("Map of {count, plural, one {# location} other {# locations}}.", { count });
  const of = { count, measure: measure.label };
  if (count === 0) {
    return t("Map of {count, plural, one {# location} other {# locations}} sized by {measure}: no values.", of);
  }
  const sizes = rows.map((row) => numberIn(row, measure.key) ?? 0);
  return t("Map of {count, plural, one {# location} other {# locations}} sized by {measure}, {range}.", {
    ...of,
    range: rangeText(sizes, measure.full),
  });
}
