import { expect, test } from "vitest";
import { chartTheme } from "../../../chart-kit/colors/theme.ts";
import { loadChartType } from "../../../chart-types/index.ts";
import type { FormData } from "../../../model/form-data.ts";
import { parseExact } from "../../../model/json-text.ts";
import type { ChartDataResult } from "../../../model/query-context.ts";
import { loadSampleData, registerTable } from "../../../testing/sample-data.ts";
import { startTestServer } from "../../../testing/server.ts";

const SQL = `SELECT * FROM (VALUES ('a', 9007199254740993::BIGINT, 32198334098493773123456789012::HUGEINT), ('b', 4, 1)) AS t(k, n, h)`;
const metric = (aggregate: string, column_name: string) => ({
  ...{ expressionType: "SIMPLE", aggregate, column: { column_name }, label: column_name },
});

test("integers beyond 53 bits keep all digits in every answer, chart and table", async () => {
  const server = await startTestServer();
  try {
    const { databaseId } = await loadSampleData(server.app);
    const id = await registerTable(server.app, databaseId, { name: "long", time: null, sql: SQL });
    const admin = await server.as("admin");
    const ask = (body: object) =>
      admin
        .fetch("/api/v1/chart/data", {
          ...{ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
        })
        .then((answer) => answer.text());
    const drawn = async (form: object) => {
      const formData = { datasource: `${id}__table`, ...form } as unknown as FormData;
      const type = await loadChartType(formData.viz_type);
      const context = type?.buildQuery(formData) ?? {};
      const { result } = parseExact(await ask(context)) as { result: ChartDataResult[] };
      const options = { theme: chartTheme("light"), colorOf: () => "", rampOf: () => [], width: 300, height: 200 };
      return { context, drawing: type?.transform({ formData, results: result, ...options }) };
    };
    const figure = await drawn({ viz_type: "big_number_total", metric: metric("MAX", "n"), y_axis_format: ",d" });
    expect(figure.drawing?.props).toMatchObject({ text: "9,007,199,254,740,993" });
    const sum = await drawn({ viz_type: "big_number_total", metric: metric("SUM", "h"), y_axis_format: "~g" });
    expect(sum.drawing?.props).toMatchObject({ text: "32198334098493773123456789013" });
    const form = { viz_type: "table", query_mode: "aggregate", groupby: ["k"], show_totals: true };
    const table = await drawn({ ...form, metrics: [metric("SUM", "n"), metric("SUM", "h")] });
    const props = table.drawing?.props as { summary: object; rows: object[] };
    expect(props.summary).toEqual({ n: "9007199254740997", h: "32198334098493773123456789013" });
    for (const rest of [{ result_type: "results" }, { result_type: "full" }, { result_format: "csv" }]) {
      const text = await ask({ ...table.context, ...rest });
      for (const digits of ["9007199254740993", "9007199254740997", "32198334098493773123456789012"])
        expect(text).toContain(digits);
    }
    const pivot = { viz_type: "pivot_table_v2", groupbyRows: ["k"], groupbyColumns: [], metrics: [metric("SUM", "h")] };
    const { context } = await drawn({ ...pivot, colTotals: true });
    const file = await ask({ ...context, result_format: "csv", result_type: "post_processed" });
    expect(file).toContain("Total (Sum),32198334098493773123456789013");
  } finally {
    await server.stop();
  }
});

test("decimals keep all digits beside shares and time comparisons", async () => {
  const server = await startTestServer();
  try {
    const { databaseId } = await loadSampleData(server.app);
    const sql = `SELECT * FROM (VALUES ('a', DATE '2024-01-05', 12345678901234567890.12::DECIMAL(38, 2)),
      ('a', DATE '2023-01-05', 22345678901234567890.13)) AS t(k, d, p)`;
    const id = await registerTable(server.app, databaseId, { name: "decimals", time: "d", sql });
    const admin = await server.as("admin");
    const type = await loadChartType("table");
    const range = { clause: "WHERE", expressionType: "SIMPLE", subject: "d", operator: "TEMPORAL_RANGE" };
    const form = {
      ...{ viz_type: "table", datasource: `${id}__table`, query_mode: "aggregate", groupby: ["k"] },
      ...{ metrics: [metric("SUM", "p")], percent_metrics: [metric("SUM", "p")], time_compare: "1 year ago" },
      adhoc_filters: [{ ...range, comparator: "2024-01-01 : 2025-01-01" }],
    } as unknown as FormData;
    const context = type?.buildQuery(form);
    for (const result_format of ["json", "csv"]) {
      const answer = await admin.fetch("/api/v1/chart/data", {
        ...{ method: "POST", headers: { "content-type": "application/json" } },
        body: JSON.stringify({ ...context, result_format }),
      });
      const text = await answer.text();
      expect(text).toContain("12345678901234567890.12");
      expect(text).toContain("22345678901234567890.13");
    }
  } finally {
    await server.stop();
  }
});
