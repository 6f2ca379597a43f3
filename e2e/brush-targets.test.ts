import { afterAll, beforeAll, expect, test } from "vitest";
import { loadGallery } from "../src/chart-types/galleries.ts";
import { CHART_CARDS, loadTypedForm } from "../src/chart-types/index.ts";
import type { BrushDimension } from "../src/model/brush.ts";
import { Dataset } from "../src/model/dataset.ts";
import { FormData } from "../src/model/form-data.ts";
import { GENERIC_TYPE, type QueryContext } from "../src/model/query-context.ts";
import { readParts } from "../src/query/brush/parts.ts";
import { signIn } from "../src/testing/stage.ts";
import { closePages, visit } from "./browser.ts";
import { serverUrl } from "./server-url.ts";

const url = serverUrl();
let ask: (path: string, data?: unknown) => Promise<{ body: Buffer; json<T>(): T }>;
const datasets = new Map<string, Dataset>();

beforeAll(async () => {
  const { page } = await visit();
  await signIn(page, url, "/dashboard/list/");
  ask = async (path, data) => {
    const response = await (data === undefined
      ? page.request.get(url + path)
      : page.request.post(url + path, { data }));
    const body = await response.body();
    expect(response.ok(), `${path}: ${body.toString().slice(0, 300)}`).toBe(true);
    return { body, json: <T>() => JSON.parse(body.toString()) as T };
  };
  const list = (await ask("/api/v1/dataset/?q=(page_size:100)")).json<{
    result: { id: number; table_name: string }[];
  }>();
  for (const { id, table_name } of list.result) {
    const { result } = (await ask(`/api/v1/dataset/${id}`)).json<{ result: unknown }>();
    datasets.set(table_name, Dataset.parse(result));
  }
});
afterAll(closePages);

/** A range of a column that brushes of another chart on the dataset could have. */
function dimensionOf({ columns }: Dataset): BrushDimension | undefined {
  const time = columns.find(({ is_dttm }) => is_dttm);
  if (time) return { column: time.column_name, edges: [1900, 1950, 2000, 2050].map((year) => Date.UTC(year, 0, 1)) };
  const number = columns.find(({ type_generic }) => type_generic === GENERIC_TYPE.NUMERIC);
  return number && { column: number.column_name, edges: [-1000, 0, 1000, 2000] };
}

interface Case {
  type: string;
  context: QueryContext;
  dimension: BrushDimension;
}

/** The first chart of each type's gallery that shows groups of rows by metrics. */
async function groupedCase(type: string): Promise<Case | undefined> {
  for (const { dataset: name, formData } of await loadGallery(type)) {
    const dataset = datasets.get(name);
    const dimension = dataset && dimensionOf(dataset);
    if (!dataset || !dimension) continue;
    const form = FormData.parse({ ...formData, viz_type: type, datasource: `${dataset.id}__table` });
    const typed = await loadTypedForm(form);
    if (!typed || typed.type.parts?.(typed.formData)) continue;
    const context = typed.type.buildQuery(typed.formData);
    const isGrouped = context.queries.some(
      ({ columns, metrics }) => (columns?.length ?? 0) > 0 && (metrics?.length ?? 0) > 0,
    );
    if (isGrouped) return { type, context, dimension };
  }
  return undefined;
}

async function reasonsOf({ context, dimension }: Case): Promise<string[]> {
  const targets = [{ key: "chart", context }];
  const { body } = await ask("/api/v1/chart/brush_index", { dimensions: [dimension], targets });
  const reasons: string[] = [];
  for await (const { part } of readParts(new Blob([new Uint8Array(body)]).stream()))
    if (!part.isCovered) reasons.push(part.reason);
  return reasons;
}

test("at least four of five chart types that show groups follow a range from its index", async () => {
  const found = await Promise.all(CHART_CARDS.map(({ key }) => groupedCase(key)));
  const cases = found.filter((one) => one !== undefined);
  const missing: string[] = [];
  for (const one of cases) {
    const reasons = await reasonsOf(one);
    if (reasons.length > 0) missing.push(`${one.type}: ${reasons.join(", ")}`);
  }
  console.info(`${cases.length} types, without an index: ${missing.join("; ")}`);
  expect(cases.length).toBeGreaterThan(30);
  expect(missing.length / cases.length).toBeLessThanOrEqual(0.2);
});
