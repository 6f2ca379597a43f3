import { expect, test } from "vitest";
import { crossFilterMask, excluding } from "../../../model/cross-filter.ts";
import { NativeFilter } from "../../../model/native-filter.ts";
import { selectMask } from "../../../model/native-filter-query.ts";
import { loadSampleData, registerTable } from "../../../testing/sample-data.ts";
import { startTestServer } from "../../../testing/server.ts";

const TEXTS = ["x", "x\n", "\tx", "x ", "", null, "<NULL>", "<empty string>", "null", "NULL", "\n"];

test("a filter by a row's text finds this text alone", async () => {
  const server = await startTestServer();
  try {
    const { databaseId } = await loadSampleData(server.app);
    const texts = TEXTS.map((text, i) => `(${text === null ? "NULL" : `'${text}'`}, ${2 ** i})`);
    const sql = `SELECT * FROM (VALUES ${texts.join(", ")}) AS t(g, v)`;
    const id = await registerTable(server.app, databaseId, { name: "texts", time: null, sql });
    const admin = await server.as("admin");
    const total = { expressionType: "SQL", sqlExpression: "SUM(v)", label: "total" };
    const totals = async (filters: unknown) => {
      const query = { columns: ["g"], metrics: [total], filters, row_limit: 99 };
      const answer = await admin.post<{ result: { data: { g: string; total: number }[] }[] }>("/api/v1/chart/data", {
        ...{ datasource: { id, type: "table" }, queries: [query] },
      });
      return new Map(answer.body.result[0]?.data.map((row) => [row.g, row.total]));
    };
    const filter = NativeFilter.parse({
      ...{ id: "f", name: "g", type: "NATIVE_FILTER", filterType: "filter_select" },
      ...{ targets: [{ datasetId: id, column: { name: "g" } }], controlValues: { multiSelect: true } },
    });
    const all = await totals([]);
    for (const value of TEXTS) {
      const clause = { column: "g", values: [value] };
      const only = new Map([[value, all.get(value as string)]]);
      const others = new Map([...all].filter(([text]) => text !== value));
      const found = [
        crossFilterMask(1, { clauses: [clause], label: "" }),
        selectMask(filter, [value]),
        crossFilterMask(1, excluding(clause, "")),
      ].map(({ extraFormData }) => totals(extraFormData?.filters));
      expect(await Promise.all(found), JSON.stringify(value)).toEqual([only, only, others]);
    }
  } finally {
    await server.stop();
  }
});
