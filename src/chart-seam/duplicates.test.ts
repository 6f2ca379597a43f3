import { expect, test } from "vitest";
import { loadTypedForm } from "../chart-types/index.ts";

const sum = (column_name: string) => ({
  expressionType: "SIMPLE",
  aggregate: "SUM",
  column: { column_name },
  label: `SUM(${column_name})`,
});
const pop = sum("pop");
const base = { datasource: "1__table" };

test.each([
  ["bubble_v2", { entity: "country", x: pop, y: sum("gdp"), size: pop }, 1, 2],
  ["radar", { groupby: ["country"], metrics: [pop, pop] }, 1, 1],
  ["graph_chart", { source: "country", target: "country", metric: pop }, 1, 1],
  ["box_plot", { columns: ["country"], groupby: ["country"], metrics: [pop] }, 1, 1],
  ["bubble", { series: "country", entity: "country", x: pop, y: sum("gdp"), size: pop }, 1, 2],
])("%s queries a column or metric with several roles once", async (viz_type, form, columns, metrics) => {
  const typed = await loadTypedForm({ ...base, viz_type, ...form });
  const [query] = typed?.type.buildQuery(typed.formData).queries ?? [];
  expect([query?.columns?.length, query?.metrics?.length]).toEqual([columns, metrics]);
});
