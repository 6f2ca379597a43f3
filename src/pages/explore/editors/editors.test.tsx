import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";
import { simpleFilter, simpleMetric } from "../../../features/adhoc/adhoc.ts";
import { FilterEditor } from "../../../features/adhoc/FilterEditor.tsx";
import { conditionSql } from "../../../features/adhoc/to-sql.ts";
import { codeIn, writeCode } from "../../../testing/code.ts";
import { serve } from "../../../testing/network.ts";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { pass } from "../../../testing/waits.ts";
import { ColumnEditor } from "./ColumnEditor.tsx";
import { MetricEditor } from "./MetricEditor.tsx";

const rate = UNEMPLOYMENT.columns.find((column) => column.column_name === "rate")!;

function show(content: ReactNode) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={queries}>{content}</QueryClientProvider>);
}

const apply = () => userEvent.click(screen.getByRole("button", { name: "Apply" }));
const tab = (name: string) => userEvent.click(screen.getByRole("tab", { name }));
async function choose(field: string, option: string) {
  await userEvent.click(screen.getByRole("combobox", { name: field }));
  const found = await screen.findAllByText(option, {
    selector: ".ant-select-item-option-content, .ant-select-item-option-content *",
  });
  await userEvent.click(found[0]!);
}

describe("metric editor", () => {
  function open(metric?: Parameters<typeof MetricEditor>[0]["metric"], dataset = UNEMPLOYMENT) {
    const onApply = vi.fn();
    show(<MetricEditor metric={metric} dataset={dataset} onApply={onApply} onCancel={() => undefined} />);
    return onApply;
  }

  test("a column suggests an aggregate", async () => {
    const onApply = open();
    await tab("Simple");
    await choose("Column", "rate");
    await apply();
    expect(onApply.mock.lastCall?.[0]).toMatchObject({
      expressionType: "SIMPLE",
      aggregate: "SUM",
      column: { column_name: "rate" },
      label: "SUM(rate)",
    });
  });

  test("SQL needs an expression, and its label can be edited", async () => {
    const onApply = open();
    await tab("Custom SQL");
    expect(screen.getByText("Enter an expression")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Apply" })).toHaveProperty("disabled", true);
    await writeCode("SQL expression", "SUM(count)");
    await userEvent.click(screen.getByTitle("Edit label"));
    await userEvent.clear(screen.getByRole("textbox", { name: "Label" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Label" }), "Persons{enter}");
    await apply();
    expect(onApply.mock.lastCall?.[0]).toMatchObject({
      expressionType: "SQL",
      sqlExpression: "SUM(count)",
      label: "Persons",
      hasCustomLabel: true,
    });
  });

  test("the selection becomes SQL, and edited SQL is kept", async () => {
    open(simpleMetric(rate, "AVG"));
    await choose("Aggregate", "COUNT_DISTINCT");
    await tab("Custom SQL");
    expect(await codeIn("SQL expression")).toBe("COUNT(DISTINCT rate)");
    await writeCode("SQL expression", " + 1");
    await tab("Simple");
    await tab("Custom SQL");
    expect(await codeIn("SQL expression")).toBe("COUNT(DISTINCT rate) + 1");
    cleanup();
    const onApply = open("avg_rate");
    await tab("Custom SQL");
    expect(await codeIn("SQL expression")).toBe("AVG(rate)");
    await apply();
    expect(onApply.mock.lastCall?.[0]).toMatchObject({ expressionType: "SQL", sqlExpression: "AVG(rate)" });
  });

  test("only saved metrics are offered if the dataset requires it", () => {
    open(undefined, { ...UNEMPLOYMENT, extra: '{"disallow_adhoc_metrics":true}' });
    expect(screen.getAllByRole("tab")).toHaveLength(1);
  });
});

describe("column editor", () => {
  function open(props: Partial<Parameters<typeof ColumnEditor>[0]> = {}) {
    const onApply = vi.fn();
    show(
      <ColumnEditor
        column={undefined}
        dataset={UNEMPLOYMENT}
        isSqlAllowed
        chosen={[]}
        onApply={onApply}
        onCancel={() => undefined}
        {...props}
      />,
    );
    return onApply;
  }

  test("choosing a column applies immediately; selected ones aren't offered", async () => {
    const onApply = open({ chosen: ["series"] });
    const list = () => screen.findAllByText("sector", { selector: ".ant-select-item-option-content *" });
    expect(await list()).toHaveLength(1);
    expect(screen.queryByText("Industry")).toBeNull();
    await userEvent.click((await list())[0]!);
    expect(onApply.mock.lastCall?.[0]).toBe("sector");
  });

  test("metrics are offered and shown where the control accepts them", async () => {
    const metrics = { chosen: undefined, onApply: vi.fn() };
    open({ metrics });
    await tab("Metric");
    await choose("Saved metric", "avg_rate");
    expect(metrics.onApply.mock.lastCall?.[0]).toBe("avg_rate");
    cleanup();
    open({ column: { item_type: "metric", metric_name: "count" } as never, metrics: { ...metrics, chosen: "count" } });
    expect(screen.getByRole("tab", { name: "Metric" }).getAttribute("aria-selected")).toBe("true");
    cleanup();
    open();
    expect(screen.queryByRole("tab", { name: "Metric" })).toBeNull();
  });

  test("only columns of the required kind are offered", async () => {
    open({ accepts: "temporal" });
    await userEvent.click(screen.getByRole("combobox", { name: "Column" }));
    expect((await screen.findAllByText("date")).length).toBeGreaterThan(0);
    expect(screen.queryByText("rate")).toBeNull();
  });

  test("an expression is labeled with its SQL", async () => {
    const onApply = open();
    await tab("Custom SQL");
    await writeCode("SQL expression", "year(");
    await userEvent.click(screen.getByRole("button", { name: "date" }));
    await writeCode("SQL expression", ")");
    await apply();
    expect(onApply).toHaveBeenCalledWith({
      expressionType: "SQL",
      sqlExpression: "year(date)",
      label: "year(date)",
      hasCustomLabel: false,
    });
  });

  test("the SQL tab is hidden if SQL isn't allowed", () => {
    open({ isSqlAllowed: false });
    expect(screen.queryByRole("tab", { name: "Custom SQL" })).toBeNull();
  });
});

describe("filter editor", () => {
  function open(filter?: Parameters<typeof FilterEditor>[0]["filter"]) {
    const onApply = vi.fn();
    show(<FilterEditor filter={filter} dataset={UNEMPLOYMENT} onApply={onApply} onCancel={() => undefined} />);
    return onApply;
  }

  test("a text column accepts typed values", async () => {
    const onApply = open(simpleFilter("series", "IN", []));
    expect(screen.getByText("Choose a value")).toBeTruthy();
    await userEvent.type(screen.getByRole("combobox", { name: "Value" }), "Finance");
    await userEvent.click(await screen.findByTitle("Finance"));
    await apply();
    expect(onApply.mock.lastCall?.[0]).toMatchObject({ subject: "series", operator: "IN", comparator: ["Finance"] });
  });

  test("pasted lists are split and parsed as numbers", async () => {
    const onApply = open(simpleFilter("rate", "IN", []));
    await userEvent.click(screen.getByRole("combobox", { name: "Value" }));
    await userEvent.paste("1,2\n3\t4;5\r\n1");
    await apply();
    expect(onApply.mock.lastCall?.[0]).toMatchObject({ comparator: [1, 2, 3, 4, 5] });
  });

  test("Enter picks the typed text or a match, even before the response", async () => {
    const answers = Promise.withResolvers<void>();
    const requests = serve({
      "GET /api/v1/datasource/table/*": async ({ query }) => {
        if (query.get("search")) await answers.promise;
        return { body: { result: ["Agriculture", "Finance", "Self-employed", "1", "11"] } };
      },
    });
    const onApply = open(simpleFilter("series", "IN", ["Agriculture"]));
    const field = screen.getByRole("combobox", { name: "Value" });
    await userEvent.click(field);
    await screen.findByTitle("Finance");
    const take = async (written: string) => {
      await userEvent.type(field, written);
      fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
      fireEvent.keyUp(field, { key: "Enter", keyCode: 13 });
    };
    await take("fin");
    await take("Mining");
    await userEvent.type(field, "emplo");
    await waitFor(() => expect(requests.some(({ query }) => query.get("search") === "emplo")).toBe(true));
    await take("{End}");
    await take("1");
    await userEvent.keyboard("{Escape}");
    await apply();
    expect(onApply.mock.lastCall?.[0]).toMatchObject({
      comparator: ["Agriculture", "Finance", "Mining", "Self-employed", "1"],
    });
    answers.resolve();
  });

  test.each([
    ["the second, reached by an arrow key,", [40], "Mine"],
    ["the first", [], "Finance"],
  ])("Enter picks %s when the response arrives just before the key press", async (_, keys, expected) => {
    const answer = Promise.withResolvers<void>();
    const requests = serve({
      "GET /api/v1/datasource/table/*": async ({ query }) => {
        if (!query.get("search")) return { body: { result: ["Finance", "Mine", "Other"] } };
        await answer.promise;
        return { body: { result: ["Wine", "Fine", "Finance", "Mine", "Inline"] } };
      },
    });
    const onApply = open(simpleFilter("series", "IN", []));
    const field = screen.getByRole("combobox", { name: "Value" });
    await userEvent.click(field);
    await screen.findByTitle("Other");
    await userEvent.type(field, "in");
    for (const keyCode of keys) fireEvent.keyDown(field, { key: "ArrowDown", keyCode });
    await waitFor(() => expect(requests.some(({ query }) => query.get("search") === "in")).toBe(true));
    answer.resolve();
    await act(() => pass(50, "nothing may happen meanwhile"));
    fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
    await apply();
    expect(onApply.mock.lastCall?.[0]).toMatchObject({ comparator: [expected] });
  });

  test("null comparisons need no value", async () => {
    const onApply = open(simpleFilter("rate", "==", 3));
    await choose("Comparison", "is null");
    expect(screen.queryByRole("combobox", { name: "Value" })).toBeNull();
    await apply();
    expect(onApply.mock.lastCall?.[0]).toMatchObject({ operator: "IS NULL", operatorId: "IS_NULL", comparator: null });
  });

  test("the value is kept when changing to a list operator", async () => {
    const onApply = open(simpleFilter("rate", "==", 3));
    await choose("Comparison", "is one of");
    await apply();
    expect(onApply.mock.lastCall?.[0]).toMatchObject({ operator: "IN", comparator: [3] });
  });

  test("a date has a time range, with one Apply", async () => {
    serve({ "GET /api/v1/time_range/": () => ({ body: { result: [{ since: "", until: "", timeRange: "" }] } }) });
    const onApply = open(simpleFilter("date", "TEMPORAL_RANGE", "last week"));
    await apply();
    expect(onApply.mock.lastCall?.[0]).toMatchObject({ comparator: "last week" });
    await userEvent.click(screen.getByRole("radio", { name: "Current month" }));
    await apply();
    expect(onApply.mock.lastCall?.[0]).toMatchObject({ operator: "TEMPORAL_RANGE", comparator: "Current month" });
  });

  test("a simple filter becomes SQL on the SQL tab", async () => {
    const onApply = open(simpleFilter("series", "IN", ["Farm's", null]));
    await tab("Custom SQL");
    await apply();
    expect(onApply.mock.lastCall?.[0]).toMatchObject({
      expressionType: "SQL",
      sqlExpression: "series IN ('Farm''s') OR series IS NULL",
    });
  });

  test.each([
    [simpleFilter("rate", "==", 3), "rate = 3"],
    [simpleFilter("rate", "NOT IN", [1, null]), "rate NOT IN (1) AND rate IS NOT NULL"],
    [simpleFilter("sector", "ILIKE", "%a%"), "LOWER(upper(series)) LIKE LOWER('%a%')"],
    [simpleFilter("rate", "IS NOT NULL"), "rate IS NOT NULL"],
    [simpleFilter("Two words", "!=", "x"), "\"Two words\" != 'x'"],
    [simpleFilter("rate", "IN", []), ""],
    [simpleFilter("rate", "==", null), ""],
    [simpleFilter("date", "TEMPORAL_RANGE", "Last week"), ""],
    [simpleFilter("", ""), ""],
  ])("SQL of a simple filter, %#", (filter, sql) => {
    expect(conditionSql(UNEMPLOYMENT, filter)).toBe(sql);
  });

  test.each([
    ["duckdb", "a\\'b", "'a\\''b'"],
    ["mysql", "a\\'b", "'a\\\\''b'"],
    ["bigquery", "a\\'b", "'a\\\\\\'b'"],
  ])("a string literal for %s", (backend, value, literal) => {
    const dataset = { ...UNEMPLOYMENT, database: { id: 1, backend } } as typeof UNEMPLOYMENT;
    expect(conditionSql(dataset, simpleFilter("series", "==", value))).toBe(`series = ${literal}`);
  });

  test.each([
    ["DATE", "duckdb", "2024-01-01T00:00:00", "date >= DATE '2024-01-01' AND date < DATE '2024-02-01'"],
    ["TIMESTAMP", "duckdb", "", "date < TIMESTAMP '2024-02-01 00:00:00'"],
    ["DATETIME", "bigquery", "", "date < DATETIME '2024-02-01 00:00:00'"],
    ["TEXT", "sqlite", "2024-01-01T10:30:00", "date >= '2024-01-01 10:30:00' AND date < '2024-02-01'"],
    ["VARCHAR", "duckdb", "2024-01-01T00:00:00", ""],
  ])("a time range on %s for %s", (type, backend, since, sql) => {
    const columns = UNEMPLOYMENT.columns.map((one) => (one.column_name === "date" ? { ...one, type } : one));
    const dataset = { ...UNEMPLOYMENT, columns, database: { id: 1, backend } } as typeof UNEMPLOYMENT;
    const filter = simpleFilter("date", "TEMPORAL_RANGE", "Last month");
    expect(conditionSql(dataset, filter, { since, until: "2024-02-01T00:00:00" })).toBe(sql);
  });

  test("the latest partition can't be custom SQL, and says why", async () => {
    open(simpleFilter("date", "LATEST PARTITION"));
    await tab("Custom SQL");
    expect(await codeIn("Condition")).toBe("");
    expect(
      screen.getByText(/“date uses the latest partition” can't be written as custom SQL.*Compare date with a value/),
    ).toBeTruthy();
    cleanup();
    open(simpleFilter("rate", "==", 3));
    await tab("Custom SQL");
    expect(screen.queryByText(/can't be written as custom SQL/)).toBeNull();
  });

  test("SQL filters rows or groups", async () => {
    const onApply = open();
    await tab("Custom SQL");
    await userEvent.click(screen.getByRole("radio", { name: /HAVING/ }));
    await writeCode("Condition", "SUM(count) > 10");
    await apply();
    expect(onApply.mock.lastCall?.[0]).toMatchObject({
      expressionType: "SQL",
      clause: "HAVING",
      sqlExpression: "SUM(count) > 10",
    });
  });
});
