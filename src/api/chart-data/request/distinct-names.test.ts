import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chartTheme } from "../../../chart-kit/colors/theme.ts";
import { loadChartType } from "../../../chart-types/index.ts";
import type { FormData } from "../../../model/form-data.ts";
import type { ChartDataResult } from "../../../model/query-context.ts";
import { loadSampleData, registerTable, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

let tables = 0;
const tableOf = (values: string, columns: string) =>
  registerTable(server.app, data.databaseId, {
    name: `names_${++tables}`,
    time: null,
    sql: `SELECT * FROM (VALUES ${values}) AS t(${columns})`,
  });

const SUM_N = { expressionType: "SIMPLE", column: { column_name: "n" }, aggregate: "SUM", label: "n" };

interface Drawn {
  result: ChartDataResult;
  series: { name: string; values: (number | null)[]; filter: unknown }[];
  axis: unknown[] | undefined;
}

async function drawn(datasetId: number, form: Record<string, unknown>): Promise<Drawn> {
  const formData = { datasource: `${datasetId}__table`, metrics: [SUM_N], ...form } as unknown as FormData;
  const type = await loadChartType(formData.viz_type);
  const answer = await admin.post<{ result: ChartDataResult[] }>("/api/v1/chart/data", type?.buildQuery(formData));
  expect(answer.status).toBe(200);
  const { result: results } = answer.body;
  const drawing = type?.transform({
    ...{ formData, results, theme: chartTheme("light"), colorOf: () => "#123456", rampOf: () => [] },
    ...{ width: 800, height: 400 },
  });
  // biome-ignore lint/suspicious/noExplicitAny: options are read like parsed JSON
  const { option, mark } = (drawing?.props ?? {}) as { option: any; mark(hit: object): { selection: any } | null };
  return {
    result: results[0] ?? {},
    axis: option.xAxis?.data ?? option.yAxis?.data,
    // biome-ignore lint/suspicious/noExplicitAny: options are read like parsed JSON
    series: option.series.map(({ name, data: points }: any, seriesIndex: number) => ({
      name,
      values: points.map(numberOf),
      filter: mark({ seriesIndex, dataIndex: -1 })?.selection?.clauses.map(
        ({ values }: { values: unknown[] }) => values[0],
      ),
    })),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: points have several forms
function numberOf(point: any): number | null {
  const value = point?.value ?? point;
  const number = Array.isArray(value) ? value.find((one: unknown) => typeof one === "number" && one < 1e6) : value;
  return number ?? null;
}

describe("series, x values, columns and metrics never share a name", () => {
  test("a series can have the name of the x-axis column", async () => {
    const id = await tableOf(
      "('a', 'day', 1), ('a', 'night', 2), ('b', 'day', 3), ('b', 'night', 4)",
      "day, period, n",
    );
    const { result, series, axis } = await drawn(id, {
      ...{ viz_type: "echarts_timeseries_bar", x_axis: "day", groupby: ["period"], x_axis_sort: "day" },
    });
    expect(result.colnames).toEqual(["day", "day (2)", "night"]);
    expect(result.data).toEqual([
      { day: "a", "day (2)": 1, night: 2 },
      { day: "b", "day (2)": 3, night: 4 },
    ]);
    expect(axis).toEqual(["a", "b"]);
    expect(series.map(({ name, filter }) => [name, filter]).toSorted()).toEqual([
      ["day", ["day"]],
      ["night", ["night"]],
    ]);
  });

  test("a series can have the name of the metric, or of a part of it", async () => {
    const id = await tableOf("('a', 'n', 1), ('a', 'period', 2), ('b', 'n', 3)", "day, period, n");
    const { series } = await drawn(id, { viz_type: "echarts_timeseries_bar", x_axis: "day", groupby: ["period"] });
    expect(series.map(({ name, filter }) => [name, filter]).toSorted()).toEqual([
      ["n", ["n"]],
      ["period", ["period"]],
    ]);
  });
});

describe("groups with equal labels stay separate", () => {
  const ROWS = "('a', NULL, 5), ('a', '<NULL>', 2), ('a', '\"<NULL>\"', 1), ('a', '', 7), ('a', '<empty string>', 9)";
  const EXPECTED: [string, number, unknown][] = [
    ['""<NULL>""', 1, '"<NULL>"'],
    ['"<NULL>"', 2, "<NULL>"],
    ['"<empty string>"', 9, "<empty string>"],
    ["<NULL>", 5, null],
    ["<empty string>", 7, ""],
  ];

  test.each(["echarts_timeseries_bar", "echarts_timeseries_line", "echarts_area"])("in %s", async (viz_type) => {
    const id = await tableOf(ROWS, "day, period, n");
    const { series } = await drawn(id, { viz_type, x_axis: "day", groupby: ["period"] });
    const shown = series.map(({ name, values, filter }) => [name, values[0], (filter as unknown[])[0]]);
    expect(shown.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))).toEqual(EXPECTED);
  });

  test("when a value has the name of the Others group", async () => {
    const rows = "('a', 'Others', 50), ('a', '\"Others\"', 40), ('a', 'x', 3), ('a', 'y', 2), ('b', 'Others', 5)";
    const id = await tableOf(rows, "day, period, n");
    const { series } = await drawn(id, {
      ...{ viz_type: "echarts_timeseries_bar", x_axis: "day", groupby: ["period"] },
      ...{ limit: 2, group_others_when_limit_reached: true, x_axis_sort: "day" },
    });
    expect(series.map(({ name, values, filter }) => [name, values, filter])).toEqual([
      ['"Others"', [50, 5], ["Others"]],
      ['""Others""', [40, null], ['"Others"']],
      ["Others", [5, null], undefined],
    ]);
  });

  test("in pivots that other clients request, by row and by column", async () => {
    const id = await tableOf(
      "('a', NULL, 5), ('a', '<NULL>', 2), (NULL, 'x', 1), ('<NULL>', 'x', 4)",
      "day, period, n",
    );
    const options = { index: ["day"], columns: ["period"], aggregates: { n: { operator: "mean" } } };
    const query = {
      ...{ columns: ["day", "period"], metrics: [SUM_N], keep_missing_index: true },
      post_processing: [{ operation: "pivot", options }, { operation: "flatten" }],
    };
    const { body } = await admin.post<{ result: ChartDataResult[] }>("/api/v1/chart/data", {
      ...{ datasource: { id, type: "table" }, queries: [query] },
    });
    expect(body.result[0]?.colnames).toEqual(["day", 'n, "<NULL>"', "n, <NULL>", "n, x"]);
    expect(body.result[0]?.data).toEqual([
      { day: "<NULL>", 'n, "<NULL>"': null, "n, <NULL>": null, "n, x": 4 },
      { day: "a", 'n, "<NULL>"': 2, "n, <NULL>": 5, "n, x": null },
      { day: null, 'n, "<NULL>"': null, "n, <NULL>": null, "n, x": 1 },
    ]);
  });
});
