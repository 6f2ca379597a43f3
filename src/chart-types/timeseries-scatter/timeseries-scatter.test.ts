import { describe, expect, it } from "vitest";
import { controlsOf } from "../../chart-seam/define.ts";
import { QueryContext } from "../../model/query-context.ts";
import { definition as timeseriesScatter } from "./definition.ts";
import { gallery } from "./gallery.ts";

const base = { ...timeseriesScatter.defaults(), datasource: "1__table", viz_type: timeseriesScatter.key };

describe("scatter plot", () => {
  it("builds a valid query for every gallery case", () => {
    for (const { name, formData } of gallery) {
      const [query] = QueryContext.parse(timeseriesScatter.buildQuery({ ...base, ...formData })).queries;
      expect(query?.post_processing?.[0]?.operation, name).toBe("pivot");
      expect(timeseriesScatter.validate({ ...base, ...formData }), name).toEqual({});
    }
  });

  it("has large markers, and neither areas nor ECharts options", () => {
    const controls = controlsOf(timeseriesScatter.sections);
    expect(controls.find((control) => control.name === "markerSize")).toMatchObject({ max: 100, default: 6 });
    const names = controls.map((control) => control.name);
    for (const missing of ["area", "opacity", "stack", "echart_options", "markerEnabled"]) {
      expect(names).not.toContain(missing);
    }
  });
});
