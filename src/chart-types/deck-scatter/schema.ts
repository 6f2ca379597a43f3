import { z } from "zod";
import { fixedOrMetricControl, MapForm } from "../../chart-kit/map/map-form.ts";
import { spatialControl } from "../../chart-kit/map/spatial.ts";
import { number } from "../../chart-kit/timeseries/schema.ts";
import { columnControl } from "../../model/form-data.ts";

const UNITS = ["scaled", "square_m", "square_km", "square_miles", "radius_m", "radius_km", "radius_miles"] as const;

export const ScatterForm = MapForm.extend({
  spatial: spatialControl,
  dimension: columnControl,
  point_radius_fixed: fixedOrMetricControl,
  point_unit: z.enum(UNITS).catch("square_m").default("square_m"),
  min_radius: number(2),
  max_radius: number(250),
  multiplier: number(1),
});

export type ScatterForm = z.infer<typeof ScatterForm>;
