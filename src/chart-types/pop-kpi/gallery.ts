import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const during = (subject: string, comparator: string) => [
  { clause: "WHERE", expressionType: "SIMPLE", subject, operator: "TEMPORAL_RANGE", comparator },
];

export const gallery: readonly GalleryCase[] = [
  {
    name: "Flights in June vs. May",
    dataset: "flights",
    formData: {
      metric: "count",
      adhoc_filters: during("date", "2001-06-01 : 2001-07-01"),
      time_compare: "1 month ago",
      y_axis_format: ",d",
      subtitle: "departures in June 2001",
    },
  },
  {
    name: "Late flights, lower is better",
    dataset: "flights",
    formData: {
      metric: "late_share",
      adhoc_filters: during("date", "2001-05-01 : 2001-06-01"),
      time_compare: "1 month ago",
      comparison_color_enabled: true,
      comparison_color_scheme: "Red",
      show_metric_name: true,
    },
  },
  {
    name: "Construction unemployment vs. a year earlier",
    dataset: "unemployment_across_industries",
    formData: {
      metric: "unemployed",
      adhoc_filters: [
        ...during("date", "2010-01-01 : 2010-02-01"),
        { clause: "WHERE", expressionType: "SIMPLE", subject: "industry", operator: "==", comparator: "Construction" },
      ],
      time_compare: "1 year ago",
      comparison_color_enabled: true,
      comparison_color_scheme: "Red",
      subtitle: "unemployed people",
      column_config: { "△": { displayTypeIcon: false } },
    },
  },
];
