import { describe, expect, it } from "vitest";
import { controlsOf, visibleControls } from "../../chart-seam/define.ts";
import { QueryContext } from "../../model/query-context.ts";
import { definition as timeseriesBar } from "./definition.ts";
import { gallery } from "./gallery.ts";

const base = { ...timeseriesBar.defaults(), datasource: "1__table", viz_type: timeseriesBar.key };
const shown = (formData: Record<string, unknown>) =>
  visibleControls(timeseriesBar.sections, { formData }).map((control) => control.name);

describe("bar chart", () => {
  it("builds a valid query for every gallery case", () => {
    for (const { name, formData } of gallery) {
      expect(QueryContext.parse(timeseriesBar.buildQuery({ ...base, ...formData })).queries, name).toHaveLength(1);
      expect(timeseriesBar.validate({ ...base, ...formData }), name).toEqual({});
    }
  });

  it("has bar controls and no line controls", () => {
    const names = controlsOf(timeseriesBar.sections).map((control) => control.name);
    expect(names).toEqual(expect.arrayContaining(["orientation", "stackDimension", "color_by_primary_axis"]));
    expect(names).not.toContain("markerEnabled");
    expect(names).not.toContain("area");
    expect(timeseriesBar.defaults()).toMatchObject({ y_axis_title_margin: 15 });
  });

  it("offers category colors only for single series, and splitting only for stacks", () => {
    expect(shown({})).toContain("color_by_primary_axis");
    expect(shown({ groupby: ["month"] })).not.toContain("color_by_primary_axis");
    expect(shown({ stack: "Stack" })).toContain("stackDimension");
    expect(shown({})).not.toContain("stackDimension");
  });

  it("opens legacy bar charts", () => {
    expect(timeseriesBar.replaces).toEqual(["bar", "dist_bar"]);
    const old = { viz_type: "dist_bar", datasource: "1__table", groupby: ["origin"], metrics: ["count"] };
    const context = timeseriesBar.buildQuery(timeseriesBar.migrate?.(old) ?? old);
    expect(context.queries[0]?.columns).toEqual([
      expect.objectContaining({ label: "origin", columnType: "BASE_AXIS" }),
    ]);
  });
});
