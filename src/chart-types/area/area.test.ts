import { describe, expect, it } from "vitest";
import { controlsOf } from "../../chart-seam/define.ts";
import { QueryContext } from "../../model/query-context.ts";
import { definition as area } from "./definition.ts";
import { gallery } from "./gallery.ts";

const base = { ...area.defaults(), datasource: "1__table", viz_type: area.key };
const control = (name: string) => controlsOf(area.sections).find((candidate) => candidate.name === name);

describe("area chart", () => {
  it("builds a valid query for every gallery case", () => {
    for (const { name, formData } of gallery) {
      expect(QueryContext.parse(area.buildQuery({ ...base, ...formData })).queries[0]?.columns, name).toHaveLength(2);
      expect(area.validate({ ...base, ...formData }), name).toEqual({});
    }
  });

  it("offers curves and every stacking mode, and always shows opacity", () => {
    expect(control("stack")).toMatchObject({
      choices: [
        [null, "None"],
        ["Stack", "Stack"],
        ["Stream", "Stream"],
        ["Expand", "Expand##stack to 100 %"],
      ],
    });
    expect(control("seriesType")).toMatchObject({ default: "line" });
    expect(control("opacity")?.visible).toBeUndefined();
    expect(control("area")).toBeUndefined();
  });
});
