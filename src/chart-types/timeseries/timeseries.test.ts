import { describe, expect, it } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { TimeseriesPicture } from "../../chart-kit/timeseries/stack.ts";
import { controlsOf } from "../../chart-seam/define.ts";
import { QueryContext } from "../../model/query-context.ts";
import { definition as timeseries } from "./definition.ts";
import { gallery } from "./gallery.ts";

const base = { ...timeseries.defaults(), datasource: "1__table", viz_type: timeseries.key };
const names = controlsOf(timeseries.sections).map((control) => control.name);

function drawn(data: Record<string, unknown>[], more: Record<string, unknown> = {}) {
  return timeseries.transform({
    formData: { ...base, x_axis: "day", metrics: ["count"], ...more },
    results: [{ data, colnames: ["day", "count"], coltypes: [2, 0] }],
    theme: chartTheme("light"),
    colorOf: () => "#123456",
    rampOf: () => [],
    width: 600,
    height: 300,
  });
}
const ROWS = [
  { day: 0, count: 1 },
  { day: 86_400_000, count: null },
  { day: 172_800_000, count: 5 },
];
const firstSeries = (drawing: ReturnType<typeof drawn>) =>
  ((drawing.props as TimeseriesPicture).option.series as Record<string, unknown>[])[0];

describe("generic chart", () => {
  it("builds a valid query for every gallery case", () => {
    for (const { name, formData } of gallery) {
      const [query] = QueryContext.parse(timeseries.buildQuery({ ...base, ...formData })).queries;
      expect(query?.post_processing?.[0]?.operation, name).toBe("pivot");
      expect(timeseries.validate({ ...base, ...formData }), name).toEqual({});
    }
  });

  it("is a line with all line controls", () => {
    expect(firstSeries(drawn(ROWS))).toMatchObject({ type: "line" });
    expect(firstSeries(drawn(ROWS))).not.toHaveProperty("smooth");
    for (const name of ["stack", "area", "opacity", "markerEnabled", "echart_options", "annotation_layers"]) {
      expect(names).toContain(name);
    }
  });

  it("has a summary, also when empty", () => {
    expect(drawn(ROWS).summary).toMatch(/: count, .*highest 5 .*lowest 1 /);
    expect(drawn([]).isEmpty).toBe(true);
    expect(drawn([{ day: 0, count: null }]).isEmpty).toBe(true);
    expect(drawn([{ day: 0, count: 7 }]).isEmpty).toBe(false);
  });
});
