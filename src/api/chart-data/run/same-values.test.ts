import { tableFromIPC } from "@uwdata/flechette";
import { TextWriter, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chartTheme } from "../../../chart-kit/colors/theme.ts";
import { loadChartType } from "../../../chart-types/index.ts";
import { linesOf } from "../../../chart-types/pivot-table/lines.ts";
import type { PivotDrawing } from "../../../chart-types/pivot-table/transform.ts";
import type { FormData } from "../../../model/form-data.ts";
import type { ChartDataResult, DataRow, QueryContext } from "../../../model/query-context.ts";
import { openReportDesk, type ReportDesk } from "../../../testing/report-desk.ts";
import { registerTable } from "../../../testing/sample-data.ts";
import { rowsOfCsv } from "../../report/content.ts";

const ORDERS = [
  ["N", "x", 1, 10, 2],
  ["N", "y", 1, 20, 4],
  ["N", "y", 2, 5, 1],
  ["S", "x", 2, 7, 7],
  ["S", "y", 3, 9, 3],
  [null, "x", 4, 4, 1],
  ["<NULL>", "x", 4, 2, 1],
  ["Total (Sum)", "y", 5, 3, 2],
  ["a b", "c", 5, 6, 2],
  ["a", "b c", 5, 8, 2],
  ["Summary", "x", 6, 30, 3],
] as const;
type Order = (typeof ORDERS)[number];

const literal = (value: unknown) => (value === null ? "NULL" : typeof value === "number" ? value : `'${value}'`);
const SQL = `SELECT * FROM (VALUES ${ORDERS.map((row) => `(${row.map(literal).join(", ")})`).join(", ")}) AS t(region, product, u, a, q)`;

const metric = (label: string, sqlExpression: string) => ({ expressionType: "SQL", sqlExpression, label });
const METRICS = [
  metric("price", "SUM(a) * 1.0 / SUM(q)"),
  metric("users", "COUNT(DISTINCT u)"),
  metric("amount", "SUM(a)"),
];
const sum = (orders: readonly Order[], at: 3 | 4) => orders.reduce((total, order) => total + order[at], 0);

function truth(orders: readonly Order[]): (number | null)[] {
  if (orders.length === 0) return [null, null, null];
  return [sum(orders, 3) / sum(orders, 4), new Set(orders.map((order) => order[2])).size, sum(orders, 3)];
}

let desk: ReportDesk;
let datasetId: number;
beforeAll(async () => {
  desk = await openReportDesk();
  datasetId = await registerTable(desk.server.app, desk.samples.databaseId, { name: "orders", time: null, sql: SQL });
});
afterAll(() => desk.stop());

const formOf = (form: object) => ({ ...form, datasource: `${datasetId}__table` }) as unknown as FormData;

async function contextOf(form: FormData): Promise<QueryContext> {
  const type = await loadChartType(form.viz_type);
  if (!type) throw new Error(form.viz_type);
  return type.buildQuery(form);
}

const ask = (body: object, headers: Record<string, string> = {}) =>
  desk.owner.fetch("/api/v1/chart/data", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

async function results(form: FormData): Promise<ChartDataResult[]> {
  const answer = await ask(await contextOf(form));
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { result: ChartDataResult[] }).result;
}

async function drawing(form: FormData) {
  const type = await loadChartType(form.viz_type);
  if (!type) throw new Error(form.viz_type);
  return type.transform({
    formData: form,
    results: await results(form),
    ...{ theme: chartTheme("light"), colorOf: () => "", rampOf: () => [], width: 600, height: 300 },
  });
}

type Cells = unknown[][];
const numbers = (rows: readonly string[][]): Cells =>
  rows.map(([key, ...cells]) => [key, ...cells.map((text) => (text === "" ? null : Number(text)))]);

async function csv(form: FormData, result_type: string): Promise<string[][]> {
  const answer = await ask({ ...(await contextOf(form)), result_format: "csv", result_type });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  return rowsOfCsv(await answer.text());
}

async function xlsx(form: FormData, result_type: string): Promise<string[][]> {
  const answer = await ask({ ...(await contextOf(form)), result_format: "xlsx", result_type });
  expect(answer.headers.get("content-type")).toContain("spreadsheetml.sheet");
  const entries = await new ZipReader(new Uint8ArrayReader(new Uint8Array(await answer.arrayBuffer()))).getEntries();
  const sheet = entries.find(({ filename }) => filename === "xl/worksheets/sheet1.xml");
  const text = sheet && !sheet.directory ? await sheet.getData(new TextWriter()) : "";
  return [...text.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<c(?: [^>]*)?(?:\/>|>(.*?)<\/c>)/g)].map(([, cell = ""]) =>
      cell
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"'),
    ),
  );
}

async function mailed(form: FormData, context?: QueryContext): Promise<string[][]> {
  const chart = { slice_name: "Orders", viz_type: form.viz_type, datasource_id: datasetId, datasource_type: "table" };
  const saved = { params: JSON.stringify(form), ...(context ? { query_context: JSON.stringify(context) } : {}) };
  const { body } = await desk.owner.post<{ id: number }>("/api/v1/chart/", { ...chart, ...saved });
  const report = await desk.createReport({ chart: body.id, active: false });
  expect(await desk.requestRun(report)).toMatchObject({ state: "Success" });
  const [mail] = desk.mails();
  expect(mail?.attachments).toHaveLength(1);
  return rowsOfCsv(mail?.attachments[0]?.content.toString() ?? "");
}

describe("a pivot table has the same values", () => {
  const regions = [...new Set(ORDERS.map(([region]) => region))];
  const products = [...new Set(ORDERS.map(([, product]) => product))];
  const PIVOT = { viz_type: "pivot_table_v2", groupbyRows: ["region"], groupbyColumns: ["product"], metrics: METRICS };
  const totals = { rowTotals: true, colTotals: true };

  function expected(): string[] {
    const rows = [...regions.map((one) => ORDERS.filter(([region]) => region === one)), [...ORDERS]];
    return rows
      .map((orders) => {
        const columns = [...products.map((one) => orders.filter(([, product]) => product === one)), orders].map(truth);
        return rowText([0, 1, 2].flatMap((at) => columns.map((values) => values[at])));
      })
      .toSorted();
  }
  const rowText = (cells: readonly unknown[]) =>
    cells
      .map((cell) => (cell === null || cell === undefined ? "" : Number(cell).toPrecision(12)))
      .toSorted()
      .join(" ");
  const valuesOf = (cells: Cells) => cells.map(([, ...values]) => rowText(values)).toSorted();

  test("on the page", async () => {
    const { model, rows, columns, order } = (await drawing(formOf({ ...PIVOT, ...totals }))).props as PivotDrawing;
    const lines = (axis: typeof rows) =>
      linesOf(axis.tree.root, axis.shape, { closed: new Set(), ranks: axis.ranks, weightOf: () => null });
    const cells = lines(rows).map((row) =>
      lines(columns).map((column) => model.valueOf(row.node, column.node, column.metric ?? order[0] ?? "") ?? null),
    );
    expect(cells.map(rowText).toSorted()).toEqual(expected());
  });

  test("in CSV files and workbooks with its layout, with unique row and column names", async () => {
    for (const rows of [
      await csv(formOf({ ...PIVOT, ...totals }), "post_processed"),
      await xlsx(formOf({ ...PIVOT, ...totals }), "post_processed"),
    ]) {
      const [header = [], ...lines] = rows;
      expect(valuesOf(numbers(lines))).toEqual(expected());
      expect(new Set(header).size).toBe(header.length);
      const names = lines.map(([name]) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names).toEqual(expect.arrayContaining(["<NULL>", '"<NULL>"', "Total (Sum)", "Total (Sum) (2)"]));
    }
  });

  test("in JSON", async () => {
    const context = { ...(await contextOf(formOf({ ...PIVOT, ...totals }))), result_type: "post_processed" };
    const { result } = (await (await ask(context)).json()) as { result: { data: Record<string, DataRow> }[] };
    expect(result).toHaveLength(1);
    const columns = Object.values(result[0]?.data ?? {});
    const cells = Object.keys(columns[0] ?? {}).map((key) => columns.map((column) => column[key]));
    expect(cells.map(rowText).toSorted()).toEqual(expected());
  });

  test("for clients that request only the cells, and in email, also from a query that they saved", async () => {
    const form = formOf({ ...PIVOT, ...totals });
    const { queries, ...context } = await contextOf(form);
    const alone = { ...context, queries: queries.slice(0, 1) };
    const answer = await ask({ ...alone, result_format: "csv", result_type: "post_processed" });
    expect(valuesOf(numbers(rowsOfCsv(await answer.text()).slice(1)))).toEqual(expected());
    for (const saved of [undefined, alone]) {
      expect(valuesOf(numbers((await mailed(form, saved)).slice(1)))).toEqual(expected());
    }
  });

  test("everywhere if a condition on metrics removes cells, also in totals", async () => {
    const having = [{ clause: "HAVING", expressionType: "SQL", sqlExpression: "SUM(a) < 20" }];
    const form = formOf({ ...PIVOT, groupbyColumns: [], ...totals, adhoc_filters: having });
    const left = regions.map((one) => ORDERS.filter(([region]) => region === one)).filter((o) => sum(o, 3) < 20);
    const rows = [...left, left.flat()].map((orders) => rowText(truth(orders))).toSorted();
    const { model, columns, rows: axis, order } = (await drawing(form)).props as PivotDrawing;
    const whole = order.map((name) => model.valueOf(axis.tree.root, columns.tree.root, name));
    expect(rowText(whole)).toBe(rowText(truth(left.flat())));
    expect(valuesOf(numbers((await csv(form, "post_processed")).slice(1)))).toEqual(rows);
    expect(valuesOf(numbers((await mailed(form)).slice(1)))).toEqual(rows);
  });
});

describe("a table has the same values", () => {
  const TABLE = {
    viz_type: "table",
    query_mode: "aggregate",
    groupby: ["region"],
    metrics: METRICS,
    show_totals: true,
  };
  const groups = () => [...Map.groupBy(ORDERS, ([region]) => region)];

  interface Shown {
    rows: DataRow[];
    summary?: DataRow;
  }
  const screen = async (form: object) => (await drawing(formOf(form))).props as Shown;
  const valuesOf = (row: readonly unknown[]) => row.map((value) => Number(value).toPrecision(12)).join(" ");
  const linesOfFile = (rows: string[][]) => rows.slice(1).map(([, ...cells]) => valuesOf(cells));

  const CONDITIONS: [name: string, sql: string | null, keeps: (orders: readonly Order[]) => boolean][] = [
    ["without conditions", null, () => true],
    ["where a condition keeps large groups", "SUM(a) > 5", (orders) => sum(orders, 3) > 5],
    ["where a condition keeps small groups", "SUM(a) < 15", (orders) => sum(orders, 3) < 15],
    ["where a condition names a metric", "users > 1", (orders) => new Set(orders.map((order) => order[2])).size > 1],
  ];

  test.each(CONDITIONS)("and sums up what it shows, %s", async (_, sql, keeps) => {
    const adhoc_filters = sql ? [{ clause: "HAVING", expressionType: "SQL", sqlExpression: sql }] : [];
    const stored = groups().filter(([, orders]) => keeps(orders));
    const whole = valuesOf(truth(stored.flatMap(([, orders]) => orders)));
    const rows = stored.map(([, orders]) => valuesOf(truth(orders))).toSorted();
    for (const more of [{}, { server_pagination: true, server_page_length: 3 }]) {
      const form = { ...TABLE, ...more, adhoc_filters };
      const { summary, rows: shown } = await screen(form);
      expect(valuesOf(METRICS.map(({ label }) => summary?.[label]))).toBe(whole);
      expect(shown).toHaveLength("server_page_length" in more ? Math.min(3, rows.length) : rows.length);
      const files = [
        await csv(formOf(form), "full"),
        await csv(formOf(form), "post_processed"),
        await xlsx(formOf(form), "full"),
        await mailed(formOf(form)),
      ];
      for (const file of files) {
        expect(linesOfFile(file).toSorted()).toEqual([...rows, whole].toSorted());
        expect(file.at(-1)?.[0]).toBe("Summary");
      }
    }
  });

  test("in Arrow and the JSON download, which return the summary as a separate result", async () => {
    const form = formOf({ ...TABLE, server_pagination: false });
    const context = await contextOf(form);
    const { result } = (await (await ask({ ...context, result_type: "results" })).json()) as {
      result: { data: DataRow[] }[];
    };
    const of = (rows: readonly DataRow[]) => rows.map((row) => valuesOf(METRICS.map(({ label }) => row[label])));
    const rows = groups().map(([, orders]) => valuesOf(truth(orders)));
    expect(of(result[0]?.data ?? []).toSorted()).toEqual(rows.toSorted());
    expect(of(result[1]?.data ?? [])).toEqual([valuesOf(truth(ORDERS))]);
    const arrow = async (at: number) => {
      const body = { ...context, queries: [context.queries[at]] };
      const answer = await ask(body, { accept: "application/vnd.apache.arrow.stream" });
      return of(tableFromIPC(Buffer.from(await answer.arrayBuffer())).toArray() as DataRow[]);
    };
    expect((await arrow(0)).toSorted()).toEqual(rows.toSorted());
    expect(await arrow(1)).toEqual([valuesOf(truth(ORDERS))]);
  });

  test("for percentages, with a summary of 100%", async () => {
    const form = { ...TABLE, metrics: [], percent_metrics: [METRICS[2]] };
    const shares = groups().map(([, orders]) => sum(orders, 3) / sum(ORDERS, 3));
    const { rows, summary } = await screen(form);
    expect(rows.map((row) => Number(row["%amount"])).toSorted()).toEqual(shares.toSorted());
    expect(summary).toEqual({ "%amount": 1 });
    const file = await mailed(formOf(form));
    expect(file[0]).toEqual(["region", "'%amount"]);
    expect(file.at(-1)).toEqual(["Summary", "1"]);
    expect(
      file
        .slice(1, -1)
        .map(([, share]) => Number(share))
        .toSorted(),
    ).toEqual(shares.toSorted());
  });

  test("for all rows up to the row limit, even if a page shows only some", async () => {
    const form = { ...TABLE, show_totals: false, server_pagination: true, server_page_length: 2 };
    const paged = await contextOf(formOf({ ...form, row_limit: 5 }));
    expect(paged.queries[0]?.row_limit).toBe(2);
    expect(await csv(formOf({ ...form, row_limit: 5 }), "full")).toHaveLength(6);
    expect(await mailed(formOf(form), paged)).toHaveLength(6);
    expect(await mailed(formOf(form))).toHaveLength(groups().length + 1);
    expect(desk.mailbox.mails.at(-1)?.text).not.toContain("row limit");
    await mailed(formOf({ ...form, row_limit: 5 }));
    expect(desk.mailbox.mails.at(-1)?.text).toContain("Showing the first 5 rows");
  });
});
