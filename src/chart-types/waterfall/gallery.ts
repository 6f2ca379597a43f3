import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const between = (subject: string, comparator: string) => ({
  clause: "WHERE",
  expressionType: "SIMPLE",
  subject,
  operator: "TEMPORAL_RANGE",
  comparator,
});

export const gallery: readonly GalleryCase[] = [
  {
    name: "Job gains and losses in the recession",
    dataset: "us_employment",
    formData: {
      x_axis: "month",
      time_grain_sqla: "P1M",
      metric: "net_change",
      adhoc_filters: [between("month", "2008-06-01 : 2009-07-01")],
      x_axis_time_format: "%b %y",
    },
  },
  {
    name: "Yearly changes with values",
    dataset: "us_employment",
    formData: {
      x_axis: "month",
      time_grain_sqla: "P1Y",
      metric: "net_change",
      show_value: true,
      show_legend: true,
      increase_label: "Jobs gained",
      decrease_label: "Jobs lost",
      total_label: "Since 2006",
    },
  },
  {
    name: "On-time and late flights by month",
    dataset: "flights",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1M",
      metric: "count",
      groupby: "punctuality",
      x_axis_time_format: "%B",
      x_ticks_layout: "staggered",
      adhoc_filters: [
        {
          clause: "WHERE",
          expressionType: "SIMPLE",
          subject: "date",
          operator: "TEMPORAL_RANGE",
          comparator: "2001-01-01 : 2001-04-01",
        },
      ],
    },
  },
  {
    name: "Bird strikes by time of day, no total",
    dataset: "birdstrikes",
    formData: { x_axis: "time_of_day", metric: "count", show_total: false, show_value: true, y_axis_label: "Strikes" },
  },
];
