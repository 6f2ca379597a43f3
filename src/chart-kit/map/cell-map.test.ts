import { expect, test } from "vitest";
import type { DataRow } from "../../model/query-context.ts";
import { chartTheme } from "../colors/theme.ts";
import { CellForm, cellDrawing } from "./cell-map.ts";

const ROWS: readonly DataRow[] = Array.from({ length: 12 }, (_, n) => ({
  ...{ lon: 8, lat: 47, n: 2, kind: n === 0 ? "only" : `k${n}`, country: "CH" },
}));

function markOf(formData: object) {
  const drawing = cellDrawing(
    {
      formData: CellForm.parse({
        ...{ viz_type: "deck_hex", datasource: "7__table", size: "n" },
        spatial: { type: "latlong", latCol: "lat", lonCol: "lon" },
        ...formData,
      }),
      results: [{ data: [...ROWS], colnames: ["lon", "lat", "n", "kind", "country"], coltypes: [0, 0, 0, 1, 1] }],
      ...{ theme: chartTheme("light"), colorOf: () => "#000", rampOf: () => ["#eee", "#000"], width: 300, height: 200 },
    },
    "hexagon",
  );
  return drawing.props.layers[0]?.mark?.(0);
}

test("a cell's tooltip lists the chosen columns, up to ten values each", () => {
  const rows = markOf({ tooltip_contents: ["kind", "country"] })?.tooltip.rows;
  expect(rows?.map(({ value }) => value)).toEqual(["24", "12", "only, k1, k2, k3, k4, k5, k6, k7, k8, k9, …", "CH"]);
});

test("the author's template gets the cell's value and common column values", () => {
  const mark = markOf({ tooltip_template: "{{country}}: {{n}}" });
  expect(mark?.template).toMatchObject({ text: "{{country}}: {{n}}", values: { country: "CH", n: 24 } });
  expect(markOf({ tooltip_template: " " })).not.toHaveProperty("template");
});
