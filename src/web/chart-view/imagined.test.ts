import { expect, test } from "vitest";
import { LabelColors } from "../../chart-kit/colors/label-colors.ts";
import { rampOf } from "../../chart-kit/colors/ramps.ts";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import { loadGallery } from "../../chart-types/galleries.ts";
import { CHART_CARDS, loadedChartType } from "../../chart-types/index.ts";
import { Dataset } from "../../model/dataset.ts";
import type { QueryObject } from "../../model/query-context.ts";
import { loadAllChartTypes } from "../../testing/chart-types.ts";
import { imaginedResult } from "./imagined.ts";

await loadAllChartTypes();

const theme = chartTheme("light");

function datasetOf(temporal: readonly unknown[]): Dataset {
  const names = temporal.filter((name) => typeof name === "string");
  return Dataset.parse({
    id: 1,
    table_name: "table",
    metrics: [],
    columns: names.map((column_name) => ({ column_name, is_dttm: true, type_generic: 2 })),
  });
}

/** How many of the cases of a type are drawn of made-up rows. */
async function drawnOf(key: string): Promise<number> {
  const type = loadedChartType(key);
  const cases = await loadGallery(key);
  return cases.filter(({ formData: form }) => {
    if (!type) return false;
    const formData = { ...type.defaults(), ...form, viz_type: key, datasource: "1__table" };
    const dataset = datasetOf([form.start_time, form.end_time, form.granularity_sqla]);
    const results = type.buildQuery(formData).queries.map((query) => imaginedResult(query, dataset));
    const box = { width: 600, height: 360 };
    const colors = { colorOf: new LabelColors().chart(0), rampOf: (scheme?: string | null) => rampOf(scheme, theme) };
    return !type.transform({ formData, results, dataset, theme, ...box, ...colors }).isEmpty;
  }).length;
}

test("every chart that is no map is drawn of made-up rows", async () => {
  const cards = CHART_CARDS.filter(({ category }) => category !== "Map");
  const drawn = await Promise.all(cards.map(async ({ key }) => ({ key, cases: await drawnOf(key) })));
  expect(drawn.filter(({ cases }) => cases === 0)).toEqual([]);
});

const namesOf = (query: QueryObject) => imaginedResult(query, undefined).colnames;
const pivot = { operation: "pivot", options: { index: ["at"], columns: ["kind"], aggregates: { sum: {} } } };

test("the columns are those that the steps of the query leave", () => {
  const query = { columns: ["at", "kind"], metrics: ["sum"] };
  expect(namesOf(query)).toEqual(["at", "kind", "sum"]);
  expect(namesOf({ ...query, post_processing: [pivot] })).toEqual(["at", "sum, a", "sum, b", "sum, c"]);
  const rename = { operation: "rename", options: { columns: { sum: null } } };
  expect(namesOf({ ...query, post_processing: [pivot, rename, null] })).toEqual(["at", "a", "b", "c"]);
  const box = { operation: "boxplot", options: { groupby: ["kind"], metrics: ["sum"] } };
  expect(namesOf({ ...query, post_processing: [box] })).toContain("sum__median");
});

test("an axis has moments where the dataset says so, else where it has a grain", () => {
  const axis = { label: "at", sqlExpression: "at", columnType: "BASE_AXIS", timeGrain: "P1D" } as const;
  expect(imaginedResult({ columns: [axis] }, undefined).coltypes).toEqual([2]);
  expect(imaginedResult({ columns: [axis] }, datasetOf(["at"])).coltypes).toEqual([2]);
  const names = Dataset.parse({
    id: 1,
    table_name: "t",
    metrics: [],
    columns: [{ column_name: "at", type_generic: 1 }],
  });
  expect(imaginedResult({ columns: [axis] }, names).coltypes).toEqual([1]);
});
