import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Unemployment by industry",
    dataset: "unemployment_across_industries",
    formData: {
      granularity_sqla: "date",
      time_grain_sqla: "P1M",
      metrics: ["unemployed"],
      groupby: ["industry"],
      column_collection: [
        { key: "now", label: "Feb 2010", colType: "time", comparisonType: "value", timeLag: 0 },
        {
          key: "year",
          label: "In a year",
          colType: "time",
          comparisonType: "perc_change",
          timeLag: 12,
          bounds: [0.5, -0.5],
        },
        { key: "share", label: "Share", colType: "contrib" },
        { key: "trend", label: "Since 2000", colType: "spark", sparkType: "area", width: 180 },
      ],
    },
  },
  {
    name: "Daily flights",
    dataset: "flights",
    formData: {
      granularity_sqla: "date",
      time_grain_sqla: "P1W",
      metrics: ["count", "late_share", "avg_delay", "p90_delay"],
      column_collection: [
        { key: "bars", label: "By week", colType: "spark", sparkType: "bar", width: 200, height: 32 },
        { key: "avg", label: "Average of 4", colType: "avg", timeLag: 4 },
        { key: "diff", label: "vs. 4 weeks earlier", colType: "time", comparisonType: "diff", timeLag: 5 },
      ],
    },
  },
  {
    name: "Largest airports, ratio to four weeks earlier",
    dataset: "flights",
    formData: {
      granularity_sqla: "date",
      time_grain_sqla: "P1W",
      metrics: ["count"],
      groupby: ["origin_city"],
      limit: 10,
      url: "/explore/?q={{ metric }}",
      column_collection: [
        { key: "now", label: "Last week", colType: "time", comparisonType: "value", timeLag: 1 },
        {
          key: "ratio",
          label: "Ratio to 4 weeks earlier",
          colType: "spark",
          timeRatio: 4,
          showYAxis: true,
          width: 220,
          d3format: ".2f",
        },
      ],
    },
  },
];
