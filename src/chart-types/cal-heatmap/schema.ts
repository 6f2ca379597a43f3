import { z } from "zod";
import { flag, number, text } from "../../chart-kit/timeseries/schema.ts";
import { FormData, metricsControl } from "../../model/form-data.ts";

export const DOMAINS = ["hour", "day", "week", "month", "year"] as const;
export const SUBDOMAINS = ["min", "hour", "day", "week", "month"] as const;
export type Domain = (typeof DOMAINS)[number];
export type Subdomain = (typeof SUBDOMAINS)[number];

export const CalHeatmapForm = FormData.extend({
  domain_granularity: z.enum(DOMAINS).catch("month").default("month"),
  subdomain_granularity: z.enum(SUBDOMAINS).catch("day").default("day"),
  metrics: metricsControl,
  linear_color_scheme: text,
  cell_size: number(10),
  cell_padding: number(2),
  cell_radius: number(0),
  steps: number(10),
  y_axis_format: text,
  x_axis_time_format: text,
  show_legend: flag(true),
  show_values: flag(false),
  show_metric_name: flag(true),
});
export type CalHeatmapForm = z.infer<typeof CalHeatmapForm>;
