import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadedChartType } from "../../../chart-types/index.ts";
import type { FormData } from "../../../model/form-data.ts";
import { type Routes, serve } from "../../../testing/network.ts";
import { ChartProblem } from "../../../web/chart-view/ChartProblem.tsx";
import type { ChartState } from "../../../web/chart-view/chart-state.ts";
import { forgetCsrfToken } from "../../../web/client.ts";
import { copyText } from "../../../web/clipboard.ts";
import { SaveConfirm } from "../../../web/dataset-editor/SaveConfirm.tsx";
import { ApiError, timeoutError } from "../../../web/errors.ts";
import { Star } from "../../../web/Star.tsx";
import { useToasts } from "../../../web/toasts.ts";
import { ChangesDialog } from "../header/ChangesDialog.tsx";
import { closeDialog } from "../header/dialogs.ts";
import { ExploreHeader } from "../header/ExploreHeader.tsx";
import { SaveDialog } from "../header/SaveDialog.tsx";
import { SamplesTable } from "../results/SamplesTable.tsx";
import { SqlView } from "../results/SqlView.tsx";
import { UNEMPLOYMENT } from "../state/sample.ts";
import { renderBench, SAVED_CHART, signIn } from "./render-bench.tsx";

/** The specification's own texts, word for word, where explore and its dialogs say them. */

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

describe("control values that are refused", () => {
  const line = { viz_type: "echarts_timeseries_line", x_axis: "date", metrics: ["count"] };
  test.each([
    ["cannot be empty", "metrics", { ...line, metrics: [] }],
    ["cannot be empty", "x_axis", { ...line, x_axis: null }],
    ["is expected to be an integer", "row_limit", { ...line, row_limit: "12.5" }],
    ["Value cannot exceed 100,000", "row_limit", { ...line, row_limit: 100_001 }],
    ["is expected to be an integer", "limit", { ...line, limit: "few" }],
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
  const owners = [{ id: 1, first_name: "Ada", last_name: "L" }];
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
    renderBench(
      <ChartProblem state={state} isUnknown={false} drawing={undefined} owners={owners} onRetry={() => undefined} />,
    );
    expect(screen.getByText(text)).toBeTruthy();
  });

  test("a timeout has the issue codes and how long it took", () => {
    renderBench(
      <ChartProblem state={failed(timeoutError(60))} isUnknown={false} drawing={undefined} onRetry={() => undefined} />,
    );
    expect(document.body.textContent).toMatch(/60 seconds.*1000.*1001/s);
  });
});

describe("saving", () => {
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  const said = (text: string) =>
    waitFor(() => expect(useToasts.getState().toasts.map((each) => each.text)).toContain(text));

  test("Chart [%s] has been overwritten", async () => {
    renderBench(<ExploreHeader />, { chart: SAVED_CHART });
    await press("Save");
    await said("Chart [Unemployment] has been overwritten");
  });

  test("Chart [%s] has been saved", async () => {
    renderBench(<SaveDialog startAsNew />);
    await userEvent.type(await screen.findByRole("textbox", { name: "Chart name" }), "Jobs");
    await press("Save");
    await said("Chart [Jobs] has been saved");
  });

  test("Failed to save slice", async () => {
    serve({ ...ROUTES, "PUT /api/v1/chart/12": { status: 422, body: { message: "No room" } } });
    renderBench(<ExploreHeader />, { chart: SAVED_CHART });
    await press("Save");
    await said("Failed to save slice: No room");
  });

  test("An error occurred while starring this chart", async () => {
    renderBench(<Star kind="chart" id={12} name="Unemployment" value={false} />);
    await userEvent.click(screen.getByRole("button"));
    await said("An error occurred while starring this chart");
  });

  test("copying that the browser refuses", async () => {
    vi.stubGlobal("navigator", {});
    await copyText("x");
    vi.unstubAllGlobals();
    await said("Sorry, your browser does not support copying. Use Ctrl / Cmd + C!");
  });
});

describe("dialogs and panes", () => {
  test("the altered label and its table: Control, Before, After", () => {
    renderBench(
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
    const rest = { usage: undefined, isSourceChanged: false, isBusy: false };
    renderBench(<SaveConfirm {...rest} error="No room" onCancel={() => undefined} onSave={() => undefined} />);
    expect(await screen.findByText("Error saving dataset")).toBeTruthy();
  });

  test("An error occurred while loading the SQL", async () => {
    renderBench(<SqlView />, { run: { status: "ready", context } });
    expect(await screen.findByText("An error occurred while loading the SQL")).toBeTruthy();
  });

  test("Sorry, an error occurred", async () => {
    serve({ ...ROUTES, "POST /datasource/samples": { status: 500, body: { message: "No room" } } });
    renderBench(<SamplesTable search="" onShown={() => undefined} />, { dataset: UNEMPLOYMENT });
    expect(await screen.findByText("Sorry, an error occurred")).toBeTruthy();
  });
});
