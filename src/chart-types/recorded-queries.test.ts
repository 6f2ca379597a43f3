import { describe, expect, test } from "vitest";
import { columnLabel, metricLabel } from "../model/adhoc.ts";
import { FormData } from "../model/form-data.ts";
import { QueryContext, type QueryObject } from "../model/query-context.ts";
import { plainQuery } from "../testing/plain-query.ts";
import { loadTypedForm } from "./index.ts";
import recorded from "./recorded-queries.json" with { type: "json" };

/**
 * What Superset 6.1 queries for each chart of its example dashboards, recorded by `npm run compare-superset --
 * --record`. Names and values are anonymized.
 */
interface Recorded {
  form: Record<string, unknown>;
  /** Undefined where Superset uses its legacy API without a query; `columns` are then the result columns. */
  queries?: Record<string, unknown>[];
  columns?: string[];
}

const CHARTS = recorded as unknown as Recorded[];

const DIFFERENT: Readonly<Record<string, readonly string[]>> = {
  // 0 = no limit in both.
  bubble_v2: ["limit"],
  deck_polygon: ["filters", "orderby"],
  gantt_chart: ["isDistinct"],
  gauge_chart: ["orderby"],
  sunburst_v2: ["orderby"],
};

async function queriesOf(form: Record<string, unknown>): Promise<QueryObject[]> {
  const found = await loadTypedForm(FormData.parse({ ...form, datasource: "1__table" }));
  if (!found) throw new Error(`${form.viz_type} has no chart type`);
  expect(found.type.validate(found.formData)).toEqual({});
  return QueryContext.parse(found.type.buildQuery(found.formData)).queries;
}

const titled = CHARTS.map((chart, at) => [`${at + 1}: ${chart.form.viz_type}`, chart] as const);

function without(query: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([key]) => !keys.includes(key)));
}

describe("charts of Superset's dashboards request the same queries as Superset", () => {
  test.each(titled.filter(([, { queries }]) => queries))("%s", async (_, { form, queries = [] }) => {
    const different = DIFFERENT[String(form.viz_type)] ?? [];
    const ownQueries = (await queriesOf(form)).map((query) => without(plainQuery(query), different));
    expect(ownQueries).toEqual(queries.map((query) => without(query, different)));
  });

  test("except for known differences, which really differ", async () => {
    for (const [type, parts] of Object.entries(DIFFERENT)) {
      const charts = CHARTS.filter(({ form }) => form.viz_type === type);
      const pairs = await Promise.all(
        charts.map(async ({ form, queries }) => [(await queriesOf(form)).map(plainQuery), queries ?? []] as const),
      );
      for (const part of parts) {
        const values = pairs.map((pair) => pair.map((queries) => queries.map((query) => query[part])));
        expect(
          values.some(([ours, theirs]) => JSON.stringify(ours) !== JSON.stringify(theirs)),
          `${type} ${part}`,
        ).toBe(true);
      }
    }
  });
});

describe("charts that Superset requests through its legacy API have the same columns", () => {
  test.each(titled.filter(([, { columns }]) => columns))("%s", async (_, { form, columns = [] }) => {
    const [query] = await queriesOf(form);
    const time = query?.granularity ?? query?.granularity_sqla;
    const ownLabels = [...(query?.columns ?? []).map(columnLabel), ...(query?.metrics ?? []).map(metricLabel)];
    expect(ownLabels.map((name) => (name === time ? "__timestamp" : name)).sort()).toEqual([...columns].sort());
  });
});
