import { describe, expect, it } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { TimeseriesPicture } from "../../chart-kit/timeseries/stack.ts";
import { controlsOf } from "../../chart-seam/define.ts";
import { QueryContext } from "../../model/query-context.ts";
import { definition as timeseriesStep } from "./definition.ts";
import { gallery } from "./gallery.ts";

const base = { ...timeseriesStep.defaults(), datasource: "1__table", viz_type: timeseriesStep.key };
const names = controlsOf(timeseriesStep.sections).map((control) => control.name);

function drawn(data: Record<string, unknown>[], more: Record<string, unknown> = {}) {
  return timeseriesStep.transform({
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

describe("stepped line", () => {
  it("builds a valid query for every gallery case", () => {
    for (const { name, formData } of gallery) {
      const [query] = QueryContext.parse(timeseriesStep.buildQuery({ ...base, ...formData })).queries;
      expect(query?.post_processing?.[0]?.operation, name).toBe("pivot");
      expect(timeseriesStep.validate({ ...base, ...formData }), name).toEqual({});
    }
  });

  it("steps at the start by default, and has no ECharts options", () => {
    expect(firstSeries(drawn(ROWS))).toMatchObject({ type: "line", step: "start" });
    expect(firstSeries(drawn(ROWS, { seriesType: "middle" }))).toMatchObject({ step: "middle" });
    expect(firstSeries(drawn(ROWS, { seriesType: "line" }))).toMatchObject({ step: "start" });
    expect(names).toContain("stack");
    expect(names).not.toContain("echart_options");
    expect(base).toMatchObject({ seriesType: "start" });
  });

  it("has a summary, also when empty", () => {
    expect(drawn(ROWS).summary).toMatch(/: count, .*highest 5 .*lowest 1 /);
    expect(drawn([]).isEmpty).toBe(true);
    expect(drawn([{ day: 0, count: null }]).isEmpty).toBe(true);
    expect(drawn([{ day: 0, count: 7 }]).isEmpty).toBe(false);
  });
});
