import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const column = (label: string, sqlExpression: string) => ({ expressionType: "SQL", label, sqlExpression });
const simple = (subject: string, operator: string, comparator: unknown) => ({
  clause: "WHERE",
  expressionType: "SIMPLE",
  subject,
  operator,
  comparator,
});
const landing = column("landing", "date + to_minutes(CAST(20 + distance / 8 AS INTEGER))");

const fromHonolulu = {
  start_time: "date",
  end_time: landing,
  y_axis: ["destination_city"],
  order_by_cols: ['["date", true]'],
  tooltip_columns: ["distance", "delay"],
  adhoc_filters: [
    simple("origin", "==", "HNL"),
    simple("date", "TEMPORAL_RANGE", "2001-01-15T06:00:00 : 2001-01-16T06:00:00"),
  ],
};

export const gallery: readonly GalleryCase[] = [
  {
    name: "One day of flights from Honolulu",
    dataset: "flights",
    formData: { ...fromHonolulu, series: "punctuality" },
  },
  {
    name: "Late and on-time flights in separate rows",
    dataset: "flights",
    formData: { ...fromHonolulu, series: "punctuality", subcategories: true, show_extra_controls: true },
  },
  {
    name: "Processing time of strong earthquakes",
    dataset: "earthquakes",
    formData: {
      start_time: "time",
      end_time: "updated",
      y_axis: ["place"],
      tooltip_columns: ["magnitude", "depth"],
      order_by_cols: ['["time", true]'],
      row_limit: 12,
      adhoc_filters: [simple("magnitude", ">=", 5)],
    },
  },
  {
    name: "Rainy and sunny months",
    dataset: "seattle_weather",
    formData: {
      start_time: "date",
      end_time: column("next day", "date + INTERVAL 1 DAY"),
      y_axis: ["weather"],
      series: "weather",
      row_limit: 400,
      zoomable: true,
      show_legend: false,
      adhoc_filters: [simple("date", "TEMPORAL_RANGE", "2015-01-01 : 2015-07-01")],
    },
  },
];
