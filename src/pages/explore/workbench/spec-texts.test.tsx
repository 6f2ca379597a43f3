import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NUMBER_FORMATS } from "../../../chart-kit/format/number-format.ts";
import { TIME_FORMATS } from "../../../chart-kit/format/time-format.ts";
import { controlsOf } from "../../../chart-seam/define.ts";
import { loadedChartType } from "../../../chart-types/index.ts";
import { comparisonsOf, operatorsOf, simpleFilter } from "../../../features/adhoc/adhoc.ts";
import { DatasetEditor } from "../../../features/dataset-editor/DatasetEditor.tsx";
import { SaveConfirm } from "../../../features/dataset-editor/SaveConfirm.tsx";
import { TimeRangeEditor } from "../../../features/time-range/TimeRangeEditor.tsx";
import { ADHOC_AGGREGATES } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { GENERIC_TYPE } from "../../../model/query-context.ts";
import { renderWorkbench, SAVED_CHART, signIn } from "../../../testing/explore-page.tsx";
import { type Routes, serve } from "../../../testing/network.ts";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { ChartProblem } from "../../../web/chart-view/ChartProblem.tsx";
import type { ChartState } from "../../../web/chart-view/chart-state.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { ApiError, errorOfResponse, timeoutError } from "../../../web/client/errors.ts";
import { queryClient } from "../../../web/client/query.ts";
import { Star } from "../../../web/components/Star.tsx";
import { OPERATOR_WORDS } from "../../../web/control-words/filter-words.ts";
import { copyText } from "../../../web/toasts/clipboard.ts";
import { useToasts } from "../../../web/toasts/toasts.ts";
import { operatorsOfType } from "../collections/rules.ts";
import { SWAP_PAGE_SIZE } from "../dataset-panel/SwapTable.tsx";
import { ChangesDialog } from "../header/ChangesDialog.tsx";
import { ExploreHeader } from "../header/ExploreHeader.tsx";
import { SaveDialog } from "../header/SaveDialog.tsx";
import { useShare } from "../header/use-share.ts";
import { SamplesTable } from "../results/SamplesTable.tsx";
import { SqlView } from "../results/SqlView.tsx";
import { closeDialog } from "../state/dialogs.ts";

const ROUTES: Routes = {
  "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
  "GET /api/v1/chart/12": { body: { id: 12, result: { owners: [], dashboards: [] } } },
  "PUT /api/v1/chart/12": { body: { id: 12, result: {} } },
  "POST /api/v1/chart/": { status: 201, body: { id: 77, result: {} } },
};
const context = { datasource: { id: 3, type: "table" as const }, queries: [{ columns: ["series"] }] };

beforeEach(() => {
  forgetCsrfToken();
  serve(ROUTES);
  signIn([["can_write", "Chart"]]);
  useToasts.setState({ toasts: [] });
});
afterEach(closeDialog);

describe("rejected control values", () => {
  const line = { viz_type: "echarts_timeseries_line", x_axis: "date", metrics: ["count"] };
  test.each([
    ["Metrics cannot be empty", "metrics", { ...line, metrics: [] }],
    ["X-axis cannot be empty", "x_axis", { ...line, x_axis: null }],
    ["Row limit is expected to be an integer", "row_limit", { ...line, row_limit: "12.5" }],
    ["Value cannot exceed 100,000", "row_limit", { ...line, row_limit: 100_001 }],
    ["Series limit is expected to be an integer", "limit", { ...line, limit: "few" }],
    [
      "Found invalid orderby options",
      "order_by_cols",
      { viz_type: "table", query_mode: "raw", all_columns: ["series"], order_by_cols: ["series desc"] },
    ],
  ])("%s: %s", (text, name, form: Record<string, unknown> & { viz_type: string }) => {
    const problems = loadedChartType(form.viz_type)?.validate({ datasource: "3__table", ...form } as FormData);
    expect(problems?.[name]).toBe(text);
  });
});

describe("states of a run", () => {
  const failed = (error: ApiError): ChartState => ({ status: "failed", error });
  const owners = [{ id: 2, first_name: "Ada", last_name: "L" }];
  test.each<[string, ChartState]>([
    ["Updating chart was stopped", { status: "stopped" }],
    ["Network error", failed(new ApiError({ title: "Network error", message: "Network error", kind: "network" }))],
    [
      "Received unexpected response status (418) while fetching chart data",
      failed(
        new ApiError({
          title: "Error",
          message: "Received unexpected response status (418) while fetching chart data",
          kind: "http",
        }),
      ),
    ],
    ["Contact a Chart Owner: Ada L", failed(new ApiError({ title: "x", message: "no such table", kind: "http" }))],
  ])("%s", (text, state) => {
    renderWorkbench(
      <ChartProblem state={state} isUnknown={false} drawing={undefined} owners={owners} onRetry={() => undefined} />,
    );
    expect(screen.getByText(text)).toBeTruthy();
  });

  test("a timeout shows issue codes and duration", () => {
    renderWorkbench(
      <ChartProblem state={failed(timeoutError(60))} isUnknown={false} drawing={undefined} onRetry={() => undefined} />,
    );
    expect(document.body.textContent).toMatch(/60 seconds.*1000.*1001/s);
  });
});

describe("saving", () => {
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  const expectToast = (text: string) =>
    waitFor(() => expect(useToasts.getState().toasts.map((each) => each.text)).toContain(text));

  test("Chart [%s] has been overwritten", async () => {
    renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART });
    await press("Save");
    await expectToast("Chart [Unemployment] has been overwritten");
  });

  test("Chart [%s] has been saved", async () => {
    renderWorkbench(<SaveDialog startAsNew />);
    const name = await screen.findByRole("textbox", { name: "Chart name" });
    await userEvent.clear(name);
    await userEvent.type(name, "Jobs");
    await press("Save");
    await expectToast("Chart [Jobs] has been saved");
  });

  test("Failed to save slice", async () => {
    serve({ ...ROUTES, "PUT /api/v1/chart/12": { status: 422, body: { message: "No room" } } });
    renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART });
    await press("Save");
    await expectToast("Failed to save slice: No room");
  });

  test("An error occurred while starring this chart", async () => {
    renderWorkbench(<Star kind="chart" id={12} name="Unemployment" value={false} />);
    await userEvent.click(screen.getByRole("button"));
    await expectToast("An error occurred while starring this chart");
  });

  test("unsupported copying", async () => {
    vi.stubGlobal("navigator", {});
    await copyText("x");
    vi.unstubAllGlobals();
    await expectToast("Sorry, your browser does not support copying. Use Ctrl / Cmd + C!");
  });
});

describe("error display", () => {
  const shown = (status: number, body: unknown, type?: string) => {
    const errors = type ? [{ message: "words", error_type: type, level: "error", extra: {} }] : undefined;
    const error = errorOfResponse(status, errors ? { errors } : body);
    renderWorkbench(
      <ChartProblem
        state={{ status: "failed", error }}
        isUnknown={false}
        drawing={undefined}
        onRetry={() => undefined}
      />,
    );
    return document.body.textContent ?? "";
  };
  test.each([
    ["Unexpected error: it broke", 500, { stack: "at x", message: "it broke" }],
    ["Your session timed out", 400, { message: "The CSRF token is missing" }],
    ["Bad request", 400, {}],
    ["Payload too large", 413, {}],
    ["Server error", 500, {}],
    ["Service unavailable", 503, {}],
    ["Gateway timeout", 504, {}],
    ["Unknown error", 520, {}],
  ])("%s", (text, status, body) => expect(shown(status, body)).toContain(text));

  test.each([
    ["Authorization needed", "OAUTH2_REDIRECT_ERROR"],
    ["Parameter error", "MISSING_TEMPLATE_PARAMS_ERROR"],
  ])("%s", (text, type) => expect(shown(400, {}, type)).toContain(text));

  test("Request timed out", () => {
    renderWorkbench(
      <ChartProblem
        state={failedBy(timeoutError(60))}
        isUnknown={false}
        drawing={undefined}
        onRetry={() => undefined}
      />,
    );
    expect(screen.getByText("Request timed out")).toBeTruthy();
  });
});

const failedBy = (error: ApiError): ChartState => ({ status: "failed", error });

describe("labels and choices of controls", () => {
  const labelOf = (key: string, name: string) => {
    const control = controlsOf(loadedChartType(key)?.sections ?? []).find((one) => one.name === name);
    return typeof control?.label === "function" ? control.label({ formData: {} }) : control?.label;
  };
  test.each([
    ["Sort Descending", "echarts_timeseries_line", "order_desc"],
    ["Sort Descending", "table", "order_desc"],
    ["Group remaining as Others", "echarts_timeseries_line", "group_others_when_limit_reached"],
    ["Group remaining as Others", "mixed_timeseries", "group_others_when_limit_reached_b"],
  ])("%s, of %s", (text, key, name) => expect(labelOf(key, name)).toBe(text));

  test("AVG, COUNT, COUNT_DISTINCT, MAX, MIN, SUM", () => {
    expect(ADHOC_AGGREGATES).toEqual(["AVG", "COUNT", "COUNT_DISTINCT", "MAX", "MIN", "SUM"]);
  });

  test("None, >, <, ≥, ≤, =, ≠, and four between variants", () => {
    const between = ["< x <", "≤ x ≤", "≤ x <", "< x ≤"];
    expect(operatorsOfType(GENERIC_TYPE.NUMERIC)).toEqual(["None", ">", "<", "≥", "≤", "=", "≠", ...between]);
  });

  test("every filter operator is offered for some column", () => {
    const kinds = ["text", "numeric", "temporal", "boolean"] as const;
    const columns = [{ column_name: "day", type: "VARCHAR" }];
    const lake = { id: 1, columns, metrics: [], database: { id: 1, tells_partitions: true } } as unknown as Dataset;
    const partitioned = comparisonsOf(lake, simpleFilter("day", "=="));
    const offered = new Set([...kinds.flatMap((kind) => operatorsOf(kind)), ...partitioned]);
    const known = ["==", "!=", "<", "<=", ">", ">=", "IN", "NOT IN", "LIKE", "ILIKE", "IS NULL", "IS NOT NULL"];
    const requests = [...known, "IS TRUE", "IS FALSE", "TEMPORAL_RANGE", "LATEST PARTITION"];
    expect(requests.filter((operator) => !offered.has(operator) || !OPERATOR_WORDS[operator])).toEqual([]);
  });

  test("formats of numbers and dates", () => {
    const numbers = ["SMART_NUMBER", "~g", ",d", ".1s", ".3s", ",.1%", ".2%", ".3%", ".4r", ",.1f", ",.2f", ",.3f"];
    const special = ["+,", "$,.2f", "DURATION", "DURATION_SUB", "DURATION_COL", "MEMORY_DECIMAL", "MEMORY_BINARY"];
    const rates = ["MEMORY_TRANSFER_RATE_DECIMAL", "MEMORY_TRANSFER_RATE_BINARY"];
    expect(NUMBER_FORMATS.map(([key]) => key)).toEqual([...numbers, ...special, ...rates]);
    const dates = ["%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%d-%m-%Y %H:%M:%S"];
    expect(TIME_FORMATS.map(([key]) => key)).toEqual(["smart_date", ...dates, "%H:%M:%S"]);
  });
});

describe("time ranges", () => {
  test("Last, Previous, Current, Custom, Advanced, No filter, and the functions", async () => {
    serve({ "GET /api/v1/time_range/": { body: { result: [] } } });
    renderWorkbench(<TimeRangeEditor value="No filter" onApply={() => undefined} onCancel={() => undefined} />);
    const kinds = within(screen.getByRole("group", { name: "Range type" })).getAllByRole("radio");
    const names = kinds.map((one) => one.closest("label")?.textContent);
    const periods = ["day", "week", "month", "quarter", "year"];
    expect(names).toEqual([
      "No filter",
      ...periods.map((period) => `Last ${period}`),
      ...periods.map((period) => `Current ${period}`),
      ...periods.slice(1).map((period) => `Previous calendar ${period}`),
      "Relative",
      "Custom",
      "Advanced",
    ]);
    await userEvent.click(screen.getByRole("radio", { name: "Advanced" }));
    expect(document.body.textContent).toMatch(/DATETIME.*DATEADD.*DATETRUNC.*LASTDAY.*HOLIDAY/);
  });
});

const ADA = { id: 1, first_name: "Ada", last_name: "L" };

describe("the dataset editor", () => {
  const item = { id: 3, table_name: "flights", kind: "physical", schema: "main", extra: null, owners: [ADA] };
  const metric = { id: 21, metric_name: "count", expression: "COUNT(*)", d3format: ",d", warning_text: "Old" };
  const dataset = { ...item, database: { id: 1, database_name: "examples" }, columns: [], metrics: [metric] };
  const routes: Routes = {
    ...ROUTES,
    "GET /api/v1/dataset/3": { body: { id: 3, result: { ...dataset, cache_timeout: 60 } } },
    "GET /api/v1/dataset/3/related_objects": {
      body: { charts: { count: 0, result: [] }, dashboards: { count: 0, result: [] } },
    },
    "PUT /api/v1/dataset/3": { body: { id: 3, result: {} } },
  };
  const edit = async (more: Routes = {}) => {
    queryClient.clear();
    const requests = serve({ ...routes, ...more });
    renderWorkbench(<DatasetEditor datasetId={3} tab="metrics" onClose={() => undefined} />);
    const label = await screen.findByLabelText("Label for count");
    return { requests, label, body: () => requests.find((one) => one.method === "PUT")?.body };
  };
  const save = async () => {
    await userEvent.click(screen.getByRole("button", { name: "Save dataset" }));
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
  };

  test("Edit Dataset: seven tabs, Cancel and Save", async () => {
    await edit();
    expect(screen.getByRole("dialog", { name: /Edit Dataset/ })).toBeTruthy();
    const tabs = screen.getAllByRole("tab").map((one) => one.textContent?.replace(/\d+$/, ""));
    const own = ["Assertions"];
    expect(tabs.filter((tab) => !own.includes(tab ?? ""))).toEqual([
      ...["Source", "Metrics", "Columns", "Calculated columns", "Folders", "Settings", "Usage"],
    ]);
    expect(screen.getByRole("button", { name: "Cancel" })).toBeTruthy();
  });

  test("The dataset has been saved, an empty warning and format as null", async () => {
    const { label, body } = await edit();
    await userEvent.type(label, "Flights");
    await userEvent.click(screen.getByRole("button", { name: "count details" }));
    await userEvent.clear(screen.getByLabelText("Warning"));
    await userEvent.type(screen.getByLabelText("Warning"), "New");
    await save();
    await waitFor(() => expect(toasts()).toContain("The dataset has been saved"));
    const { metrics } = body() as { metrics: Record<string, unknown>[] };
    expect(metrics[0]).toMatchObject({ id: 21, verbose_name: "Flights", warning_text: null, d3format: ",d" });
    expect(JSON.parse(String(metrics[0]?.extra))).toEqual({ warning_markdown: "New" });
  });

  test("You do not have permission to edit this dataset", async () => {
    const { label } = await edit({ "PUT /api/v1/dataset/3": { status: 403, body: { message: "Forbidden" } } });
    await userEvent.type(label, "x");
    await save();
    expect(await screen.findByText("You do not have permission to edit this dataset")).toBeTruthy();
  });

  test("another user's dataset names its owners and is read-only", async () => {
    const mary = { id: 2, first_name: "Mary", last_name: "Somerville" };
    const { label } = await edit({
      "GET /api/v1/dataset/3": { body: { id: 3, result: { ...dataset, owners: [mary] } } },
    });
    expect(screen.getByText("Only owners can edit this dataset: Mary Somerville")).toBeTruthy();
    await userEvent.type(label, "x");
    expect(screen.getByRole("button", { name: "Save dataset" })).toHaveProperty("disabled", true);
  });

  test("an empty cache timeout is sent as null", async () => {
    const { body } = await edit();
    await userEvent.click(screen.getByRole("tab", { name: "Settings" }));
    await userEvent.clear(screen.getByLabelText("Cache timeout"));
    await userEvent.tab();
    await save();
    await waitFor(() => expect(body()).toEqual({ cache_timeout: null }));
  });
});

describe("sharing", () => {
  test("Link Copied!", async () => {
    serve({ ...ROUTES, "POST /api/v1/explore/permalink": { status: 201, body: { key: "k", url: "/x" } } });
    vi.stubGlobal("navigator", { clipboard: { writeText: async () => undefined } });
    renderWorkbench(<Sharer />);
    await userEvent.click(screen.getByRole("button", { name: "Share it" }));
    await waitFor(() => expect(toasts()).toContain("Link Copied!"));
    vi.unstubAllGlobals();
  });
});

function Sharer() {
  const share = useShare();
  return (
    <button type="button" onClick={() => void share()}>
      Share it
    </button>
  );
}

const toasts = () => useToasts.getState().toasts.map((each) => each.text);

describe("dialogs and panes", () => {
  test("the dataset swap table has 25 rows per page", () => expect(SWAP_PAGE_SIZE).toBe(25));

  test("the changes table has Control, Before, After", () => {
    renderWorkbench(
      <>
        <ExploreHeader />
        <ChangesDialog />
      </>,
      { chart: SAVED_CHART, saved: { row_limit: 5 } },
    );
    expect(screen.getByRole("button", { name: /^Altered/ })).toBeTruthy();
    return waitFor(() =>
      expect(screen.getAllByRole("columnheader").map((one) => one.textContent)).toEqual(["Control", "Before", "After"]),
    );
  });

  test("Error saving dataset", async () => {
    const names = { columns: [], renamed: new Map<string, string>(), onRenamed: () => undefined, hasRenames: false };
    const rest = { usage: undefined, change: undefined, isSourceChanged: false, isBusy: false, ...names };
    renderWorkbench(<SaveConfirm {...rest} error="No room" onCancel={() => undefined} onSave={() => undefined} />);
    expect(await screen.findByText("Error saving dataset")).toBeTruthy();
  });

  test("An error occurred while loading the SQL", async () => {
    renderWorkbench(<SqlView />, { run: { status: "ready", context } });
    expect(await screen.findByText("An error occurred while loading the SQL")).toBeTruthy();
  });

  test("An error occurred while loading the SQL, for Run in SQL Lab", async () => {
    serve({ ...ROUTES, "POST /api/v1/chart/data": { status: 500, body: { message: "No room" } } });
    signIn([
      ["can_write", "Chart"],
      ["can_read", "SQLLab"],
    ]);
    renderWorkbench(<ExploreHeader />, { run: { status: "ready", context } });
    await userEvent.click(screen.getByRole("button", { name: "More actions" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Run in SQL Lab" }));
    await waitFor(() => expect(toasts()).toContain("An error occurred while loading the SQL: No room"));
  });

  test("Sorry, an error occurred", async () => {
    serve({ ...ROUTES, "POST /datasource/samples": { status: 500, body: { message: "No room" } } });
    renderWorkbench(<SamplesTable search="" onShown={() => undefined} />, { dataset: UNEMPLOYMENT });
    expect(await screen.findByText("Sorry, an error occurred")).toBeTruthy();
  });
});
